package store

import (
	"context"
	"database/sql"
	"errors"
)

// transaction is the connection that writes, inside a transaction. Its statements are read once and kept as long as
// the desk is open: there are a few dozen, and reading one takes longer than running it.
type transaction struct {
	db       *sql.DB // of one connection, which is held: whoever asked it for another would wait for ever
	conn     *sql.Conn
	prepared map[string]*sql.Stmt // by query
	last     map[string]int64     // the highest number of each table, as far as it was asked for in this transaction
}

func newTransaction(ctx context.Context, db *sql.DB) (*transaction, error) {
	conn, err := db.Conn(ctx)
	return &transaction{db: db, conn: conn, prepared: map[string]*sql.Stmt{}}, err
}

func (t *transaction) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if known := t.prepared[query]; known != nil {
		return known, nil
	}
	made, err := t.conn.PrepareContext(ctx, query)
	if err == nil {
		t.prepared[query] = made
	}
	return made, err
}

// close closes the statements before the connection: with one of them left SQLite would keep the file open.
func (t *transaction) close() error {
	var errs []error
	for _, statement := range t.prepared {
		errs = append(errs, statement.Close())
	}
	return errors.Join(append(errs, t.conn.Close(), t.db.Close())...)
}

// ExecContext is that of a sql.Tx, but reads each query once.
func (t *transaction) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	known, err := t.statement(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return nil, err
	}
	return known.ExecContext(ctx, args...)
}

// QueryRowContext is that of a sql.Tx, but reads each query once.
func (t *transaction) QueryRowContext(ctx context.Context, query string, args ...any) row {
	known, err := t.statement(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return noRow{err}
	}
	return known.QueryRowContext(ctx, args...)
}

// nextID numbers a record of a table; records are never deleted. Only the first of a transaction asks the table.
func (t *transaction) nextID(ctx context.Context, table, column string) (int64, error) {
	number, known := t.last[table]
	if !known {
		if err := t.QueryRowContext(ctx, "SELECT coalesce(max("+column+"), 0) FROM "+table).Scan(&number); err != nil {
			return 0, err
		}
	}
	if t.last == nil {
		t.last = map[string]int64{}
	}
	t.last[table] = number + 1
	return number + 1, nil
}

func (t *transaction) exec(ctx context.Context, query string) error {
	_, err := t.ExecContext(ctx, query)
	return err
}

// noRow is the row of a query that could not be asked.
type noRow struct{ err error }

func (r noRow) Scan(...any) error { return r.err }
