package safetext

import "strings"

// table is a data table, whose rows are written when all of them are known.
type table struct {
	rows [][]string
	size int // of its rows in bytes
}

// maxColumns limits a table, of which readers of markdown fill up each row. Further cells belong to the last one.
const maxColumns = 64

// cellEnd stands between cells while the empty ones at the ends of a row are removed. No sanitised text has it.
const cellEnd = "\x00"

// addCell adds a cell to the last row of the table.
func (p *page) addCell() {
	t, cell := &p.table, p.endLine()
	t.size += len(cell) + len(" | ")
	if len(t.rows) == 0 {
		t.rows = [][]string{nil}
	}
	last := &t.rows[len(t.rows)-1]
	if n := len(*last); n == maxColumns {
		(*last)[n-1] += " " + cell
		return
	}
	*last = append(*last, cell)
}

// writeTable writes the rows of the table that are known, each on a line. Those to come stand below an empty one, since
// otherwise the next would be the header.
func (p *page) writeTable() {
	rows, width := p.table.rows, 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if width == 0 {
		return
	}
	p.table = table{rows: [][]string{nil}}
	for i, row := range rows {
		switch {
		case p.asText:
			if text := strings.Trim(strings.Join(row, cellEnd), cellEnd); text != "" {
				p.writeBlock(strings.ReplaceAll(text, cellEnd, " | "))
			}
		case i == 0:
			p.writeBlock("| " + strings.Join(append(row, make([]string, width-len(row))...), " | ") + " |")
			p.breaks = 1
			p.writeBlock("|" + strings.Repeat("---|", width))
		case len(row) > 0:
			p.writeBlock("| " + strings.Join(row, " | ") + " |")
		}
		p.breaks = 1
	}
	if !p.asText {
		p.breaks = 2
	}
}
