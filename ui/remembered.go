package ui

import (
	"cmp"
	"reflect"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// remembered is how the inbox is left and how it was left the last time.
type remembered struct {
	part
	keptFilter string // the filter from the last time, until it is changed
	forgetful  bool   // how the inbox is left could not be saved
}

// remember keeps how the inbox is left, for the next start.
func (r *remembered) remember() tea.Cmd {
	state, changed := r.inbox.TakeState()
	if !changed {
		return nil
	}
	if r.keptFilter != "" && state.Filter != r.keptFilter {
		if r.notification.text == r.filterText() {
			r.notification = notice{}
		}
		r.keptFilter = ""
	}
	return r.cmds.RememberInbox(state)
}

// onKept says once that the inbox cannot be remembered.
func (r *remembered) onKept(err error) {
	if err != nil && !r.forgetful {
		r.notify(levelWarning, backend.InboxLook+backend.ErrorText(err))
	}
	r.forgetful = err != nil
}

// filterText names the filter from the last time, because it hides tickets that nobody would look for.
func (r *remembered) filterText() string {
	if r.keptFilter == "" {
		return ""
	}
	clearKey := r.Keys.KeyLabel(keymap.Inbox, keymap.Back)
	return "still filtered by “" + r.keptFilter + "”: " + clearKey + " shows all of the view"
}

// notifyAtStart shows what the agent has to know at the start.
func (r *remembered) notifyAtStart() {
	r.keptFilter = r.inbox.FilterText()
	if text := cmp.Or(r.StartupNotice, r.filterText()); text != "" {
		r.notify(levelWarning, text)
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
