package cache

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// maxFound is how many customers a search gives: more are no answer.
const maxFound = 200

// CustomerMatch is somebody who fits what was typed.
type CustomerMatch struct {
	ID      int64          // 0 for a ticket that names no customer
	Record  *desk.Customer // nil when tickets alone tell of them; nobody changes it
	Ticket  *desk.Ticket   // the newest of their tickets that fit; nil when none does
	Tickets int            // how many of their tickets fit
	Match   desk.Match     // Maybe is to be said

	name    string // folded, for sorting, as is
	created desk.UnixTime
	row     uint32 // of the ticket, which is written out only for those that are given
}

// newFound is a customer who fits; a nil slip is one of whom tickets alone tell.
func newFound(id int64, s *customerEntry, m desk.Match) *CustomerMatch {
	f := &CustomerMatch{ID: id, Match: m}
	if s != nil {
		f.Record, f.name = &s.record, s.name
	}
	return f
}

// FindCustomers looks for what was typed in everything that is known: customers by id, code, phone, e-mail and name,
// tickets by number, phone, e-mail and creator. The best come first, and more says that there are others. It belongs off
// the update loop; when ctx ends it stops with its error.
func (b *Cache) FindCustomers(ctx context.Context, typed string) (found []CustomerMatch, more bool, err error) {
	w := newWish(typed)
	if w.empty() {
		return nil, false, nil
	}
	slips, snapshot := b.customerSnapshot(), b.Snapshot()
	people, err := w.scanCustomers(ctx, slips)
	if err != nil {
		return nil, false, err
	}
	rows, err := w.scanTickets(ctx, snapshot)
	if err != nil {
		return nil, false, err
	}
	all := matches{snapshot: snapshot, by: map[int64]*CustomerMatch{}}
	for _, m := range people.all {
		all.by[m.of.record.ID] = newFound(m.of.record.ID, m.of, m.match)
	}
	for _, m := range rows.all {
		all.add(b, m.of, m.match)
	}
	found = all.sorted()
	more = people.more || rows.more || len(found) > maxFound
	found = found[:min(len(found), maxFound)]
	for i := range found {
		if found[i].Tickets > 0 {
			found[i].Ticket = snapshot.ticket(found[i].row)
		}
	}
	return found, more, ctx.Err()
}

// matches is who fits, by customer id; tickets that name nobody stand beside them.
type matches struct {
	snapshot *Snapshot
	by       map[int64]*CustomerMatch
	loose    []CustomerMatch
}

// add takes a ticket that fits to its customer.
func (all *matches) add(b *Cache, number uint32, m desk.Match) {
	row := all.snapshot.row(number)
	if row.customer == 0 {
		all.loose = append(all.loose, CustomerMatch{Tickets: 1, Match: m, row: number, created: row.created})
		return
	}
	f := all.by[row.customer]
	if f == nil {
		f = newFound(row.customer, b.customerSlip(row.customer), desk.NoMatch)
		all.by[row.customer] = f
	}
	f.Tickets++
	f.Match = max(f.Match, m)
	if f.Tickets == 1 || row.created > f.created {
		f.row, f.created = number, row.created
	}
}

// sorted puts the best first, those whose name is known before the others, then by name, the newest ticket and id.
func (all *matches) sorted() []CustomerMatch {
	found := slices.Clone(all.loose)
	for _, f := range all.by {
		found = append(found, *f)
	}
	slices.SortFunc(found, CustomerMatch.compare)
	return found
}

func (f CustomerMatch) compare(other CustomerMatch) int {
	return cmp.Or(
		cmp.Compare(other.Match, f.Match),
		cmp.Compare(f.unnamed(), other.unnamed()),
		strings.Compare(f.name, other.name),
		cmp.Compare(other.created, f.created),
		cmp.Compare(f.ID, other.ID),
	)
}

func (f *CustomerMatch) unnamed() int {
	if f.Record == nil {
		return 1
	}
	return 0
}

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
