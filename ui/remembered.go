package ui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
)

// rememberInbox keeps how the inbox is left, for the next start.
func (c *Console) rememberInbox() tea.Cmd {
	state, changed := c.inbox.TakeState()
	if !changed {
		return nil
	}
	if c.keptFilter != "" && state.Filter != c.keptFilter {
		if c.notification.text == c.keptFilterText() {
			c.notification = notice{}
		}
		c.keptFilter = ""
	}
	return c.cmds.RememberInbox(state)
}

// onRemembered says once that the inbox cannot be remembered.
func (c *Console) onRemembered(err error) {
	if err != nil && !c.forgetful {
		c.notify(levelWarning, "how you leave the inbox is not remembered: "+backend.ErrorText(err))
	}
	c.forgetful = err != nil
}

// keptFilterText names the filter from the last time, because it hides tickets that nobody would look for.
func (c *Console) keptFilterText() string {
	if c.keptFilter == "" {
		return ""
	}
	clearKey := c.Keys.KeyLabel(keymap.Inbox, keymap.Back)
	return "still filtered by “" + c.keptFilter + "”: " + clearKey + " shows all of the view"
}

// notifyAtStart shows what the agent has to know at the start.
func (c *Console) notifyAtStart() {
	c.keptFilter = c.inbox.FilterText()
	if text := cmp.Or(c.StartupNotice, c.keptFilterText()); text != "" {
		c.notify(levelWarning, text)
	}
}
