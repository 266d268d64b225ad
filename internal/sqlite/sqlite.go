// Package sqlite opens SQLite files and reads what SQLite says of them. Each file belongs to the package that knows its
// tables:
//
//	internal/store     the embedded desk and the service's
//	internal/cache     the records of an account, between starts
//	internal/faqindex  its articles, in the same file
//	internal/agent     what agents have typed, sent, read and saved
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"frontdesk/internal/filestore"
)

// BusyTimeout is the pragma for how long a connection waits for a lock, in milliseconds.
const BusyTimeout = "busy_timeout(5000)"

// Options are the options of every connection to a file: parameters of the driver, "_pragma" the most of them.
type Options = url.Values

// Open opens a pool of connections to a file. Its first query opens the file.
func Open(path string, connections int, options Options) (*sql.DB, error) {
	db, err := sql.Open(
		"sqlite",
		(&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: options.Encode()}).String(),
	)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// Code returns SQLite's primary result code, 0 for other errors.
func Code(err error) int {
	var fault *driver.Error
	if !errors.As(err, &fault) {
		return codes.SQLITE_OK
	}
	return fault.Code() & 0xff
}

// ErrDamaged is the cause when a row of a file cannot be read.
var ErrDamaged = errors.New("it does not hold what was written")

// IsDamaged reports whether a file is no database, one whose pages contradict each other, or one with such a row.
func IsDamaged(err error) bool {
	code := Code(err)
	return errors.Is(err, ErrDamaged) || code == codes.SQLITE_CORRUPT || code == codes.SQLITE_NOTADB
}

// IsBusy reports whether another connection kept a file locked for longer than BusyTimeout.
func IsBusy(err error) bool { return Code(err) == codes.SQLITE_BUSY }

// Shared is a file that several processes share. It is open only while it is read or written, so that it can be deleted
// at any time, and a damaged one is set aside.
type Shared struct {
	Path   string
	What   string // it holds, such as "the cache"
	Schema string // makes its tables, unless they are there
}

// State says which file it is, and how many writes it has seen. Every transaction that writes takes the next number,
// and notes it with what it writes, so that a process reads only what others have written since.
type State struct{ Lineage, Writes int64 }

// stateSchema makes the table of the file's State, its only row.
const stateSchema = "CREATE TABLE IF NOT EXISTS file (lineage INTEGER NOT NULL, writes INTEGER NOT NULL) STRICT;\n"

// writeOptions are the options of a connection that writes. Without a write-ahead log the file works on every file
// system, and there is nothing beside it between two uses. Pages are large because what is written at once is.
var writeOptions = Options{"_txlock": {"immediate"}, "_pragma": {
	BusyTimeout, "page_size(32768)", "journal_mode(delete)", "synchronous(normal)",
}}

// readOptions are those of one that reads. A console reads a ticket with each key, and most pragmas read the schema.
var readOptions = Options{"_pragma": {BusyTimeout}}

// untilDone is the context of all uses of a file, which are short.
var untilDone = context.Background()

// Querier is a file or a transaction of it.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Each calls take for every row that a query finds.
func Each(db Querier, query string, take func(*sql.Rows) error, args ...any) error {
	found, err := db.QueryContext(untilDone, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		if err := take(found); err != nil {
			return err
		}
	}
	return found.Err()
}

// Read opens the file for reading; use is not called when there is none. A damaged one is set aside, and the error
// names it.
func (f *Shared) Read(use func(*sql.DB) error) error {
	if info, err := os.Stat(f.Path); err != nil || info.Size() == 0 {
		return filestore.Ignore(err, fs.ErrNotExist)
	}
	return f.open(readOptions, use)
}

// Update hands over a transaction of the file, which is made if there is none, and the state before it. No other
// process writes meanwhile.
func (f *Shared) Update(use func(tx *sql.Tx, found State) error) error {
	if err := filestore.MakePrivateDir(filepath.Dir(f.Path)); err != nil {
		return err
	}
	return f.open(writeOptions, func(db *sql.DB) error {
		tx, err := db.BeginTx(untilDone, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after Commit
		if _, err := tx.ExecContext(untilDone, stateSchema+f.Schema); err != nil {
			return err
		}
		found, err := StateOf(tx)
		if err == nil && found.Lineage == 0 {
			found.Lineage = rand.Int64() | 1
			_, err = tx.ExecContext(untilDone, "INSERT INTO file VALUES (?, 0)", found.Lineage)
		}
		if err == nil {
			err = use(tx, found)
		}
		if err != nil {
			return err
		}
		return tx.Commit()
	})
}

// Next begins a write in a transaction, and returns the state with its number.
func (s State) Next(tx *sql.Tx) (State, error) {
	s.Writes++
	_, err := tx.ExecContext(untilDone, "UPDATE file SET writes = ?", s.Writes)
	return s, err
}

// StateOf returns the state of a file; zero for one that nothing was written to.
func StateOf(db Querier) (s State, err error) {
	row := db.QueryRowContext(untilDone, "SELECT lineage, writes FROM file")
	if err = row.Scan(&s.Lineage, &s.Writes); errors.Is(err, sql.ErrNoRows) {
		return State{}, nil
	}
	return s, err
}

// open opens the file. It is not opened in another way: if one of two uses in a process closed it, the system would
// end the locks of both.
func (f *Shared) open(o Options, use func(*sql.DB) error) error {
	before, notThere := os.Stat(f.Path)
	db, err := Open(f.Path, 1, o)
	if err != nil {
		return err
	}
	if notThere != nil {
		err = errors.Join(db.PingContext(untilDone), os.Chmod(f.Path, 0o600)) // others could read it
	}
	if err == nil {
		err = use(db)
	}
	if closed := db.Close(); err == nil {
		err = closed
	}
	if notThere == nil && IsDamaged(err) {
		return f.setAside(before, err)
	}
	return err
}

// setAside renames the damaged file, of which one is kept, unless another process has done so.
func (f *Shared) setAside(damaged fs.FileInfo, why error) error {
	now, err := os.Stat(f.Path)
	if err != nil || !os.SameFile(now, damaged) {
		return errors.Join(why, filestore.Ignore(err, fs.ErrNotExist))
	}
	old, _ := filepath.Glob(f.Path + ".*" + filestore.QuarantineSuffix)
	for _, path := range old {
		_ = os.Remove(path) // it is of no use beside a newer one
	}
	return filestore.Quarantine(f.Path, f.What, why)
}
