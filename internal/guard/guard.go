// Package guard starts goroutines whose panics become errors, so that a fault ends its own work and never the process.
//
// A deferred recover works in its own goroutine alone, so every goroutine needs one. The stack goes to slog's default
// logger; whoever waits for the work gets a short error.
package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"
)

// PanicError is the error for a panic.
type PanicError struct {
	Value any    // what was passed to panic
	Stack []byte // the goroutine's stack, for a log and never for a screen
}

// Error returns one line without the stack. The value may hold outside text: sanitise the line before showing it.
func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Unwrap returns the error that was passed to panic, nil for any other value.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// errEnded is the error for a function that ended its goroutine with runtime.Goexit.
var errEnded = errors.New("internal error: the work ended without a result")

// Recovered converts the value of recover to an error, nil to nil. Call it in the deferred function itself: the stack
// is still the one that panicked. Whoever calls it logs the stack or returns the error to somebody who does.
func Recovered(value any) *PanicError {
	if value == nil {
		return nil
	}
	return &PanicError{Value: value, Stack: debug.Stack()}
}

// Run calls work in the caller's goroutine and returns its error, or its panic as an error, with the stack in the log.
func Run(work func() error) (err error) {
	defer func() {
		if failed := Recovered(recover()); failed != nil {
			slog.Error("panic", "error", fmt.Sprint(failed.Value), "stack", string(failed.Stack))
			err = failed
		}
	}()
	return work()
}

// Do is Run for a function without an error.
func Do(work func()) error {
	return Run(func() error {
		work()
		return nil
	})
}

// Go calls work in a goroutine that nobody waits for. After a panic it calls each of failed with the error.
func Go(work func(), failed ...func(error)) {
	go func() {
		err := Do(work)
		if err == nil {
			return
		}
		for _, tell := range failed {
			_ = Do(func() { tell(err) })
		}
	}()
}

// Start calls work in a goroutine and sends its error, or its panic as an error, exactly once. Nobody has to receive
// it.
func Start(work func() error) <-chan error {
	ended := make(chan error, 1)
	go func() {
		err := errEnded
		defer func() { ended <- err }()
		err = Run(work)
	}()
	return ended
}

// AfterFunc is time.AfterFunc for work that may panic.
func AfterFunc(d time.Duration, work func()) *time.Timer {
	return time.AfterFunc(d, func() { _ = Do(work) })
}

// AfterEnd is context.AfterFunc for work that may panic.
func AfterEnd(ctx context.Context, work func()) (stop func() bool) {
	return context.AfterFunc(ctx, func() { _ = Do(work) })
}

// Sleep waits for d and reports whether ctx is still active.
func Sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Group is an errgroup.Group whose functions may panic: a panic is the error of that function. Its zero value is
// ready; it has neither a limit nor a context.
type Group struct {
	calls  errgroup.Group
	cancel context.CancelCauseFunc // nil for none
}

// WithContext returns a group with a context that ends with the group's first error or with Wait.
func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

// SetLimit bounds how many functions run at once; Go waits for a free slot. Call it before Go.
func (g *Group) SetLimit(n int) { g.calls.SetLimit(n) }

// Go runs a function in a goroutine of its own.
func (g *Group) Go(work func() error) {
	g.calls.Go(func() error {
		err := Run(work)
		if err != nil && g.cancel != nil {
			g.cancel(err)
		}
		return err
	})
}

// Wait waits for all functions and returns the first error.
func (g *Group) Wait() error {
	err := g.calls.Wait()
	if g.cancel != nil {
		g.cancel(err)
	}
	return err
}
