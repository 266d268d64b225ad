package output

import (
	"slices"
	"strings"

	"frontdesk/internal/termwidth"
)

// Column is one column of a table; cell returns a single line of sanitised text.
type Column[T any] struct {
	Head     string
	Cell     func(*T) string
	Style    func(*T) Style // plain when nil
	Optional bool           // left out, the last one first, if the terminal is too narrow for the last column
}

// The widths of a table.
const (
	Gap             = "  "
	minLastWidth    = 12 // minimum width of the last column on a terminal
	wantedLastWidth = 30 // width that the last column needs before optional columns are shown
)

// Table prints rows in aligned columns and leaves out empty columns. On a terminal the last column is truncated to the
// width; otherwise nothing is.
func Table[T any](s *Printer, columns []Column[T], rows []T) {
	cells, widths := measure(columns, rows)
	shown := fitting(s, columns, widths)
	line := func(cell func(c int) string, with func(c int) Style) {
		var b strings.Builder
		used := 0
		for n, c := range shown {
			value := cell(c)
			if last := n == len(shown)-1; !last {
				value = termwidth.Pad(value, widths[c])
				used += widths[c] + len(Gap)
			} else if s.Width > 0 {
				value = termwidth.Truncate(value, max(minLastWidth, s.Width-used))
			}
			b.WriteString(s.Paint(with(c), value))
			if n < len(shown)-1 {
				b.WriteString(Gap)
			}
		}
		s.Line(strings.TrimRight(b.String(), " "))
	}
	line(func(c int) string { return columns[c].Head }, func(int) Style { return Strong })
	for r := range rows {
		line(func(c int) string { return cells[r][c] }, func(c int) Style {
			if columns[c].Style == nil {
				return Plain
			}
			return columns[c].Style(&rows[r])
		})
	}
}

// fitting returns the indexes of the columns to show and widens their widths to their heads.
func fitting[T any](s *Printer, columns []Column[T], widths []int) (shown []int) {
	used := 0
	for c := range columns {
		if widths[c] > 0 {
			shown = append(shown, c)
			widths[c] = max(widths[c], termwidth.Width(columns[c].Head))
			used += widths[c] + len(Gap)
		}
	}
	if s.Width == 0 || len(shown) == 0 {
		return shown
	}
	last := shown[len(shown)-1]
	used += min(wantedLastWidth, widths[last]) - widths[last] - len(Gap)
	for at := len(shown) - 1; at >= 0 && used > s.Width; at-- {
		if c := shown[at]; columns[c].Optional {
			used -= widths[c] + len(Gap)
			shown = slices.Delete(shown, at, at+1)
		}
	}
	return shown
}

// measure computes every cell once; a column with a width of 0 is empty.
func measure[T any](columns []Column[T], rows []T) (cells [][]string, widths []int) {
	cells, widths = make([][]string, len(rows)), make([]int, len(columns))
	for r := range rows {
		cells[r] = make([]string, len(columns))
		for c := range columns {
			cells[r][c] = columns[c].Cell(&rows[r])
			widths[c] = max(widths[c], termwidth.Width(cells[r][c]))
		}
	}
	return cells, widths
}

// AlignColumns formats rows as aligned columns. On a terminal the last column goes on below itself where it does not
// fit the width; 0 columns stand for no terminal. Cells must be sanitised already.
func AlignColumns(rows [][]string, columns int) string {
	last := len(rows[0]) - 1
	widths, indent := make([]int, last), 0
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], termwidth.Width(row[i]))
		}
		indent += widths[i] + len(Gap)
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, width := range widths {
			line.WriteString(termwidth.Pad(row[i], width) + Gap)
		}
		parts := []string{row[last]}
		if columns > 0 {
			parts = termwidth.Wrap(row[last], max(minLastWidth, columns-indent))
		}
		line.WriteString(strings.Join(parts, "\n"+strings.Repeat(" ", indent)))
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
