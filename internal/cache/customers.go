package cache

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// customerTTL is how long an answer about a customer or their orders is shown without asking again.
const customerTTL = 10 * time.Minute

// What is kept whole of customers; of the others what they are found by.
const (
	maxWhole   = 2_000
	maxOrdered = 500 // customers whose orders are kept
)

// customers is what is known of customers; the book's mu guards it.
type customers struct {
	slips       []*customerEntry     // in the order of their coming; a slip never changes
	at          map[int64]int        // by customer id, the place in slips
	heard       map[int64]fetchState // of Get Customer, by id
	orders      map[int64]cachedOrders
	touched     map[int64]seq // by id: our last write; what was asked before it is old
	last        []*customerEntry
	fullRecords lru // ids of customers whose record is kept whole
	ordered     lru // ids of customers whose orders are kept
}

// fetchState is what Get Customer said last of an id.
type fetchState struct {
	asked   seq
	at      time.Time
	missing error // the service knows no such customer
}

func newCustomers() customers {
	return customers{at: map[int64]int{}, heard: map[int64]fetchState{}, orders: map[int64]cachedOrders{}, touched: map[int64]seq{}}
}

// customerSnapshot is the customers as they stand; it never changes.
func (b *Cache) customerSnapshot() []*customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.customers.last == nil {
		b.customers.last = slices.Clone(b.customers.slips)
	}
	return b.customers.last
}

// learnCustomers takes records over. A pull's record that names no contacts keeps those that are known.
func (b *Cache) learnCustomers(asked seq, pulled bool, records []desk.Customer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := false
	for i := range records {
		changed = b.learnCustomer(asked, pulled, records[i]) || changed
	}
	if changed {
		b.customers.last = nil
		b.notify()
	}
}

func (b *Cache) learnCustomer(asked seq, pulled bool, record desk.Customer) bool {
	all := &b.customers
	if record.ID == 0 {
		return false // nothing that it could be asked for by
	}
	at, known := all.at[record.ID]
	if !known {
		all.at[record.ID] = len(all.slips)
		all.slips = append(all.slips, newCustomerSlip(asked, record))
		all.dropDetails(all.fullRecords.touch(record.ID, maxWhole))
		return true
	}
	old := all.slips[at]
	if asked < old.asked {
		return false
	}
	if pulled && len(record.Contacts) == 0 {
		record.Contacts = old.record.Contacts
	}
	all.slips[at] = newCustomerSlip(asked, record)
	all.dropDetails(all.fullRecords.touch(record.ID, maxWhole))
	return true
}

// dropDetails leaves of a customer what they are found and named by; the rest is asked for again when somebody wants it.
func (all *customers) dropDetails(id int64) {
	at, known := all.at[id]
	if !known {
		return
	}
	s := *all.slips[at]
	s.record.Fields, s.record.Groups = nil, nil
	s.record.Contacts = slices.Clone(s.record.Contacts)
	for i := range s.record.Contacts {
		s.record.Contacts[i].Fields, s.record.Contacts[i].Groups = nil, nil
	}
	all.slips[at] = &s
	delete(all.heard, id)
}

// CachedCustomer is a customer as far as any answer told, without asking anybody. The record is shared: nobody
// changes it.
func (b *Cache) CachedCustomer(id int64) (*desk.Customer, bool) {
	s := b.customerSlip(id)
	if s == nil {
		return nil, false
	}
	return &s.record, true
}

// customerSlip is a customer as the book keeps it; nil when none is known by that id.
func (b *Cache) customerSlip(id int64) *customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at, known := b.customers.at[id]; known {
		return b.customers.slips[at]
	}
	return nil
}

// InvalidateCustomer says that a write of ours has changed a customer or their orders: what is known is shown on, and asked
// for again by whoever shows it next.
func (b *Cache) InvalidateCustomer(id int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.customers.touched[id] = b.turn
	b.notify()
}

// IsCustomerStale says that a write of ours came after the last Get Customer, so that what is known may be old.
func (b *Cache) IsCustomerStale(id int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id] > b.customers.heard[id].asked
}

// CustomerTickets are the tickets that are known to be a customer's, newest first.
func (s *Snapshot) CustomerTickets(id int64) []desk.Ticket {
	if id == 0 {
		return nil
	}
	var found []desk.Ticket
	for i := range uint32(s.n) {
		if row := s.row(i); row.customer == id {
			found = append(found, s.values.ticket(row))
		}
	}
	slices.SortStableFunc(found, func(x, y desk.Ticket) int { return int(min(max(y.Created-x.Created, -1), 1)) })
	return found
}

