package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
)

// refreshLists updates the rows of the open lists.
func (s *shell) refreshLists() {
	for _, o := range s.overlays {
		o.Reload()
	}
}

// closeLists closes all overlays, to show what was opened from a list.
func (s *shell) closeLists() { s.overlays = nil }

// formName returns the display name of a kind of form.
func formName(kind string) string {
	k, _ := backend.LookupKind(kind)
	return k.Title
}

// handleListMsg handles messages about drafts, outbox, history and the handover note.
func (c *Console) handleListMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.RecoveredMsg:
		c.forms.onRecovered(msg)
	case backend.OutboxLoaded:
		c.outbox.set(msg)
	case backend.HistoryLoaded:
		c.work.history = msg.Value
		c.notifyError(msg.Err)
		c.refreshLists()
	case backend.MovedToOutboxMsg:
		return c.forms.onMovedToOutbox(msg)
	case backend.OutboxItemDoneMsg:
		return tea.Batch(c.outbox.onResult(msg), c.work.reread())
	}
	return nil
}
