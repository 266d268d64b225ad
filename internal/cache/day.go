package cache

import (
	"errors"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

const (
	maxLimit  = 10_000 // the largest limit that is asked for (PROTOCOL.md 6.2)
	leastMore = 1_000  // what is asked for when a day was cut and nothing says how much it holds
)

// pullDay asks for one day: once where that brings all of it, again with a larger limit where it was
// cut, with a limit where the account wants one. A day that stays cut is no error.
func (b *Cache) pullDay(f *pullJob) error {
	limit := b.limitOf(f.day)
	var cut *pullResult // the best so far, if it was cut
	for {
		page, err := b.pullOnce(f, limit)
		switch {
		case err != nil && limit == 0 && requiresLimit(err):
			b.wantLimit()
			limit = leastMore
			continue
		case err != nil && cut != nil && exceedsServerLimit(err):
			b.storeTruncated(f, cut, err)
			return nil
		case err != nil:
			return err
		}
		next, whole := nextLimit(limit, page.records, page.total)
		switch {
		case whole:
			b.storeComplete(f, page, limit)
			return nil
		case next <= limit, b.FixedLimit && limit > 0:
			b.storeTruncated(f, page, nil)
			return nil
		}
		limit, cut = next, page
	}
}

// limitOf is the limit to begin a day with.
func (b *Cache) limitOf(day desk.Date) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(b.PullLimit, b.limit, b.dayOf(day).limit)
}

func (b *Cache) wantLimit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limit = leastMore
}

// exceedsServerLimit says that the service does not give out, or we do not take, as much as was asked for.
func exceedsServerLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && (fault.Kind == client.Rejected || fault.Kind == client.ResponseTooLarge)
}

// requiresLimit knows the refusal of accounts with pagination (PROTOCOL.md 6.1).
func requiresLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected && strings.Contains(safetext.Fold(fault.Message.String()), "limit")
}
