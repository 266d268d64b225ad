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
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/submit"
)

// header returns the column names of a results file.
func (c *Checkpoint) header() []string {
	if c.keepsPrior {
		return slices.Concat([]string{"line"}, columnNames(), c.paths, []string{"sent_at", "before", "result", "detail"})
	}
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

// lineStart returns the part of a line that is written before its update is sent.
func (c *Checkpoint) lineStart(line int, r record) string {
	start := updateCells(line, r.fields)
	if c.keepsPrior {
		start += encode([]string{encodeTime(r.sentAt), encodePrior(r.prior)}) + ","
	}
	return start
}

// updateCells returns the cells of an update: its line number and its fields.
func updateCells(line int, fields []string) string {
	return encode(append([]string{fmt.Sprint(line)}, fields...)) + ","
}

// lineEnd returns the part of a line that is written after its update was sent.
func lineEnd(r record) string { return encode([]string{string(r.result), r.detail}) + "\n" }

// encode encodes one CSV record without its line break.
func encode(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(fields) // a strings.Builder never fails
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

func encodeTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// notCompared stands for a ticket that was not looked at before its update.
const notCompared = "unknown"

// encodePrior returns the entries that held the comment already. Neither cell contains a comma or a quote, so that a
// line that breaks off can be read.
func encodePrior(p submit.Prior) string {
	if !p.IsKnown {
		return notCompared
	}
	return strings.Join(p.IDs, " ")
}

func decodePrior(cell string) submit.Prior {
	if cell == notCompared {
		return submit.Prior{}
	}
	return submit.Prior{IsKnown: true, IDs: strings.Fields(cell)}
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
	for _, line := range slices.Sorted(maps.Keys(c.records)) {
		if byLine[line] != encode(c.records[line].fields) {
			return fmt.Errorf(
				"the update of line %d is not the one that was sent: undo the change, or start with new results",
				line,
			)
		}
	}
	return nil
}

var errNoResults = errors.New("it holds no results of updates")

// load reads the file and repairs an incomplete last line.
func (c *Checkpoint) load(rows []Row) error {
	content, err := whole(c.file, maxResults)
	if err != nil {
		return err
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	head, err := in.Read()
	c.paths = ownColumns(head)
	c.keepsPrior = len(head) > len(c.header())
	if err != nil || !slices.Equal(head, c.header()) {
		return errNoResults
	}
	good := in.InputOffset()
	for {
		cells, err := in.Read()
		if err == nil && len(cells) == len(head) && content[in.InputOffset()-1] == '\n' {
			if err := c.loadLine(cells); err != nil {
				return err
			}
			good = in.InputOffset()
			continue
		}
		break
	}
	return c.repairTail(string(content[good:]), good, rows)
}

// loadLine takes the record of a complete line.
func (c *Checkpoint) loadLine(cells []string) error {
	line, err := strconv.Atoi(cells[0])
	update := 1 + len(columns) + len(c.paths)
	sent, ended := cells[update:], cells[len(cells)-2:]
	loaded := record{fields: slices.Clone(cells[1:update]), result: Result(ended[0]), detail: ended[1]}
	known := []Result{Done, Refused, Conflict, Unknown, Unsent}
	if err != nil || !slices.Contains(known, loaded.result) || c.loadSent(&loaded, sent) != nil {
		return errNoResults
	}
	c.records[line] = loaded
	return nil
}

// loadSent takes the cells between the update and its result.
func (c *Checkpoint) loadSent(r *record, cells []string) (err error) {
	if !c.keepsPrior {
		return nil
	}
	if cells[0] != "" {
		r.sentAt, err = time.Parse(time.RFC3339Nano, cells[0])
	}
	r.prior = decodePrior(cells[1])
	return err
}

// repairTail handles an incomplete last line: an update that is recorded in full may have been sent, a partial one was
// not and is removed. A line that matches no row is an error, because the file must have been edited.
func (c *Checkpoint) repairTail(tail string, at int64, rows []Row) error {
	if tail == "" {
		return nil
	}
	for _, row := range rows {
		cells := updateCells(row.Line, fields(row.Update, c.paths))
		if strings.HasPrefix(cells, tail) && cells != tail {
			return c.truncateAt(at)
		}
		rest, isRow := strings.CutPrefix(tail, cells)
		if !isRow || strings.Contains(rest, "\n") {
			continue
		}
		begun := record{fields: fields(row.Update, c.paths), result: Unknown}
		sent := strings.SplitN(rest, ",", 3)
		if c.keepsPrior && len(sent) < 3 {
			return c.truncateAt(at)
		}
		if c.loadSent(&begun, sent) != nil {
			continue
		}
		c.records[row.Line] = begun
		c.open = row.Line
		return c.truncateAt(at + int64(len(c.lineStart(row.Line, begun))))
	}
	return errors.New("its last line is of none of the updates: undo what was changed, or begin with new results")
}

// truncateAt truncates the file at an offset and continues writing there.
func (c *Checkpoint) truncateAt(at int64) error {
	_, err := c.file.Seek(at, io.SeekStart)
	return errors.Join(err, c.file.Truncate(at))
}

// ErrInUse is returned when another process, or another run of this one, works on the results.
var ErrInUse = errors.New("another process works on these results")

// lock locks a results file until it is closed or the process ends.
func lock(file *os.File) (*filestore.Lock, error) {
	l, err := filestore.TryLock(lockPath(file.Name()))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, ErrInUse
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
