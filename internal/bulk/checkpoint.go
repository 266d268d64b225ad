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

// Result is the outcome of an update.
type Result string

// The outcomes.
const (
	Done    Result = "done"
	Refused Result = "refused" // rejected by the service: nothing was changed
	Unknown Result = "unknown" // it may have been applied
	Unsent  Result = "unsent"  // it was certainly not applied and may be sent again
)

// Checkpoint is the results file, which records the outcome of each update. A line is written in two steps: the update
// before it is sent, and its result afterwards. An incomplete line means that the process ended in between. Only one
// process at a time can open it.
type Checkpoint struct {
	file *os.File
	lock *filestore.Lock
	kept map[int]kept // by line number of the update
	open int          // the line of the update that has no result yet; 0 if there is none
}

// kept is what the file records of an update.
type kept struct {
	fields []string
	result Result
	detail string
}

// Create creates a results file; it never overwrites an existing one.
func Create(path string) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf(
			"%s exists: go on with it by --resume, or name another by --result",
			safetext.LineFromText(path),
		)
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

// Resume opens a results file to continue it. The updates that it records must match the rows: an edited update could
// not be told from a new one.
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

// locked locks the file for this process.
func locked(file *os.File) (*Checkpoint, error) {
	l, err := lock(file)
	return &Checkpoint{file: file, lock: l, kept: map[int]kept{}}, err
}

// matches checks that every recorded update is among the rows.
func (r *Checkpoint) matches(rows []Row) error {
	byLine := map[int]string{}
	for _, row := range rows {
		byLine[row.Line] = record(fields(row.Update))
	}
	for _, line := range slices.Sorted(maps.Keys(r.kept)) {
		if byLine[line] != record(r.kept[line].fields) {
			return fmt.Errorf(
				"the update of line %d is not the one that was sent: undo the change, or begin with new results",
				line,
			)
		}
	}
	return nil
}

// Close unlocks and closes the file; everything written is on disk already.
func (r *Checkpoint) Close() error { return errors.Join(unlock(r.file, r.lock), r.file.Close()) }

// Begin records and fsyncs that an update is about to be sent. After an error the update must not be sent and the file
// must not be written to.
func (r *Checkpoint) Begin(row Row) error {
	if err := r.write(begin(row)); err != nil {
		return err
	}
	r.kept[row.Line] = kept{fields(row.Update), Unknown, ""}
	r.open = row.Line
	return nil
}

// begin returns the first part of a row's line.
func begin(row Row) string {
	return record(append([]string{fmt.Sprint(row.Line)}, fields(row.Update)...)) + ","
}

// End records the result of the last update that was begun.
func (r *Checkpoint) End(result Result, detail string) error {
	k := r.kept[r.open]
	k.result, k.detail = result, safetext.LineFromText(detail).String()
	r.kept[r.open] = k
	r.open = 0
	return r.write(record([]string{string(result), k.detail}) + "\n")
}

// Result returns the outcome of a row and its detail; both are empty if the row was never begun.
func (r *Checkpoint) Result(row Row) (Result, string) {
	k := r.kept[row.Line]
	return k.result, k.detail
}

// Interrupted returns the row whose update was being sent when an earlier process ended. The caller must call End for
// it before any other update.
func (r *Checkpoint) Interrupted(rows []Row) (Row, bool) {
	for _, row := range rows {
		if row.Line == r.open {
			return row, true
		}
	}
	return Row{}, false
}

// Pending returns the rows that may be sent: those never begun and those with the result Unsent.
func (r *Checkpoint) Pending(rows []Row) []Row {
	var all []Row
	for _, row := range rows {
		if result, _ := r.Result(row); result == "" || result == Unsent {
			all = append(all, row)
		}
	}
	return all
}

// sync fsyncs the file; tests replace it.
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

// resultHeader holds the column names of a results file.
var resultHeader = slices.Concat([]string{"line"}, columnNames(), []string{"result", "detail"})

func columnNames() []string {
	all := make([]string, len(columns))
	for i, c := range columns {
		all[i] = c.Key
	}
	return all
}

// record encodes one CSV record without its line break.
func record(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(fields) // a strings.Builder never fails
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

var errNoResults = errors.New("it holds no results of updates")

// load reads the file and repairs an incomplete last line.
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

// repairTail handles an incomplete last line: an update that is recorded in full may have been sent, a partial one was
// not and is removed. A line that matches no row is an error, because the file must have been edited.
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

// truncateAt truncates the file at an offset and continues writing there.
func (r *Checkpoint) truncateAt(at int64) error {
	_, err := r.file.Seek(at, io.SeekStart)
	return errors.Join(err, r.file.Truncate(at))
}

// keep stores the record of an update.
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

// lock locks a results file until it is closed or the process ends.
func lock(file *os.File) (*filestore.Lock, error) {
	l, err := filestore.TryLock(lockPath(file.Name()))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, errInUse
	}
	return l, err
}

// unlock releases the lock.
func unlock(file *os.File, l *filestore.Lock) error {
	if lockPath(file.Name()) != file.Name() {
		return l.Remove()
	}
	return l.Release()
}

// lockPath returns the path of the file to lock: the results file itself or, on Windows, a separate one, because a
// locked file cannot be read there.
func lockPath(path string) string {
	if runtime.GOOS == "windows" {
		return path + ".lock"
	}
	return path
}
