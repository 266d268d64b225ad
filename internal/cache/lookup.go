package cache

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// maxFound is how many matches of one query are compared at most.
const maxFound = 200

// Match is somebody whom a look-up found: a customer, or the creator of a ticket that names no customer.
type Match struct {
	ID      int64          // the customer's; 0 for a ticket that names none
	Record  *desk.Customer // nil when the customer is known from tickets only; read-only
	Order   *desk.Order    // the order that matched; nil when none did
	Ticket  *desk.Ticket   // the ticket whose number or order matched, else their newest known one; nil when there is none
	Tickets int            // number of their known tickets
	Level   desk.Match     // a desk.PossibleMatch must be displayed as such

	By         MatchField    // the field that matched best
	Value      safetext.Line // its text
	Ranges     []TextRange   // what of the text to mark
	LastDigits bool          // a masked number, of which only the digits at the end could be compared

	name    string // folded, for sorting
	created desk.UnixTime
	row     uint32 // of Ticket, which is unpacked only for returned matches
}

// Found is what a look-up found.
type Found struct {
	Matches []Match // best first, of equally good ones those with the newest ticket first
	More    bool    // others match too

	Customers, Tickets int // how many known records were searched
}

// newMatches returns a match; s is nil for a customer known from tickets only.
func newMatches(id int64, s *customerEntry, m desk.Match) *Match {
	f := &Match{ID: id, Level: m}
	if s != nil {
		f.Record, f.name = &s.record, s.name
	}
	return f
}

// Lookup searches everything known: customers by name, phone, e-mail, code and number, tickets by number, phone,
// e-mail, order and creator, and orders by their numbers. It returns at most limit matches, one for each customer and
// for each stranger. Call it outside the update loop. When ctx ends it returns the context's error.
func (c *Cache) Lookup(ctx context.Context, typed string, limit int) (Found, error) {
	q := newLookupQuery(typed)
	slips, snapshot := c.customerSnapshot(), c.Snapshot()
	result := Found{Customers: len(slips.entries), Tickets: snapshot.n}
	if q.empty() {
		return result, nil
	}
	people, err := q.scanCustomers(ctx, slips.entries)
	if err != nil {
		return result, err
	}
	rows, err := q.scanTickets(ctx, snapshot)
	if err != nil {
		return result, err
	}
	all := matches{snapshot: snapshot, by: map[int64]*Match{}}
	for _, m := range people.all {
		all.by[m.of.record.ID] = newMatches(m.of.record.ID, m.of, m.match)
	}
	for _, m := range rows.all {
		all.add(c, m.of, m.match)
	}
	found := all.sorted()
	result.More = people.more || rows.more || len(found) > limit
	result.Matches = found[:min(len(found), limit)]
	for i := range result.Matches {
		f := &result.Matches[i]
		if f.Tickets > 0 {
			f.Ticket = snapshot.ticket(f.row)
		}
		r := q.reasonOf(f.Record, f.Order, f.Ticket)
		f.By, f.Value, f.Ranges, f.LastDigits = r.field, r.value, r.ranges, r.lastDigits
	}
	return result, ctx.Err()
}

// matches holds matches by customer id, and tickets without a customer in loose.
type matches struct {
	snapshot *Snapshot
	by       map[int64]*Match
	loose    []Match
}

// add adds a matching ticket to its customer's match.
func (all *matches) add(c *Cache, number uint32, m desk.Match) {
	row := all.snapshot.row(number)
	if row.customer == 0 {
		all.loose = append(all.loose, Match{Tickets: 1, Level: m, row: number, created: row.created})
		return
	}
	f := all.by[row.customer]
	if f == nil {
		f = newMatches(row.customer, c.customerEntry(row.customer), desk.NoMatch)
		all.by[row.customer] = f
	}
	f.Tickets++
	f.Level = max(f.Level, m)
	if f.Tickets == 1 || row.created > f.created {
		f.row, f.created = number, row.created
	}
}

// sorted returns the matches: best first, then customers with a record, then by name, newest ticket and id.
func (all *matches) sorted() []Match {
	found := slices.Clone(all.loose)
	for _, f := range all.by {
		found = append(found, *f)
	}
	slices.SortFunc(found, Match.compare)
	return found
}

func (f Match) compare(other Match) int {
	return cmp.Or(
		cmp.Compare(other.Level, f.Level),
		cmp.Compare(f.unnamed(), other.unnamed()),
		strings.Compare(f.name, other.name),
		cmp.Compare(other.created, f.created),
		cmp.Compare(f.ID, other.ID),
	)
}

func (f *Match) unnamed() int {
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
func (q *lookupQuery) scanCustomers(ctx context.Context, slips []*customerEntry) (hits[*customerEntry], error) {
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
func (q *lookupQuery) scanTickets(ctx context.Context, s *Snapshot) (hits[uint32], error) {
	creators := q.creators(s.values.labels)
	if q.phone == 0 && q.mail == "" && creators == nil {
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
