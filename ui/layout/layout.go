// Package layout decides which regions of the window exist at which size. Templates are tables; Solve turns a row of
// one into rectangles.
//
//	layout.go     slots, columns and rectangles; what lies below a point; moving the rules between columns
//	templates.go  the tables
package layout

import (
	"image"
	"slices"
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
	Suggest Slot = "suggest" // articles that may answer the ticket, below the customer beside it
)

// The slots of a call, which stand in the place of the detail slot.
const (
	Caller        Slot = "caller"         // who calls, and the search for them
	CallerTickets Slot = "caller tickets" // of which one takes the notes
	NotesTicket   Slot = "notes ticket"   // the one that takes them
	CallerOrders  Slot = "caller orders"  // with what else is known of the customer who calls
	CallAnswers   Slot = "call answers"   // articles that may answer
	Notes         Slot = "notes"          // the form that ends the call
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
	Below []Slot // in the same column, from top to bottom
	Min   int    // minimum width
	Ideal int    // width that it takes before the columns after it get more than their minimum
	Share int    // percentage of the window that it takes in any case
	Less  int    // columns to take off the share, for the divider in the middle of the window
	Max   int    // maximum width, 0 for none; what is left over goes to the columns before it
}

// Breakpoint is the row of a template for windows from a minimum size; without columns it shows the focused slot
// alone.
type Breakpoint struct {
	MinWidth  int
	MinHeight int
	Columns   []Column
	Above     Slot // over all columns; empty for none
	Under     Slot // below all columns; empty for none
}

// Has reports whether a slot has a place beside others.
func (b Breakpoint) Has(s Slot) bool {
	return s != "" && (s == b.Above || s == b.Under) || slices.ContainsFunc(b.Columns, func(c Column) bool {
		return c.Slot == s || slices.Contains(c.Below, s)
	})
}

func (b Breakpoint) hasAll(slots []Slot) bool {
	return !slices.ContainsFunc(slots, func(s Slot) bool { return !b.Has(s) })
}

// Alone is the row that shows the focused slot alone.
var Alone Breakpoint

// Template is a list of breakpoints, the widest first.
type Template []Breakpoint

// For returns the first row for a window of a size that has all slots of one list and none of another.
func (t Template) For(width, height int, with, without []Slot) Breakpoint {
	for _, b := range t {
		if width >= b.MinWidth && height >= b.MinHeight && b.hasAll(with) && !slices.ContainsFunc(without, b.Has) {
			return b
		}
	}
	return Alone
}

// Region is a slot with its rectangle in the window.
type Region struct {
	Slot Slot
	Rect image.Rectangle
	Band Band
}

// Band is what a region is a part of: the columns, or what stands above or under all of them.
type Band uint8

// The bands from top to bottom.
const (
	Top Band = iota
	Middle
	Bottom
)

// Rows returns how many rows a slot takes of those that it could have; 0 for its share of what others leave, and less
// if it shows nothing below another one now.
type Rows func(s Slot, width, room int) int

// The widths and heights of the rules between regions. That between columns has a blank on both sides.
const (
	DividerWidth = 3
	RuleHeight   = 1
)

// roomyFrom is the height of a body from which a rule stands between what is above all columns and them.
const roomyFrom = 28

// Solve returns the regions of a body, from left to right and from top to bottom. A row without columns shows the
// focused slot alone. Columns without a row are left out.
func (b Breakpoint) Solve(body image.Rectangle, focus Slot, rows Rows) []Region {
	columns := b.Columns
	if len(columns) == 0 {
		columns = []Column{{Slot: focus}}
	}
	wide := body
	wide.Min.X += columns[0].Slot.margin()
	wide.Max.X -= columns[len(columns)-1].Slot.margin()
	var regions, under []Region
	if b.Under != "" {
		r := wide
		r.Min.Y = max(r.Max.Y-rows(b.Under, r.Dx(), r.Dy()), body.Min.Y+2*RuleHeight)
		under = []Region{{b.Under, r, Bottom}}
		body.Max.Y = r.Min.Y - RuleHeight
	}
	if b.Above != "" {
		r := wide
		r.Max.Y = min(r.Min.Y+rows(b.Above, r.Dx(), body.Dy()), body.Max.Y)
		regions = append(regions, Region{b.Above, r, Top})
		if body.Min.Y = r.Max.Y; wide.Dy() >= roomyFrom {
			body.Min.Y += RuleHeight
		}
	}
	if body.Min.Y < body.Max.Y {
		widths, x := solveWidths(columns, body.Dx()), wide.Min.X
		for i, c := range columns {
			regions = append(regions, c.stack(image.Rect(x, body.Min.Y, x+widths[i], body.Max.Y), rows)...)
			x += widths[i] + DividerWidth
		}
	}
	return append(regions, under...)
}

// stack returns the regions of a column from top to bottom. Those that do not say how many rows they take share what
// the others leave; one that has none is left out.
func (c Column) stack(in image.Rectangle, rows Rows) []Region {
	slots := []Slot{c.Slot}
	for _, s := range c.Below {
		if rows(s, in.Dx(), in.Dy()) >= 0 {
			slots = append(slots, s)
		}
	}
	heights := make([]int, len(slots))
	room, sharing := in.Dy()-RuleHeight*(len(slots)-1), len(slots)
	for i, s := range slices.Backward(slots) {
		if len(slots) > 1 {
			heights[i] = min(rows(s, in.Dx(), in.Dy()), max(room, 0))
		}
		if heights[i] > 0 {
			room -= heights[i]
			sharing--
		}
	}
	var regions []Region
	for i, s := range slots {
		if heights[i] == 0 {
			heights[i] = max(room, 0) / sharing
			room -= heights[i]
			sharing--
		}
		r := in
		if r.Max.Y = r.Min.Y + heights[i]; i == len(slots)-1 || in.Max.Y-r.Max.Y <= RuleHeight {
			r.Max.Y = in.Max.Y
		}
		if !r.Empty() {
			in.Min.Y = r.Max.Y + RuleHeight
			r.Min.X += s.margin() - c.Slot.margin()
			r.Max.X -= s.margin() - c.Slot.margin()
			regions = append(regions, Region{s, r, Middle})
		}
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
