package record

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// Cells returns the values of an object for a row of a CSV file; null is an empty cell.
func (o Object) Cells() []string {
	cells := make([]string, len(o))
	for i, m := range o {
		cells[i] = cell(m.Value)
	}
	return cells
}

func cell(v any) string {
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

// WriteRow writes a row of a CSV file.
func WriteRow(to io.Writer, cells []string) error {
	w := csv.NewWriter(to)
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}
