package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/headless"
	"frontdesk/ui/layout"
	"frontdesk/ui/widget"
)

// doubleClick is the longest time between the two clicks of a double click.
const doubleClick = 500 * time.Millisecond

// click does what a click at a point of the window means.
func (c *Console) click(at image.Point) tea.Cmd {
	c.notification.clearTransient()
	spot, press := c.spotAt(at)
	return c.clickSpot(at, spot, press)
}

// presser presses a key where a spot is.
type presser func(key string) tea.Cmd

// spotAt returns what stands at a point of the window; the zero Spot for nothing.
func (c *Console) spotAt(at image.Point) (widget.Spot, presser) {
	if len(c.overlays) > 0 {
		return c.overlaySpot(at)
	}
	if at.Y == c.height-1 {
		return c.footerSpot(at.X)
	}
	for _, r := range c.regions {
		if at.In(r.Rect) {
			return c.regionSpot(r, at.Sub(r.Rect.Min))
		}
	}
	return widget.Spot{}, nil
}

// clickSpot does what a click on a spot means. The second of two quick clicks at one point counts only if it meets what
// the first one met: a double click on what opens something must not press what lies there then.
func (w *window) clickSpot(at image.Point, spot widget.Spot, press presser) tea.Cmd {
	last, now := w.mouse.last, w.cmds.Now()
	w.mouse.last = lastClick{spot.Name, at, now}
	isQuick, isSame := now.Sub(last.at) <= doubleClick, spot.Name != "" && spot.Name == last.name
	if isQuick && !isSame && at == last.point {
		w.mouse.last.name = ""
		return nil
	}
	key := spot.Key
	if isQuick && isSame && spot.Twice != "" {
		key, w.mouse.last.name = spot.Twice, ""
	}
	var cmds []tea.Cmd
	if spot.Select != nil {
		cmds = append(cmds, spot.Select())
	}
	if key != "" {
		cmds = append(cmds, press(key))
	}
	return tea.Batch(cmds...)
}

// pressKey gives a key to the top overlay, the focused part or the console.
func (c *Console) pressKey(key string) tea.Cmd { return c.routeInput(headless.Key(key)) }

// pressAction does what a key of the focused pane means, even while its search field has the focus.
func (c *Console) pressAction(key string) tea.Cmd {
	if action, ok := c.Keys.Resolve(c.scope(), headless.Key(key).String()); ok {
		return c.dispatch(action)
	}
	return nil
}

// overlaySpot returns what stands at a point of the top overlay. Beside one that may be closed that is its end; a
// question stays until it is answered.
func (c *Console) overlaySpot(at image.Point) (widget.Spot, presser) {
	top := c.overlays[len(c.overlays)-1]
	press := func(key string) tea.Cmd { return c.routeToOverlay(headless.Key(key)) }
	switch {
	case top != c.mouse.boxOf: // it has just been opened
	case at.In(c.mouse.box):
		if spot, ok := top.SpotAt(at.Sub(c.mouse.box.Min)); ok {
			return spot, press
		}
	case !top.Stays:
		return widget.Spot{Key: "esc"}, press
	}
	return widget.Spot{}, nil
}

// footerSpot returns the key at a column of the footer, as it was drawn for the part that has the focus: in another one
// the same key may be text.
func (c *Console) footerSpot(x int) (widget.Spot, presser) {
	if c.mouse.keysOf != c.scope() {
		return widget.Spot{}, nil
	}
	x -= c.mouse.keysAt
	for _, k := range c.mouse.keys {
		if x >= k.from && x < k.to {
			return widget.Spot{Name: "key " + k.key, Key: k.key}, c.pressKey
		}
	}
	return widget.Spot{}, nil
}

// regionSpot returns what stands at a cell of a region. A click gives the region the focus first, and does no more if
// it cannot have it.
func (c *Console) regionSpot(r region, at image.Point) (widget.Spot, presser) {
	spot, hit := r.Areas().SpotAt(at)
	move, hasFocus := spot.Select, false
	takes := r.Slot // the focus
	if takes == layout.Suggest {
		takes = layout.Side // which it belongs to
	}
	if !hit || spot.Name != "" {
		spot.Name = string(r.Slot) + " " + spot.Name
	}
	spot.Select = func() tea.Cmd {
		cmds := []tea.Cmd{c.focusRegion(takes)}
		if hasFocus = c.focusedSlot() == takes || c.isOnCall(); !hasFocus || move == nil {
			return tea.Batch(cmds...)
		}
		if r.Slot == layout.List && c.inbox.CapturesText() {
			cmds = append(cmds, c.pressKey("enter")) // the filter keeps what was typed
		}
		cmds = append(cmds, move())
		if r.Slot == layout.Editor {
			cmds = append(cmds, c.forms.complete(), c.forms.saveDraft())
		}
		return tea.Batch(cmds...)
	}
	return spot, func(key string) tea.Cmd {
		switch {
		case !hasFocus:
			return nil
		case c.scope().HasOwnKeysOnly():
			return c.pressKey(key)
		}
		return c.pressAction(key)
	}
}

// focusRegion gives a region the focus, or the part of a call that it shows.
func (w *window) focusRegion(s layout.Slot) tea.Cmd {
	if w.isOnCall() && w.call.Part(s, w.row) != nil {
		return w.call.FocusAt(s)
	}
	return w.focusSlot(s)
}

// focusSlot gives a slot the focus, as the keys do. What stands beside a form only to be read does not take it.
func (w *window) focusSlot(s layout.Slot) tea.Cmd {
	switch {
	case s == w.focusedSlot():
	case s == layout.Editor:
		return w.backToForm()
	case s == layout.Answers && w.at.answers:
		if w.editor != nil {
			w.back = append(w.back, w.here()) // leaving the FAQ leads back to the form
		}
		w.at.focus = layout.Answers
	case w.editor != nil:
	case s == layout.List && w.at.answers:
		w.at.focus = layout.List // the FAQ stays beside it
		w.inbox.StopReading()
	case s == layout.List:
		return w.goHome(w.at.detail)
	case s == layout.Side:
		w.goTo(detailRoute(keymap.Customer))
	case w.at.focus == layout.List:
		return w.focusNextPane()
	case w.focusedSlot() == layout.Side:
		w.goTo(detailRoute(keymap.Ticket))
	case s == layout.Detail:
		w.at.focus = layout.Detail
	}
	return nil
}
