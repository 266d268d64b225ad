// Package bulk sends lists of ticket updates, from a CSV file or from the console, and records the outcome of each in a
// results file. No update is sent twice, even if the process ends unexpectedly.
//
// Its files: row.go and csv.go for the updates, run.go to send them, checkpoint.go and checkpoint_lines.go for the
// results, store.go for the lists of a console.
package bulk

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// columns are the fields of an update in the order of the columns of an updates file.
var columns = func() []schema.Field {
	all := slices.Clone(schema.TicketUpdate.Fields)
	slices.SortFunc(all, func(x, y schema.Field) int { return cmp.Compare(x.Column, y.Column) })
	return all
}()

// member returns the member of an update that a column sets.
func member(u *wire.UpdateTicketRequest, f schema.Field) *string {
	text, _ := wire.Member(u, f.Key).(*string)
	return text
}

// The maximum sizes of the files, in bytes.
const (
	maxFile    = 64 << 20
	maxResults = 4 * maxFile
)

// ParseCSV reads and validates a whole updates file. If any row is invalid, the error joins every problem found, one
// per line. Callback times are in zone.
func ParseCSV(r io.Reader, zone *time.Location) ([]Row, error) {
	content, err := whole(r, maxFile)
	if err != nil {
		return nil, err
	}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte(utf8BOM))))
	in.FieldsPerRecord = -1
	order, err := header(in)
	if err != nil {
		return nil, err
	}
	var rows []Row
	var faults []error
	seen := map[string]int{}
	for {
		record, err := in.Read()
		switch {
		case errors.Is(err, io.EOF) && len(rows)+len(faults) == 0:
			return nil, errors.New("there are no updates below the header")
		case errors.Is(err, io.EOF):
			return rows, errors.Join(faults...)
		case err != nil:
			return nil, errors.Join(append(faults, err)...) // the records after a syntax error cannot be parsed
		}
		line, _ := in.FieldPos(0)
		row, wrong := read(line, record, order, zone)
		if before, twice := seen[key(row)]; twice && len(wrong) == 0 {
			wrong = append(wrong, fmt.Sprintf("it repeats line %d", before))
		}
		seen[key(row)] = line
		for _, w := range wrong {
			faults = append(faults, fmt.Errorf("line %d: %s", line, w))
		}
		rows = append(rows, row)
	}
}

// header maps the columns of the file to columns.
func header(in *csv.Reader) ([]int, error) {
	heads, err := in.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("there is no header row: " + strings.Join(fileColumns(), ","))
	case err != nil:
		return nil, err
	}
	var order []int
	var faults []error
	for _, name := range heads {
		name = strings.TrimSpace(name)
		at := slices.Index(fileColumns(), name)
		switch {
		case at < 0:
			faults = append(
				faults,
				fmt.Errorf("line 1: column %q is not known; known are %s", name, strings.Join(fileColumns(), ", ")),
			)
		case slices.Contains(order, at):
			faults = append(faults, fmt.Errorf("line 1: column %q stands there twice", name))
		}
		order = append(order, at)
	}
	for at, f := range columns {
		isFilled := f.Choices == schema.SubStatuses && slices.Contains(order, len(columns)) // by a macro
		if f.Required && !isFilled && !slices.Contains(order, at) {
			faults = append(faults, fmt.Errorf("line 1: column %q is missing", f.Key))
		}
	}
	return order, errors.Join(faults...)
}

// read parses one row and returns every problem with it.
func read(line int, record []string, order []int, zone *time.Location) (row Row, wrong []string) {
	row.Line = line
	if len(record) != len(order) {
		return row, []string{fmt.Sprintf("it has %d fields, the header %d", len(record), len(order))}
	}
	for i, value := range record {
		value = strings.TrimSpace(strings.ToValidUTF8(value, "\ufffd"))
		if order[i] == len(columns) {
			row.Macro = value
			continue
		}
		*member(&row.Update, columns[order[i]]) = value
	}
	given := row.Update.Callback
	if len(given) == len("2006-01-02 15:04") {
		row.Update.Callback += ":00"
	}
	for _, p := range row.Update.Validate(wire.Known{Zone: zone}) {
		if isFilled := row.Macro != "" && p.IsMissing() && p.Field.Choices == schema.SubStatuses; !isFilled {
			wrong = append(wrong, problemText(p, given))
		}
	}
	return row, wrong
}

// problemText words a problem of a row; callback is the cell as it stands in the file.
func problemText(p wire.Problem, callback string) string {
	switch {
	case p.IsMissing():
		return p.Field.Key + " is empty"
	case p.Rule == wire.RuleLength:
		return p.Field.Key + " " + p.Text
	case p.Rule == wire.RuleCallback:
		return fmt.Sprintf("%s %q is no moment such as 2026-12-24 18:30", p.Field.Key, callback)
	}
	return fmt.Sprintf("%s %q %s", p.Field.Key, p.Value, p.Text)
}

// CheckUpdate returns the first problem of an update.
func CheckUpdate(u wire.UpdateTicketRequest, zone *time.Location) error {
	if problems := u.Validate(wire.Known{Zone: zone}); len(problems) > 0 {
		return errors.New(problemText(problems[0], u.Callback))
	}
	return nil
}

// PastCallbacks returns an error for each row whose callback time is in the past: it can only be a mistake.
func PastCallbacks(rows []Row, now time.Time) error {
	var faults []error
	for _, row := range rows {
		at, err := wire.ParseCallbackTime(row.Update.Callback, now.Location())
		if err == nil && !at.After(now) {
			faults = append(
				faults,
				fmt.Errorf("line %d: callback_time %s lies in the past", row.Line, row.Update.Callback),
			)
		}
	}
	return errors.Join(faults...)
}

// fields returns an update's values in the order of columns.
func fields(u wire.UpdateTicketRequest) []string {
	all := make([]string, len(columns))
	for i, f := range columns {
		all[i] = *member(&u, f)
	}
	return all
}

// key returns a key that is equal for equal rows.
func key(r Row) string { return strings.Join(append(fields(r.Update), r.Macro), "\x00") }

// whole reads a whole file. A larger file is an error, not truncated: missing rows could be lost or sent twice.
func whole(r io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("it is larger than %d MiB", most>>20)
	}
	return content, err
}

// utf8BOM is the byte-order mark that spreadsheets write at the start of a file.
const utf8BOM = "\ufeff"
