package editor

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/widget"
)

// SpotAt returns what stands at a cell of the view: an offer, which a click takes, or what the form has there. While
// the form is being submitted there is nothing.
func (e *Editor) SpotAt(at image.Point) (widget.Spot, bool) {
	if e.progress != "" {
		return widget.Spot{}, false
	}
	if i, ok := e.offerAt(at); ok {
		c := &e.completion
		return widget.Spot{
			Name: "offer " + strconv.Itoa(i), Key: "enter",
			Select: func() tea.Cmd { c.cursor = min(i, len(c.shown)-1); return nil },
		}, true
	}
	spot, ok := e.Form.SpotAt(at.Sub(image.Pt(0, e.above())))
	if click := spot.Select; ok {
		spot.Select = func() tea.Cmd { e.change(func() { click() }); return nil }
	}
	return spot, ok
}

// offerAt returns the offer that was drawn in a row of the view.
func (e *Editor) offerAt(at image.Point) (i int, ok bool) {
	c, cursor := &e.completion, e.Cursor()
	if !e.HasOffers() || cursor == nil || at.Y == cursor.Y {
		return 0, false
	}
	i = c.first + at.Y - c.top
	return i, at.Y >= c.top && at.Y < c.top+min(len(c.shown), maxOffers) && i < len(c.shown)
}

// ScrollAt scrolls what is under the pointer.
func (e *Editor) ScrollAt(at image.Point, by int) tea.Cmd {
	e.Form.ScrollAt(at.Sub(image.Pt(0, e.above())), by)
	return nil
}
