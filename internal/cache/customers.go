package cache

import (
	"cmp"
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

// isFresh reports whether an answer is later than a local write, and not old.
func (a answered) isFresh(written seq, now time.Time) bool {
	return !a.stored && a.asked >= written && now.Sub(a.at) < customerTTL
}

func newCustomers() *customers {
	all := &customers{byID: map[int64]*customer{}}
	// both fail for a size of 0 only
	all.orders, _ = simplelru.NewLRU[int64, cachedOrders](maxOrdered, nil)
	all.full, _ = simplelru.NewLRU(maxWhole, func(id int64, _ struct{}) { all.dropDetails(id) })
	return all
}

// of returns what is known of a customer, to change it.
func (all *customers) of(id int64) *customer {
	known := all.byID[id]
	if known == nil {
		known = &customer{}
		all.byID[id] = known
	}
	return known
}

// keep keeps the record of a customer.
func (all *customers) keep(entry *customerEntry) {
	all.of(entry.record.ID).entry = entry
	all.full.Add(entry.record.ID, struct{}{})
	all.last = nil
}

// customerSnapshot returns the current customers.
func (c *Cache) customerSnapshot() *customerList {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.customers
	if all.last == nil {
		all.lists++
		all.last = &customerList{all.lists, all.entries()}
	}
	return all.last
}

// entries returns the customers with a record, by id.
func (all *customers) entries() []*customerEntry {
	entries := make([]*customerEntry, 0, len(all.byID))
	for _, known := range all.byID {
		if known.entry != nil {
			entries = append(entries, known.entry)
		}
	}
	slices.SortFunc(entries, func(x, y *customerEntry) int { return cmp.Compare(x.record.ID, y.record.ID) })
	return entries
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
		c.notify()
	}
}

func (c *Cache) storeCustomer(asked seq, pulled bool, record desk.Customer) bool {
	if record.ID == 0 {
		return false // cannot be fetched by id
	}
	if old := c.customers.of(record.ID).entry; old != nil {
		if asked < old.asked {
			return false
		}
		if pulled && len(record.Contacts) == 0 {
			record.Contacts = old.record.Contacts
		}
	}
	c.customers.keep(newCustomerEntry(asked, record))
	c.disk.recordChanged(customerRecord(record.ID), asked, record)
	return true
}

// dropDetails drops all but the searched and displayed fields of a customer; the rest is fetched again on demand.
func (all *customers) dropDetails(id int64) {
	known := all.byID[id]
	if known == nil || known.entry == nil {
		return
	}
	s := *known.entry
	s.record.Fields, s.record.Groups = nil, nil
	s.record.Contacts = slices.Clone(s.record.Contacts)
	for i := range s.record.Contacts {
		s.record.Contacts[i].Fields, s.record.Contacts[i].Groups = nil, nil
	}
	known.entry, known.fetched = &s, fetch{}
}

// CachedCustomer returns the cached record of a customer without a call. The record is shared and must not be modified.
func (c *Cache) CachedCustomer(id int64) (*desk.Customer, bool) {
	s := c.knownCustomer(id).entry
	if s == nil {
		return nil, false
	}
	return &s.record, true
}

// knownCustomer returns what is known of a customer now.
func (c *Cache) knownCustomer(id int64) customer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.customers.byID[id]; known != nil {
		return *known
	}
	return customer{}
}

// InvalidateCustomer marks a customer and their orders as changed by a write of this process. The cached
// values are still returned until the next fetch.
func (c *Cache) InvalidateCustomer(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.customers.of(id).written = c.advance()
	c.disk.recordChanged(customerRecord(id), c.seq, nil)
	c.disk.recordChanged(orderRecord(id), c.seq, nil)
	c.notify()
}

// IsCustomerStale reports whether a local write came after the last Get Customer.
func (c *Cache) IsCustomerStale(id int64) bool {
	known := c.knownCustomer(id)
	return known.written > known.fetched.asked
}

// Customer returns the result of Get Customer (PROTOCOL.md 4.3) and its time, cached for ten minutes or until a local
// write; again bypasses the cache. Concurrent callers share one call. With an error the record is the cached one, if
// any; client.IsNotFound reports whether the error means that there is no such customer.
func (c *Cache) Customer(ctx context.Context, id int64, again bool) (*desk.Customer, time.Time, error) {
	known := c.knownCustomer(id)
	if !again && known.fetched.isFresh(known.written, c.Now()) {
		return known.fetchedRecord(), known.fetched.at, known.fetched.missing
	}
	if _, err := c.customerCalls.Do(ctx, customerCall{id, known.written}, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.getCustomer(ctx, id)
	}); err != nil && !client.IsNotFound(err) {
		return known.fetchedRecord(), known.fetched.at, err
	}
	known = c.knownCustomer(id)
	return known.fetchedRecord(), known.fetched.at, known.fetched.missing
}

// fetchedRecord returns the record, unless the service has said that there is none.
func (k *customer) fetchedRecord() *desk.Customer {
	if k.entry == nil || k.fetched.missing != nil {
		return nil
	}
	return &k.entry.record
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
	if known := c.customers.of(id); asked >= known.fetched.asked {
		known.fetched = fetch{answered{asked: asked, at: c.Now()}, err}
	}
	return err
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
