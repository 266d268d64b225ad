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
// focused slot alone.
func (b Breakpoint) Solve(body image.Rectangle, focus Slot) []Region {
	columns := b.Columns
	if len(columns) == 0 {
		columns = []Column{{Slot: focus}}
	}
	widths := solveWidths(columns, body.Dx())
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
func solveWidths(columns []Column, window int) []int {
	widths := make([]int, len(columns))
	room := window - columns[0].Slot.margin() - columns[len(columns)-1].Slot.margin()
	for i, c := range columns {
		widths[i] = room
		if rest := columns[i+1:]; len(rest) > 0 {
			widths[i] = c.width(window, room, rest)
		}
		room -= widths[i] + DividerWidth
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
