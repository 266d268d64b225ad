package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	grid "github.com/yuin/goldmark/extension/ast"

	"frontdesk/internal/termwidth"
)

// maxWordWidth is the maximum width of a word, in columns, that a table column must be able to hold unbroken.
const maxWordWidth = 16

func isTable(n ast.Node) bool { return n.Kind() == grid.KindTable }

// isHeadless reports whether n is a table with an empty header row, which marks the continuation of a table from
// the previous chunk.
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

// table renders a table in columns if no word has to be broken, and otherwise each row as a list of its cells.
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

// rows renders all cells without wrapping them; the first row is the header, which is bold.
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
			cells = append(cells, strings.Join(selfContained(strings.Split(p.renderInline(words), "\n")), " "))
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

// row renders the cells of a row side by side, each wrapped to the width of its column.
func (p *blockRenderer) row(cells []string, columns columns) []string {
	drawn := make([][]string, len(cells))
	height := 0
	for i, cell := range cells {
		drawn[i] = wrap(cell, columns[i].width)
		height = max(height, len(drawn[i]))
	}
	lines, between := make([]string, height), " "+p.options.Theme.Muted.Render("│")+" "
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
				s = termwidth.Pad(s, columns[i].width)
			}
			b.WriteString(s)
		}
		lines[y] = b.String()
	}
	return lines
}

// underHead returns the rule below the header row.
func (p *blockRenderer) underHead(columns columns) string {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = strings.Repeat("─", c.width)
	}
	return p.options.Theme.Muted.Render(strings.Join(parts, "─┼─"))
}

// records renders a table that is too wide for columns: one list item per row, with one line per cell that starts
// with the cell's column heading.
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

// column holds the width of a table column, its natural width, and the minimum that its words need.
type column struct{ width, natural, least int }

// gap is the number of screen columns between two table columns.
const gap = 3

type columns []column

// newColumns measures rendered cells.
func newColumns(rows [][]string) columns {
	var all columns
	for _, row := range rows {
		for i, cell := range row {
			if i == len(all) {
				all = append(all, column{natural: 1, least: 1})
			}
			c := &all[i]
			c.natural = max(c.natural, termwidth.Width(cell))
			for word := range strings.FieldsSeq(ansi.Strip(cell)) {
				c.least = max(c.least, min(termwidth.Width(word), maxWordWidth))
			}
		}
	}
	return all
}

// fit distributes width among the columns: first their minimum widths, then the remainder in equal shares up to
// their natural widths. It returns false if words would have to be broken.
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
