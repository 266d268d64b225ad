package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/headless"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// mouse is what the console knows of the mouse. The areas are noted when they are drawn, so that a click cannot mean
// something else than what is seen.
type mouse struct {
	off    bool            // the terminal selects text with it
	keys   []footerKey     // of the footer, from left to right
	keysAt int             // the column where they begin
	keysOf keymap.Scope    // the part that had the focus then
	box    image.Rectangle // of the overlay that was drawn
	boxOf  *overlay.Box    // nil for none
	last   lastClick
}

// lastClick is the click before, for double clicks.
type lastClick struct {
	name  string // of the spot; empty for one that takes no second click
	point image.Point
	at    time.Time
}

// footerKey is a key of the footer and its columns, without the gap after it.
type footerKey struct {
	from, to int
	key      string
}

// wheelRows is how many rows a notch of the wheel scrolls.
const wheelRows = 3

// mouseMode returns which reports of the mouse the terminal sends: motion only while a button is down.
func (w *window) mouseMode() tea.MouseMode {
	if w.mouse.off || w.Accessible {
		return tea.MouseModeNone
	}
	return tea.MouseModeCellMotion
}

// toggleMouse gives the mouse to the terminal, or takes it back.
func (w *window) toggleMouse() tea.Cmd {
	w.mouse.off = !w.mouse.off
	text := "the mouse works here; shift selects text"
	if w.mouse.off {
		text = "the mouse selects text; " + w.Keys.KeyLabel(keymap.Global, keymap.Mouse) + " undoes that"
	}
	w.notify(levelTransient, text)
	return nil
}

// routeMouse does what a click or the wheel means. It reports false if nothing can have changed.
func (c *Console) routeMouse(msg tea.MouseMsg) (tea.Cmd, bool) {
	if c.mouse.off || c.forms.inExternalEditor || c.width == 0 || c.tooSmall() {
		return nil, false
	}
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseWheelMsg:
		return c.turnWheel(at, m.Button), true
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			c.inbox.Begin(msg)
			return c.click(at), true
		}
	}
	return nil, false
}

// turnWheel scrolls what is under the pointer.
func (c *Console) turnWheel(at image.Point, button tea.MouseButton) tea.Cmd {
	key, by := "down", wheelRows
	switch button {
	case tea.MouseWheelUp:
		key, by = "up", -wheelRows
	case tea.MouseWheelDown:
	default:
		return nil
	}
	if n := len(c.overlays); n > 0 {
		if c.overlays[n-1] != c.mouse.boxOf || !at.In(c.mouse.box) {
			return nil
		}
		return c.routeToOverlay(headless.Key(key))
	}
	for _, r := range c.regions {
		if !at.In(r.Rect) {
			continue
		}
		switch p := r.content.(type) {
		case pane.Wheeled:
			return p.ScrollAt(at.Sub(r.Rect.Min), by)
		case pane.Scroller:
			return c.scrollPane(r.Slot, p, by)
		}
	}
	return nil
}

// scrollPane moves in a pane. The cursor of the list chooses what is shown beside it, so the list takes the focus;
// beside a form or the FAQ, which would close, it scrolls without its cursor.
func (w *window) scrollPane(s layout.Slot, p pane.Scroller, by int) tea.Cmd {
	if s == layout.List && (w.editor != nil || w.at.answers) {
		w.inbox.ScrollBy(by)
		return nil
	}
	var cmd tea.Cmd
	if s == layout.List {
		cmd = w.focusSlot(layout.List)
	}
	p.Move(by)
	return cmd
}
