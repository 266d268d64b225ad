package part

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	grid "github.com/yuin/goldmark/extension/ast"

	"frontdesk/internal/safetext"
)

// longest is how many columns of a word a table's column must have room for.
const longest = 16

func isTable(n ast.Node) bool { return n.Kind() == grid.KindTable }

// isHeadless says whether n is a table whose head is empty, as it is when a table goes on from the piece before.
func isHeadless(n ast.Node) bool {
	if !isTable(n) {
		return false
	}
	for cell := range children(n.FirstChild()) {
		if cell.HasChildren() {
			return false
		}
	}
	return true
}

// table draws a table in columns when they can be as wide as their words, else each row as a list of its cells.
func (p *blockRenderer) table(node ast.Node, width int) []string {
	headless := isHeadless(node)
	rows := p.rows(node)
	columns := newColumns(rows)
	if !columns.fit(width) {
		if len(rows) > 1 {
			return p.records(rows[0], rows[1:], width)
		}
		return p.records(nil, rows, width)
	}
	var lines []string
	for i, row := range rows {
		if i == 0 && headless {
			continue
		}
		lines = append(lines, p.row(row, columns)...)
		if i == 0 {
			lines = append(lines, p.underHead(columns))
		}
	}
	return lines
}

// rows draws all cells, unwrapped; the first row is the head, which is made bold.
func (p *blockRenderer) rows(table ast.Node) [][]string {
	var rows [][]string
	for row := range children(table) {
		var cells []string
		for cell := range children(row) {
			words := ast.NewParagraph()
			if row.Kind() == grid.KindTableHeader {
				strong := ast.NewEmphasis(2)
				words.AppendChild(words, strong)
				moveChildren(cell, strong)
			} else {
				moveChildren(cell, words)
			}
			cells = append(cells, strings.Join(wrap(p.draw(words), 0), " "))
		}
		rows = append(rows, cells)
	}
	return rows
}

func moveChildren(from, to ast.Node) {
	for n := range children(from) {
		to.AppendChild(to, n)
	}
}

// row draws the cells of a row side by side, each wrapped in its column.
func (p *blockRenderer) row(cells []string, columns columns) []string {
	drawn := make([][]string, len(cells))
	height := 0
	for i, cell := range cells {
		drawn[i] = wrap(cell, columns[i].width)
		height = max(height, len(drawn[i]))
	}
	lines, between := make([]string, height), " "+p.marks.dim("│")+" "
	for y := range lines {
		var b strings.Builder
		for i, cell := range drawn {
			s := ""
			if y < len(cell) {
				s = cell[y]
			}
			if i > 0 {
				b.WriteString(between)
			}
			if i < len(drawn)-1 {
				s = safetext.Pad(s, columns[i].width)
			}
			b.WriteString(s)
		}
		lines[y] = b.String()
	}
	return lines
}

// underHead is the line under the head.
func (p *blockRenderer) underHead(columns columns) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = strings.Repeat("─", c.width)
	}
	return p.marks.dim(strings.Join(parts, "─┼─"))
}

// records draws a table that is too wide: a list item for each row, in it a line for each cell with its heading.
func (p *blockRenderer) records(head []string, rows [][]string, width int) []string {
	var lines []string
	for _, row := range rows {
		var record []string
		for i, cell := range row {
			if cell == "" {
				continue
			}
			if i < len(head) && head[i] != "" {
				cell = head[i] + ": " + cell
			}
			record = append(record, prefixed("", "  ", wrap(cell, width-4))...)
		}
		lines = append(lines, prefixed("• ", "  ", record)...)
	}
	return lines
}

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
