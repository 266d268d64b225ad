package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"

	"frontdesk/internal/guard"
)

// firstTicketID is added to a ticket's number to make its external id of twelve digits.
const firstTicketID = 713_500_000_000

// externalID returns the external id of a ticket's number.
func externalID(number int64) string { return strconv.FormatInt(firstTicketID+number, 10) }

// AddTicket stores a new ticket under the next number, links it to the customer with its e-mail address, applies
// the rules of its queue and returns it with its ids. Tickets that come at once are added in one transaction.
func (s *Store) AddTicket(ctx context.Context, t Ticket) (Ticket, error) {
	err := s.adding.do(ctx, &t)
	return t, err
}

func (s *Store) addBatch(batch []*batched[*Ticket]) { writeBatch(batch, s.addTickets) }

// writeBatch adds the tickets of a batch; write adds all of its tickets in one transaction or, with an error, none of
// them. If the database refuses them together, each is added on its own, so that only the one at fault fails.
func writeBatch(batch []*batched[*Ticket], write func(context.Context, []*Ticket) error) {
	wanted := make([]*batched[*Ticket], 0, len(batch))
	tickets := make([]*Ticket, 0, len(batch))
	for _, c := range batch {
		if c.err = c.ctx.Err(); c.err == nil {
			wanted, tickets = append(wanted, c), append(tickets, c.value)
		}
	}
	if len(wanted) == 0 {
		return
	}
	ctx, stop := whileAnyWaits(wanted)
	err := guard.Run(func() error { return write(ctx, tickets) })
	stop()
	isDivided := len(wanted) > 1 && isOfOne(err)
	for i, c := range wanted {
		if isDivided {
			err = guard.Run(func() error { return write(c.ctx, tickets[i:i+1]) })
		}
		c.err = outcome(c.ctx, err)
	}
}

// outcome returns the error for the caller of a ticket. A call that ends in the middle of a statement closes its
// connection, which may look like a database that cannot be reached: either way nothing was changed.
func outcome(ctx context.Context, err error) error {
	if left := ctx.Err(); left != nil && (errors.Is(err, context.Canceled) || IsUnavailable(err)) {
		return left
	}
	return err
}

// whileAnyWaits returns a context that ends when the last caller of a batch has left, or with stop: one who leaves
// takes nothing from the others.
func whileAnyWaits(batch []*batched[*Ticket]) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	var callers atomic.Int64
	callers.Store(int64(len(batch)))
	forget := make([]func() bool, len(batch))
	for i, c := range batch {
		forget[i] = guard.AfterEnd(c.ctx, func() {
			if callers.Add(-1) == 0 {
				cancel()
			}
		})
	}
	return ctx, func() {
		for i := range forget {
			forget[i]()
		}
		cancel()
	}
}

// isOfOne reports whether an error may be the fault of one ticket of a batch, which leaves nothing of it: not that of
// the file or the connection, and not of callers who have left.
func isOfOne(err error) bool {
	switch {
	case err == nil, errors.Is(err, ErrOutcomeUnknown), IsUnavailable(err), isOfFile(err):
		return false
	case errors.Is(err, context.Canceled):
		return false
	}
	return !isOfConnection(err)
}

// addTickets adds tickets in one transaction: their customers are looked up by one query, and those without an
// assignee are inserted together.
func (s *Store) addTickets(ctx context.Context, tickets []*Ticket) error {
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		added, inOrder := make([]Ticket, len(tickets)), make([]*Ticket, len(tickets)) // this may run again
		for i := range tickets {
			added[i] = *tickets[i]
			inOrder[i] = &added[i]
		}
		if err := linkCustomers(ctx, tx, inOrder); err != nil {
			return err
		}
		slices.SortStableFunc(inOrder, func(a, b *Ticket) int { return cmp.Compare(a.QueueKey, b.QueueKey) })
		together, err := addQueued(ctx, tx, inOrder)
		if err != nil {
			return err
		}
		if err := insertTickets(ctx, tx, together); err != nil {
			return err
		}
		for i := range tickets {
			*tickets[i] = added[i]
		}
		return nil
	})
}

// linkCustomers sets the customer of each ticket that names none: the oldest one with its e-mail address, and the first
// of the customer's contacts with that.
func linkCustomers(ctx context.Context, tx *transaction, tickets []*Ticket) error {
	byAddress := map[string][]*Ticket{}
	var addresses []string
	for _, t := range tickets {
		address := emailAddress(t.Email)
		if t.CustomerID != 0 || address == "" {
			continue
		}
		key := indexKey(address)
		if byAddress[key] == nil {
			addresses = append(addresses, key)
		}
		byAddress[key] = append(byAddress[key], t)
	}
	if len(addresses) == 0 {
		return nil
	}
	query := `SELECT r.address, r.id,
		(SELECT '[' || coalesce(string_agg(record, ',' ORDER BY id), '') || ']' FROM contacts WHERE customer_id = r.id)
		FROM (SELECT address, min(customer_id) AS id FROM reach WHERE address` + tx.dialect.in + ` GROUP BY address) r`
	found, err := queryAll(ctx, tx, query, func(r row) (c reached, err error) {
		var contacts string
		if err := r.Scan(&c.address, &c.customer, &contacts); err != nil {
			return c, err
		}
		return lazyDecode(&c, jsonColumn{&contacts, &c.contacts})()
	}, tx.dialect.listArgument(addresses))
	for _, c := range found {
		for _, t := range byAddress[c.address] {
			t.CustomerID = c.customer
			if i := slices.IndexFunc(c.contacts, func(p Contact) bool {
				return emailAddress(p.Email) == emailAddress(t.Email)
			}); i >= 0 && t.ContactID == 0 {
				t.ContactID = c.contacts[i].ID
			}
		}
	}
	return err
}

// reached is the oldest customer with an address.
type reached struct {
	address  string
	customer int64
	contacts []Contact
}

// addQueued applies the rules of the tickets' queues. Tickets come in the order of their queues' keys: two batches that
// lock the same queues never wait for each other. A ticket with an assignee is inserted at once, because the rules may
// count the open tickets of each agent for the next one; addQueued returns the others.
func addQueued(ctx context.Context, tx *transaction, tickets []*Ticket) (together []*Ticket, err error) {
	w := newWriter(ctx, tx)
	var queue Queue
	found := false
	for i, t := range tickets {
		if t.QueueKey == "" {
			together = append(together, t)
			continue
		}
		if i == 0 || t.QueueKey != tickets[i-1].QueueKey {
			queue, found = w.findQueue(t.QueueKey)
		}
		if found && w.err == nil {
			w.applyRulesOf(queue, t)
		}
		if w.err != nil {
			return nil, w.err
		}
		if t.AssignedID == 0 {
			together = append(together, t)
		} else if err := insertTickets(ctx, tx, []*Ticket{t}); err != nil {
			return nil, err
		}
	}
	return together, nil
}

// insertTickets inserts tickets with the next numbers. A ticket whose external id an imported one has already costs
// another number.
func insertTickets(ctx context.Context, tx *transaction, tickets []*Ticket) error {
	for len(tickets) > 0 {
		numbers, err := tx.dialect.insertNumbered(ctx, tx, tickets)
		if err != nil {
			return err
		}
		var again []*Ticket
		for i, t := range tickets {
			if numbers[i] == 0 {
				again = append(again, t)
				continue
			}
			t.TaskID, t.TicketID = numbers[i], externalID(numbers[i])
		}
		tickets = again
	}
	return nil
}
