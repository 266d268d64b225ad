package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"sync"
)

// statements are the prepared statements of a connection or a pool, cached for as long as the desk is open: there are a
// few dozen, and preparing one takes longer than running it.
type statements struct {
	preparer interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
	lock     sync.RWMutex
	prepared map[string]*sql.Stmt // by query
}

func (s *statements) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s.lock.RLock()
	cached := s.prepared[query]
	s.lock.RUnlock()
	if cached != nil {
		return cached, nil
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if cached := s.prepared[query]; cached != nil {
		return cached, nil
	}
	prepared, err := s.preparer.PrepareContext(ctx, query) //nolint:sqlclosecheck // see close
	if err == nil {
		s.prepared[query] = prepared
	}
	return prepared, err
}

// QueryContext is sql.DB.QueryContext with cached statements.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	prepared, err := s.prepare(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return nil, err
	}
	return prepared.QueryContext(ctx, args...)
}

// ExecContext is sql.DB.ExecContext with cached statements.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	prepared, err := s.prepare(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return nil, err
	}
	return prepared.ExecContext(ctx, args...)
}

// QueryRowContext is sql.DB.QueryRowContext with cached statements.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) row {
	prepared, err := s.prepare(ctx, query) //nolint:sqlclosecheck // see close
	if err != nil {
		return failedRow{err}
	}
	return prepared.QueryRowContext(ctx, args...)
}

// close closes the statements before what they run on: SQLite keeps the file open while a statement remains.
func (s *statements) close(on ...io.Closer) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	var errs []error
	for _, statement := range s.prepared {
		errs = append(errs, statement.Close())
	}
	for _, c := range on {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// sqliteWriter is SQLite's write connection.
type sqliteWriter struct {
	statements

	db   *sql.DB // limited to one connection, which conn holds: requesting another blocks for ever
	conn *sql.Conn
}

func newSQLiteWriter(ctx context.Context, db *sql.DB) (*sqliteWriter, error) {
	conn, err := db.Conn(ctx)
	return &sqliteWriter{
		statements: statements{preparer: conn, prepared: map[string]*sql.Stmt{}},
		db:         db,
		conn:       conn,
	}, err
}

// begin begins a transaction and raises the mark of the file, see mark. Its statement is another one each time, which
// would fill the cache.
func (w *sqliteWriter) begin(ctx context.Context) error {
	if _, err := w.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	var last int32
	if err := w.QueryRowContext(ctx, "PRAGMA application_id").Scan(&last); err != nil {
		return err
	}
	_, err := w.conn.ExecContext(ctx, setMark(mark(last)+1)) //nolint:gosec // all 32 bits are kept
	return err
}

func (w *sqliteWriter) close() error { return w.statements.close(w.conn, w.db) }

// transaction is a connection on which a transaction is open.
type transaction struct {
	runner

	dialect *dialect
	lastIDs map[string]int64 // highest id of each table requested in this transaction, for SQLite
}

// nextID returns an id that no record of the table has.
func (t *transaction) nextID(ctx context.Context, table, column string) (int64, error) {
	return t.dialect.nextID(ctx, t, table, column)
}

func (t *transaction) exec(ctx context.Context, query string) error {
	_, err := t.ExecContext(ctx, query)
	return err
}

// failedRow is the row of a query that could not be prepared.
type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// writer runs statements in one transaction until the first error, and holds that error.
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

// queryNumber reads one integer, 0 when there is no row.
func (w *writer) queryNumber(query string, args ...any) int64 {
	if w.err != nil {
		return 0
	}
	var n int64
	if err := w.tx.QueryRowContext(w.ctx, query, args...).Scan(&n); !errors.Is(err, sql.ErrNoRows) {
		w.err = err
	}
	return n
}

// assignID sets the id of a record that has none to the next one of its table.
func (w *writer) assignID(id *int64, table string) {
	if *id == 0 && w.err == nil {
		*id, w.err = w.tx.nextID(w.ctx, table, "id")
	}
}

func (w *writer) encode(v any) string {
	text, err := json.Marshal(v)
	w.err = errors.Join(w.err, err)
	return string(text)
}

// querier runs a query that returns rows.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// rowQuerier runs a query that returns one row.
type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) row
}

// execer runs a statement.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// runner runs statements on a connection or a pool.
type runner interface {
	querier
	rowQuerier
	execer
}

// plainPool runs statements on a pool of SQLite without keeping them prepared, for queries built from a Filter.
type plainPool struct{ *sql.DB }

// QueryRowContext is sql.DB.QueryRowContext.
func (p plainPool) QueryRowContext(ctx context.Context, query string, args ...any) row {
	return p.DB.QueryRowContext(ctx, query, args...)
}

// reader is the pool of read connections.
type reader struct {
	runner // for this package's fixed queries

	filtered runner // for queries that are built from a Filter
	db       *sql.DB
	check    func() error // why nothing can be read
	close    func() error
}

func newSQLiteReader(db *sql.DB, watch *fileWatch) *reader {
	cached := &statements{preparer: db, prepared: map[string]*sql.Stmt{}}
	return &reader{
		runner:   watchedRunner{cached, watch},
		filtered: watchedRunner{plainPool{db}, watch},
		db:       db,
		check:    watch.checkRead,
		close:    func() error { return cached.close(db) },
	}
}

// watchedRunner is a runner that reads nothing from a file that was replaced.
type watchedRunner struct {
	runner

	watch *fileWatch
}

// QueryContext is that of the runner.
func (r watchedRunner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := r.watch.checkRead(); err != nil {
		return nil, err
	}
	return r.runner.QueryContext(ctx, query, args...)
}

// QueryRowContext is that of the runner.
func (r watchedRunner) QueryRowContext(ctx context.Context, query string, args ...any) row {
	if err := r.watch.checkRead(); err != nil {
		return failedRow{err}
	}
	return r.runner.QueryRowContext(ctx, query, args...)
}

// conn returns a connection of the pool.
func (r *reader) conn(ctx context.Context) (*sql.Conn, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	return r.db.Conn(ctx)
}

// CustomerID returns the id of the oldest customer with the code, 0 for none.
func (s *Store) CustomerID(ctx context.Context, code string) (int64, error) {
	return s.queryNumber(ctx, "SELECT coalesce(min(id), 0) FROM customers WHERE code = ?", indexKey(code))
}

// HasCustomer reports whether a customer has the id.
func (s *Store) HasCustomer(ctx context.Context, id int64) (bool, error) {
	n, err := s.queryNumber(ctx, "SELECT count(*) FROM customers WHERE id = ?", id)
	return n > 0, err
}

// ContactOwner returns the customer of the contact with the id, 0 if there is none.
func (s *Store) ContactOwner(ctx context.Context, id int64) (int64, error) {
	return s.queryNumber(ctx, "SELECT coalesce(max(customer_id), 0) FROM contacts WHERE id = ?", id)
}

// EnquiryOwner returns the customer of the enquiry with the id, 0 if there is none.
func (s *Store) EnquiryOwner(ctx context.Context, id int64) (int64, error) {
	return s.queryNumber(ctx, "SELECT coalesce(max(customer_id), 0) FROM enquiries WHERE id = ?", id)
}

// HasTicket reports whether a ticket has the external id.
func (s *Store) HasTicket(ctx context.Context, id string) (bool, error) {
	n, err := s.queryNumber(ctx, "SELECT count(*) FROM tickets WHERE ticket_id = ?", id)
	return n > 0, err
}

func (s *Store) queryNumber(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = s.read.QueryRowContext(ctx, query, args...).Scan(&n)
	return n, err
}
