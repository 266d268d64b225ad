// Package deskdata reads and writes the files in which a team keeps its desk. Queues, people, rules, customers, orders
// and tickets are in TOML or CSV, articles in folders of Markdown or HTML. It knows the files' shapes and no SQL.
package deskdata

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// The limits of input. A device or a pipe may be endless, and a quote that is never closed spans a whole file.
const (
	maxSettings = 16 << 20  // bytes of a TOML file, which is read whole
	maxCell     = 1 << 20   // bytes of a CSV cell
	maxCells    = 1000      // cells of a CSV row
	maxText     = 64 << 10  // bytes of a text, as in the service
	maxMembers  = 256 << 10 // bytes of a JSON object, as in the service
	maxKey      = 64        // characters of a key
	maxFaults   = 1000      // that are listed; the others are counted
)

// Fault is an error in a file that prevents its import.
type Fault struct {
	File    string
	Line    int // 0: the file as a whole
	Message string
}

func (f Fault) String() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Message)
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
}

// Faults are all faults of an import, by file and line.
type Faults struct {
	List []Fault
	More int // how many were found beyond those
}

func (f *Faults) add(file string, line int, format string, args ...any) {
	if len(f.List) >= maxFaults {
		f.More++
		return
	}
	f.List = append(f.List, Fault{file, line, fmt.Sprintf(format, args...)})
}

// Count returns the number of faults.
func (f *Faults) Count() int { return len(f.List) + f.More }

func (f *Faults) sort() {
	slices.SortStableFunc(f.List, func(x, y Fault) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
}

// value is one member of an entry, as text whatever its file's format.
type value struct {
	name, text string
	line       int
}

// entry is one queue, ticket or other record of a file.
type entry struct {
	kind    string
	file    string
	line    int
	fromCSV bool // of a CSV file, whose header was checked
	values  []value
}

// text returns an entry's value of a column, empty if it has none.
func (e *entry) text(name string) string {
	text, _ := e.lookup(name)
	return text
}

func (e *entry) lookup(name string) (text string, given bool) {
	for _, v := range e.values {
		if v.name == name {
			return v.text, true
		}
	}
	return "", false
}

// errStop stops reading a file whose fault has been reported.
var errStop = errors.New("the rest of the file cannot be read")

// lineNumber returns the number of the line that holds a byte.
func lineNumber(content []byte, at int) int {
	line := 1
	for _, b := range content[:min(at, len(content))] {
		if b == '\n' {
			line++
		}
	}
	return line
}

// invalidUTF8 returns the index of the first byte that is not UTF-8, -1 for none.
func invalidUTF8(content []byte) int {
	if utf8.Valid(content) {
		return -1
	}
	for at := 0; at < len(content); {
		r, size := utf8.DecodeRune(content[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}
