// Package store keeps a desk's records in SQLite, with the texts exactly as they were given.
//
// One connection writes, a pool of others reads: with WAL nobody waits for the writer, and a
// transaction that reads before it writes cannot fail for having read too early.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	_ "modernc.org/sqlite" // registers the driver
	sqlite3 "modernc.org/sqlite/lib"
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
	if err := initialise(ctx, write, ending); err != nil {
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

// How long to wait for others that open the same file, and how often to look.
const (
	openTimeout       = 5 * time.Second
	openRetryInterval = 20 * time.Millisecond
)

// initialise brings the tables up to this version. Programs that open a new desk in the same moment get in each
// other's way: only one can turn WAL on, which SQLite refuses to the others without waiting, and only one can
// make each table. Whoever loses changed nothing, and finds it done when it tries again.
func initialise(ctx context.Context, db *sql.DB, ending ShutdownState) error {
	look := time.NewTicker(openRetryInterval)
	defer look.Stop()
	until, steps := time.Now().Add(openTimeout), 0
	for {
		err := checkAndMigrate(ctx, db, ending)
		var step *goose.PartialError
		if errors.As(err, &step) {
			steps++
		}
		outrun := step != nil && steps <= version || codeOf(err) == sqlite3.SQLITE_BUSY
		if !outrun || time.Now().After(until) {
			return describeError(err)
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return err
		}
	}
}

// checkAndMigrate looks through a desk that was not closed cleanly, then brings its tables up to this version.
func checkAndMigrate(ctx context.Context, db *sql.DB, ending ShutdownState) error {
	if ending == UncleanShutdown {
		if err := quickCheck(ctx, db); err != nil {
			return err
		}
	}
	return migrate(ctx, db)
}

// causes are SQLite's codes in words for people.
var causes = map[int]error{
	sqlite3.SQLITE_BUSY:     errors.New("another program keeps it locked"),
	sqlite3.SQLITE_READONLY: errors.New("it can be read but not written"),
	sqlite3.SQLITE_CORRUPT:  errDamaged,
	sqlite3.SQLITE_FULL:     errors.New("the disk is full"),
	sqlite3.SQLITE_NOTADB:   errForeign,
}

// describeError says what the code means instead of what SQLite calls it.
func describeError(err error) error {
	if cause, known := causes[codeOf(err)]; known {
		return cause
	}
	return err
}

// describeWriteError says why a change could not be brought to disk, where that is known.
func describeWriteError(err error) error {
	if cause, known := causes[codeOf(err)]; known {
		return fmt.Errorf("the desk cannot be written: %w", cause)
	}
	return err
}

// codeOf is SQLite's primary code, 0 for other errors.
func codeOf(err error) int {
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return sqlite3.SQLITE_OK
	}
	return fault.Code() & 0xff
}

//go:embed migrations/*.sql
var migrations embed.FS

// version is that of the newest migration.
const version = 3

// migrate brings the tables up to this version. The version is kept in user_version too, so that
// opening a desk that is up to date costs one read.
func migrate(ctx context.Context, db *sql.DB) error {
	var found int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	switch {
	case found == version:
		return nil
	case found > version:
		return fmt.Errorf("it was written by a newer frontdesk (version %d of its tables, this one knows %d)", found, version)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}
