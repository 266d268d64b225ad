package pane

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/widget"
)

// Do runs an action of the console.
type Do func(keymap.Action) tea.Cmd

// Shown is what a pane shows, in words. It is made when it is asked for, from the data that the pane draws.
type Shown struct {
	accessible.Place // its commands are those that only accessible mode has
	Rows             Rows
}

// Rows are what can be chosen in a pane. The functions answer for the moment in which they are called.
type Rows struct {
	Len   func() int         // nil for none
	ID    func(i int) string // nil if a row's number tells it from others
	Words func(i int) string // all columns, whole
	Point func(i int)        // moves the cursor to a row
	Opens keymap.Action      // is done to a row that is chosen by its number
	// Opened does what choosing the row under the cursor does, instead of Opens; nil for that.
	Opened func(do Do) tea.Cmd
	// Choose chooses several rows by what was typed; false if it means none. Nil where that cannot be.
	Choose func(typed string) bool
}

// Describe returns the pane as accessible mode reads it; the console adds its commands.
func (s Shown) Describe(do Do) accessible.Place {
	if s.Rows.Len != nil {
		s.Items = accessible.Items{
			Len:    s.Rows.Len(),
			At:     func(i int) accessible.Item { return accessible.Item{ID: s.Rows.IDOf(i), Text: s.Rows.Words(i)} },
			Select: s.Rows.pointTo,
			Choose: func(id string) tea.Cmd {
				s.Rows.pointTo(id)
				if s.Rows.Opened != nil {
					return s.Rows.Opened(do)
				}
				return do(s.Rows.Opens)
			},
		}
	}
	if s.Rows.Choose != nil {
		s.Ask.Done = func(typed string) tea.Cmd {
			if !s.Rows.Choose(typed) {
				return nil
			}
			return do(s.Rows.Opens)
		}
	}
	return s.Place
}

// RowsOf returns the rows of a list.
func RowsOf(items accessible.Items) Rows {
	return Rows{
		Len: func() int { return items.Len }, ID: func(i int) string { return items.At(i).ID },
		Words: func(i int) string { return items.At(i).Text }, Point: func(i int) { items.Select(items.At(i).ID) },
	}
}

// IDOf returns the ID of a row.
func (r Rows) IDOf(i int) string {
	if r.ID == nil {
		return strconv.Itoa(i)
	}
	return r.ID(i)
}

// pointTo moves the cursor to the row with an ID, wherever it is by now.
func (r Rows) pointTo(id string) {
	for i := range r.Len() {
		if r.IDOf(i) == id {
			r.Point(i)
			return
		}
	}
}

// wholeLine is a width in which no text that is read out is cut or wrapped.
const wholeLine = 1 << 12

// Area is a part of a pane, in its columns and rows, and what is there.
type Area struct {
	image.Rectangle
	Spot   widget.Spot
	Inside func(at image.Point) (widget.Spot, bool) // instead of Spot: what is at a cell, counted from the corner
}

// Areas are what a click can meet in the last View.
type Areas []Area

// SpotAt returns what is at a cell; false if a click there means nothing.
func (all Areas) SpotAt(at image.Point) (widget.Spot, bool) {
	for _, a := range all {
		switch {
		case !at.In(a.Rectangle):
		case a.Inside != nil:
			return a.Inside(at.Sub(a.Min))
		default:
			return a.Spot, true
		}
	}
	return widget.Spot{}, false
}

// within returns the parts of areas that are inside a frame.
func (all Areas) within(frame image.Rectangle) Areas {
	for i := range all {
		all[i].Rectangle = all[i].Intersect(frame)
	}
	return all
}

// AllOf returns the areas of a part that says itself what is at its cells.
func AllOf(inside func(at image.Point) (widget.Spot, bool)) Areas {
	return Areas{{Rectangle: image.Rect(0, 0, wholeLine, wholeLine), Inside: inside}}
}

// In returns areas in a frame of the screen that they are a part of, with their spots changed.
func (all Areas) In(frame image.Rectangle, change func(widget.Spot) widget.Spot) Areas {
	moved := make(Areas, len(all))
	for i, a := range all {
		moved[i] = Area{Rectangle: a.Add(frame.Min).Intersect(frame), Spot: change(a.Spot)}
		if a.Inside != nil {
			moved[i].Inside = func(at image.Point) (widget.Spot, bool) {
				spot, ok := a.Inside(at)
				return change(spot), ok
			}
		}
	}
	return moved
}

// onClick returns the spot of what a click moves to, and opens with a key; empty for none.
func onClick(point func(), key string) widget.Spot {
	return widget.Spot{Select: func() tea.Cmd { point(); return nil }, Key: key}
}

// onDoubleClick returns the spot of what a click moves to, and a double click opens with a key.
func onDoubleClick(name string, point func(), key string) widget.Spot {
	return widget.Spot{Name: name, Select: func() tea.Cmd { point(); return nil }, Twice: key}
}

// spot returns the spot of a row that a double click opens with a key. A click finds the row wherever it is by then.
func (r Rows) spot(i int, key string) widget.Spot {
	id := r.IDOf(i)
	return onDoubleClick("row "+id, func() {
		if i < r.Len() && r.IDOf(i) == id {
			r.Point(i)
			return
		}
		r.pointTo(id)
	}, key)
}
