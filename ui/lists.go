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

// The columns of a form that is kept. The record takes most of the room: what was typed stands whole below the list.
var (
	formColumn = overlay.Column{Title: "Form", Width: 13}
	forColumn  = overlay.Column{Title: "For", Width: 30, Share: 2}
	whatColumn = overlay.Column{Title: "What", Width: 20, MinWidth: 100, Share: 1}
)

// The lists that a notice can refer to.
const (
	listDrafts  = "drafts"
	listOutbox  = "outbox"
	listHistory = "history"
	listHeld    = "held"
	listBulk    = "bulk"
)

// showList opens a list with the entries in memory, and reads them from disk again.
func (c *Console) showList(name string, read tea.Cmd, l overlay.ListSpec) tea.Cmd {
	c.clearLinked(name)
	c.open(overlay.NewList(l, c.Keys))
	return read
}

// clearLinked clears a notice that refers to a list, which the agent sees now.
func (c *Console) clearLinked(list string) {
	if c.notification.list == list {
		c.notification = notice{}
	}
}

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

// The widths of the summary of a form in its row and below the list.
const (
	cellSummaryWidth   = 80
	detailSummaryWidth = 300
)

// summaries returns what a draft says, for its row and for below the list.
func (c *Console) summaries(d backend.Draft) (cell, detail string) {
	w := backend.Submission{
		Form: backend.Form{Kind: d.Kind, Record: desk.NewID(d.Record), Values: d.Values, Original: d.Original},
	}
	return c.cmds.SummaryLine(w, cellSummaryWidth), c.cmds.SummaryLine(w, detailSummaryWidth)
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
