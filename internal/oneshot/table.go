package oneshot

import (
	"slices"
	"strings"

	"frontdesk/internal/termwidth"
)

// column is one column of a table; cell returns a single line of sanitised text.
type column[T any] struct {
	head     string
	cell     func(*T) string
	ink      func(*T) style // plain when nil
	optional bool           // left out, the last one first, if the terminal is too narrow for the last column
}

const (
	gap             = "  "
	minLastWidth    = 12 // minimum width of the last column on a terminal
	wantedLastWidth = 30 // width that the last column needs before optional columns are shown
)

// table prints rows in aligned columns and leaves out empty columns. On a terminal the last column is truncated to the
// width; otherwise nothing is.
func table[T any](s *Printer, columns []column[T], rows []T) {
	cells, widths := measure(columns, rows)
	shown := fitting(s, columns, widths)
	line := func(cell func(c int) string, with func(c int) style) {
		var b strings.Builder
		used := 0
		for n, c := range shown {
			value := cell(c)
			if last := n == len(shown)-1; !last {
				value = termwidth.Pad(value, widths[c])
				used += widths[c] + len(gap)
			} else if s.Width > 0 {
				value = termwidth.Truncate(value, max(minLastWidth, s.Width-used))
			}
			b.WriteString(s.paint(with(c), value))
			if n < len(shown)-1 {
				b.WriteString(gap)
			}
		}
		s.line(strings.TrimRight(b.String(), " "))
	}
	line(func(c int) string { return columns[c].head }, func(int) style { return strong })
	for r := range rows {
		line(func(c int) string { return cells[r][c] }, func(c int) style {
			if columns[c].ink == nil {
				return plain
			}
			return columns[c].ink(&rows[r])
		})
	}
}

// fitting returns the indexes of the columns to show and widens their widths to their heads.
func fitting[T any](s *Printer, columns []column[T], widths []int) (shown []int) {
	used := 0
	for c := range columns {
		if widths[c] > 0 {
			shown = append(shown, c)
			widths[c] = max(widths[c], termwidth.Width(columns[c].head))
			used += widths[c] + len(gap)
		}
	}
	if s.Width == 0 || len(shown) == 0 {
		return shown
	}
	last := shown[len(shown)-1]
	used += min(wantedLastWidth, widths[last]) - widths[last] - len(gap)
	for at := len(shown) - 1; at >= 0 && used > s.Width; at-- {
		if c := shown[at]; columns[c].optional {
			used -= widths[c] + len(gap)
			shown = slices.Delete(shown, at, at+1)
		}
	}
	return shown
}

// measure computes every cell once; a column with a width of 0 is empty.
func measure[T any](columns []column[T], rows []T) (cells [][]string, widths []int) {
	cells, widths = make([][]string, len(rows)), make([]int, len(columns))
	for r := range rows {
		cells[r] = make([]string, len(columns))
		for c := range columns {
			cells[r][c] = columns[c].cell(&rows[r])
			widths[c] = max(widths[c], termwidth.Width(cells[r][c]))
		}
	}
	return cells, widths
}
