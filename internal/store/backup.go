package store

import (
	"context"
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
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	return nil
}

// checkTarget returns an error if from is not a desk, or if to exists and is not a backup.
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
		return fmt.Errorf("the backup cannot be written: %w", err)
	case os.SameFile(desk, there):
		return fmt.Errorf("%s is the desk itself: the backup needs another file", to)
	case !isDatabase(to) || isForeignDatabase(ctx, to):
		return fmt.Errorf("%s is there and no backup of a desk: it is left as it is", to)
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
