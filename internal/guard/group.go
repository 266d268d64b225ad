package guard

import (
	"context"

	"golang.org/x/sync/errgroup"
)

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
