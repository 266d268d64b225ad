// Package store keeps a desk's records in SQLite, with the texts exactly as they were given.
//
// One connection writes, a pool of others reads: with WAL nobody waits for the writer, and a
// transaction that reads before it writes cannot fail for having read too early.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"

	_ "modernc.org/sqlite" // the driver, without cgo
)

// ErrNotFound says that no record has the id.
var ErrNotFound = errors.New("no such record")

// Store is an open desk; it is safe for concurrent use.
type Store struct{ write, read *sql.DB }

// Open opens the desk in a file, made with mode 0600 if there is none, and brings its tables up to
// this version. A file of a newer version, or one that is no desk, is refused.
func Open(ctx context.Context, path string) (*Store, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the desk cannot be opened: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("the desk cannot be opened: %w", err)
	}
	s := &Store{}
	if s.write, err = connect(path, 1); err == nil {
		s.read, err = connect(path, max(4, runtime.NumCPU()))
	}
	if err == nil {
		err = s.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the desk in %s cannot be opened: %w", path, err), s.Close())
	}
	return s, nil
}

// connect opens a pool of connections; immediate transactions because a deferred one that reads and
// then writes is refused whenever somebody wrote in between.
func connect(path string, connections int) (*sql.DB, error) {
	options := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
	}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: options.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// Close closes the desk; what was answered is on disk already.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Check reads a little of the desk, and says what keeps it from being read.
func (s *Store) Check(ctx context.Context) error {
	_, err := s.IsEmpty(ctx)
	return err
}

// change runs one transaction; an error of do leaves nothing changed.
func (s *Store) change(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
