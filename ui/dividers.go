package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/pane"
)

// dividerStep is by how many columns a key moves a divider.
const dividerStep = 4

// moveDivider moves the divider on the right of the focused part, or that on its left if it is the last one.
func (c *Console) moveDivider(by int) tea.Cmd {
	i, _ := c.row.Divider(c.focusedSlot())
	moved, can := c.row.Move(c.width, c.inbox.Moved(c.row.Name), i, by)
	if !can {
		c.notify(levelTransient, "the divider can go no farther in this window")
		return nil
	}
	c.inbox.SetMoved(c.row.Name, moved)
	return c.layout()
}

func (c *Console) dividerLeft() tea.Cmd  { return c.moveDivider(-dividerStep) }
func (c *Console) dividerRight() tea.Cmd { return c.moveDivider(dividerStep) }

// dividerReason says why there is no divider to move.
func dividerReason(c *Console, _ pane.Target) string {
	if c.scope() == keymap.Call {
		return reasonAbsent
	}
	_, has := c.row.Divider(c.focusedSlot())
	return unless(has, "nothing else is on the screen that could be wider or narrower")
}
