// Package layout decides which regions of the window exist at which size. Templates are tables; Solve turns a row of
// one into rectangles.
//
//	layout.go     slots, columns and rectangles; what lies below a point; moving the rules between columns
//	templates.go  the tables
package layout

import (
	"image"
)

// Slot is a named place on the screen, which shows one pane or the form.
type Slot string

// The slots.
const (
	List    Slot = "list"    // the list of tickets
	Detail  Slot = "detail"  // what is read beside the list or the form
	Side    Slot = "side"    // the customer, beside the ticket in the detail slot
	Editor  Slot = "editor"  // the form
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
	Below Slot // in the lower half of the column; empty for none
	Min   int  // minimum width
	Ideal int  // width that it takes before the columns after it get more than their minimum
	Share int  // percentage of the window that it takes in any case
	Less  int  // columns to take off the share, for the divider in the middle of the window
	Max   int  // maximum width, 0 for none; what is left over goes to the columns before it
}

// Breakpoint is the row of a template for windows from a minimum size; without columns it shows the focused slot
// alone.
type Breakpoint struct {
	MinWidth  int
	MinHeight int
	Name      string // of its columns, in what is remembered of the dividers
	Columns   []Column
}

// Has reports whether a slot has a place beside others.
func (b Breakpoint) Has(s Slot) bool {
	for _, c := range b.Columns {
		if c.Slot == s || c.Below == s {
			return true
		}
	}
	return false
}

// Alone is the row that shows the focused slot alone.
var Alone Breakpoint

// Template is a list of breakpoints, the widest first.
type Template []Breakpoint

// For returns the first row for a window of a size that has none of the slots to leave out.
func (t Template) For(width, height int, without ...Slot) Breakpoint {
	for _, b := range t {
		if width >= b.MinWidth && height >= b.MinHeight && !b.hasOneOf(without) {
			return b
		}
	}
	return Alone
}

func (b Breakpoint) hasOneOf(slots []Slot) bool {
	for _, s := range slots {
		if b.Has(s) {
			return true
		}
	}
	return false
}

// Region is a slot with its rectangle in the window.
type Region struct {
	Slot Slot
	Rect image.Rectangle
}

// The widths and heights of the rules between regions. That between columns has a blank on both sides.
const (
	DividerWidth = 3
	RuleHeight   = 1
)

// Solve returns the regions of a body, from left to right and from top to bottom. A row without columns shows the
// focused slot alone. Moved is by how many columns each divider was moved to the right; it moves no farther than the
// minimum widths.
func (b Breakpoint) Solve(body image.Rectangle, focus Slot, moved []int) []Region {
	columns := b.Columns
	if len(columns) == 0 {
		columns = []Column{{Slot: focus}}
	}
	widths := solveWidths(columns, body.Dx(), moved)
	regions := make([]Region, 0, len(columns)+1)
	x := body.Min.X + columns[0].Slot.margin()
	for i, c := range columns {
		r := image.Rect(x, body.Min.Y, x+widths[i], body.Max.Y)
		x += widths[i] + DividerWidth
		if c.Below == "" {
			regions = append(regions, Region{c.Slot, r})
			continue
		}
		upper, lower := r, r
		upper.Max.Y = body.Min.Y + (body.Dy()-RuleHeight)/2
		lower.Min.Y = upper.Max.Y + RuleHeight
		regions = append(regions, Region{c.Slot, upper}, Region{c.Below, lower})
	}
	return regions
}

// solveWidths returns the widths of columns in a window.
func solveWidths(columns []Column, window int, moved []int) []int {
	widths := make([]int, len(columns))
	room := window - columns[0].Slot.margin() - columns[len(columns)-1].Slot.margin()
	for i, c := range columns {
		widths[i] = room
		if rest := columns[i+1:]; len(rest) > 0 {
			widths[i] = c.width(window, room, rest)
		}
		room -= widths[i] + DividerWidth
	}
	for i := range min(len(moved), len(columns)-1) {
		left, right := limits(columns, widths, i)
		by := min(max(moved[i], left), right)
		widths[i] += by
		widths[i+1] -= by
	}
	return widths
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

// limits returns how far a divider can be moved: to the left, as a negative number, and to the right.
func limits(columns []Column, widths []int, i int) (left, right int) {
	return min(columns[i].Min-widths[i], 0), max(widths[i+1]-columns[i+1].Min, 0)
}

// Move moves a divider, counted from 0, in a window of a width by a number of columns to the right. Moved is by how
// much each was moved before; Move returns it with the new value, as far as the divider can be moved, and false if it
// cannot be moved farther.
func (b Breakpoint) Move(window int, moved []int, i, by int) ([]int, bool) {
	if i < 0 || i >= len(b.Columns)-1 {
		return moved, false
	}
	now := make([]int, len(b.Columns)-1)
	copy(now, moved)
	before, plain := solveWidths(b.Columns, window, now), solveWidths(b.Columns, window, now[:i])
	left, right := limits(b.Columns, before, i)
	by = min(max(by, left), right)
	now[i] = before[i] - plain[i] + by
	return now, by != 0
}

// Divider returns the divider that belongs to a slot: the one on its right, or that on its left for the last column;
// false if there is none.
func (b Breakpoint) Divider(s Slot) (int, bool) {
	for i, c := range b.Columns {
		if c.Slot == s || c.Below == s {
			return min(i, len(b.Columns)-2), len(b.Columns) > 1
		}
	}
	return 0, false
}

// DividerAt returns the divider between two columns at a point of the window, counted from 0 as in Move. The blanks
// beside the rule belong to it, so that it is easily hit.
func DividerAt(regions []Region, p image.Point) (int, bool) {
	i := -1
	for _, r := range regions {
		if isBelow := i >= 0 && r.Rect.Min.Y > regions[0].Rect.Min.Y; isBelow {
			continue
		}
		between := image.Rect(r.Rect.Min.X-DividerWidth, r.Rect.Min.Y, r.Rect.Min.X, bottom(regions))
		if i >= 0 && p.In(between) {
			return i, true
		}
		i++
	}
	return 0, false
}

// bottom returns the row below all regions.
func bottom(regions []Region) int {
	y := 0
	for _, r := range regions {
		y = max(y, r.Rect.Max.Y)
	}
	return y
}
