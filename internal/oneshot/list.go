package oneshot

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
)

// list prints a JSON array incrementally, one record per line, so that the output is valid even if a later step fails.
type list struct {
	screen *Printer
	buffer []byte
	begun  bool
}

// add prints raw records, escaping what a terminal would interpret.
func (l *list) add(records ...jsontext.Value) {
	for _, r := range records {
		before := ",\n"
		if !l.begun {
			before = "[\n"
		}
		l.begun = true
		l.buffer = safetext.EscapeJSON(append(l.buffer[:0], before...), r)
		_, _ = l.screen.Out.Write(l.buffer)
	}
}

// end closes the array.
func (l *list) end() {
	if l.begun {
		l.screen.line("\n]")
		return
	}
	l.screen.line("[]")
}

// list prints a whole JSON array.
func (s *Printer) list(records []jsontext.Value) {
	l := list{screen: s}
	l.add(records...)
	l.end()
}

// object prints one JSON value.
func (s *Printer) object(value any) error {
	line, err := json.Marshal(value, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	s.line(string(safetext.EscapeJSON(nil, line)))
	return nil
}

// printJSON prints values as a JSON array.
func printJSON[T any](s *Printer, all []T) error {
	l := list{screen: s}
	for _, one := range all {
		record, err := json.Marshal(one)
		if err != nil {
			return err
		}
		l.add(record)
	}
	l.end()
	return nil
}
