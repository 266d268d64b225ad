package cache

import (
	"context"
	"errors"
	"fmt"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
)

// MaxDays is the longest span that is pulled: a mistyped year would otherwise ask for thousands of days.
const MaxDays = 400

// Pull asks for every day of a span, newest first and at most 8 at a time for the whole book, and
// returns when the last one has arrived, was cut or has failed for good; rows are in snapshots as soon
// as they come. Days that somebody else is pulling are shared, not asked for twice. Of failed days it
// returns the first fault and their number; the others are pulled all the same. When ctx ends, days
// that nobody else waits for are given up.
func (b *Cache) Pull(ctx context.Context, span desk.DateRange) error {
	days := span.Days()
	switch {
	case len(days) == 0:
		return fmt.Errorf("the span ends on %s, before it begins on %s", span.To, span.From)
	case len(days) > MaxDays:
		return fmt.Errorf("a span of %d days is too long: pull at most %d", len(days), MaxDays)
	}
	flights := b.acquire(ctx, days)
	defer b.release(flights)
	var faults []error
	for _, f := range flights {
		select {
		case <-f.done:
			if f.err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", f.day, f.err))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d days could not be pulled: %w", len(faults), len(days), faults[0])
}

// permanentKinds are the faults that the same request meets every time.
var permanentKinds = map[client.Kind]bool{
	client.Unauthorized: true, client.Redirected: true, client.ResponseTooLarge: true, client.Canceled: true,
	client.Internal: true,
}

// isRetryable says whether a later try of a day may go better.
func isRetryable(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && !permanentKinds[fault.Kind]
}

// isUnauthorized says that no other call can go better with this credential.
func isUnauthorized(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Unauthorized
}
