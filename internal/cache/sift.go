package cache

import (
	"context"
	"runtime"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// hits is what fits a wish. Of what fits in part only so much is kept that somebody can want to look at it: a short
// wish fits nearly everything.
type hits[T any] struct {
	all   []match[T]
	parts int
	more  bool // others fit too
}

// match is a customer or a ticket with how well it fits.
type match[T any] struct {
	of    T
	match desk.Match
}

// maxParts is how many of one search's goroutine are kept that fit in part or nearly.
const maxParts = 100

func (s *hits[T]) add(of T, m desk.Match) {
	if m != desk.ExactMatch {
		s.parts++
	}
	if m != desk.ExactMatch && s.parts > maxParts || len(s.all) > 4*maxParts {
		s.more = true
		return
	}
	s.all = append(s.all, match[T]{of, m})
}

// mergeHits is what all goroutines found.
func mergeHits[T any](parts []hits[T]) hits[T] {
	var all hits[T]
	for _, p := range parts {
		all.all = append(all.all, p.all...)
		all.more = all.more || p.more
	}
	return all
}

// scanCustomers looks through customers, in parts at the same time.
func (w *customerQuery) scanCustomers(ctx context.Context, slips []*customerEntry) (hits[*customerEntry], error) {
	n := max(1, min(maxSearchers, runtime.GOMAXPROCS(0), len(slips)/1_000))
	parts := make([]hits[*customerEntry], n)
	var group guard.Group
	for part := range n {
		group.Go(func() error {
			for i, s := range slips[len(slips)*part/n : len(slips)*(part+1)/n] {
				if i%pageSize == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if m := w.customer(s); m != desk.NoMatch {
					parts[part].add(s, m)
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return mergeHits(parts), err
}

// scanTickets looks through tickets, in parts at the same time.
func (w *customerQuery) scanTickets(ctx context.Context, s *Snapshot) (hits[uint32], error) {
	creators := w.creators(s.values.others)
	if w.phone == (desk.Phone{}) && w.mail == "" && creators == nil {
		return hits[uint32]{}, nil // words, of which tickets tell the creator's name alone
	}
	parts := make([]hits[uint32], s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		for p := from; p < to; p++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i, row := range s.pages[p].rows[:min(pageSize, s.n-p*pageSize)] {
				m := w.ticket(row)
				if m == desk.NoMatch && creators != nil && creators[row.creator] {
					m = desk.PossibleMatch // a customer, or an agent who opened it for somebody
				}
				if m != desk.NoMatch {
					parts[part].add(uint32(p*pageSize+i), m)
				}
			}
		}
		return nil
	})
	return mergeHits(parts), err
}
