package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"

	"frontdesk/internal/filestore"
)

// Backup copies the desk in one file to another while it is in use: what was answered before it began is in the copy,
// which is whole and of one moment. The copy has mode 0600 and takes the place of an older one only when it is on
// disk; a file that is no desk is not overwritten. The desk itself is not brought up to this version.
func Backup(ctx context.Context, from, to string) error {
	if err := checkTarget(ctx, from, to); err != nil {
		return err
	}
	err := filestore.WriteWith(to, func(part *os.File) error {
		if err := vacuum(ctx, from, part.Name()); err != nil {
			return fmt.Errorf("the desk in %s cannot be copied: %w", from, describeError(err))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("the back-up cannot be written: %w", err)
	}
	return nil
}

// checkTarget refuses to begin without a desk, and to overwrite what is no back-up.
func checkTarget(ctx context.Context, from, to string) error {
	desk, err := os.Stat(from)
	switch {
	case err != nil:
		return fmt.Errorf("there is no desk to copy: %w", err)
	case isForeignDatabase(ctx, from):
		return fmt.Errorf("the desk in %s cannot be copied: %w", from, errForeign)
	}
	there, err := os.Stat(to)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("the back-up cannot be written: %w", err)
	case os.SameFile(desk, there):
		return fmt.Errorf("%s is the desk itself: the back-up needs another file", to)
	case !isDatabase(to) || isForeignDatabase(ctx, to):
		return fmt.Errorf("%s is there and no back-up of a desk: it is left as it is", to)
	}
	return nil
}

// isDatabase says whether a file begins as SQLite's do.
func isDatabase(path string) bool {
	const magic = "SQLite format 3\x00"
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(magic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == magic
}

// vacuum writes a copy without gaps into an empty file, read at one moment; writers go on meanwhile.
func vacuum(ctx context.Context, from, into string) error {
	db, err := dial(from, 1, url.Values{"mode": {"ro"}, "_pragma": {busy}})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", into)
	return errors.Join(err, db.Close())
}

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
