package oneshot

import (
	"context"
	"errors"
	"sync/atomic"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// errNotAsked is the error of a day that was skipped.
var errNotAsked = errors.New("not pulled")

// eachDay pulls days concurrently, the newest first, and returns their errors in the order of days. It skips the
// remaining days after an interrupt, or when all of the first requests have failed.
func eachDay(ctx context.Context, days []desk.Date, pull func(context.Context, int) error) (faults []error) {
	faults = make([]error, len(days))
	var group guard.Group
	group.SetLimit(maxConcurrentDays)
	var well, ill atomic.Int32
	one := func(n int) error {
		if ctx.Err() != nil || well.Load() == 0 && ill.Load() >= maxConcurrentDays {
			return errNotAsked
		}
		err := pull(ctx, n)
		if err != nil {
			ill.Add(1)
		} else {
			well.Add(1)
		}
		return err
	}
	for n := range days {
		group.Go(func() error {
			faults[n] = guard.Run(func() error { return one(n) })
			return nil
		})
	}
	_ = group.Wait() // errors are kept per day
	return faults
}
