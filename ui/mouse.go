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
	off     bool            // the terminal selects text with it
	keys    []footerKey     // of the footer, from left to right
	keysAt  int             // the column where they begin
	box     image.Rectangle // of the top overlay
	divider int             // the divider that is dragged, counted from 1; 0 for none
	dragged int             // the column where it was last
	row     int             // the row of the list that was clicked last
	at      time.Time       // when that was
}

// footerKey is a key of the footer and its columns, without the gap after it.
type footerKey struct {
	from, to int
	key      string
}

// doubleClick is the longest time between the two clicks of a double click.
const doubleClick = 500 * time.Millisecond

// wheelRows is how many rows a notch of the wheel scrolls.
const wheelRows = 3

// mouseMode returns which reports of the mouse the terminal sends: motion only while a button is down.
func (c *Console) mouseMode() tea.MouseMode {
	if c.mouse.off || c.Accessible {
		return tea.MouseModeNone
	}
	return tea.MouseModeCellMotion
}

// toggleMouse gives the mouse to the terminal, or takes it back.
func (c *Console) toggleMouse() tea.Cmd {
	c.mouse.off = !c.mouse.off
	c.mouse.divider = 0
	text := "the mouse works here; hold shift to select text"
	if c.mouse.off {
		text = "the mouse selects text; " + c.Keys.KeyLabel(keymap.Global, keymap.Mouse) + " lets it work here again"
	}
	c.notify(levelTransient, text)
	return nil
}

// routeMouse does what a click, the wheel or a dragged divider means. It reports false if nothing can have changed.
func (c *Console) routeMouse(msg tea.MouseMsg) (tea.Cmd, bool) {
	if c.mouse.off || c.inExternalEditor || c.width == 0 || c.tooSmall() {
		return nil, false
	}
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseWheelMsg:
		return c.turnWheel(at, m.Button), true
	case tea.MouseMotionMsg:
		return c.dragDivider(at), c.mouse.divider > 0
	case tea.MouseReleaseMsg:
		c.mouse.divider = 0
	case tea.MouseClickMsg:
		c.mouse.divider = 0
		if m.Button == tea.MouseLeft {
			return c.click(at), true
		}
	}
	return nil, false
}

// click does what a click at a point of the window means.
func (c *Console) click(at image.Point) tea.Cmd {
	c.notification.clearTransient()
	if len(c.overlays) > 0 {
		return c.clickOverlay(at)
	}
	if at.Y == c.height-1 {
		return c.clickFooter(at.X)
	}
	if i, hit := layout.DividerAt(c.plainRegions(), at); hit {
		c.mouse.divider, c.mouse.dragged = i+1, at.X
		return nil
	}
	for _, r := range c.regions {
		if at.In(r.Rect) {
			return c.clickRegion(r, at.Sub(r.Rect.Min))
		}
	}
	return nil
}

func (c *Console) plainRegions() []layout.Region {
	regions := make([]layout.Region, len(c.regions))
	for i := range c.regions {
		regions[i] = c.regions[i].Region
	}
	return regions
}

// clickFooter does what the key at a column of the footer does.
func (c *Console) clickFooter(x int) tea.Cmd {
	x -= c.mouse.keysAt
	for _, k := range c.mouse.keys {
		if x >= k.from && x < k.to {
			return c.routeInput(headless.Key(k.key))
		}
	}
	return nil
}

// clickRegion gives a region the focus, and clicks on what the list shows there.
func (c *Console) clickRegion(r region, at image.Point) tea.Cmd {
	cmds := []tea.Cmd{c.focusSlot(r.Slot)}
	list, isList := r.content.(*pane.Inbox)
	if !isList || c.scope() != keymap.Inbox {
		return tea.Batch(cmds...)
	}
	if list.CapturesText() {
		cmds = append(cmds, c.routeInput(headless.Key("enter"))) // the filter keeps what was typed
	}
	row, onRow, cmd := list.Click(at)
	cmds = append(cmds, cmd)
	now := c.cmds.Now()
	isSecond := onRow && row == c.mouse.row && now.Sub(c.mouse.at) <= doubleClick
	c.mouse.row, c.mouse.at = row, now
	if !onRow || isSecond {
		c.mouse.at = time.Time{}
	}
	if isSecond {
		cmds = append(cmds, c.dispatch(keymap.Open))
	}
	return tea.Batch(cmds...)
}

// focusSlot gives a slot the focus, as the keys do. What stands beside a form only to be read does not take it.
func (c *Console) focusSlot(s layout.Slot) tea.Cmd {
	switch {
	case s == c.focusedSlot():
	case s == layout.Editor:
		return c.backToForm()
	case s == layout.Answers && c.at.answers:
		c.at.focus = layout.Answers
	case c.editor != nil:
	case s == layout.List:
		return c.goHome(c.at.detail)
	case s == layout.Side:
		c.goTo(detailRoute(keymap.Customer))
	case c.at.focus == layout.List:
		return c.focusNextPane()
	case c.focusedSlot() == layout.Side:
		c.goTo(detailRoute(keymap.Ticket))
	case s == layout.Detail:
		c.at.focus = layout.Detail
	}
	return nil
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
	if len(c.overlays) > 0 {
		return c.routeToOverlay(headless.Key(key))
	}
	for _, r := range c.regions {
		s, scrolls := r.content.(pane.Scroller)
		if !at.In(r.Rect) || !scrolls {
			continue
		}
		var cmd tea.Cmd
		if r.Slot == layout.List {
			cmd = c.focusSlot(layout.List) // its cursor chooses what is shown beside it
		}
		s.Move(by)
		return cmd
	}
	return nil
}

// dragDivider moves the divider that is dragged to the pointer.
func (c *Console) dragDivider(at image.Point) tea.Cmd {
	if c.mouse.divider == 0 || len(c.overlays) > 0 {
		return nil
	}
	moved, can := c.row.Move(c.width, c.inbox.Moved(c.row.Name), c.mouse.divider-1, at.X-c.mouse.dragged)
	if can {
		c.mouse.dragged = at.X
		c.inbox.SetMoved(c.row.Name, moved)
	}
	return nil
}

// clickOverlay clicks on a row of the top overlay. A click beside a list closes it; a question stays until it is
// answered.
func (c *Console) clickOverlay(at image.Point) tea.Cmd {
	rows, hasRows := c.overlays[len(c.overlays)-1].(overlay.Rows)
	switch {
	case !hasRows:
		return nil
	case !at.In(c.mouse.box):
		return c.routeToOverlay(headless.Key("esc"))
	}
	again, cmd := rows.ClickRow(at.Y - c.mouse.box.Min.Y)
	if again {
		return tea.Batch(cmd, c.routeToOverlay(headless.Key("enter")))
	}
	return cmd
}
