package store

import (
	"cmp"
	"context"
	"errors"
)

// errNotEmpty says that a desk was left as it is because it holds something.
var errNotEmpty = errors.New("the desk is not empty")

// IsEmpty says whether the desk holds neither tickets, customers, articles, employees nor vocabulary.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return isEmpty(s.read.QueryRowContext(ctx, anything))
}

const anything = "SELECT EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM customers) OR EXISTS (SELECT 1 FROM sub_statuses)" +
	" OR EXISTS (SELECT 1 FROM queues) OR EXISTS (SELECT 1 FROM employees) OR EXISTS (SELECT 1 FROM articles) OR EXISTS (SELECT 1 FROM categories)"

func isEmpty(r row) (bool, error) {
	var found bool
	err := r.Scan(&found)
	return !found, err
}

// Generation counts the times that the desk was filled through this Store: between two of them the vocabulary stays as it
// is, unless another process fills the desk.
func (s *Store) Generation() int64 { return s.loads.Load() }

// Load fills an empty desk in one transaction; one that holds anything is left as it is, with
// errNotEmpty. The transaction looks too, since another process may fill the same file.
func (s *Store) Load(ctx context.Context, d Dataset) error {
	defer s.loads.Add(1)
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		if empty, err := isEmpty(tx.QueryRowContext(ctx, anything)); err != nil || !empty {
			return cmp.Or(err, errNotEmpty)
		}
		w := newWriter(ctx, tx)
		defer func() { tx.last = nil }() // what is loaded has its numbers already
		for _, v := range d.SubStatuses {
			w.exec("INSERT INTO sub_statuses VALUES (?, ?, ?, ?)", v.Key, v.Name, v.Status, v.StatusName)
		}
		for _, q := range d.Queues {
			w.exec("INSERT INTO queues (key, name, record) VALUES (?, ?, ?)", q.Key, q.Name, w.record(q))
		}
		for _, c := range d.Categories {
			w.exec("INSERT INTO categories (id, record) VALUES (?, ?)", c.ID, w.record(c))
		}
		for _, a := range d.Articles {
			w.exec("INSERT INTO articles (id, enabled, record) VALUES (?, ?, ?)", a.ID, a.Enabled, w.record(a))
			w.exec("INSERT INTO article_titles (rowid, title) VALUES (?, ?)", a.ID, a.Title)
		}
		for _, e := range d.Employees {
			w.agent(e)
		}
		for _, c := range d.Customers {
			w.customer(&c)
		}
		for _, s := range d.Sales {
			w.enquiry(&s.Enquiry)
			w.order(&s.Order, s.Enquiry)
		}
		for _, t := range d.Tickets {
			w.ticket(t)
		}
		return w.err
	})
}

func (w *writer) ticket(t Ticket) {
	if w.err == nil {
		w.err = insertTicket(w.ctx, w.tx, t)
	}
	for _, n := range t.Notes {
		if w.err == nil {
			w.err = insertNote(w.ctx, w.tx, t.TaskID, n)
		}
	}
}
