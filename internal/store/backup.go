package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"frontdesk/internal/sqlite"
)

// Backup copies the desk in one file to another while it is in use. The copy is a consistent snapshot that holds
// every change committed before Backup began. It has mode 0600 and replaces an older copy only once it is on disk;
// a file that is not a desk, or a desk in use, is not overwritten. The source is not migrated.
func Backup(ctx context.Context, from, to string) error {
	if err := checkTarget(ctx, from, to); err != nil {
		return err
	}
	_, err := replaceDesk(ctx, from, to, hasLog)
	if err != nil {
		return fmt.Errorf("the backup cannot be written: %w", err)
	}
	return nil
}

// checkTarget returns an error if from is not a desk, or if to exists and is not a backup.
func checkTarget(ctx context.Context, from, to string) error {
	desk, err := os.Stat(from)
	if err != nil {
		return fmt.Errorf("there is no desk to copy: %w", err)
	}
	if err := checkTables(ctx, from); err != nil {
		return fmt.Errorf("the desk in %s cannot be copied: %w", from, err)
	}
	there, err := os.Stat(to)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("the backup cannot be written: %w", err)
	case os.SameFile(desk, there):
		return fmt.Errorf("%s is the desk itself: the backup needs another file", to)
	case !isDatabase(to) || checkTables(ctx, to) != nil:
		return fmt.Errorf("%s is there and no backup of a desk: it is left as it is", to)
	}
	return nil
}

// isDatabase reports whether a file begins with SQLite's header.
func isDatabase(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(sqliteMagic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == sqliteMagic
}

// copySnapshot writes a compacted snapshot of a desk into an empty file; writers are not blocked. The snapshot has a
// mark of its own, so that a log of the desk is not taken for one of the snapshot.
func copySnapshot(ctx context.Context, from, into string) error {
	db, err := openReadOnly(from)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", into)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	copied, err := sqlite.Open(into, 1, nil)
	if err != nil {
		return err
	}
	_, err = copied.ExecContext(ctx, setMark(newMark()))
	return errors.Join(err, copied.Close())
}

// snapshot is a connection that reads a desk as it was at one moment.
type snapshot struct{ querier }

// inSnapshot calls do with a snapshot of the desk.
func (s *Store) inSnapshot(ctx context.Context, do func(snapshot) error) error {
	conn, err := s.read.conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, s.dialect.beginSnapshot); err != nil {
		return err
	}
	err = do(snapshot{s.dialect.on(conn)})
	_, ended := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	if ended != nil {
		ended = discard(conn, ended)
	}
	return errors.Join(err, ended)
}

// rows yields the rows of a query, each with as many values as it has columns: numbers, texts and booleans.
func (s snapshot) rows(ctx context.Context, columns int, query string, args ...any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := s.QueryContext(ctx, query, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, into := make([]any, columns), make([]any, columns)
			for i := range row {
				into[i] = &row[i]
			}
			err := rows.Scan(into...)
			for i := range row {
				if text, isBytes := row[i].([]byte); isBytes {
					row[i] = string(text)
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}
