package book

import (
	"context"
	"runtime"
	"sync"
	"testing"
)

// TestWhoStillWantsAnAnswerGetsIt: others who asked for the same give up in that moment.
func TestWhoStillWantsAnAnswerGetsIt(t *testing.T) {
	var calls shared[int, string]
	ask := func(ctx context.Context) (string, error) {
		for range 20 {
			runtime.Gosched()
		}
		return "the customer", ctx.Err()
	}
	for range 10_000 {
		gone, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { _, _ = calls.do(gone, 1, ask) })
		all.Go(func() {
			leave()
			if got, err := calls.do(t.Context(), 1, ask); got != "the customer" || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
		all.Wait()
	}
}
