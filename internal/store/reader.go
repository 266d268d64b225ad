package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// querier is who can be asked for rows.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// rower is who can be asked for one row.
type rower interface {
	QueryRowContext(ctx context.Context, query string, args ...any) row
}

// reader is the pool of connections that read. Every query is read once and kept as long as the desk is open, which
// is for the queries that stand in this package; what a filter puts together goes to the database beneath.
type reader struct {
	db   *sql.DB
	lock sync.RWMutex
	kept map[string]*sql.Stmt // by query
}

func newReader(db *sql.DB) *reader { return &reader{db: db, kept: map[string]*sql.Stmt{}} }

func (r *reader) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	r.lock.RLock()
	known := r.kept[query]
	r.lock.RUnlock()
	if known != nil {
		return known, nil
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if known := r.kept[query]; known != nil {
		return known, nil
	}
	made, err := r.db.PrepareContext(ctx, query) //nolint:sqlclosecheck // see close
	if err == nil {
		r.kept[query] = made
	}
	return made, err
}

// QueryContext is that of a sql.DB.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	known, err := r.statement(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return nil, err
	}
	return known.QueryContext(ctx, args...)
}

// QueryRowContext is that of a sql.DB.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) row {
	known, err := r.statement(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return noRow{err}
	}
	return known.QueryRowContext(ctx, args...)
}

// close closes the statements before the database: with one of them left SQLite would keep the file open.
func (r *reader) close() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	var errs []error
	for _, statement := range r.kept {
		errs = append(errs, statement.Close())
	}
	return errors.Join(append(errs, r.db.Close())...)
}
