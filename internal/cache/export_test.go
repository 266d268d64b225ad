package cache

import (
	"context"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Learn adds tickets to a cache without a service, for benchmarks.
func Learn(c *Cache, tickets []desk.Ticket) {
	c.merge(listed, c.nextSeq(), desk.Date{}, tickets)
}

// LearnCustomers adds customers to a cache as a pull does.
func LearnCustomers(c *Cache, records []desk.Customer) { c.storeCustomers(c.nextSeq(), true, records) }

// Size is what a cache holds.
type Size struct{ Rows, Index, Days, Values, Customers int }

// SizeOf counts what a cache holds.
func SizeOf(c *Cache) Size {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Size{len(c.rows.all), len(c.index.rows), len(c.days), c.words.len(), len(c.customers.entries())}
}

// Bound sets a cache's limits.
func Bound(c *Cache, rows, customers int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limits.rows, c.limits.customers = rows, customers
}

// Rebuild evicts every other row.
func Rebuild(c *Cache) {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows := make([]bool, len(c.rows.all))
	for i := range rows {
		rows[i] = i%2 == 0
	}
	c.rebuild(rows, len(rows)/2, nil)
}

// FindIdle runs the part of an eviction that selects what to remove.
func FindIdle(c *Cache, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	displayed := c.allDisplayed()
	c.keptRows(&displayed, c.seq, c.idleDays(&displayed, at, true))
}

// UpdateTicket sends an update and merges its answer, as package submit does.
func (c *Cache) UpdateTicket(ctx context.Context, update wire.UpdateTicketRequest) (desk.TicketResult, error) {
	answer, err := client.Call(ctx, c.Client, wire.UpdateTicket, update)
	if err != nil {
		return answer, err
	}
	if answer.Ticket.ID.IsZero() {
		answer.Ticket.ID = desk.NewID(update.TicketID)
	}
	c.ApplyTicketResult(answer, update.Disposition)
	return answer, nil
}

// AddTicket sends a new ticket and merges its answer, as package submit does.
func (c *Cache) AddTicket(ctx context.Context, add wire.AddTicketRequest) (desk.TicketResult, error) {
	answer, err := client.Call(ctx, c.Client, wire.AddTicket, add)
	if err == nil {
		c.ApplyTicketResult(answer, "")
	}
	return answer, err
}

// Query returns the list's query.
func (l *List) Query() Query { return l.query }

// Len returns the number of tickets.
func (s *Snapshot) Len() int { return len(s.rows) }

// Version returns a number that grows with every change to a ticket.
func (s *Snapshot) Version() uint64 { return s.version }

// LearnText makes the text of a ticket known as reading it does.
func LearnText(c *Cache, id, text string) { c.readTexts.put(id, text, true) }

// TextBytes returns the size of all known texts.
func TextBytes(c *Cache) int { return c.readTexts.size }

// LearnOrders makes the orders of a customer known as a pull does.
func LearnOrders(c *Cache, customer int64, orders []desk.Order) {
	c.customers.orders.Add(customer, cachedOrders{page: desk.OrderPage{Total: len(orders), Orders: orders}})
}

// Write writes what has changed to disk, as the writer does.
func Write(c *Cache) error { return c.write() }
