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

// Backup copies the desk in one file to another while it is in use. The copy is a consistent snapshot that holds
// every change committed before Backup began. It has mode 0600 and replaces an older copy only once it is on disk;
// a file that is not a desk is not overwritten. The source is not migrated.
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

// checkTarget returns an error if from is not a desk, or if to exists and is not a back-up.
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

// isDatabase reports whether a file begins with SQLite's header.
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

// vacuum writes a compacted snapshot into an empty file; writers are not blocked.
func vacuum(ctx context.Context, from, into string) error {
	db, err := openPool(from, 1, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout}})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", into)
	return errors.Join(err, db.Close())
}

// ShutdownState describes how a desk was last closed.
type ShutdownState int

// The shutdown states: an unclean desk was checked when it was opened, and found intact.
const (
	CleanShutdown ShutdownState = iota
	UncleanShutdown
)

// LastShutdown returns how the desk had been closed before it was opened.
func (s *Store) LastShutdown() ShutdownState { return s.lastShutdown }

// shutdownState detects an unclean shutdown by SQLite's write-ahead log: the last connection to close removes it,
// so it remains after a kill or a power cut. It also exists while another program has the desk open, which only
// costs a check. A marker file could not distinguish the two cases and would miss other programs.
func shutdownState(path string) ShutdownState {
	if _, err := os.Stat(path + "-wal"); err != nil {
		return CleanShutdown
	}
	return UncleanShutdown
}

// errForeign reports that a file belongs to another program.
var errForeign = errors.New("it holds something else than a desk")

// isForeignDatabase reports whether a file is another program's database. It opens the file read-only, because
// turning on WAL would change it. A file that cannot be read is left for connect to report.
func isForeignDatabase(ctx context.Context, path string) bool {
	db, err := openPool(path, 1, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout}})
	if err != nil {
		return false
	}
	defer db.Close()
	var tables, own int
	err = db.QueryRowContext(ctx, "SELECT count(*), count(CASE WHEN name = 'goose_db_version' THEN 1 END) FROM sqlite_schema WHERE type = 'table'").
		Scan(&tables, &own)
	return err == nil && tables > 0 && own == 0
}

// errDamaged reports what SQLite calls a corrupt database.
var errDamaged = errors.New("it is damaged")

// quickCheck checks every page of a desk.
func quickCheck(ctx context.Context, db *sql.DB) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found)
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
		"%w; put its last back-up in its place, or save what can be read with: sqlite3 %s .recover",
		err,
		path,
	)
}
