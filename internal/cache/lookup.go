package cache

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	entry   *customerEntry // of Record
	name    string         // folded
	ticket  *hit           // the ticket that matched best; nil for none
	newest  uint32         // row of the newest known ticket
	created desk.UnixTime  // when that was created
}

// Found is what a look-up found.
type Found struct {
	Matches []Match // best first, of equally good ones those with the newest ticket first
	More    bool    // others match too
	Next    string  // the folded letters with which numbers and codes of matches go on after what was typed

	Customers, Tickets int // how many known records were searched
}

// Lookup searches everything known: customers by name, phone, e-mail, code and number, tickets by number, phone,
// e-mail, order and creator, and orders by their numbers. It returns at most limit matches, one for each customer and
// for each stranger. Call it outside the update loop. When ctx ends it returns the context's error.
func (c *Cache) Lookup(ctx context.Context, typed string, limit int) (Found, error) {
	q := newLookupQuery(typed)
	customers, snapshot := c.customerSnapshot().entries, c.Snapshot()
	result := Found{Customers: len(customers), Tickets: len(snapshot.rows)}
	if q.typed == "" {
		return result, nil
	}
	all := matches{snapshot: snapshot, people: map[person]*Match{}, next: letters{after: q.typed}}
	more, err := q.scan(ctx, customers, snapshot, all.add)
	if err != nil {
		return result, err
	}
	if q.isNumbered {
		all.addOrders(&q)
	}
	all.countTickets()
	found := slices.SortedFunc(maps.Values(all.people), (*Match).compare)
	result.More = more || len(found) > limit
	for _, f := range found[:min(len(found), limit)] {
		all.explain(&q, f)
		result.Matches = append(result.Matches, *f)
	}
	result.Next = string(all.next.found)
	return result, ctx.Err()
}

// person is whom a match is: a customer, or else a stranger with a phone number and an address, or with one ticket.
type person struct {
	customer     int64
	phone, email string
	ticket       string
}

// matches collects the matches of one look-up.
type matches struct {
	snapshot *Snapshot
	people   map[person]*Match
	next     letters
}

// letters collects the letters that follow in texts on what was typed, also in those that are not why a person matches.
type letters struct {
	after string
	found []rune
}

func (l *letters) note(folded string) {
	for at := strings.Index(folded, l.after); at >= 0; {
		folded = folded[at+len(l.after):]
		if next, _ := utf8.DecodeRuneInString(folded); unicode.IsLetter(next) && !slices.Contains(l.found, next) {
			l.found = append(l.found, next)
		}
		at = strings.Index(folded, l.after)
	}
}

// of returns the match of a person.
func (all *matches) of(who person) *Match {
	f := all.people[who]
	if f == nil {
		f = &Match{ID: who.customer}
		if entry := all.snapshot.cache.knownCustomer(who.customer).entry; entry != nil {
			f.entry, f.Record, f.name = entry, &entry.record, entry.name
		}
		all.people[who] = f
	}
	return f
}

// add adds a customer, or a ticket to the match of whose it is.
func (all *matches) add(h hit) {
	if h.customer != 0 {
		f := all.of(person{customer: h.customer})
		f.rank = max(f.rank, h.rank)
		return
	}
	row := all.snapshot.rows[h.row]
	if h.own {
		all.next.note(row.part(partOrder))
		all.next.note(row.part(partTitle))
	}
	f := all.of(row.person())
	if row.Customer == 0 { // of the others the tickets are counted later
		f.count(h.row, row.Created)
	}
	if f.ticket == nil || h.compare(*f.ticket) < 0 {
		f.ticket = &h
	}
	f.rank = max(f.rank, h.rank)
}

// person returns whose a ticket is. Masked numbers and addresses may be those of several people.
func (s *packedTicket) person() person {
	email, phone := s.part(partEmail), s.part(partPhone)
	switch {
	case s.Customer != 0:
		return person{customer: s.Customer}
	case email == "" && phone == "", desk.IsMasked(email), desk.IsMasked(phone):
		return person{ticket: s.part(partID)}
	}
	return person{phone: phone, email: email}
}

// count counts a known ticket.
func (f *Match) count(row uint32, created desk.UnixTime) {
	if f.Tickets++; f.Tickets == 1 || created > f.created {
		f.newest, f.created = row, created
	}
}

// addOrders adds the customers whose known orders match by one of their numbers.
func (all *matches) addOrders(q *lookupQuery) {
	for id, page := range all.snapshot.cache.allOrders() {
		for i := range page {
			fields := orderFields(&page[i])
			fit := q.record(fields)
			if fit == 0 {
				continue
			}
			for _, number := range fields {
				all.next.note(number.text)
			}
			f := all.of(person{customer: id})
			if f.Order == nil || fit > f.rank {
				f.Order = &page[i]
			}
			f.rank = max(f.rank, fit)
		}
	}
}

