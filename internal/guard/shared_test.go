package guard_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"frontdesk/internal/guard"
)

// TestShared_WhoStillWantsAnAnswerGetsIt: others who asked for the same give up at the same time.
func TestShared_WhoStillWantsAnAnswerGetsIt(t *testing.T) {
	var calls guard.Shared[int, string]
	ask := func(ctx context.Context) (string, error) {
		for range 20 {
			runtime.Gosched()
		}
		return "the customer", ctx.Err()
	}
	for range 10_000 {
		gone, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { _, _ = calls.Do(gone, 1, ask) })
		all.Go(func() {
			leave()
			if got, err := calls.Do(t.Context(), 1, ask); got != "the customer" || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
		all.Wait()
	}
}

// TestShared_WhoHasLeftBeforeAskingGetsNoAnswer: however fast the answer is.
func TestShared_WhoHasLeftBeforeAskingGetsNoAnswer(t *testing.T) {
	var calls guard.Shared[int, string]
	gone, leave := context.WithCancel(t.Context())
	leave()
	for range 1000 {
		got, err := calls.Do(gone, 1, func(context.Context) (string, error) {
			t.Error("somebody who has left is asked for")
			return "the customer", nil
		})
		if got != "" || !errors.Is(err, context.Canceled) {
			t.Fatalf("%q, %v", got, err)
		}
	}
}

// TestShared_APanicIsTheErrorOfAllWhoWait: nobody hangs, and the next one who asks gets an answer.
func TestShared_APanicIsTheErrorOfAllWhoWait(t *testing.T) {
	captureLog(t)
	var calls guard.Shared[int, string]
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := calls.Do(t.Context(), 1, func(context.Context) (string, error) { panic("boom") }); err == nil {
				t.Error("a panic is not an error")
			}
		})
	}
	all.Wait()
	if got, err := calls.Do(t.Context(), 1, func(context.Context) (string, error) { return "well", nil }); got != "well" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
