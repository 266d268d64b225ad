package record

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Cells returns the values of an object for a row of a CSV file; null is an empty cell.
func (o Object) Cells() []string {
	cells := make([]string, len(o))
	for i, m := range o {
		cells[i] = Cell(m.Value)
	}
	return cells
}

// Cell returns a value for a cell of a CSV file.
func Cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// Differs reports whether a cell of a file says another value than the record has. Times are compared as such, because
// a time has several spellings.
func (o Object) Differs(name, said string) bool {
	now := strings.TrimSpace(Cell(o.Value(name)))
	at, err := time.Parse(time.RFC3339, said)
	if standing, isTime := time.Parse(time.RFC3339, now); err == nil && isTime == nil {
		return !at.Equal(standing)
	}
	return said != now
}

// WriteRow writes a row of a CSV file.
func WriteRow(to io.Writer, cells []string) error {
	w := csv.NewWriter(to)
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}
