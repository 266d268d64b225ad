package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// Ending says how a desk was left.
type Ending int

// The endings: Clean needs no look, Unclean was looked through and found whole.
const (
	Clean Ending = iota
	Unclean
)

// Ending says how the desk was left before it was opened.
func (s *Store) Ending() Ending { return s.ending }

// endingOf tells a clean end by SQLite's own mark: the last one to close a desk takes its write-ahead log away, after
// a kill or a power cut it is still there. So it is, too, while another program has the desk open, which costs a look
// and does no harm; a mark of our own could not tell the two apart, and would not know of other programs.
func endingOf(path string) Ending {
	if _, err := os.Stat(path + "-wal"); err != nil {
		return Clean
	}
	return Unclean
}

// errForeign says that a file belongs to something else.
var errForeign = errors.New("it holds something else than a desk")

// isForeign says whether a file is another program's database. It only reads: turning WAL on would change the file
// already. What cannot be read is left to whoever opens it.
func isForeign(ctx context.Context, path string) bool {
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

// whole looks through every page of a desk.
func whole(ctx context.Context, db *sql.DB) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		return errDamaged
	}
	return err
}

// advised says what can be done about a damaged desk.
func advised(err error, path string) error {
	if !errors.Is(err, errDamaged) {
		return err
	}
	return fmt.Errorf("%w; put its last back-up in its place, or save what can be read with: sqlite3 %s .recover", err, path)
}
