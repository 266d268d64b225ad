package oneshot

import (
	"context"
	"errors"
	"sync/atomic"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// errNotAsked is what is wrong with a day that was left out after nothing went.
var errNotAsked = errors.New("not pulled")

// eachDay pulls days, the newest first and several at a time, and gives the fault of each, in their order. When it is
// interrupted, or nothing goes at first, it leaves the others out: they would not go better.
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
	_ = group.Wait() // each day keeps its own
	return faults
}
