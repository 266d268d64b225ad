package form

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	spots "frontdesk/ui/widget"
)

// clicker is implemented by widgets in which a click does more than to give them the focus.
type clicker interface {
	// ClickAt returns what a click at a cell of the view does once the field has the focus. The place is found now,
	// because the focus may move what is there.
	ClickAt(p image.Point) func()
}

var _ = []clicker{
	(*textedit.Area)(nil), (*textedit.Input)(nil), (*selectField)(nil), (*checkbox)(nil), (*keyValue)(nil),
}

// SpotAt returns the field at a cell of the view, or the option or the button there: a click gives the field the focus
// and puts the text cursor there, chooses the option, ticks the box or presses the button.
func (f *Form) SpotAt(at image.Point) (spots.Spot, bool) {
	i, inside, ok := f.fieldAt(at)
	menu, row := f.menu(), at.Y-f.menuTop
	switch {
	case f.Locked:
		return spots.Spot{}, false
	case row >= 0 && row < len(menu.Rows) && at.Y != f.Cursor().Y:
		point := func() tea.Cmd { menu.Point(row); return nil }
		return spots.Spot{Name: "menu " + strconv.Itoa(row), Key: "enter", Select: point}, true
	case !ok:
		return spots.Spot{}, false
	}
	e := f.entries[i]
	spot, click := spots.Spot{Name: e.Name}, func() {}
	if inside.Y >= 0 && inside.Y < e.Height() {
		if c, can := e.widget.(clicker); can {
			click = c.ClickAt(inside)
		}
		if e.isAdder() {
			spot.Name, click = "", func() { f.addItem(e.section) } // a double click adds one
		}
		if p, is := e.widget.(*selectField); is && inside.Y > 0 && inside.Y <= shownOptions {
			spot.Name += " " + strconv.Itoa(p.firstShown()+inside.Y)
		}
	}
	spot.Select = func() tea.Cmd { f.change(func() { f.click(i, click) }); return nil }
	return spot, true
}

// fieldAt returns the field at a cell of the view, and the cell within its widget.
func (f *Form) fieldAt(at image.Point) (i int, inside image.Point, ok bool) {
	if at.Y -= len(f.head()); at.Y < 0 || at.Y >= f.height {
		return 0, image.Point{}, false
	}
	for _, r := range f.rows {
		y := at.Y + f.first - r.top
		if y < 0 || y >= r.height {
			continue
		}
		i = r.left
		if r.right >= 0 && at.X >= f.entries[r.right].column && y-f.headingHeight(r) < f.heightOf(r.right) {
			i = r.right // below it are the choices of the one on the left
		}
		e := f.entries[i]
		inside = image.Pt(at.X-e.column-labelColumn, y-f.headingHeight(r))
		if e.Kind == Multiline {
			inside = image.Pt(at.X-e.column-textColumn, y-f.headingHeight(r)-f.linesAboveText(e))
		}
		return i, inside, y >= f.headingHeight(r)
	}
	return 0, image.Point{}, false
}

// click gives a field the focus as the keys do, and does what a click there does besides.
func (f *Form) click(i int, do func()) {
	e := f.entries[i]
	if i != f.at {
		f.entries[f.at].validate()
		f.focus(i)
	}
	f.wheeled = false
	before := e.Value()
	do()
	if e.Value() != before {
		e.validate()
		e.err = nil
	}
	f.relayout()
}

// ScrollAt scrolls the text under the pointer or, if all of it is shown, the form. The focus stays where it is.
func (f *Form) ScrollAt(at image.Point, by int) tea.Cmd {
	if i, _, ok := f.fieldAt(at); ok {
		if a, is := f.entries[i].widget.(*textedit.Area); is && a.ScrollBy(by) {
			return nil
		}
	}
	if f.lines > f.height {
		f.wheeled = true
		f.first = max(min(f.first+by, f.lines-f.height), 0)
	}
	return nil
}

// ClickAt chooses the option in a line of the view, or puts the cursor into what was typed.
func (p *selectField) ClickAt(at image.Point) func() {
	i := p.firstShown() + at.Y - 1
	switch {
	case at.Y > 0 && at.Y <= shownOptions && i < len(p.shown):
		chosen := p.shown[i]
		return func() {
			if i < len(p.shown) && p.shown[i] == chosen {
				p.move(i - p.at)
			}
		}
	case at.Y == 0 && p.focused && p.typing:
		return p.line.ClickAt(at)
	}
	return func() {}
}

// ClickAt ticks the box, or takes the tick away.
func (w *checkbox) ClickAt(at image.Point) func() {
	if at.X < 0 || at.X >= termwidth.Width(w.box()) {
		return func() {}
	}
	return func() { w.set = !w.set }
}

// ClickAt puts the cursor into the name or the value in a line of the view.
func (w *keyValue) ClickAt(at image.Point) func() {
	row, column, x := min(max(at.Y, 0), len(w.rows)-1), 0, at.X
	if begin := w.nameWidth() + termwidth.Width(pairRule); x >= begin {
		column, x = 1, x-begin
	}
	put := w.rows[row][column].ClickAt(image.Pt(x, 0))
	return func() {
		w.row, w.column = min(row, len(w.rows)-1), column
		w.syncFocus()
		put()
	}
}
