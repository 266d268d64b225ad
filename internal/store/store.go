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
	"sync/atomic"

	_ "modernc.org/sqlite" // the driver, without cgo
)

// ErrTicketNotFound says that no record has the id.
var ErrTicketNotFound = errors.New("no such record")

// readers is how many connections read at once: more than there are cores, so that a short read seldom waits for
// long ones.
const readers = 32

// Store is an open desk; it is safe for concurrent use.
type Store struct {
	*groupCommitter
	read   *reader
	ending ShutdownState
	loads  atomic.Int64
}

// Open opens the desk in a file, made with mode 0600 if there is none, and brings its tables up to
// this version. A file of a newer version, or one that is no desk, is refused. One that was not closed cleanly
// is looked through first, and refused when it is damaged; Ending tells.
func Open(ctx context.Context, path string) (*Store, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("the desk cannot be opened: %w", err)
	}
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("the desk in %s cannot be opened: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	ending := shutdownState(path) // before a connection makes the mark
	if isForeignDatabase(ctx, path) {
		return nil, errForeign
	}
	write, err := connect(path, 1)
	if err != nil {
		return nil, err
	}
	if err := initialize(ctx, write, ending); err != nil {
		return nil, errors.Join(withRecoveryAdvice(err, path), write.Close())
	}
	tx, err := newTransaction(ctx, write)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := connect(path, readers)
	if err != nil {
		return nil, errors.Join(err, tx.close())
	}
	watch, err := connect(path, 1)
	if err != nil {
		return nil, errors.Join(err, read.Close(), tx.close())
	}
	s := &Store{groupCommitter: newGroups(tx), read: newReader(read), ending: ending}
	s.health.read = watch
	return s, nil
}

// connect opens a pool of connections; immediate transactions because a deferred one that reads and
// then writes is refused whenever somebody wrote in between.
func connect(path string, connections int) (*sql.DB, error) {
	return dial(path, connections, deskOptions)
}

// deskOptions are those of every connection to a desk; none is left to how SQLite happens to be built.
var deskOptions = url.Values{"_txlock": {"immediate"}, "_pragma": {
	busy, "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
}}

// busy is how long a connection waits for one that writes, in milliseconds.
const busy = "busy_timeout(5000)"

func dial(path string, connections int, options url.Values) (*sql.DB, error) {
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
	return errors.Join(s.health.read.Close(), s.read.close(), s.tx.close())
}
