package bulk

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

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

// resultHeader names the columns of a file of results.
var resultHeader = slices.Concat([]string{"line"}, columnNames(), []string{"result", "detail"})

func columnNames() []string {
	all := make([]string, len(columns))
	for i, c := range columns {
		all[i] = c.name
	}
	return all
}

// record is one record as it is written, without the end of its line.
func record(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(fields) // a strings.Builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

var errNoResults = errors.New("it holds no results of updates")

// load reads the file, and cuts off what a process that ended had begun to write but not to send.
func (r *Checkpoint) load(rows []Row) error {
	content, err := whole(r.file, maxResults)
	if err != nil {
		return err
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	head, err := in.Read()
	if err != nil || !slices.Equal(head, resultHeader) {
		return errNoResults
	}
	good := in.InputOffset()
	for {
		fields, err := in.Read()
		if err == nil && len(fields) == len(resultHeader) && content[in.InputOffset()-1] == '\n' {
			if err := r.keep(fields); err != nil {
				return err
			}
			good = in.InputOffset()
			continue
		}
		break
	}
	return r.repairTail(string(content[good:]), good, rows)
}

// repairTail settles the last line when it breaks off: an update that stands there whole may have been sent, one that
// does not was not. What begins like none of the rows was changed by somebody, and nothing can be told from it.
func (r *Checkpoint) repairTail(tail string, at int64, rows []Row) error {
	if tail == "" {
		return nil
	}
	for _, row := range rows {
		begun := begin(row)
		if rest, whole := strings.CutPrefix(tail, begun); whole && !strings.Contains(rest, "\n") {
			r.kept[row.Line] = kept{fields(row.Update), Unknown, ""}
			r.open = row.Line
			return r.truncateAt(at + int64(len(begun)))
		}
		if strings.HasPrefix(begun, tail) {
			return r.truncateAt(at)
		}
	}
	return errors.New("its last line is of none of the updates: undo what was changed, or begin with new results")
}

// truncateAt has the file end at a byte, where it goes on.
func (r *Checkpoint) truncateAt(at int64) error {
	_, err := r.file.Seek(at, io.SeekStart)
	return errors.Join(err, r.file.Truncate(at))
}

// keep takes over what the file says of an update.
func (r *Checkpoint) keep(fields []string) error {
	line, err := strconv.Atoi(fields[0])
	result := Result(fields[len(fields)-2])
	if err != nil || !slices.Contains([]Result{Done, Refused, Unknown, Unsent}, result) {
		return errNoResults
	}
	r.kept[line] = kept{slices.Clone(fields[1 : 1+len(columns)]), result, fields[len(fields)-1]}
	return nil
}

var errInUse = errors.New("another process works on these results")

// lock keeps other processes away from a file of results until it is closed or the process ends, however it does.
func lock(file *os.File) (*filestore.Lock, error) {
	l, err := filestore.TryLock(lockPath(file.Name()))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, errInUse
	}
	return l, err
}

// unlock lets others work on the file.
func unlock(file *os.File, l *filestore.Lock) error {
	if lockPath(file.Name()) != file.Name() {
		return l.Remove()
	}
	return l.Release()
}

// lockPath is the file of results itself, or one beside it on Windows, where nobody reads a file that is locked.
func lockPath(path string) string {
	if runtime.GOOS == "windows" {
		return path + ".lock"
	}
	return path
}
