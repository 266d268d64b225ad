package backend

import (
	"context"
	"sync"

	"frontdesk/internal/guard"
)

// inFlightWrites counts the writes in flight.
type inFlightWrites struct{ wait sync.WaitGroup }

// begin returns a context that is not cancelled with the console: cancelling a write in flight would leave its outcome
// unknown.
func (u *inFlightWrites) begin(ctx context.Context) (outlives context.Context, end func()) {
	u.wait.Add(1)
	return context.WithoutCancel(ctx), u.wait.Done
}

// WaitForWrites drains the writes in flight, or returns when ctx ends. No write may begin after the call.
func (c *Backend) WaitForWrites(ctx context.Context) error {
	settled := guard.Start(func() error {
		c.inFlight.wait.Wait()
		return nil
	})
	select {
	case err := <-settled:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
