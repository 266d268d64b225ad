package form

import (
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// row is the half-open range of a buffer's characters that stands in one row of the screen; a line break that ends
// it is not in it.
type row struct{ from, to int }

// wrapCells lays characters out in rows of at most width columns: broken behind blanks, within a word only when it
// is longer than a row. Blanks at the end of a row may hang over, or they would begin the next one.
func wrapCells(cells []string, width int) []row {
	var rows []row
	from, word, x := 0, 0, 0 // of the row, of the last word in it, behind the last character
	for i, c := range cells {
		if c == newline {
			rows = append(rows, row{from, i})
			from, word, x = i+1, i+1, 0
			continue
		}
		w := cellWidth(c)
		for x+w > width && c != " " && from < i {
			to := i
			if from < word {
				to = word
			}
			rows = append(rows, row{from, to})
			from, word, x = to, to, widthOf(cells[to:i])
		}
		if x += w; c == " " {
			word = i + 1
		}
	}
	return append(rows, row{from, len(cells)})
}

// rowOf is the row that a cursor stands in; between two rows of a wrapped line it is the second.
func rowOf(rows []row, at int) int {
	i, _ := slices.BinarySearchFunc(rows, at, func(r row, at int) int {
		if r.from <= at {
			return -1
		}
		return 1
	})
	return max(i-1, 0)
}

// cursorInForm is the cursor's place in row i nearest to column x.
func cursorInForm(rows []row, i int, cells []string, x int) int {
	r := rows[i]
	last := r.to
	if i+1 < len(rows) && rows[i+1].from == r.to {
		last-- // behind its last character the cursor stands in the next row
	}
	at := r.from
	for at < last && cellWidth(cells[at]) <= x {
		x -= cellWidth(cells[at])
		at++
	}
	return at
}

// drawn is a row as it is shown, without the blanks that hang over.
func drawn(cells []string, width int) string {
	s := strings.Join(cells, "")
	if widthOf(cells) > width {
		s = strings.TrimRight(s, " ")
		if n := width - safetext.Width(s); n > 0 {
			s += strings.Repeat(" ", n)
		}
	}
	return s
}
