package bulk

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/filestore"
)

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
