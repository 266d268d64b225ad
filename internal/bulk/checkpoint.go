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

// header returns the column names of a results file.
func (c *Checkpoint) header() []string {
	return slices.Concat([]string{"line"}, columnNames(), c.paths, []string{"result", "detail"})
}

// ownColumns returns the columns of the account's own fields in the header of a results file.
func ownColumns(head []string) []string {
	var paths []string
	for _, name := range head[min(1+len(columns), len(head)):] {
		if strings.Contains(name, ".") {
			paths = append(paths, name)
		}
	}
	return paths
}

func columnNames() []string {
	all := make([]string, len(columns))
	for i, c := range columns {
		all[i] = c.Key
	}
	return all
}

// updateCells returns the cells of an update: its line number and its fields.
func updateCells(line int, fields []string) string {
	return encode(append([]string{fmt.Sprint(line)}, fields...)) + ","
}

// resultCells returns the cells of what became of an update.
func resultCells(r Record) string { return encode([]string{string(r.Result), r.Detail}) }

// encode encodes one CSV record without its line break.
func encode(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(fields) // a strings.Builder never fails
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// matches checks that every recorded update is among the rows.
func (c *Checkpoint) matches(rows []Row) error {
	for _, path := range ownPaths(rows) {
		if !slices.Contains(c.paths, path) {
			return fmt.Errorf("the updates set %s, which these results do not hold: start with new results", path)
		}
	}
	byLine := map[int]string{}
	for _, row := range rows {
		byLine[row.Line] = encode(fields(row.Update, c.paths))
	}
	for _, line := range slices.Sorted(maps.Keys(c.updates)) {
		if byLine[line] != encode(c.updates[line]) {
			return fmt.Errorf(
				"the update of line %d is not the one that was sent: undo the change, or start with new results",
				line,
			)
		}
	}
	return nil
}

var errNoResults = errors.New("it holds no results of updates")

// load reads the whole lines of a file, and returns where they end and what follows them.
func (c *Checkpoint) load(file io.Reader) (end int64, rest string, err error) {
	content, err := whole(file, maxResults)
	if err != nil {
		return 0, "", err
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	head, err := in.Read()
	c.paths, c.updates = ownColumns(head), map[int][]string{}
	if err != nil || !slices.Equal(head, c.header()) {
		return 0, "", errNoResults
	}
	for {
		end = in.InputOffset()
		cells, err := in.Read()
		if err != nil || len(cells) != len(head) || content[in.InputOffset()-1] != '\n' {
			return end, string(content[end:]), nil //nolint:nilerr // what follows is judged by breaksOff
		}
		if err := c.loadLine(cells); err != nil {
			return 0, "", err
		}
	}
}

// loadLine takes the record of a complete line.
func (c *Checkpoint) loadLine(cells []string) error {
	line, err := strconv.Atoi(cells[0])
	update := 1 + len(columns) + len(c.paths)
	loaded := Record{Result: Result(cells[update]), Detail: cells[update+1]}
	known := []Result{Done, Refused, Conflict, Unknown, Unsent, Sending}
	if err != nil || !slices.Contains(known, loaded.Result) {
		return errNoResults
	}
	c.updates[line], c.records[line] = slices.Clone(cells[1:update]), loaded
	return nil
}

// breaksOff reports whether the rest of a file is a line of an update that was not written whole. Anything else was
// edited, and may hide lines.
func (c *Checkpoint) breaksOff(rest string, rows []Row) bool {
	return rest == "" || slices.ContainsFunc(rows, func(row Row) bool {
		cells := updateCells(row.Line, fields(row.Update, c.paths))
		after, isRow := strings.CutPrefix(rest, cells)
		return strings.HasPrefix(cells, rest) || isRow && !strings.Contains(after, "\n")
	})
}

// errInUse is returned when another process, or another run of this one, works on the results.
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