// customerCall names a Get Customer or Pull Order call that can be shared: one made after a write of ours is another.
type customerCall struct {
	id      int64
	touched seq
}

// Customer is a customer as Get Customer tells it (PROTOCOL.md 4.3) and when it told so. It is asked for once
// in ten minutes and after writes of ours, at once when again is set; who asks for the same meanwhile shares the call.
// With an error the record is what was known before, if anything; IsUnknown tells the service's word that there
// is no such customer.
func (b *Cache) Customer(ctx context.Context, id int64, again bool) (*desk.Customer, time.Time, error) {
	known, h, fresh := b.heardOf(id)
	if fresh && !again {
		return known, h.at, h.missing
	}
	key := customerCall{id, b.touchedAt(id)}
	if _, err := b.customerCalls.Do(ctx, key, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, b.getCustomer(ctx, id)
	}); err != nil && !IsNotFound(err) {
		return known, h.at, err
	}
	known, h, _ = b.heardOf(id)
	return known, h.at, h.missing
}

// heardOf is what is known of a customer, what Get Customer said last, and whether that is still good.
func (b *Cache) heardOf(id int64) (known *desk.Customer, said fetchState, fresh bool) {
	known, _ = b.CachedCustomer(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	h, isHeard := b.customers.heard[id]
	fresh = isHeard && h.asked >= b.customers.touched[id] && b.Now().Sub(h.at) < customerTTL
	if h.missing != nil {
		known = nil
	}
	return known, h, fresh
}

func (b *Cache) touchedAt(id int64) seq {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id]
}

// getCustomer asks and takes the answer over, also that there is no such customer.
func (b *Cache) getCustomer(ctx context.Context, id int64) error {
	asked := b.next()
	record, err := client.Call(ctx, b.Client, wire.GetCustomer, wire.GetCustomerRequest{ID: wire.NewLooseInt(id)})
	if err != nil && !IsNotFound(err) {
		return err
	}
	if err == nil {
		record.ID = id // some accounts leave it out: it is what was asked for
		b.learnCustomers(asked, false, []desk.Customer{record})
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if asked >= b.customers.heard[id].asked {
		b.customers.heard[id] = fetchState{asked, b.Now(), err}
	}
	return err
}

// IsNotFound says that the service answered that it has no such record.
func IsNotFound(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.NotFound()
}

// customerEntry is one customer with what is looked for in it, made ready. It never changes.
type customerEntry struct {
	record desk.Customer
	asked  seq

	id     string
	name   string   // folded, as the rest
	names  string   // with those of the contacts
	words  []string // of names
	code   string
	emails []string
	phones []desk.Phone
}

func newCustomerSlip(asked seq, c desk.Customer) *customerEntry {
	s := &customerEntry{
		record: c, asked: asked, id: strconv.FormatInt(c.ID, 10), name: safetext.Fold(c.Name.String()), code: safetext.Fold(c.Code.String()),
	}
	s.names = s.name
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.addName(p.Name)
		s.addPhone(p.CountryCode.String() + p.Phone.String())
		s.addPhone(p.OtherPhone.String())
		if e := safetext.Fold(p.Email.String()); e != "" {
			s.emails = append(s.emails, e)
		}
	}
	s.words = strings.Fields(s.names)
	return s
}

// addName adds a contact's name to be found by, when the customer is not called so.
func (s *customerEntry) addName(l safetext.Line) {
	if name := safetext.Fold(l.String()); !strings.Contains(s.names, name) {
		s.names += " " + name
	}
}

func (s *customerEntry) addPhone(written string) {
	if p := desk.NewPhone(written); p != (desk.Phone{}) {
		s.phones = append(s.phones, p)
	}
}

// lru is the ids that were used last, at most so many.
type lru struct{ ids []int64 } // the longest unused first

// touch puts an id behind all others, and gives the one that has to go for it; 0 for none.
func (r *lru) touch(id int64, most int) (gone int64) {
	if at := slices.Index(r.ids, id); at >= 0 {
		r.ids = slices.Delete(r.ids, at, at+1)
	}
	r.ids = append(r.ids, id)
	if len(r.ids) <= most {
		return 0
	}
	gone = r.ids[0]
	r.ids = slices.Delete(r.ids, 0, 1)
	return gone
}
