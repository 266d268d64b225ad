// Package layout decides which regions of the window exist at which size. Templates are tables; Solve turns one into
// rectangles.
package layout

import "image"

// Slot is a named place on the screen, which shows one pane or the form.
type Slot string

// The slots.
const (
	List    Slot = "list"    // the list of tickets
	Detail  Slot = "detail"  // what is read beside the list or the form
	Editor  Slot = "editor"  // the form, in the list's place
	Answers Slot = "answers" // the FAQ, beside the ticket or beside the form
)

// margin returns the blank columns between the slot and the edge of the window. They align its text with the header;
// the rows of the list have a gutter of their own.
func (s Slot) margin() int {
	if s == List {
		return 0
	}
	return 1
}

// Column is a column of a template. The last column of a row takes what the others leave.
type Column struct {
	Slot  Slot
	Min   int // minimum width
	Ideal int // width that it takes before the columns after it get more than their minimum
	Share int // percentage of the window that it takes in any case
	Less  int // columns to take off the share, for the divider in the middle of the window
	Max   int // maximum width, 0 for none; what is left over goes to the columns before it
}

// Breakpoint is the row of a template for windows from a minimum width; without columns it shows the focused slot
// alone.
type Breakpoint struct {
	MinWidth int
	Columns  []Column
}

// Template is a list of breakpoints, the widest first.
type Template []Breakpoint

// SplitWidth is the minimum width for two regions side by side.
const SplitWidth = 100

// The templates.
var (
	Browsing = Template{
		// The ideal list shows most sub-statuses in full, with enough of the title. Longer lines of detail are hard to
		// read.
		{SplitWidth, []Column{{Slot: List, Min: 58, Ideal: 73, Share: 58}, {Slot: Detail, Min: 42, Max: 76}}},
		{0, nil},
	}
	Editing = Template{
		{SplitWidth, []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Detail}}},
		{0, nil},
	}
	// LookingUp has the ticket or the customer on the left, as wide as its lines are easy to read.
	LookingUp = Template{
		{SplitWidth, []Column{{Slot: Detail, Min: 42, Share: 45, Max: 76}, {Slot: Answers}}},
		{0, nil},
	}
	Answering = Template{
		{SplitWidth, []Column{{Slot: Editor, Min: 50, Share: 50, Less: 2, Max: 92}, {Slot: Answers}}},
		{0, nil},
	}
)

// Region is a slot with its rectangle in the window.
type Region struct {
	Slot Slot
	Rect image.Rectangle
}

// DividerWidth is the width of the rule between two regions, blanks included.
const DividerWidth = 3

// Solve returns the regions of a body, from left to right. Zoom shows the focused slot alone at any width. Shift is by
// how many columns the first divider was moved to the right; it moves no farther than the regions' minimum widths.
func (t Template) Solve(body image.Rectangle, focus Slot, zoom bool, shift int) []Region {
	columns := t.columns(body.Dx())
	if zoom || len(columns) == 0 {
		columns = []Column{{Slot: focus}}
	}
	x, right := body.Min.X+columns[0].Slot.margin(), body.Max.X-columns[len(columns)-1].Slot.margin()
	regions := make([]Region, len(columns))
	for i, c := range columns {
		width := right - x
		if rest := columns[i+1:]; len(rest) > 0 {
			width = c.width(body.Dx(), width, rest)
			if i == 0 {
				least, most := t.Shifts(body.Dx())
				width += min(max(shift, least), most)
			}
		}
		regions[i] = Region{c.Slot, image.Rect(x, body.Min.Y, x+width, body.Max.Y)}
		x += width + DividerWidth
	}
	return regions
}

// Shifts returns how far the first divider can be moved in a window of a width: to the left, as a negative number, and
// to the right. Both are 0 if there is no divider.
func (t Template) Shifts(window int) (left, right int) {
	columns := t.columns(window)
	if len(columns) < 2 {
		return 0, 0
	}
	first, rest := columns[0], columns[1:]
	room := window - first.Slot.margin() - columns[len(columns)-1].Slot.margin()
	width, most := first.width(window, room, rest), room
	for _, c := range rest {
		most -= DividerWidth + c.Min
	}
	return min(first.Min-width, 0), max(most-width, 0)
}

// columns returns the columns for a width.
func (t Template) columns(width int) []Column {
	for _, b := range t {
		if width >= b.MinWidth {
			return b.Columns
		}
	}
	return nil
}

// width returns the width of a column in the room that it shares with the columns after it.
func (c Column) width(window, room int, after []Column) int {
	least, most := room, room
	for _, a := range after {
		least -= DividerWidth + a.Min
		most -= DividerWidth + a.Max
		if a.Max == 0 {
			most = 0
		}
	}
	width := max(c.Min, c.Share*window/100-c.Less, min(c.Ideal, least), most)
	if c.Max > 0 {
		width = min(width, c.Max)
	}
	return width
}

// The minimum size of a window.
const (
	MinWidth  = 50
	MinHeight = 12
)

// rulesMinHeight is the height from which rules separate the bars from the body.
const rulesMinHeight = 30

// Body returns the window without header and footer and their rules.
func Body(width, height int) image.Rectangle {
	bar := 1
	if height >= rulesMinHeight {
		bar = 2
	}
	return image.Rect(0, bar, width, max(height-bar, bar+1))
}

// At returns the slot at a point of the window; false on a bar, a divider or a margin.
func At(regions []Region, p image.Point) (Slot, bool) {
	for _, r := range regions {
		if p.In(r.Rect) {
			return r.Slot, true
		}
	}
	return "", false
}
