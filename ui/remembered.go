package ui

import (
	"cmp"
	"reflect"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
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
		c.notify(levelWarning, "the inbox will not be remembered: "+backend.ErrorText(err))
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

// welcome opens the welcome over the inbox at the first start of an agent, and never again.
func (c *Console) welcome() {
	before := c.cmds.Inbox.State()
	if !c.Welcome || !reflect.DeepEqual(before, backend.InboxState{}) {
		c.Welcome = false
		return
	}
	c.open(overlay.NewWelcome(c.Keys, c.routeInput))
}

// rememberWelcome keeps that the welcome was shown.
func (c *Console) rememberWelcome() tea.Cmd {
	if !c.Welcome {
		return nil
	}
	state := c.cmds.Inbox.State()
	state.Welcomed = true
	return c.cmds.RememberInbox(state)
}
