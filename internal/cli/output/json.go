package output

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
)

// Mode is for whom results are printed, and how.
type Mode uint8

// The modes.
const (
	Words  Mode = iota // for people
	JSON               // records in a list, or one object
	NDJSON             // each record on a line of its own
	CSV                // a table with a header
	Raw                // JSON as the service has sent it
)

// Format is how results are printed for scripts.
type Format struct {
	Mode   Mode
	Fields []record.Field // of each record
	Query  *Query         // applied to what would be printed; nil for none
}

// Array prints records for scripts: as a JSON array, one record per line, so that the output is valid even if a later
// step fails, or in another mode.
type Array struct {
	Context context.Context // ends a query; may be nil without one
	Printer *Printer
	buffer  []byte
	begun   bool
	err     error // the first
}

// AddRecord prints a record with the chosen fields.
func (l *Array) AddRecord(o record.Object) {
	format := &l.Printer.Format
	o = o.Only(format.Fields)
	if format.Mode == CSV {
		if !l.begun {
			l.fail(l.Printer.printCells(names(format.Fields)))
		}
		l.begun = true
		l.fail(l.Printer.printCells(o.Cells()))
		return
	}
	encoded, err := json.Marshal(o)
	l.fail(err)
	if err == nil {
		l.Add(encoded)
	}
}

// Add prints JSON values, escaping what a terminal would interpret.
func (l *Array) Add(values ...jsontext.Value) {
	for _, v := range values {
		switch format := &l.Printer.Format; {
		case format.Mode == NDJSON && format.Query != nil:
			l.fail(format.Query.print(l.Context, l.Printer, v))
		case format.Mode == NDJSON:
			l.Printer.Line(string(safetext.EscapeJSON(nil, v)))
		default:
			before := ",\n"
			if !l.begun {
				before = "[\n"
			}
			l.begun = true
			l.buffer = append(append(l.buffer, before...), v...)
			if format.Query == nil {
				_, _ = l.Printer.Out.Write(safetext.EscapeJSON(nil, l.buffer))
				l.buffer = l.buffer[:0]
			}
		}
	}
}

func (l *Array) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// End closes the array.
func (l *Array) End() error {
	switch format := &l.Printer.Format; {
	case l.err != nil, format.Mode == NDJSON:
	case format.Mode == CSV && !l.begun:
		return l.Printer.printCells(names(format.Fields))
	case format.Mode == CSV:
	case format.Query != nil:
		if !l.begun {
			l.buffer = []byte("[")
		}
		return format.Query.print(l.Context, l.Printer, append(l.buffer, ']'))
	case l.begun:
		l.Printer.Line("\n]")
	default:
		l.Printer.Line("[]")
	}
	return l.err
}

// PrintArray prints a whole array of JSON values.
func (s *Printer) PrintArray(ctx context.Context, values []jsontext.Value) error {
	l := Array{Context: ctx, Printer: s}
	l.Add(values...)
	return l.End()
}

// PrintRecord prints one record, with the chosen fields.
func (s *Printer) PrintRecord(ctx context.Context, o record.Object) error {
	if s.Format.Mode == CSV {
		l := Array{Context: ctx, Printer: s}
		l.AddRecord(o)
		return l.End()
	}
	return s.PrintObject(ctx, o.Only(s.Format.Fields))
}

// PrintObject prints one JSON value.
func (s *Printer) PrintObject(ctx context.Context, value any) error {
	line, err := json.Marshal(value, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err == nil && s.Format.Query != nil {
		return s.Format.Query.print(ctx, s, line)
	}
	s.Line(string(safetext.EscapeJSON(nil, line)))
	return err
}

// PrintAll prints values as a JSON array.
func PrintAll[T any](ctx context.Context, s *Printer, all []T) error {
	l := Array{Context: ctx, Printer: s}
	for _, one := range all {
		encoded, err := json.Marshal(one)
		if err != nil {
			return errors.Join(err, l.End())
		}
		l.Add(encoded)
	}
	return l.End()
}

// names returns the names of fields.
func names(fields []record.Field) []string {
	all := make([]string, len(fields))
	for i, f := range fields {
		all[i] = f.Name
	}
	return all
}

// printCells prints a row of a CSV file.
func (s *Printer) printCells(cells []string) error {
	for i := range cells {
		cells[i] = safetext.BlockFromText(cells[i]).String()
	}
	var row bytes.Buffer
	if err := record.WriteRow(&row, cells); err != nil {
		return err
	}
	_, err := s.Out.Write(row.Bytes())
	return err
}

// WriteJSON writes a result as indented JSON, with control characters escaped so that a terminal does not interpret
// them.
func WriteJSON(out io.Writer, result any) error {
	made, err := json.Marshal(
		result,
		json.Deterministic(true),
		jsontext.AllowInvalidUTF8(true),
		jsontext.WithIndent("  "),
	)
	if err != nil {
		return err
	}
	return WriteText(out, string(safetext.EscapeJSON(nil, made))+"\n")
}
