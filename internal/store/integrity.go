package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ShutdownState describes how a desk was last closed.
type ShutdownState int

// The shutdown states: an unclean desk was checked when it was opened, and found intact.
const (
	CleanShutdown ShutdownState = iota
	UncleanShutdown
)

// LastShutdown returns how the desk had been closed before it was opened.
func (s *Store) LastShutdown() ShutdownState { return s.lastShutdown }

// shutdownState detects an unclean shutdown by SQLite's write-ahead log: the last connection to close removes it, so
// it remains after a kill or a power cut. It also exists while another program has the desk open, which only costs a
// check. An empty log is that of a program that has changed nothing. A marker file could not distinguish the two
// cases and would miss other programs.
func shutdownState(path string) ShutdownState {
	if hasLog(path) {
		return UncleanShutdown
	}
	return CleanShutdown
}

// errForeign reports that a file belongs to another program.
var errForeign = errors.New("it holds something else than a desk")

// checkTables returns an error if a file is another program's database, or one without tables. It opens the file
// read-only, because turning on WAL would change it. A file that cannot be read is left for connect to report.
func checkTables(ctx context.Context, path string) error {
	db, err := openReadOnly(path)
	if err != nil {
		return nil
	}
	defer db.Close()
	if err := checkSchema(ctx, db); errors.Is(err, errNoTables) || errors.Is(err, errForeign) {
		return err
	}
	return nil
}

// checkSchema returns an error if the tables are not those of a desk.
func checkSchema(ctx context.Context, db *sql.DB) error {
	var tables, own int
	err := db.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN name = 'goose_db_version' THEN 1 END)
		FROM sqlite_schema WHERE type = 'table'`).Scan(&tables, &own)
	switch {
	case err != nil:
		return err
	case tables == 0:
		return errNoTables
	case own == 0:
		return errForeign
	}
	return nil
}

// errDamaged reports what SQLite calls a corrupt database.
var errDamaged = errors.New("it is damaged")

// checkPages checks every page of a desk with one of SQLite's checks: quick_check, or integrity_check, which also
// compares indexes with their tables.
func checkPages(ctx context.Context, db *sql.DB, check string) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA "+check+"(1)").Scan(&found)
	if err == nil && found != "ok" {
		return errDamaged
	}
	return err
}

// withRecoveryAdvice adds how to recover to the error for a damaged desk.
func withRecoveryAdvice(err error, path string) error {
	if !errors.Is(err, errDamaged) {
		return err
	}
	return fmt.Errorf(
		"%w; put its last backup in its place with frontdesk restore, or save what can be read with: sqlite3 %s .recover",
		err,
		path,
	)
}
