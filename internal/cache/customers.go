package cache

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// customerTTL is how long a response about a customer or their orders stays fresh.
const customerTTL = 10 * time.Minute

// How many customers are kept with all their fields; the others keep only the searched ones.
const (
	maxWhole   = 2_000
	maxOrdered = 500 // customers with cached orders
)

// customers is the cached customers; Cache.mu guards it.
type customers struct {
	entries     []*customerEntry     // in order of arrival; entries are immutable
	at          map[int64]int        // index in entries, by customer id
	fetches     map[int64]fetchState // last Get Customer, by id
	orders      *simplelru.LRU[int64, cachedOrders]
	touched     map[int64]seq                   // last local write, by id; responses to earlier requests are stale
	last        *customerList                   // nil when it has changed
	versions    uint64                          // of last
	fullRecords *simplelru.LRU[int64, struct{}] // ids of customers with a full record
}

// fetchState is the result of the last Get Customer of an id.
type fetchState struct {
	asked   seq
	at      time.Time
	missing error // the error when the service knows no such customer
	stored  bool  // it was at an earlier start, so it is not fresh
}

func newCustomers() *customers {
	all := &customers{at: map[int64]int{}, fetches: map[int64]fetchState{}, touched: map[int64]seq{}}
	// both fail for a size of 0 only
	all.orders, _ = simplelru.NewLRU[int64, cachedOrders](maxOrdered, nil)
	all.fullRecords, _ = simplelru.NewLRU(maxWhole, func(id int64, _ struct{}) { all.dropDetails(id) })
	return all
}

// customerList is an immutable list of the customers.
type customerList struct {
	version uint64 // another one for another list
	entries []*customerEntry
}

// customerSnapshot returns the current customers.
func (c *Cache) customerSnapshot() *customerList {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.customers
	if all.last == nil {
		all.versions++
		all.last = &customerList{all.versions, slices.Clone(all.entries)}
	}
	return all.last
}

// storeCustomers merges records. A pulled record without contacts keeps the known ones.
func (c *Cache) storeCustomers(asked seq, pulled bool, records []desk.Customer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := false
	id := func(r *desk.Customer) string { return strconv.FormatInt(r.ID, 10) }
	for _, record := range desk.Newest(records, id, (*desk.Customer).Supersedes) {
		changed = c.storeCustomer(asked, pulled, record) || changed
	}
	if changed {
		c.customers.last = nil
		c.notify()
	}
}

func (c *Cache) storeCustomer(asked seq, pulled bool, record desk.Customer) bool {
	all := c.customers
	if record.ID == 0 {
		return false // cannot be fetched by id
	}
	at, known := all.at[record.ID]
	if !known {
		all.at[record.ID] = len(all.entries)
		all.entries = append(all.entries, newCustomerEntry(asked, record))
		all.fullRecords.Add(record.ID, struct{}{})
		c.disk.recordChanged(customerRecord(record.ID), asked, record)
		return true
	}
	old := all.entries[at]
	if asked < old.asked {
		return false
	}
	if pulled && len(record.Contacts) == 0 {
		record.Contacts = old.record.Contacts
	}
	all.entries[at] = newCustomerEntry(asked, record)
	all.fullRecords.Add(record.ID, struct{}{})
	c.disk.recordChanged(customerRecord(record.ID), asked, record)
	return true
}

// dropDetails drops all but the searched and displayed fields of a customer; the rest is fetched again on demand.
func (all *customers) dropDetails(id int64) {
	at, known := all.at[id]
	if !known {
		return
	}
	s := *all.entries[at]
	s.record.Fields, s.record.Groups = nil, nil
	s.record.Contacts = slices.Clone(s.record.Contacts)
	for i := range s.record.Contacts {
		s.record.Contacts[i].Fields, s.record.Contacts[i].Groups = nil, nil
	}
	all.entries[at] = &s
	delete(all.fetches, id)
}

// CachedCustomer returns the cached record of a customer without a call. The record is shared and must not be modified.
func (c *Cache) CachedCustomer(id int64) (*desk.Customer, bool) {
	s := c.customerEntry(id)
	if s == nil {
		return nil, false
	}
	return &s.record, true
}

// customerEntry returns the entry of a customer, or nil when it is not cached.
func (c *Cache) customerEntry(id int64) *customerEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, known := c.customers.at[id]; known {
		return c.customers.entries[at]
	}
	return nil
}

