package terminal

import (
	"slices"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// fewLines is how many lines must have moved together for the terminal to move them.
const fewLines = 3

// movement is lines that have moved together: those from first to last stood by so many rows further down, or up if it
// is negative.
type movement struct{ by, first, last int }

// scroll has the terminal move the lines that have moved together.
func (g *grid) scroll(lines []string) {
	m, found := g.findMovement(lines)
	if !found {
		return
	}
	top, bottom := m.first, m.last+m.by
	if m.by < 0 {
		top, bottom = m.first+m.by, m.last
	}
	g.setPen(&uv.EmptyCell) // new rows take its background
	if bottom < g.height-1 {
		g.out.WriteString(ansi.SetTopBottomMargins(top+1, bottom+1))
		g.x = -1
	}
	g.move(0, top)
	moved := g.rows[top : bottom+1]
	if m.by > 0 {
		g.out.WriteString(ansi.DeleteLine(m.by))
		rotate(moved, m.by)
		g.clear(moved[len(moved)-m.by:])
	} else {
		g.out.WriteString(ansi.InsertLine(-m.by))
		rotate(moved, len(moved)+m.by)
		g.clear(moved[:-m.by])
	}
	if bottom < g.height-1 {
		g.out.WriteString(ansi.SetTopBottomMargins(1, g.height))
		g.x = -1
	}
}

// rotate moves the first rows to the end.
func rotate(rows []row, first int) {
	moved := slices.Concat(rows[first:], rows[:first])
	copy(rows, moved)
}

func (g *grid) clear(rows []row) {
	for y := range rows {
		rows[y] = g.blank()
	}
}

// findMovement finds the lines that have moved together, if moving them saves more lines than it costs.
func (g *grid) findMovement(lines []string) (m movement, found bool) {
	before := map[string]int{}
	changed := 0
	for y, line := range lines {
		if g.rows[y].shows(line) {
			continue
		}
		if changed++; g.rows[y].isText && g.rows[y].text != "" {
			before[g.rows[y].text] = y
		}
	}
	if changed <= fewLines {
		return movement{}, false
	}
	run := movement{}
	for y, line := range lines {
		from, known := before[line]
		if !known || g.rows[y].shows(line) {
			run = movement{}
			continue
		}
		if run.by != from-y || run.last != y-1 {
			run = movement{from - y, y, y}
		}
		if run.last = y; run.last-run.first > m.last-m.first {
			m = run
		}
	}
	gap := max(m.by, -m.by)
	return m, gap > 0 && m.last-m.first+1 >= max(fewLines, gap)
}
