package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// addTickets adds tickets in one transaction: their customers are looked up by one query, and all are inserted by one
// statement.
func (s *Store) addTickets(ctx context.Context, tickets []*Ticket) error {
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		added := make([]Ticket, len(tickets)) // this may run again
		for i := range tickets {
			added[i] = *tickets[i]
		}
		if err := linkCustomers(ctx, tx, added); err != nil {
			return err
		}
		together, err := addQueued(ctx, tx, added)
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

// linkCustomers is linkCustomer for several tickets.
func linkCustomers(ctx context.Context, tx *transaction, tickets []Ticket) error {
	byAddress := map[string][]*Ticket{}
	var addresses []string
	for i := range tickets {
		t := &tickets[i]
		address := emailAddress(t.Email)
		if t.CustomerID != 0 || address == "" {
			continue
		}
		key := storableText(tx.dialect.key(address))
		if byAddress[key] == nil {
			addresses = append(addresses, key)
		}
		byAddress[key] = append(byAddress[key], t)
	}
	if len(addresses) == 0 {
		return nil
	}
	const query = `SELECT r.address, r.id,
		(SELECT '[' || coalesce(string_agg(record, ',' ORDER BY id), '') || ']' FROM contacts WHERE customer_id = r.id)
		FROM (SELECT address, min(customer_id) AS id FROM reach WHERE address = ANY (?) GROUP BY address) r`
	found, err := queryAll(ctx, tx, query, func(r row) (c reached, err error) {
		var contacts string
		if err := r.Scan(&c.address, &c.customer, &contacts); err != nil {
			return c, err
		}
		return lazyDecode(&c, jsonColumn{&contacts, &c.contacts})()
	}, addresses)
	for _, c := range found {
		for _, t := range byAddress[c.address] {
			linkContact(t, c.customer, c.contacts)
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

// addQueued applies the rules of the tickets' queues, in the order of the queues' keys: two batches that lock the same
// queues never wait for each other. A ticket with an assignee is inserted at once, because the rules may count the open
// tickets of each agent for the next one; addQueued returns the others.
func addQueued(ctx context.Context, tx *transaction, tickets []Ticket) (together []*Ticket, err error) {
	inOrder := make([]*Ticket, len(tickets))
	for i := range tickets {
		inOrder[i] = &tickets[i]
	}
	slices.SortStableFunc(inOrder, func(a, b *Ticket) int { return cmp.Compare(a.QueueKey, b.QueueKey) })
	w := newWriter(ctx, tx)
	var queue Queue
	found := false
	for i, t := range inOrder {
		if t.QueueKey == "" {
			together = append(together, t)
			continue
		}
		if i == 0 || t.QueueKey != inOrder[i-1].QueueKey {
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
		numbers, err := insertNumbered(ctx, tx, tickets)
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

// insertNumbered inserts tickets by one statement and returns their numbers, 0 for those whose external id is taken.
func insertNumbered(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error) {
	records, created := make([]string, len(tickets)), make([]int64, len(tickets))
	beside := make([][]sql.NullInt64, len(ticketKeys))
	for i, t := range tickets {
		record, err := encodeCompact(t)
		if err != nil {
			return nil, err
		}
		records[i], created[i] = string(record), t.Created
		for k, d := range ticketKeys {
			value, isNumber := d.value(t).(sql.NullInt64)
			if !isNumber {
				return nil, errors.New("the column " + d.column + " of tickets is no number")
			}
			beside[k] = append(beside[k], value)
		}
	}
	args := []any{created, records}
	for _, values := range beside {
		args = append(args, values)
	}
	numbers := make([]int64, len(tickets))
	_, err := queryAll(ctx, tx, insertNumberedQuery, func(r row) (_ struct{}, err error) {
		var at, number int64
		if err = r.Scan(&at, &number); err == nil {
			numbers[at-1] = number
		}
		return struct{}{}, err
	}, args...)
	return numbers, err
}

// insertNumberedQuery inserts tickets from one array for each column, and returns the place and number of each that was
// inserted.
var insertNumberedQuery = func() string {
	columns, arrays := "", ""
	for _, d := range ticketKeys {
		columns, arrays = columns+", "+d.column, arrays+", CAST(? AS bigint[])"
	}
	return fmt.Sprintf(`WITH next AS MATERIALIZED (
			SELECT nextval('%s') AS task_id, wanted.* FROM
				unnest(CAST(? AS bigint[]), CAST(? AS text[])%s) WITH ORDINALITY wanted (created, record%s, place)
		), inserted AS (
			INSERT INTO tickets (task_id, ticket_id, created, record%s)
			SELECT task_id, CAST(%d + task_id AS text), created, record%s FROM next
			ON CONFLICT (ticket_id) DO NOTHING RETURNING task_id
		)
		SELECT place, task_id FROM next WHERE task_id IN (SELECT task_id FROM inserted)`,
		sequence("tickets", "task_id"), arrays, columns, columns, firstTicketID, columns)
}()
