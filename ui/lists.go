package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// refreshLists updates the rows of the open lists.
func (c *Console) refreshLists() {
	for _, o := range c.overlays {
		if l, ok := o.(*overlay.List); ok {
			l.Reload()
		}
	}
}

// closeLists closes all overlays, to show what was opened from a list.
func (c *Console) closeLists() { c.overlays = nil }

// shortTime formats a time for a list: only the time of day if it is today, else with the date.
func (c *Console) shortTime(at time.Time) string {
	at = c.cmds.Zones.Local(at)
	if desk.DateOf(at) == desk.DateOf(c.cmds.Now()) {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// formName returns the display name of a kind of form.
func formName(kind string) string {
	k, _ := backend.LookupKind(kind)
	return k.Title
}

// recordLabel returns the number of a draft's record, with its title or description.
func (c *Console) recordLabel(d backend.Draft) string {
	kind, _ := backend.LookupKind(d.Kind)
	about := safetext.LineFromText(kind.Describe(d.Values)).String()
	record := desk.NewID(d.Record)
	switch d.Kind {
	case backend.KindUpdate:
		about = c.cmds.CachedTicket(record).Title.String()
	case backend.KindCall:
		return about // its record is the moment at which it began
	}
	return strings.TrimSpace(record.Display().String() + " " + about)
}

// The widths of the summary of a form in its row, and of the whole of it.
const (
	cellSummaryWidth  = 80
	wholeSummaryWidth = 300
)

// summaries returns what a draft says, for its row and whole.
func (c *Console) summaries(d backend.Draft) (cell, whole string) {
	w := backend.Submission{
		Form: backend.Form{Kind: d.Kind, Record: desk.NewID(d.Record), Values: d.Values, Original: d.Original},
	}
	return c.cmds.SummaryLine(w, cellSummaryWidth), c.cmds.SummaryLine(w, wholeSummaryWidth)
}

// handleListMsg handles messages about drafts, outbox, history and the handover note.
func (c *Console) handleListMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.RecoveredMsg:
		c.onRecovered(msg)
	case backend.OutboxLoadedMsg:
		c.setOutbox(msg)
	case backend.HistoryLoadedMsg:
		c.history = msg.Entries
		c.notifyError(msg.Err)
		c.refreshLists()
	case backend.HandoverMsg:
		return c.onHandover(msg)
	case handoverDrawnMsg:
		c.onHandoverDrawn(msg)
	case backend.NoteSavedMsg:
		c.onNoteSaved(msg)
	case backend.MovedToOutboxMsg:
		return c.onMovedToOutbox(msg)
	case backend.OutboxItemDoneMsg:
		return c.onOutboxResult(msg)
	case backend.OutboxItemReopenedMsg:
		return c.onItemReopened(msg)
	}
	return nil
}