// allOrders returns the orders of the customers whose orders are known.
func (c *Cache) allOrders() map[int64][]desk.Order {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := make(map[int64][]desk.Order, c.customers.orders.Len())
	for _, id := range c.customers.orders.Keys() {
		if o, has := c.customers.orders.Peek(id); has {
			known[id] = o.page.Orders
		}
	}
	return known
}

// countTickets counts the known tickets of the customers found, and finds the newest of each.
func (all *matches) countTickets() {
	customers := map[int64]*Match{}
	for who, f := range all.people {
		if who.customer != 0 {
			customers[who.customer] = f
		}
	}
	for number, row := range all.snapshot.rows {
		if f := customers[row.Customer]; f != nil {
			f.count(uint32(number), row.Created)
		}
	}
}

// compare sorts by rank, then customers with a record first, then by newest ticket, name and number.
func (f *Match) compare(other *Match) int {
	return cmp.Or(
		cmp.Compare(other.rank, f.rank),
		falseFirst(f.entry == nil, other.entry == nil),
		cmp.Compare(other.created, f.created),
		strings.Compare(f.name, other.name),
		cmp.Compare(f.ID, other.ID),
		cmp.Compare(f.newest, other.newest),
	)
}

// explain completes a match that is returned: its ticket, and why it matches.
func (all *matches) explain(q *lookupQuery, f *Match) {
	f.Level = f.rank.level()
	var fields []field
	if f.entry != nil {
		fields = append(fields, f.entry.fields...)
		for _, own := range f.entry.fields {
			if own.by == ByCode {
				all.next.note(own.text)
			}
		}
	}
	if f.Order != nil {
		fields = append(fields, orderFields(f.Order)...)
	}
	if f.Tickets > 0 {
		f.Ticket = all.snapshot.ticket(f.newest)
	}
	if f.ticket != nil {
		found := all.snapshot.ticket(f.ticket.row)
		fields = append(fields, ticketFields(found)...)
		if f.ticket.own {
			f.Ticket = found
		}
	}
	if t := f.Ticket; t != nil && !all.snapshot.IsAssignee(t.Creator.String()) {
		f.Writer = safetext.LineFromText(t.Creator.String())
	}
	q.explain(f, fields)
}

// maxCallerTickets is how many tickets of one caller are returned.
const maxCallerTickets = 200

// Caller is what is known of somebody on the phone. What is empty or masked finds nothing.
type Caller struct {
	Customer int64 // 0 if unknown
	Phones   []string
	Emails   []string
}

// CallerTickets returns the known tickets of a caller, newest first: those of the customer, and those that name no
// customer and carry a phone number or an e-mail address of the caller. Call it outside the update loop.
func (s *Snapshot) CallerTickets(who Caller) []desk.Ticket {
	var phones []desk.Phone
	for _, number := range who.Phones {
		if p := desk.NewPhone(number); p.IsWhole() && !desk.IsMasked(number) {
			phones = append(phones, p)
		}
	}
	var emails []string
	for _, address := range who.Emails {
		if address != "" && !desk.IsMasked(address) {
			emails = append(emails, safetext.Fold(address))
		}
	}
	return s.newest(maxCallerTickets, func(row *packedTicket) bool {
		if row.Customer != 0 {
			return row.Customer == who.Customer
		}
		isTheirs := func(p desk.Phone) bool { return p.Match(row.phoneNumber) == desk.ExactMatch }
		return slices.Contains(emails, row.part(partEmail)) || slices.ContainsFunc(phones, isTheirs)
	})
}

// newest returns the tickets for which a test holds, newest first, and at most so many.
func (s *Snapshot) newest(most int, holds func(*packedTicket) bool) []desk.Ticket {
	var rows []*packedTicket
	for _, row := range s.rows {
		if holds(row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y *packedTicket) int { return cmp.Compare(y.Created, x.Created) })
	rows = rows[:min(len(rows), most)]
	found := make([]desk.Ticket, len(rows))
	for i, row := range rows {
		found[i] = s.words.ticket(row)
	}
	return found
}

// KnownDays returns the days up to one day whose tickets are known, without a gap; false if that day's are not.
func (c *Cache) KnownDays(upTo desk.Date) (days desk.DateRange, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	days = desk.DateRange{From: upTo, To: upTo}
	for n := 0; n < MaxDays; n++ {
		d := c.days[upTo.Add(-n)]
		if d == nil || d.lastResult.At.IsZero() {
			break
		}
		days.From, known = upTo.Add(-n), true
	}
	return days, known
}

// CustomerTickets returns the known tickets of a customer, newest first.
func (s *Snapshot) CustomerTickets(id int64) []desk.Ticket {
	if id == 0 {
		return nil
	}
	return s.newest(len(s.rows), func(row *packedTicket) bool { return row.Customer == id })
}
