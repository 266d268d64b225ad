package store

import (
	"cmp"
	"context"
	"errors"
)

// errNotEmpty reports that a desk was left unchanged because it holds records.
var errNotEmpty = errors.New("the desk is not empty")

// IsEmpty reports whether the desk holds no tickets, customers, articles, categories, employees, queues or
// sub-statuses.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return isEmpty(s.read.QueryRowContext(ctx, anyRecordQuery))
}

const anyRecordQuery = "SELECT EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM customers) OR EXISTS (SELECT 1 FROM sub_statuses)" +
	" OR EXISTS (SELECT 1 FROM queues) OR EXISTS (SELECT 1 FROM employees) OR EXISTS (SELECT 1 FROM articles) OR EXISTS (SELECT 1 FROM categories)"

func isEmpty(r row) (bool, error) {
	var found bool
	err := r.Scan(&found)
	return !found, err
}

// Generation returns how often this Store has loaded or imported data. The vocabulary changes only then, unless
// another process changes the desk.
func (s *Store) Generation() int64 { return s.loads.Load() }

// Load fills an empty desk in one transaction; it returns errNotEmpty and changes nothing when the desk holds
// records. The check runs inside the transaction, since another process may fill the same file.
func (s *Store) Load(ctx context.Context, d Dataset) error {
	defer s.loads.Add(1)
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		if err := s.dialect.lockAll(ctx, tx, lockImport); err != nil {
			return err
		}
		if empty, err := isEmpty(tx.QueryRowContext(ctx, anyRecordQuery)); err != nil || !empty {
			return cmp.Or(err, errNotEmpty)
		}
		w := newWriter(ctx, tx)
		for _, v := range d.SubStatuses {
			w.exec("INSERT INTO sub_statuses VALUES (?, ?, ?, ?)", v.Key, v.Name, v.Status, v.StatusName)
		}
		for _, q := range d.Queues {
			w.exec("INSERT INTO queues (key, name, record) VALUES (?, ?, ?)", q.Key, q.Name, w.encode(q))
		}
		for _, c := range d.Categories {
			w.writeCategory(&c)
		}
		for _, a := range d.Articles {
			w.writeArticle(&a)
		}
		for _, e := range d.Employees {
			w.writeAgent(e)
		}
		for _, c := range d.Customers {
			w.writeCustomer(&c)
		}
		for _, s := range d.Sales {
			w.writeEnquiry(&s.Enquiry)
			w.writeOrder(&s.Order, s.Enquiry)
		}
		for _, t := range d.Tickets {
			w.writeTicket(t)
		}
		w.recordAddedIDs() // loaded records have ids already
		return w.err
	})
}

// LoadIfEmpty fills an empty desk with a dataset, which it asks for only then, and reports whether it did. It leaves a
// desk that holds records unchanged and returns no error, so that a program can call it at every start. It waits while
// another program fills the desk.
func (s *Store) LoadIfEmpty(ctx context.Context, read func() (Dataset, error)) (loaded bool, err error) {
	empty, err := s.IsEmpty(ctx)
	if err != nil || !empty {
		return false, err
	}
	d, err := read()
	if err != nil {
		return false, err
	}
	err = retryOutrun(
		ctx,
		func() error { return s.Load(ctx, d) },
		func(err error) bool { return errors.Is(err, errLocked) },
	)
	if errors.Is(err, errNotEmpty) {
		return false, nil
	}
	return err == nil, err
}

func (w *writer) writeTicket(t Ticket) {
	if w.err == nil {
		w.err = insertTicket(w.ctx, w.tx, t)
	}
	for _, n := range t.Notes {
		if w.err == nil {
			w.err = insertNote(w.ctx, w.tx, t.TaskID, n)
		}
	}
}
