package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
)

// Export reads a snapshot of a desk, unaffected by concurrent writes. Long lists are read one record at a time;
// each method can be called more than once and returns the same records.
type Export struct {
	ctx  context.Context //nolint:containedctx // lives for one transaction
	conn *sql.Conn
}

// Export calls do with a snapshot of the desk.
func (s *Store) Export(ctx context.Context, do func(*Export) error) error {
	conn, err := s.read.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN DEFERRED"); err != nil { // an immediate one would block writers
		return err
	}
	err = do(&Export{ctx, conn})
	_, ended := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	return errors.Join(err, ended)
}

// SubStatuses returns the desk's own sub-statuses, by key.
func (x *Export) SubStatuses() ([]SubStatus, error) {
	return records(x.ctx, x.conn, "SELECT key, name, status, status_name FROM sub_statuses ORDER BY key", subStatusOf)
}

// Queues returns the queues, by key.
func (x *Export) Queues() ([]Queue, error) {
	return records(x.ctx, x.conn, "SELECT key, name, record FROM queues ORDER BY key", queueOf)
}

// Agents returns the employees, by id.
func (x *Export) Agents() ([]Agent, error) {
	return records(x.ctx, x.conn, agentColumns+" ORDER BY id", agentOf)
}

// Dispositions returns the disposition paths, sorted.
func (x *Export) Dispositions() ([]string, error) {
	return records(x.ctx, x.conn, "SELECT path FROM dispositions ORDER BY path", func(r row) (path string, err error) {
		err = r.Scan(&path)
		return path, err
	})
}

// SLARules returns the SLA rules, by queue and priority.
func (x *Export) SLARules() ([]SLARule, error) {
	return records(x.ctx, x.conn, slaColumns+" ORDER BY queue, priority", slaOf)
}

// Categories returns the FAQ categories, by id.
func (x *Export) Categories() ([]Category, error) {
	return records(x.ctx, x.conn, "SELECT id, record FROM categories ORDER BY id", categoryOf)
}

// Articles yields the articles, by id.
func (x *Export) Articles() iter.Seq2[Article, error] {
	return DecodeAll(rowsOf(x, "SELECT id, record FROM articles ORDER BY id", func(r row) (LazyRow[Article], error) {
		a, err := articleOf(r)
		return func() (Article, error) { return a, nil }, err
	}))
}

// Customers yields the customers with their contacts, by id.
func (x *Export) Customers() iter.Seq2[Customer, error] {
	return DecodeAll(rowsOf(x, customerColumns+" ORDER BY c.id", plain(fetchCustomer)))
}

// Enquiries yields the enquiries, by id.
func (x *Export) Enquiries() iter.Seq2[Enquiry, error] {
	return DecodeAll(rowsOf(x, "SELECT id, customer_id, record FROM enquiries ORDER BY id", func(r row) (LazyRow[Enquiry], error) {
		var e Enquiry
		var record string
		err := r.Scan(&e.ID, &e.CustomerID, &record)
		return lazyDecode(&e, jsonColumn{&record, &e}), err
	}))
}

// Orders yields the orders, by id.
func (x *Export) Orders() iter.Seq2[Order, error] {
	return DecodeAll(rowsOf(x, orderColumns+" ORDER BY o.id", plain(fetchOrder)))
}

// Tickets yields the tickets without their notes, by task id.
func (x *Export) Tickets() iter.Seq2[Ticket, error] {
	return DecodeAll(rowsOf(x, ticketColumns+" ORDER BY task_id", plain(fetchTicket)))
}

// TicketNote is a note with the external id of its ticket.
type TicketNote struct {
	Ticket string
	Note
}

// Notes yields the notes of all tickets, in the order in which they were written.
func (x *Export) Notes() iter.Seq2[TicketNote, error] {
	const query = "SELECT t.ticket_id, n.record FROM notes n JOIN tickets t ON t.task_id = n.task_id ORDER BY n.id"
	return DecodeAll(rowsOf(x, query, func(r row) (LazyRow[TicketNote], error) {
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

// plain drops the place of a row, which only pulls need.
func plain[T any](fetch func(row) (LazyRow[T], place, error)) func(row) (LazyRow[T], error) {
	return func(r row) (LazyRow[T], error) {
		read, _, err := fetch(r)
		return read, err
	}
}
