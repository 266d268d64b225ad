package output

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// Array prints a JSON array incrementally, one record per line, so that the output is valid even if a later step fails.
type Array struct {
	Printer *Printer
	buffer  []byte
	begun   bool
}

// Add prints raw records, escaping what a terminal would interpret.
func (l *Array) Add(records ...jsontext.Value) {
	for _, r := range records {
		before := ",\n"
		if !l.begun {
			before = "[\n"
		}
		l.begun = true
		l.buffer = safetext.EscapeJSON(append(l.buffer[:0], before...), r)
		_, _ = l.Printer.Out.Write(l.buffer)
	}
}

// End closes the array.
func (l *Array) End() {
	if l.begun {
		l.Printer.Line("\n]")
		return
	}
	l.Printer.Line("[]")
}

// PrintArray prints a whole JSON array.
func (s *Printer) PrintArray(records []jsontext.Value) {
	l := Array{Printer: s}
	l.Add(records...)
	l.End()
}

// PrintObject prints one JSON value.
func (s *Printer) PrintObject(value any) error {
	line, err := json.Marshal(value, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	s.Line(string(safetext.EscapeJSON(nil, line)))
	return nil
}

// PrintAll prints values as a JSON array.
func PrintAll[T any](s *Printer, all []T) error {
	l := Array{Printer: s}
	for _, one := range all {
		record, err := json.Marshal(one)
		if err != nil {
			return err
		}
		l.Add(record)
	}
	l.End()
	return nil
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
