// Package bulk sends lists of ticket updates, from a CSV file or from the console, and has the outcome of each kept: in
// a results file, or in the console's state. No update is sent twice, even if the process ends unexpectedly.
//
//	csv.go         a file of updates, or of records as lists print it
//	macros.go      updates that a macro fills in
//	run.go         sending them one by one
//	results.go     an update of a list, and what became of each
//	checkpoint.go  the results file of a CSV file
package bulk

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// columns are the fields of an update in the order of the columns of an updates file.
var columns = func() []schema.Field {
	all := slices.Clone(schema.TicketUpdate.Fields)
	slices.SortFunc(all, func(x, y schema.Field) int { return cmp.Compare(x.Column, y.Column) })
	return all
}()

// The maximum sizes of the files, in bytes.
const (
	maxFile    = 64 << 20
	maxResults = 4 * maxFile
)

// The most updates of a file, and the most problems that are collected: a file of empty lines has millions.
const (
	maxRows   = 100_000
	maxFaults = 1000
)

// ParseCSV reads and validates a whole updates file, which may have a column for each field of the account's own
// blocks, and those of records. If any row is invalid, the error joins every problem found, one per line, up to
// maxFaults. Callback times are in zone.
func ParseCSV(r io.Reader, zone *time.Location, blocks schema.Blocks, ofRecords ...string) ([]Row, error) {
	content, err := whole(r, maxFile)
	if err != nil {
		return nil, err
	}
	if content, err = safetext.UTF8(content); err != nil {
		return nil, err
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	h, err := header(in, blocks, ofRecords)
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
		switch {
		case len(faults) >= maxFaults:
			return nil, errors.Join(append(faults, fmt.Errorf("line %d: nothing was read from here on", line))...)
		case len(rows) == maxRows:
			return nil, fmt.Errorf("line %d: a file can have %d updates: split it", line, maxRows)
		}
		row, wrong := read(line, record, h, wire.Known{Zone: zone, Blocks: blocks})
		same := key(row, blocks.Paths())
		if before, twice := seen[same]; twice && len(wrong) == 0 {
			wrong = append(wrong, fmt.Sprintf("it repeats line %d", before))
		}
		seen[same] = line
		for _, w := range wrong {
			faults = append(faults, fmt.Errorf("line %d: %s", line, w))
		}
		rows = append(rows, row)
	}
}

// heading is the header of a file: the names of its columns, and the places of what they set.
type heading struct {
	names     []string
	order     []int // -1 of a column of records that no update sets
	isRecords bool
}

// header maps the columns of the file to those that it may have.
func header(in *csv.Reader, blocks schema.Blocks, ofRecords []string) (h heading, err error) {
	known := append(fileColumns(), blocks.Paths()...)
	h.names, err = in.Read()
	switch {
	case errors.Is(err, io.EOF):
		return h, errors.New("there is no header row: " + strings.Join(fileColumns(), ","))
	case err != nil:
		return h, err
	}
	for i := range h.names {
		h.names[i] = strings.TrimSpace(h.names[i])
	}
	h.isRecords = slices.Contains(h.names, idColumn)
	var order []int
	var faults []error
	for n, name := range h.names {
		at, isKnown := h.place(name, known, ofRecords)
		switch {
		case !isKnown:
			faults = append(
				faults,
				fmt.Errorf("line 1: column %q is not known; known are %s", name, strings.Join(known, ", ")),
			)
		case slices.Contains(h.names[:n], name), at >= 0 && slices.Contains(order, at):
			faults = append(faults, fmt.Errorf("line 1: column %q is there twice", name))
		}
		order = append(order, at)
	}
	for at, f := range columns {
		isFilled := f.Choices == schema.SubStatuses && slices.Contains(order, len(columns)) // by a macro
		if f.Required && !isFilled && !slices.Contains(order, at) {
			faults = append(faults, fmt.Errorf("line 1: column %q is missing", f.Key))
		}
	}
	h.order = order
	return h, errors.Join(faults...)
}

// place returns what a column sets, by its place among the known ones; -1 of a column of records that no update sets.
func (h heading) place(name string, known, ofRecords []string) (at int, isKnown bool) {
	if at = slices.Index(known, name); at < 0 && h.isRecords {
		at = slices.Index(known, columnOfRecord[name])
	}
	return at, at >= 0 || h.isRecords && slices.Contains(ofRecords, name)
}

