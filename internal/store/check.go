package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// ShutdownState says how a desk was left.
type ShutdownState int

// The endings: Clean needs no look, Unclean was looked through and found whole.
const (
	CleanShutdown ShutdownState = iota
	UncleanShutdown
)

// Ending says how the desk was left before it was opened.
func (s *Store) Ending() ShutdownState { return s.ending }

// shutdownState tells a clean end by SQLite's own mark: the last one to close a desk takes its write-ahead log away, after
// a kill or a power cut it is still there. So it is, too, while another program has the desk open, which costs a look
// and does no harm; a mark of our own could not tell the two apart, and would not know of other programs.
func shutdownState(path string) ShutdownState {
	if _, err := os.Stat(path + "-wal"); err != nil {
		return CleanShutdown
	}
	return UncleanShutdown
}

// errForeign says that a file belongs to something else.
var errForeign = errors.New("it holds something else than a desk")

// isForeignDatabase says whether a file is another program's database. It only reads: turning WAL on would change the file
// already. What cannot be read is left to whoever opens it.
func isForeignDatabase(ctx context.Context, path string) bool {
	db, err := dial(path, 1, url.Values{"mode": {"ro"}, "_pragma": {busy}})
	if err != nil {
		return false
	}
	defer db.Close()
	var tables, own int
	err = db.QueryRowContext(ctx, "SELECT count(*), count(CASE WHEN name = 'goose_db_version' THEN 1 END) FROM sqlite_schema WHERE type = 'table'").
		Scan(&tables, &own)
	return err == nil && tables > 0 && own == 0
}

// errDamaged is what SQLite calls corrupt.
var errDamaged = errors.New("it is damaged")

// quickCheck looks through every page of a desk.
func quickCheck(ctx context.Context, db *sql.DB) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		return errDamaged
	}
	return err
}

// withRecoveryAdvice says what can be done about a damaged desk.
func withRecoveryAdvice(err error, path string) error {
	if !errors.Is(err, errDamaged) {
		return err
	}
	return fmt.Errorf("%w; put its last back-up in its place, or save what can be read with: sqlite3 %s .recover", err, path)
}