// InvalidateCustomer marks a customer and their orders as changed by a write of this process. The cached
// values are still returned until the next fetch.
func (c *Cache) InvalidateCustomer(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.customers.touched[id] = c.advance()
	c.disk.recordChanged(customerRecord(id), c.seq, nil)
	c.disk.recordChanged(orderRecord(id), c.seq, nil)
	c.notify()
}

// IsCustomerStale reports whether a local write came after the last Get Customer.
func (c *Cache) IsCustomerStale(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.customers.touched[id] > c.customers.fetches[id].asked
}

// CustomerTickets returns the known tickets of a customer, newest first.
func (s *Snapshot) CustomerTickets(id int64) []desk.Ticket {
	if id == 0 {
		return nil
	}
	return s.newest(len(s.rows), func(row *packedTicket) bool { return row.Customer == id })
}

// customerCall is the key of a Get Customer or Pull Order call that callers share. A local write changes it.
type customerCall struct {
	id      int64
	touched seq
}

// Customer returns the result of Get Customer (PROTOCOL.md 4.3) and its time, cached for ten minutes or until a local
// write; again bypasses the cache. Concurrent callers share one call. With an error the record is the cached one, if
// any; client.IsNotFound reports whether the error means that there is no such customer.
func (c *Cache) Customer(ctx context.Context, id int64, again bool) (*desk.Customer, time.Time, error) {
	known, h, fresh := c.lastFetch(id)
	if fresh && !again {
		return known, h.at, h.missing
	}
	key := customerCall{id, c.touchedAt(id)}
	if _, err := c.customerCalls.Do(ctx, key, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.getCustomer(ctx, id)
	}); err != nil && !client.IsNotFound(err) {
		return known, h.at, err
	}
	known, h, _ = c.lastFetch(id)
	return known, h.at, h.missing
}

// lastFetch returns the cached record, the last fetch, and whether that is fresh.
func (c *Cache) lastFetch(id int64) (known *desk.Customer, said fetchState, fresh bool) {
	known, _ = c.CachedCustomer(id)
	c.mu.Lock()
	defer c.mu.Unlock()
	h, isHeard := c.customers.fetches[id]
	fresh = isHeard && !h.stored && h.asked >= c.customers.touched[id] && c.Now().Sub(h.at) < customerTTL
	if h.missing != nil {
		known = nil
	}
	return known, h, fresh
}

func (c *Cache) touchedAt(id int64) seq {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.customers.touched[id]
}

// getCustomer calls Get Customer and stores the result, including that there is no such customer.
func (c *Cache) getCustomer(ctx context.Context, id int64) error {
	asked := c.nextSeq()
	record, err := client.Call(ctx, c.Client, wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": id})
	if err != nil && !client.IsNotFound(err) {
		return err
	}
	if err == nil {
		record.ID = id // some accounts omit it
		c.storeCustomers(asked, false, []desk.Customer{record})
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if asked >= c.customers.fetches[id].asked {
		c.customers.fetches[id] = fetchState{asked: asked, at: c.Now(), missing: err}
	}
	return err
}

// customerEntry is a customer with its search keys. It is immutable.
type customerEntry struct {
	record desk.Customer
	asked  seq

	name   string // folded, as the texts below
	names  string // including the contacts' names
	code   string
	fields []field // what look-ups compare
}

func newCustomerEntry(asked seq, c desk.Customer) *customerEntry {
	s := &customerEntry{
		record: c,
		asked:  asked,
		name:   safetext.Fold(c.Name.String()),
		code:   safetext.Fold(c.Code.String()),
	}
	s.names = s.name
	s.add(ByCustomer, safetext.LineFromText(strconv.FormatInt(c.ID, 10)))
	s.add(ByCode, c.Code)
	s.add(ByName, c.Name)
	for i := range c.Contacts {
		p := &c.Contacts[i]
		if name := safetext.Fold(p.Name.String()); !strings.Contains(s.names, name) {
			s.names += " " + name
			s.add(ByName, p.Name)
		}
		s.add(ByPhone, p.FullPhone())
		s.add(ByPhone, p.OtherPhone)
		s.add(ByEmail, p.Email)
	}
	return s
}

func (s *customerEntry) add(by MatchField, line safetext.Line) {
	s.fields = appendField(s.fields, by, line)
}

func (s *customerEntry) hasEmail(part string) bool {
	hasPart := func(f field) bool { return f.by == ByEmail && strings.Contains(f.text, part) }
	return slices.ContainsFunc(s.fields, hasPart)
}
