package terminal

import (
	"bytes"
	"strings"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// grid is what a terminal shows, as rows of cells, and the bytes that change it. A row whose text stays is not looked
// at; rows that move together are moved by the terminal.
type grid struct {
	width, height int
	method        ansi.Method
	profile       colorprofile.Profile
	rows          []row
	spare         uv.Line // cells of no row
	out           bytes.Buffer

	// The state of the terminal.
	x, y int     // of the cursor; -1 if it is not known
	pen  uv.Cell // with the style and the link of what is written next
	ends bool    // what is to be written reaches the last column, where terminals wrap
}

// row is a line of the screen.
type row struct {
	text   string
	isText bool // the cells are those of the text, and depend on no line above it
	cells  uv.Line

	// isFragile is set if the terminal may place a cell elsewhere, so that no part of the row can be changed alone.
	isFragile bool
}

// set clears the screen if its content is not known, or was drawn in another way.
func (g *grid) set(f frame, isKnown bool) {
	method := widthMethod(f)
	if isKnown && g.width == f.width && g.height == f.height && g.method == method && g.profile == f.profile {
		return
	}
	g.width, g.height, g.method, g.profile = f.width, f.height, method, f.profile
	g.rows = make([]row, g.height)
	for y := range g.rows {
		g.rows[y] = g.blank()
	}
	g.spare = g.blank().cells
	g.x, g.y, g.pen = -1, -1, uv.EmptyCell
	g.out.WriteString(ansi.ResetStyle + ansi.ResetHyperlink() + ansi.CursorHomePosition + ansi.EraseEntireScreen)
}

func (g *grid) blank() row { return row{isText: true, cells: uv.NewBuffer(g.width, 1).Line(0)} }

// draw writes how a text of many lines differs from what is shown.
func (g *grid) draw(content string) {
	lines := strings.Split(strings.ReplaceAll(content, "\r\n", "\n"), "\n")
	lines = lines[:min(len(lines), g.height)]
	for len(lines) < g.height {
		lines = append(lines, "")
	}
	if !g.areApart(lines) {
		whole := uv.NewScreenBuffer(g.width, g.height)
		whole.Method = g.method
		uv.NewStyledString(strings.Join(lines, "\n")).Draw(whole, whole.Bounds())
		for y := range lines {
			g.replace(y, row{cells: whole.Line(y)})
		}
		return
	}
	g.scroll(lines)
	for y, line := range lines {
		if !g.rows[y].shows(line) {
			g.replace(y, g.read(line))
		}
	}
}

func (r row) shows(line string) bool { return r.isText && r.text == line }

// areApart reports whether no line depends on the style of a line above it.
func (g *grid) areApart(lines []string) bool {
	for y, line := range lines {
		if !g.rows[y].shows(line) && !endsAllStyles(line) {
			return false
		}
	}
	return true
}

// read draws a line in cells of its own.
func (g *grid) read(line string) row {
	paper := lineScreen{g.spare, g.method}
	uv.NewStyledString(line).Draw(paper, paper.Bounds())
	return row{text: line, isText: true, cells: g.spare}
}

// lineScreen is a screen of one line, which need not know what was changed.
type lineScreen struct {
	cells  uv.Line
	method ansi.Method
}

func (s lineScreen) Bounds() uv.Rectangle        { return uv.Rect(0, 0, len(s.cells), 1) }
func (s lineScreen) CellAt(x, _ int) *uv.Cell    { return s.cells.At(x) }
func (s lineScreen) WidthMethod() uv.WidthMethod { return s.method }
func (s lineScreen) SetCell(x, y int, c *uv.Cell) {
	if y == 0 {
		s.cells.Set(x, c)
	}
}

// replace shows another row.
func (g *grid) replace(y int, by row) {
	was := g.rows[y]
	by.isFragile = g.isFragile(by.cells)
	if was.isFragile || by.isFragile {
		g.paint(y, by.cells)
	} else {
		g.change(y, was.cells, by.cells)
	}
	g.rows[y] = by
	g.spare = was.cells
}

// isFragile reports whether a cell is wider than one column, or may be on the terminal.
func (g *grid) isFragile(cells uv.Line) bool {
	for i := range cells {
		c := &cells[i]
		if len(c.Content) <= 1 {
			continue
		}
		if c.Width != 1 || g.method.StringWidth(c.Content) != ansi.StringWidth(c.Content) {
			return true
		}
	}
	return false
}

// end returns the number of cells up to the last one that is not blank.
func end(cells uv.Line) int {
	n := len(cells)
	for n > 0 && cells[n-1].Content <= " " && cells[n-1].Style.IsZero() && cells[n-1].Link.IsZero() {
		n--
	}
	return n
}

// paint writes a whole row.
func (g *grid) paint(y int, cells uv.Line) {
	g.x = -1
	g.move(0, y)
	g.clearRight()
	for x := range end(cells) {
		g.put(&cells[x])
	}
	g.x, g.ends = -1, true // where the terminal has it is not known
}

// shortGap is how many cells that have not changed are written rather than passed over.
const shortGap = 5

// change writes the cells of a row that differ.
func (g *grid) change(y int, was, by uv.Line) {
	last := end(by)
	for x := 0; x < last; x++ {
		if by[x].Equal(&was[x]) {
			continue
		}
		g.move(x, y)
		until := x + 1 // the cell after the last one that differs
		for next := until; next < last && next-until <= shortGap; next++ {
			if !by[next].Equal(&was[next]) {
				until = next + 1
			}
		}
		for ; x < until; x++ {
			g.put(&by[x])
		}
	}
	if end(was) > last {
		g.move(last, y)
		g.clearRight()
	}
}

// clearRight clears the row from the cursor on.
func (g *grid) clearRight() {
	g.setPen(&uv.EmptyCell)
	g.out.WriteString(ansi.EraseLineRight)
}

// put writes a cell. The second half of a wide one has no width.
func (g *grid) put(c *uv.Cell) {
	if c.Width == 0 {
		return
	}
	g.setPen(c)
	g.out.WriteString(c.Content)
	if g.x += c.Width; g.x >= g.width {
		g.x, g.ends = -1, true
	}
}

// setPen changes the style and the link of what is written next to those of a cell.
func (g *grid) setPen(c *uv.Cell) {
	if !c.Style.Equal(&g.pen.Style) {
		was, style := uv.ConvertStyle(g.pen.Style, g.profile), uv.ConvertStyle(c.Style, g.profile)
		change := style.Diff(&was)
		if style.IsZero() && change != "" {
			change = ansi.ResetStyle
		}
		g.out.WriteString(change)
		g.pen.Style = c.Style
	}
	if !c.Link.Equal(&g.pen.Link) {
		link := uv.ConvertLink(c.Link, g.profile)
		g.out.WriteString(ansi.SetHyperlink(link.URL, link.Params))
		g.pen.Link = c.Link
	}
}

// move moves the cursor.
func (g *grid) move(x, y int) {
	switch {
	case x == g.x && y == g.y:
	case y == g.y && g.x >= 0 && x > g.x:
		g.out.WriteString(ansi.CursorForward(x - g.x))
	default:
		g.out.WriteString(ansi.CursorPosition(x+1, y+1))
	}
	g.x, g.y = x, y
}

// take returns what is to be written, to a terminal that does not wrap meanwhile.
func (g *grid) take() string {
	changes := g.out.String()
	if g.ends {
		changes = ansi.ResetModeAutoWrap + changes + ansi.SetModeAutoWrap
	}
	g.out.Reset()
	g.ends = false
	return changes
}
