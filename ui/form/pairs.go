package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/theme"
)

// pair is a name with its value, each one line of typing.
type pair [2]*Line

func newPair(name, value string) pair {
	p := pair{NewLine("name", maxPair), NewLine("value", maxPair)}
	p[0].SetValue(name)
	p[1].SetValue(value)
	return p
}

// maxPair is the most characters of a name or a value.
const maxPair = 4000

func (p pair) isEmpty() bool { return p[0].Value()+p[1].Value() == "" }

// pairs are names with values, a row each. While it has the keys there is one empty row more, to be written in; what is
// empty vanishes when it loses them.
type pairs struct {
	th      *theme.Theme
	rows    []pair
	row     int
	column  int
	width   int
	focused bool
}

func newPairs(th *theme.Theme) *pairs {
	w := &pairs{th: th}
	w.tidy()
	return w
}

// SetTheme changes the colours.
func (w *pairs) SetTheme(th *theme.Theme) {
	w.th = th
	w.SetWidth(w.width)
}

// tidy leaves out empty rows but for the one to be written in.
func (w *pairs) tidy() {
	w.rows = append(slices.DeleteFunc(w.rows, pair.isEmpty), newPair("", ""))
	w.row = min(w.row, len(w.rows)-1)
	w.SetWidth(w.width)
}

func (w *pairs) Value() string {
	var lines []string
	for _, p := range w.rows {
		if !p.isEmpty() {
			lines = append(lines, p[0].Value()+"\t"+p[1].Value())
		}
	}
	return strings.Join(lines, newline)
}

func (w *pairs) SetValue(v string) {
	w.rows, w.row, w.column = nil, 0, 0
	for line := range strings.SplitSeq(v, newline) {
		name, value, _ := strings.Cut(line, "\t")
		w.rows = append(w.rows, newPair(name, value))
	}
	w.tidy()
	w.aim()
}

// aim gives the keys to the cell in which the cursor stands.
func (w *pairs) aim() {
	for y, p := range w.rows {
		for x, cell := range p {
			cell.Blur()
			if w.focused && y == w.row && x == w.column {
				cell.Focus()
			}
		}
	}
}

func (w *pairs) Update(msg tea.Msg) tea.Cmd {
	p := w.rows[w.row]
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case k.String() == "up" || k.String() == "down":
			w.row += map[string]int{"up": -1, "down": 1}[k.String()]
			w.aim()
			return nil
		case k.String() == "enter":
			w.step(1)
			return nil
		case k.String() == "backspace" && p[w.column].Value() == "":
			w.back(p)
			return nil
		}
	}
	cmd := p[w.column].Update(msg)
	if !w.rows[len(w.rows)-1].isEmpty() {
		w.rows = append(w.rows, newPair("", ""))
		w.SetWidth(w.width)
	}
	return cmd
}

// back goes to the cell before; a row that is empty is removed.
func (w *pairs) back(p pair) {
	if p.isEmpty() && w.row < len(w.rows)-1 {
		w.rows = append(w.rows[:w.row:w.row], w.rows[w.row+1:]...)
		w.aim()
		return
	}
	w.step(-1)
}

// step goes to the next cell, or back by -1; false when there is none.
func (w *pairs) step(by int) bool {
	at := w.row*2 + w.column + by
	if at < 0 || at >= len(w.rows)*2 || by > 0 && w.column == 0 && w.rows[w.row].isEmpty() {
		return false
	}
	w.row, w.column = at/2, at%2
	w.aim()
	return true
}

// shown are the rows that are seen: the empty one only while it can be written in.
func (w *pairs) shown() []pair {
	if w.focused || len(w.rows) == 1 {
		return w.rows
	}
	return w.rows[:len(w.rows)-1]
}

func (w *pairs) View() string {
	var lines []string
	for _, p := range w.shown() {
		lines = append(lines, p[0].View()+w.th.Muted.On(" │ ")+p[1].View())
	}
	return strings.Join(lines, newline)
}

func (w *pairs) Height() int { return len(w.shown()) }

func (w *pairs) SetWidth(width int) {
	w.width = width
	for _, p := range w.rows {
		p[0].SetTheme(w.th)
		p[1].SetTheme(w.th)
		p[0].SetWidth(w.nameWidth())
		p[1].SetWidth(max(width-w.nameWidth()-3, 1))
	}
}

func (w *pairs) nameWidth() int { return max((w.width-3)/3, 4) }

func (w *pairs) Focus() tea.Cmd {
	w.focused, w.row, w.column = true, 0, 0
	w.aim()
	return nil
}

func (w *pairs) Blur() {
	w.focused = false
	w.tidy()
	w.aim()
}

func (w *pairs) Cursor() *tea.Cursor {
	c := w.rows[w.row][w.column].Cursor()
	if c == nil {
		return nil
	}
	return bar(c.X+w.column*(w.nameWidth()+text.Width(" │ ")), w.row)
}

func (w *pairs) isFull() bool { return w.rows[w.row][w.column].isFull() }

// Takes keeps the arrows and enter while there is a row, or a cell, to go to.
func (w *pairs) Takes(k string) bool {
	switch k {
	case "up":
		return w.row > 0
	case "down":
		return w.row < len(w.rows)-1
	case "enter":
		return w.column == 1 || !w.rows[w.row].isEmpty()
	}
	return false
}
