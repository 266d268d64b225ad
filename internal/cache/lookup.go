package cache

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Match is a person whom a look-up found: a customer, or the creator of a ticket that names no customer.
type Match struct {
	ID      int64          // the customer's; 0 for a ticket that names none
	Record  *desk.Customer // nil when the customer is known from tickets only; read-only
	Order   *desk.Order    // the order that matched; nil when none did; read-only
	Ticket  *desk.Ticket   // the one whose number or order matched, else their newest known one; nil without one
	Writer  safetext.Line  // who created Ticket; empty for an agent, who has created it for a customer
	Tickets int            // number of their known tickets
	Level   desk.Match     // a desk.PossibleMatch must be displayed as such

	By         MatchField    // the field that matched best
	Value      safetext.Line // its text
	Ranges     []TextRange   // what of the text to mark
	LastDigits bool          // a masked number, of which only the digits at the end could be compared

	rank    rank
	name    string // folded, for sorting
	hit     rowHit // the ticket that matched best
	tickets bool   // hit is set
	newest  uint32 // row of the newest known ticket
	created desk.UnixTime
}

// Found is what a look-up found.
type Found struct {
	Matches []Match // best first, of equally good ones those with the newest ticket first
	More    bool    // others match too

	Customers, Tickets int // how many known records were searched
}

// Lookup searches everything known: customers by name, phone, e-mail, code and number, tickets by number, phone,
// e-mail, order and creator, and orders by their numbers. It returns at most limit matches, one for each customer and
// for each stranger. Call it outside the update loop. When ctx ends it returns the context's error.
func (c *Cache) Lookup(ctx context.Context, typed string, limit int) (Found, error) {
	q := newLookupQuery(typed)
	customers, snapshot := c.customerSnapshot(), c.Snapshot()
	result := Found{Customers: len(customers.entries), Tickets: snapshot.n}
	if q.empty() {
		return result, nil
	}
	index := c.lookups.of(snapshot)
	people, morePeople, err := q.scanCustomers(ctx, customers.entries)
	if err != nil {
		return result, err
	}
	rows, moreRows, err := q.scanTickets(ctx, snapshot, index)
	if err != nil {
		return result, err
	}
	all := newMatches(c, snapshot)
	for _, h := range people {
		all.add(h.of.record.ID, h.of, h.rank)
	}
	for _, h := range rows {
		all.addTicket(h)
	}
	all.addOrders(&q)
	all.countTickets(index)
	found := all.sorted()
	result.More = morePeople || moreRows || len(found) > limit
	for _, f := range found[:min(len(found), limit)] {
		all.explain(&q, f)
		result.Matches = append(result.Matches, *f)
	}
	return result, ctx.Err()
}

// matches collects the matches of one look-up.
type matches struct {
	cache     *Cache
	snapshot  *Snapshot
	customers map[int64]*Match
	strangers map[string]*Match // by phone and e-mail
	alone     []*Match          // tickets that say nothing about who wrote them
}

func newMatches(c *Cache, s *Snapshot) *matches {
	return &matches{cache: c, snapshot: s, customers: map[int64]*Match{}, strangers: map[string]*Match{}}
}

// add adds a customer's match; s is nil for a customer known from tickets only.
func (all *matches) add(id int64, s *customerEntry, fit rank) *Match {
	f := all.customers[id]
	if f == nil {
		f = &Match{ID: id}
		if s != nil {
			f.Record, f.name = &s.record, s.name
		}
		all.customers[id] = f
	}
	f.rank = max(f.rank, fit)
	return f
}

// addTicket adds a matching ticket to the match of whose it is.
func (all *matches) addTicket(h hit[rowHit]) {
	row := all.snapshot.row(h.of.row)
	f := all.customers[row.customer]
	switch {
	case row.customer == 0:
		f = all.stranger(row)
		f.Tickets++ // of the others the tickets are counted later
		if f.Tickets == 1 || row.created > f.created {
			f.newest, f.created = h.of.row, row.created
		}
	case f == nil:
		f = all.add(row.customer, all.cache.customerEntry(row.customer), 0)
	}
	isNewer := f.tickets && h.rank == f.rank && row.created > all.snapshot.row(f.hit.row).created
	if !f.tickets || h.rank > f.rank || isNewer {
		f.hit, f.tickets = h.of, true
	}
	f.rank = max(f.rank, h.rank)
}

// stranger returns the match for the creator of a ticket that names no customer. Masked numbers and addresses may be
// those of several people.
func (all *matches) stranger(row *packedTicket) *Match {
	email, phone, _, _ := row.contact()
	if email == "" && phone == "" || desk.IsMasked(email) || desk.IsMasked(phone) {
		f := &Match{}
		all.alone = append(all.alone, f)
		return f
	}
	key := phone + "\n" + email
	if all.strangers[key] == nil {
		all.strangers[key] = &Match{}
	}
	return all.strangers[key]
}

// countTickets counts the known tickets of the customers found, and finds the newest of each.
func (all *matches) countTickets(x *lookupIndex) {
	if len(all.customers) == 0 {
		return
	}
	var maybe [1 << 10]uint64 // a bit for each customer's number: most rows need no look into the map
	for id := range all.customers {
		maybe[id>>6&int64(len(maybe)-1)] |= 1 << (id & 63)
	}
	for p, page := range x.pages {
		for i := range min(pageSize, all.snapshot.n-p*pageSize) {
			id := page.customers[i]
			if id == 0 || maybe[id>>6&int64(len(maybe)-1)]&(1<<(id&63)) == 0 {
				continue
			}
			f := all.customers[id]
			if f == nil {
				continue
			}
			created := page.of.rows[i].created
			if f.Tickets++; f.Tickets == 1 || created > f.created {
				f.newest, f.created = uint32(p*pageSize+i), created
			}
		}
	}
}

// sorted returns the matches, best first.
func (all *matches) sorted() []*Match {
	found := slices.Concat(
		slices.Collect(maps.Values(all.customers)),
		slices.Collect(maps.Values(all.strangers)),
		all.alone,
	)
	slices.SortFunc(found, (*Match).compare)
	return found
}

// compare sorts by rank, then customers with a record first, then by newest ticket, name and number.
func (f *Match) compare(other *Match) int {
	return cmp.Or(
		cmp.Compare(other.rank, f.rank),
		cmp.Compare(f.unnamed(), other.unnamed()),
		cmp.Compare(other.created, f.created),
		strings.Compare(f.name, other.name),
		cmp.Compare(f.ID, other.ID),
		cmp.Compare(f.newest, other.newest),
	)
}

func (f *Match) unnamed() int {
	if f.Record == nil {
		return 1
	}
	return 0
}

// explain completes a match that is returned: its ticket, and why it matches.
func (all *matches) explain(q *lookupQuery, f *Match) {
	f.Level = f.rank.level()
	var hit *desk.Ticket
	if f.tickets {
		hit = all.snapshot.ticket(f.hit.row)
	}
	switch {
	case f.tickets && f.hit.own:
		f.Ticket = hit
	case f.Tickets > 0:
		f.Ticket = all.snapshot.ticket(f.newest)
	}
	if t := f.Ticket; t != nil && !all.snapshot.IsAssignee(t.Creator.String()) {
		f.Writer = safetext.LineFromText(t.Creator.String())
	}
	r := q.reasonOf(f.Record, f.Order, hit)
	f.By, f.Value, f.Ranges, f.LastDigits = r.field, r.value, r.ranges, r.lastDigits
}