// read parses one row and returns every problem with it.
func read(line int, record []string, h heading, known wire.Known) (row Row, wrong []string) {
	row.Line = line
	if len(record) != len(h.order) {
		return row, []string{fmt.Sprintf("it has %d fields, the header %d", len(record), len(h.order))}
	}
	own, paths := wire.Values{}, known.Blocks.Paths()
	for i, value := range record {
		value = strings.TrimSpace(value)
		if h.isRecords {
			value = row.keepCell(h.names[i], value, known.Zone)
		}
		switch at := h.order[i]; {
		case at < 0:
		case at < len(columns):
			*wire.Text(&row.Update, columns[at].Key) = value
		case at == len(columns):
			row.Macro = value
		case value != "":
			own[paths[at-len(columns)-1]] = value
		}
	}
	if err := setOwn(&row.Update, own, known.Blocks); err != nil {
		return row, []string{err.Error()}
	}
	given := row.Update.Callback
	if len(given) == len("2006-01-02 15:04") {
		row.Update.Callback += ":00"
	}
	for _, p := range row.Update.Validate(known) {
		if isFilled := row.Macro != "" && p.IsMissing() && p.Field.Choices == schema.SubStatuses; !isFilled {
			wrong = append(wrong, problemText(p, given))
		}
	}
	return row, wrong
}

// problemText words a problem of a row; callback is the cell as it stands in the file.
func problemText(p wire.Problem, callback string) string {
	switch {
	case p.Rule == wire.RuleClosing:
		return p.Path + " " + p.Text
	case strings.Contains(p.Path, "."):
		return fmt.Sprintf("%s %q %s", p.Path, p.Value, p.Text)
	case p.IsMissing():
		return p.Field.Key + " is empty"
	case p.Rule == wire.RuleLength:
		return p.Field.Key + " " + p.Text
	case p.Rule == wire.RuleCallback:
		return fmt.Sprintf("%s %q is not a moment such as 2026-12-24 18:30", p.Field.Key, callback)
	}
	return fmt.Sprintf("%s %q %s", p.Field.Key, p.Value, p.Text)
}

// ProblemError words a problem of an account's own field as those of a file are worded.
func ProblemError(p wire.Problem) error { return errors.New(problemText(p, "")) }

// CheckUpdate returns the first problem of an update.
func CheckUpdate(u wire.UpdateTicketRequest, zone *time.Location, blocks schema.Blocks) error {
	if problems := u.Validate(wire.Known{Zone: zone, Blocks: blocks}); len(problems) > 0 {
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

// fields returns an update's values in the order of columns, and those at the paths of the account's own blocks.
func fields(u wire.UpdateTicketRequest, paths []string) []string {
	all := make([]string, len(columns), len(columns)+len(paths))
	for i, f := range columns {
		all[i] = *wire.Text(&u, f.Key)
	}
	if len(paths) > 0 {
		own := wire.BlockValues(u.Extra)
		for _, path := range paths {
			all = append(all, own[path])
		}
	}
	return all
}

// setOwn sets values in the account's own blocks of an update.
func setOwn(u *wire.UpdateTicketRequest, own wire.Values, blocks schema.Blocks) error {
	if len(own) == 0 {
		return nil
	}
	if err := wire.SetBlockValues(&u.Extra, own); err != nil {
		return err
	}
	return wire.CanonicalBlocks(blocks, &u.Extra)
}

// ownPaths returns the paths of what rows set in the account's own blocks, sorted.
func ownPaths(rows []Row) []string {
	found := map[string]struct{}{}
	for _, row := range rows {
		if len(row.Update.Extra) > 0 {
			for path := range wire.BlockValues(row.Update.Extra) {
				found[path] = struct{}{}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// key returns a key that is equal for equal rows.
func key(r Row, paths []string) string {
	return strings.Join(append(fields(r.Update, paths), r.Macro), "\x00")
}

// whole reads a whole file. A larger file is an error, not truncated: missing rows could be lost or sent twice.
func whole(r io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("it is larger than %d MiB", most>>20)
	}
	return content, err
}

// The columns of records that an updates file has under other names. A file with the first is one of records, as ticket
// list --csv prints it.
const (
	idColumn       = "id"
	callbackColumn = "callback"
)

var columnOfRecord = map[string]string{idColumn: "ticket_id", callbackColumn: "callback_time"}

// AreRecords reports whether rows are of a file of records.
func AreRecords(rows []Row) bool { return len(rows) > 0 && rows[0].Cells != nil }

// keepCell keeps a cell of a file of records, and returns it as an update has it: a time in another format.
func (r *Row) keepCell(name, cell string, zone *time.Location) string {
	if r.Cells == nil {
		r.Cells = map[string]string{}
	}
	r.Cells[name] = cell
	if at, err := time.Parse(time.RFC3339, cell); err == nil && name == callbackColumn {
		return wire.FormatCallbackTime(at, zone)
	}
	return cell
}

// KeepSent removes what was not sent before from a row of a file of records: what its ticket had already.
func (r *Row) KeepSent(before wire.UpdateTicketRequest) {
	for _, f := range columns {
		if *wire.Text(&before, f.Key) == "" {
			*wire.Text(&r.Update, f.Key) = ""
		}
	}
}
