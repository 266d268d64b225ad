// Package table reads the tables that the program embeds as text: sections that begin with [name], rows of cells parted
// by bars, and lines of comment that begin with #.
package table

import (
	"fmt"
	"strings"
)

// Row is a row with the section that it stands in.
type Row struct {
	Section string
	Cells   []string
}

// Read reads a table of so many columns; the last cell of a row may hold bars. A table is part of the program, so a
// mistake in it is one of the program: Read panics.
func Read(text string, columns int) []Row {
	var rows []Row
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.SplitN(line, "|", columns)
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && len(cells) == 1:
			section = strings.Trim(line, "[]")
		case len(cells) != columns:
			panic(fmt.Sprintf("table: %q has %d cells, not %d", line, len(cells), columns))
		default:
			rows = append(rows, Row{section, cells})
		}
	}
	return rows
}
