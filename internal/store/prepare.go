package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// How long to wait for others that open the same file, and how often to look.
const (
	openTimeout       = 5 * time.Second
	openRetryInterval = 20 * time.Millisecond
)

// initialize brings the tables up to this version. Programs that open a new desk in the same moment get in each
// other's way: only one can turn WAL on, which SQLite refuses to the others without waiting, and only one can
// make each table. Whoever loses changed nothing, and finds it done when it tries again.
func initialize(ctx context.Context, db *sql.DB, ending ShutdownState) error {
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
