package store

import (
	"context"
	"iter"
)

// Export reads a snapshot of a desk, unaffected by concurrent writes. Long lists are read one record at a time;
// each method can be called more than once and returns the same records.
type Export struct {
	settings

	ctx  context.Context //nolint:containedctx // lives for one transaction
	conn querier
}

// Export calls do with a snapshot of the desk.
func (s *Store) Export(ctx context.Context, do func(*Export) error) error {
	return s.inSnapshot(ctx, func(db snapshot) error { return do(&Export{settings{db}, ctx, db}) })
}

// Articles yields the articles, by id.
func (e *Export) Articles() iter.Seq2[Article, error] {
	return DecodeAll(rowsOf(e, "SELECT id, record FROM articles ORDER BY id", func(r row) (LazyRow[Article], error) {
		a, err := scanArticle(r)
		return func() (Article, error) { return a, nil }, err
	}))
}

// Customers yields the customers with their contacts, by id.
func (e *Export) Customers() iter.Seq2[Customer, error] {
	return DecodeAll(rowsOf(e, customerColumns+" ORDER BY c.id", withoutPosition(fetchCustomer)))
}

// Enquiries yields the enquiries, by id.
func (e *Export) Enquiries() iter.Seq2[Enquiry, error] {
	return DecodeAll(
		rowsOf(e, "SELECT id, customer_id, record FROM enquiries ORDER BY id", func(r row) (LazyRow[Enquiry], error) {
			var enquiry Enquiry
			var record string
			err := r.Scan(&enquiry.ID, &enquiry.CustomerID, &record)
			return lazyDecode(&enquiry, jsonColumn{&record, &enquiry}), err
		}),
	)
}

// Orders yields the orders, by id.
func (e *Export) Orders() iter.Seq2[Order, error] {
	return DecodeAll(rowsOf(e, orderColumns+" ORDER BY o.id", withoutPosition(fetchOrder)))
}

// Tickets yields the tickets without their notes, by task id.
func (e *Export) Tickets() iter.Seq2[Ticket, error] {
	return DecodeAll(rowsOf(e, ticketColumns+" ORDER BY task_id", withoutPosition(fetchTicket)))
}

// TicketNote is a note with the external id of its ticket.
type TicketNote struct {
	Ticket string
	Note
}

// Notes yields the notes of all tickets, in the order in which they were written.
func (e *Export) Notes() iter.Seq2[TicketNote, error] {
	const query = "SELECT t.ticket_id, n.record FROM notes n JOIN tickets t ON t.task_id = n.task_id ORDER BY n.id"
	return DecodeAll(rowsOf(e, query, func(r row) (LazyRow[TicketNote], error) {
		var n TicketNote
		var record string
		err := r.Scan(&n.Ticket, &record)
		return lazyDecode(&n, jsonColumn{&record, &n.Note}), err
	}))
}

// rowsOf yields the rows of a query on the connection that holds the snapshot.
func rowsOf[T any](x *Export, query string, fetch func(row) (LazyRow[T], error)) iter.Seq2[LazyRow[T], error] {
	return func(yield func(LazyRow[T], error) bool) {
		rows, err := x.conn.QueryContext(x.ctx, query)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if read, err := fetch(rows); !yield(read, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// withoutPosition drops the place of a row, which only pulls need.
func withoutPosition[T any](fetch func(row) (LazyRow[T], rowPosition, error)) func(row) (LazyRow[T], error) {
	return func(r row) (LazyRow[T], error) {
		read, _, err := fetch(r)
		return read, err
	}
}
