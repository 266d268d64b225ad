package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// writer works in one transaction until the first error and keeps that one.
type writer struct {
	ctx      context.Context //nolint:containedctx // lives for one transaction
	tx       *sql.Tx
	prepared map[string]*sql.Stmt // by query, until the transaction ends: a whole desk takes a handful of statements
	err      error
}

func newWriter(ctx context.Context, tx *sql.Tx) *writer {
	return &writer{ctx: ctx, tx: tx, prepared: map[string]*sql.Stmt{}}
}

// ExecContext is that of a transaction, but reads each query once.
func (w *writer) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := w.prepare(ctx, query); err != nil {
		return nil, err
	}
	return w.prepared[query].ExecContext(ctx, args...)
}

func (w *writer) prepare(ctx context.Context, query string) error {
	if w.prepared[query] != nil {
		return nil
	}
	statement, err := w.tx.PrepareContext(ctx, query) //nolint:sqlclosecheck // closed with its transaction
	if err != nil {
		return err
	}
	w.prepared[query] = statement
	return nil
}

func (w *writer) exec(query string, args ...any) {
	if w.err == nil {
		_, w.err = w.ExecContext(w.ctx, query, args...)
	}
}

// number reads one whole number; no row is 0.
func (w *writer) number(query string, args ...any) int64 {
	if w.err == nil {
		w.err = w.prepare(w.ctx, query)
	}
	if w.err != nil {
		return 0
	}
	var n int64
	if err := w.prepared[query].QueryRowContext(w.ctx, args...).Scan(&n); !errors.Is(err, sql.ErrNoRows) {
		w.err = err
	}
	return n
}

// numbered gives a record without an id the next one of its table; records are never deleted.
func (w *writer) numbered(id *int64, table string) {
	if *id == 0 {
		*id = w.number("SELECT coalesce(max(id), 0) + 1 FROM " + table)
	}
}

func (w *writer) record(v any) string {
	text, err := json.Marshal(v)
	w.err = errors.Join(w.err, err)
	return string(text)
}
