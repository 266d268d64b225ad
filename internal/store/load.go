package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// IsEmpty says whether the desk holds neither tickets nor vocabulary.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	var found bool
	err := s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM tickets) OR EXISTS (SELECT 1 FROM sub_statuses)").Scan(&found)
	return !found, err
}

// Load fills an empty desk in one transaction; one that holds anything is left as it is, with an error.
func (s *Store) Load(ctx context.Context, d Desk) error {
	empty, err := s.IsEmpty(ctx)
	if err != nil {
		return err
	}
	if !empty {
		return errors.New("the desk is not empty")
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		l := loader{ctx: ctx, tx: tx}
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
	ctx context.Context //nolint:containedctx // lives for one call of Load
	tx  *sql.Tx
	err error
}

func (l *loader) exec(query string, args ...any) {
	if l.err == nil {
		_, l.err = l.tx.ExecContext(l.ctx, query, args...)
	}
}

func (l *loader) record(v any) string {
	text, err := json.Marshal(v)
	l.err = errors.Join(l.err, err)
	return string(text)
}

func (l *loader) ticket(t Ticket) {
	if l.err == nil {
		l.err = insertTicket(l.ctx, l.tx, t)
	}
	for _, n := range t.Notes {
		if l.err == nil {
			l.err = insertNote(l.ctx, l.tx, t.TaskID, n)
		}
	}
}
