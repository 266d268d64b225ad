package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// ErrNotEmpty says that a desk was left as it is because it holds something.
var ErrNotEmpty = errors.New("the desk is not empty")

// IsEmpty says whether the desk holds neither tickets nor vocabulary.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return isEmpty(s.read.QueryRowContext(ctx, anything))
}

const anything = "SELECT EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM sub_statuses)"

func isEmpty(r row) (bool, error) {
	var found bool
	err := r.Scan(&found)
	return !found, err
}

// Load fills an empty desk in one transaction; one that holds anything is left as it is, with
// ErrNotEmpty. The transaction looks too, since another process may fill the same file.
func (s *Store) Load(ctx context.Context, d Desk) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if empty, err := isEmpty(tx.QueryRowContext(ctx, anything)); err != nil || !empty {
			return cmp.Or(err, ErrNotEmpty)
		}
		l := loader{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}}
		for _, v := range d.SubStatuses {
			l.exec("INSERT INTO sub_statuses VALUES (?, ?, ?, ?)", v.Key, v.Name, v.Status, v.StatusName)
		}
		for _, q := range d.Queues {
			l.exec("INSERT INTO queues VALUES (?, ?)", q.Key, q.Name)
		}
		for _, c := range d.Categories {
			l.exec("INSERT INTO categories VALUES (?, ?)", c.ID, l.record(c))
		}
		for _, a := range d.Articles {
			l.exec("INSERT INTO articles VALUES (?, ?, ?)", a.ID, a.Enabled, l.record(a))
			l.exec("INSERT INTO article_titles (rowid, title) VALUES (?, ?)", a.ID, a.Title)
		}
		for _, t := range d.Tickets {
			l.ticket(t)
		}
		return l.err
	})
}

// loader inserts until the first error and keeps that one.
type loader struct {
	ctx      context.Context //nolint:containedctx // lives for one call of Load
	tx       *sql.Tx
	prepared map[string]*sql.Stmt // by query, until the transaction ends: a whole desk takes a handful of statements
	err      error
}

// ExecContext is that of a transaction, but reads each query once.
func (l *loader) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement := l.prepared[query]
	if statement == nil {
		var err error
		if statement, err = l.tx.PrepareContext(ctx, query); err != nil {
			return nil, err
		}
		l.prepared[query] = statement
	}
	return statement.ExecContext(ctx, args...)
}

func (l *loader) exec(query string, args ...any) {
	if l.err == nil {
		_, l.err = l.ExecContext(l.ctx, query, args...)
	}
}

func (l *loader) record(v any) string {
	text, err := json.Marshal(v)
	l.err = errors.Join(l.err, err)
	return string(text)
}

func (l *loader) ticket(t Ticket) {
	if l.err == nil {
		l.err = insertTicket(l.ctx, l, t)
	}
	for _, n := range t.Notes {
		if l.err == nil {
			l.err = insertNote(l.ctx, l, t.TaskID, n)
		}
	}
}
