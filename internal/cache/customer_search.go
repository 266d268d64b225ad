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

// maxFound is how many customers a search returns.
const maxFound = 200

// CustomerMatch is a customer that matches a search.
type CustomerMatch struct {
	ID      int64          // 0 for a ticket that names no customer
	Record  *desk.Customer // nil when the customer is known from tickets only; read-only
	Ticket  *desk.Ticket   // the newest matching ticket; nil when there is none
	Tickets int            // number of matching tickets
	Match   desk.Match     // a desk.PossibleMatch must be displayed as such

	name    string // folded, for sorting
	created desk.UnixTime
	row     uint32 // of Ticket, which is unpacked only for returned matches
}

// newMatches returns a match; s is nil for a customer known from tickets only.
func newMatches(id int64, s *customerEntry, m desk.Match) *CustomerMatch {
	f := &CustomerMatch{ID: id, Match: m}
	if s != nil {
		f.Record, f.name = &s.record, s.name
	}
	return f
}

// FindCustomers searches the cache: customers by id, code, phone, e-mail and name, tickets by number, phone, e-mail and
// creator. The best matches come first; more reports that others were left out. Call it outside the update loop. When
// ctx ends it returns the context's error.
func (c *Cache) FindCustomers(ctx context.Context, typed string) (found []CustomerMatch, more bool, err error) {
	q := newCustomerQuery(typed)
	if q.empty() {
		return nil, false, nil
	}
	slips, snapshot := c.customerSnapshot(), c.Snapshot()
	people, err := q.scanCustomers(ctx, slips.entries)
	if err != nil {
		return nil, false, err
	}
	rows, err := q.scanTickets(ctx, snapshot)
	if err != nil {
		return nil, false, err
	}
	all := matches{snapshot: snapshot, by: map[int64]*CustomerMatch{}}
	for _, m := range people.all {
		all.by[m.of.record.ID] = newMatches(m.of.record.ID, m.of, m.match)
	}
	for _, m := range rows.all {
		all.add(c, m.of, m.match)
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

// matches holds matches by customer id, and tickets without a customer in loose.
type matches struct {
	snapshot *Snapshot
	by       map[int64]*CustomerMatch
	loose    []CustomerMatch
}

// add adds a matching ticket to its customer's match.
func (all *matches) add(c *Cache, number uint32, m desk.Match) {
	row := all.snapshot.row(number)
	if row.customer == 0 {
		all.loose = append(all.loose, CustomerMatch{Tickets: 1, Match: m, row: number, created: row.created})
		return
	}
	f := all.by[row.customer]
	if f == nil {
		f = newMatches(row.customer, c.customerEntry(row.customer), desk.NoMatch)
		all.by[row.customer] = f
	}
	f.Tickets++
	f.Match = max(f.Match, m)
	if f.Tickets == 1 || row.created > f.created {
		f.row, f.created = number, row.created
	}
}

// sorted returns the matches: best first, then customers with a record, then by name, newest ticket and id.
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

// hits holds the matches of one scan. The number of partial ones is limited, since a short query matches almost
// everything.
type hits[T any] struct {
	all   []match[T]
	parts int
	more  bool // others match too
}

// match is a customer or a ticket with the quality of its match.
type match[T any] struct {
	of    T
	match desk.Match
}

// maxParts is how many inexact matches one goroutine of a search keeps: enough for all, since it may be the only one.
const maxParts = maxFound

func (s *hits[T]) add(of T, m desk.Match) {
	if m != desk.ExactMatch {
		s.parts++
	}
	if m != desk.ExactMatch && s.parts > maxParts || len(s.all) > 2*maxParts {
		s.more = true
		return
	}
	s.all = append(s.all, match[T]{of, m})
}

// mergeHits concatenates the hits of all goroutines.
func mergeHits[T any](parts []hits[T]) hits[T] {
	var all hits[T]
	for _, p := range parts {
		all.all = append(all.all, p.all...)
		all.more = all.more || p.more
	}
	return all
}

// scanCustomers scans customers concurrently.
func (q *customerQuery) scanCustomers(ctx context.Context, slips []*customerEntry) (hits[*customerEntry], error) {
	n := max(1, min(maxSearchers, runtime.GOMAXPROCS(0), len(slips)/1_000))
	parts := make([]hits[*customerEntry], n)
	var group guard.Group
	for part := range n {
		group.Go(func() error {
			for i, s := range slips[len(slips)*part/n : len(slips)*(part+1)/n] {
				if i%pageSize == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if m := q.customer(s); m != desk.NoMatch {
					parts[part].add(s, m)
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return mergeHits(parts), err
}

// scanTickets scans tickets concurrently.
func (q *customerQuery) scanTickets(ctx context.Context, s *Snapshot) (hits[uint32], error) {
	creators := q.creators(s.values.labels)
	if q.phone == (desk.Phone{}) && q.mail == "" && creators == nil {
		return hits[uint32]{}, nil // words only, which match tickets by the creator's name alone
	}
	parts := make([]hits[uint32], s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		for p := from; p < to; p++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i, row := range s.pages[p].rows[:min(pageSize, s.n-p*pageSize)] {
				m := q.ticket(row)
				if m == desk.NoMatch && creators != nil && creators[row.creator] {
					m = desk.PossibleMatch // the creator is a customer, or an agent who opened it for one
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
