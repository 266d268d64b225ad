package ui

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

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
