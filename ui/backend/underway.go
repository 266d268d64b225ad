package backend

import (
	"context"
	"sync"

	"frontdesk/internal/guard"
)

// inFlightWrites counts the writes that were begun and have not ended.
type inFlightWrites struct{ all sync.WaitGroup }

// begin gives a write a context that outlives the console: a write that was sent is not broken off because a
// connection was, or nobody would know how it ended.
func (u *inFlightWrites) begin(ctx context.Context) (outlives context.Context, end func()) {
	u.all.Add(1)
	return context.WithoutCancel(ctx), u.all.Done
}

// WaitForWrites waits until the writes under way have ended, or ctx has. Whoever calls it begins no more of them.
func (c *Backend) WaitForWrites(ctx context.Context) error {
	settled := guard.Start(func() error {
		c.underway.all.Wait()
		return nil
	})
	select {
	case err := <-settled:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
