package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// writer works in one transaction until the first error and keeps that one.
type writer struct {
	ctx context.Context //nolint:containedctx // lives for one transaction
	tx  *transaction
	err error
}

func newWriter(ctx context.Context, tx *transaction) *writer { return &writer{ctx: ctx, tx: tx} }

func (w *writer) exec(query string, args ...any) {
	if w.err == nil {
		_, w.err = w.tx.ExecContext(w.ctx, query, args...)
	}
}

// number reads one whole number; no row is 0.
func (w *writer) number(query string, args ...any) int64 {
	if w.err != nil {
		return 0
	}
	var n int64
	if err := w.tx.QueryRowContext(w.ctx, query, args...).Scan(&n); !errors.Is(err, sql.ErrNoRows) {
		w.err = err
	}
	return n
}

// assignID gives a record without an id the next one of its table.
func (w *writer) assignID(id *int64, table string) {
	if *id == 0 && w.err == nil {
		*id, w.err = w.tx.nextID(w.ctx, table, "id")
	}
}

func (w *writer) record(v any) string {
	text, err := json.Marshal(v)
	w.err = errors.Join(w.err, err)
	return string(text)
}
