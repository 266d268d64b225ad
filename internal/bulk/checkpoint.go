package bulk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// Checkpoint is the results file, which records the outcome of each update. It has a line of the update before it is
// sent, and one with its result afterwards. The last line of an update counts; one that breaks off at the end of the
// file does not, because nothing is done before a line is whole. Only one process at a time can open it.
type Checkpoint struct {
	*Results
	file    *os.File
	lock    *filestore.Lock
	paths   []string         // the account's own fields that the updates set; each has a column
	updates map[int][]string // the fields of the updates that the file holds, by line number
}

// Create creates a results file; it never overwrites an existing one.
func Create(path string, rows []Row) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf(
			"%s exists: continue it with --resume, or choose another file with --result",
			safetext.LineFromText(path),
		)
	}
	if err != nil {
		return nil, fmt.Errorf("the results cannot be written: %w", err)
	}
	c, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the results cannot be written: %w", err), file.Close(), os.Remove(path))
	}
	c.paths = ownPaths(rows)
	if err := errors.Join(c.write(encode(c.header())+"\n"), filestore.SyncDir(filepath.Dir(path))); err != nil {
		return nil, errors.Join(err, c.Close(), os.Remove(path))
	}
	return c, nil
}

// Resume opens a results file to continue it. The updates that it records must match the rows: an edited update could
// not be told from a new one.
func Resume(path string, rows []Row) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the results cannot be read: %w", err)
	}
	c, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), file.Close())
	}
	end, rest, err := c.load(c.file)
	switch {
	case err != nil:
	case !c.breaksOff(rest, rows):
		err = errors.New("its last line is of none of the updates: undo what was changed, or begin with new results")
	default:
		err = c.matches(rows)
	}
	if err == nil {
		_, err = c.file.Seek(end, io.SeekStart)
		err = errors.Join(err, c.file.Truncate(end))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), c.Close())
	}
	return c, nil
}

// locked locks the file for this process.
func locked(file *os.File) (*Checkpoint, error) {
	l, err := lock(file)
	c := &Checkpoint{file: file, lock: l}
	c.Results = NewResults(nil, func(row Row, r Record) error {
		return c.write(updateCells(row.Line, fields(row.Update, c.paths)) + resultCells(r) + "\n")
	})
	return c, err
}

// Close unlocks and closes the file; everything written is on disk already.
func (c *Checkpoint) Close() error { return errors.Join(unlock(c.file, c.lock), c.file.Close()) }

// sync fsyncs the file; tests replace it.
var sync = (*os.File).Sync

func (c *Checkpoint) write(s string) error {
	if _, err := c.file.WriteString(s); err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	if err := sync(c.file); err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	return nil
}
