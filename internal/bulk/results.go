package bulk

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
)

// Result is what became of an update.
type Result string

// The results.
const (
	Done    Result = "done"
	Refused Result = "refused" // by the service: nothing was changed
	Unknown Result = "unknown" // it may have been carried out
	Unsent  Result = "unsent"  // it provably never left and may be sent again
)

// Checkpoint is the file that keeps what became of each update. A line of it is written in two steps: the update before
// it is sent, its result after that. A line that breaks off tells that the process ended in between. One process
// at a time may have it open.
type Checkpoint struct {
	file *os.File
	lock *filestore.Lock
	kept map[int]kept // by line of the updates
	open int          // the line whose update was being sent when a process ended; 0 when there is none
}

// kept is what the file says of an update.
type kept struct {
	fields []string
	result Result
	detail string
}

// Create begins a file of results; one that exists is never written over.
func Create(path string) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists: go on with it by --resume, or name another by --result", safetext.LineFromText(path))
	}
	if err != nil {
		return nil, fmt.Errorf("the results cannot be kept: %w", err)
	}
	r, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the results cannot be kept: %w", err), file.Close(), os.Remove(path))
	}
	if err := errors.Join(r.write(record(resultHeader)+"\n"), filestore.SyncDir(filepath.Dir(path))); err != nil {
		return nil, errors.Join(err, r.Close(), os.Remove(path))
	}
	return r, nil
}

// Resume opens a file of results to go on with it. It must be of these rows as they are now: an update that was
// changed since it was sent cannot be told from a new one.
func Resume(path string, rows []Row) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the results cannot be read: %w", err)
	}
	r, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), file.Close())
	}
	if err = r.load(rows); err == nil {
		err = r.matches(rows)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), r.Close())
	}
	return r, nil
}

// locked takes the file for this process alone.
func locked(file *os.File) (*Checkpoint, error) {
	l, err := lock(file)
	return &Checkpoint{file: file, lock: l, kept: map[int]kept{}}, err
}

// matches says whether every update in the file is one of the rows.
func (r *Checkpoint) matches(rows []Row) error {
	byLine := map[int]string{}
	for _, row := range rows {
		byLine[row.Line] = record(fields(row.Update))
	}
	for _, line := range slices.Sorted(maps.Keys(r.kept)) {
		if byLine[line] != record(r.kept[line].fields) {
			return fmt.Errorf("the update of line %d is not the one that was sent: undo the change, or begin with new results", line)
		}
	}
	return nil
}

// Close ends the work on the file; what was written is on disk already.
func (r *Checkpoint) Close() error { return errors.Join(unlock(r.file, r.lock), r.file.Close()) }

// Begin notes that an update is about to be sent. When it returns nil, this outlives the process; else the update
// must not be sent, and the file takes no more.
func (r *Checkpoint) Begin(row Row) error {
	if err := r.write(begin(row)); err != nil {
		return err
	}
	r.kept[row.Line] = kept{fields(row.Update), Unknown, ""}
	r.open = row.Line
	return nil
}

// begin is the first step of a row's line.
func begin(row Row) string {
	return record(append([]string{fmt.Sprint(row.Line)}, fields(row.Update)...)) + ","
}

// End notes what became of the update that was begun last.
func (r *Checkpoint) End(result Result, detail string) error {
	k := r.kept[r.open]
	k.result, k.detail = result, safetext.LineFromText(detail).String()
	r.kept[r.open] = k
	r.open = 0
	return r.write(record([]string{string(result), k.detail}) + "\n")
}

// Result is what became of a row, and why; empty when it was never begun.
func (r *Checkpoint) Result(row Row) (Result, string) {
	k := r.kept[row.Line]
	return k.result, k.detail
}

// Interrupted is the row whose update was being sent when a process ended, which End has to settle first.
func (r *Checkpoint) Interrupted(rows []Row) (Row, bool) {
	for _, row := range rows {
		if row.Line == r.open {
			return row, true
		}
	}
	return Row{}, false
}

// Pending are the rows that may be sent: those that never were.
func (r *Checkpoint) Pending(rows []Row) []Row {
	var all []Row
	for _, row := range rows {
		if result, _ := r.Result(row); result == "" || result == Unsent {
			all = append(all, row)
		}
	}
	return all
}

// sync brings the file to disk; tests look at what it is asked for.
var sync = (*os.File).Sync

func (r *Checkpoint) write(s string) error {
	if _, err := r.file.WriteString(s); err != nil {
		return fmt.Errorf("the results cannot be kept: %w", err)
	}
	if err := sync(r.file); err != nil {
		return fmt.Errorf("the results cannot be kept: %w", err)
	}
	return nil
}
