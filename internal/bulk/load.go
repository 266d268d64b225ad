package bulk

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

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
