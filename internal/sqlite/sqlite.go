// Package sqlite opens SQLite files and reads what SQLite says of them. Each file belongs to the package that knows its
// tables:
//
//	internal/store     the embedded desk and the service's
//	internal/cache     the records of an account, between starts
//	internal/faqindex  its articles, in the same file
//	internal/agent     what agents have typed, sent, read and saved
package sqlite

import (
	"database/sql"
	"errors"
	"net/url"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
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
