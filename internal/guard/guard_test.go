package guard_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/guard"
)

func panicOut() error { panic("boom") }

// captureLog captures the default log until the test ends.
func captureLog(t *testing.T) *bytes.Buffer {
	t.Helper()
	before, log := slog.Default(), &bytes.Buffer{}
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return log
}

func TestPanic_StackGoesToTheLogAndAShortErrorToTheCaller(t *testing.T) {
	log := captureLog(t)
	err := guard.Run(panicOut)
	var failed *guard.PanicError
	if !errors.As(err, &failed) || err.Error() != "internal error: boom" {
		t.Errorf("the caller gets %v", err)
	}
	if !strings.Contains(log.String(), "guard_test.panicOut") {
		t.Errorf("the log has no stack: %s", log)
	}
}

func TestPanic_ErrorThatWasPassedToItIsFound(t *testing.T) {
	captureLog(t)
	if err := guard.Do(func() { panic(context.Canceled) }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestPanic_InAGoroutineIsTheErrorOfWhoWaits(t *testing.T) {
	captureLog(t)
	errs := make(chan error, 1)
	guard.Go(func() { _ = panicOut() }, func(error) { panic("again") }, func(err error) { errs <- err })
	if err := <-errs; err == nil {
		t.Error("Go does not report the panic")
	}
	if err := <-guard.Start(panicOut); err == nil {
		t.Error("Start sends no error")
	}
	if err := <-guard.Start(func() error { runtime.Goexit(); return nil }); err == nil {
		t.Error("Start sends no error of work that never ended")
	}
	if err := <-guard.Start(func() error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestPanic_InAGroupIsItsErrorAndEndsItsContext(t *testing.T) {
	captureLog(t)
	group, ctx := guard.WithContext(t.Context())
	group.SetLimit(2)
	var others atomic.Int32
	for range 5 {
		group.Go(func() error {
			others.Add(1)
			return nil
		})
	}
	group.Go(panicOut)
	<-ctx.Done()
	if err := group.Wait(); err == nil || others.Load() != 5 {
		t.Errorf("%v, and %d of 5 others ran", err, others.Load())
	}
}

func TestPanic_InATimerEndsNothing(t *testing.T) {
	captureLog(t)
	synctest.Test(t, func(t *testing.T) {
		guard.AfterFunc(time.Minute, func() { _ = panicOut() })
		ctx, cancel := context.WithCancel(t.Context())
		guard.AfterEnd(ctx, func() { _ = panicOut() })
		cancel()
		<-time.After(2 * time.Minute)
		synctest.Wait()
	})
}
