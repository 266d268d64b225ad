package part

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

// column is how wide a column of a table is, wants to be, and must at least be to hold its words.
type column struct{ width, natural, least int }

// gap is how many columns of the screen stand between two of a table.
const gap = 3

type columns []column

// newColumns measures drawn cells.
func newColumns(rows [][]string) columns {
	var all columns
	for _, row := range rows {
		for i, cell := range row {
			if i == len(all) {
				all = append(all, column{natural: 1, least: 1})
			}
			c := &all[i]
			c.natural = max(c.natural, safetext.Width(cell))
			for word := range strings.FieldsSeq(ansi.Strip(cell)) {
				c.least = max(c.least, min(safetext.Width(word), longest))
			}
		}
	}
	return all
}

// fit gives each column its width so that all fit in width columns: what is left over the least widths goes first
// to the columns that want little more. It is false when words would have to be broken.
func (c columns) fit(width int) bool {
	left := width - (len(c)-1)*gap
	for i := range c {
		c[i].width = c[i].least
		left -= c[i].least
	}
	if left < 0 {
		return false
	}
	for left > 0 {
		wanting := 0
		for _, col := range c {
			if col.width < col.natural {
				wanting++
			}
		}
		if wanting == 0 {
			return true
		}
		share := max(left/wanting, 1)
		for i := range c {
			more := min(share, c[i].natural-c[i].width, left)
			c[i].width += more
			left -= more
		}
	}
	return true
}
