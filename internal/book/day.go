package book

import (
	"errors"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

const (
	maxLimit  = 10_000 // the largest limit that is asked for (PROTOCOL.md 6.2)
	leastMore = 1_000  // what is asked for when a day was cut and nothing says how much it holds
)

// pullDay asks for one day: once where that brings all of it, again with a larger limit where it was
// cut, with a limit where the account wants one. A day that stays cut is no error.
func (b *Book) pullDay(f *flight) error {
	limit := b.limitOf(f.day)
	var cut *answer // the best so far, if it was cut
	for {
		page, err := b.ask(f, limit)
		switch {
		case err != nil && limit == 0 && wantsLimit(err):
			b.wantLimit()
			limit = leastMore
			continue
		case err != nil && cut != nil && tooMuch(err):
			b.cut(f, cut, err)
			return nil
		case err != nil:
			return err
		}
		next, whole := larger(limit, page.records, page.total)
		switch {
		case whole:
			b.whole(f, page, limit)
			return nil
		case next <= limit, b.Exact && limit > 0:
			b.cut(f, page, nil)
			return nil
		}
		limit, cut = next, page
	}
}

// limitOf is the limit to begin a day with.
func (b *Book) limitOf(day desk.Day) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(b.Limit, b.limit, b.dayOf(day).limit)
}

func (b *Book) wantLimit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limit = leastMore
}

// tooMuch says that the service does not give out, or we do not take, as much as was asked for.
func tooMuch(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && (fault.Kind == client.Refused || fault.Kind == client.TooLarge)
}

// wantsLimit knows the refusal of accounts with pagination (PROTOCOL.md 6.1).
func wantsLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Refused && strings.Contains(text.Fold(fault.Message.String()), "limit")
}
