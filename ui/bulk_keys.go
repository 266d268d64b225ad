package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// canSend reports whether the overlay shows a preview of which something can be sent.
func (b *bulkUpdates) canSend() bool {
	p := &b.plan
	return b.shown == "" && !p.isLeaving && p.sendable() > 0
}

// sendOneLabel is of sending the first ticket of a preview alone; empty if it cannot be sent.
func (b *bulkUpdates) sendOneLabel() string {
	switch {
	case !b.canSend():
		return ""
	case b.plan.sendable() == 1:
		return "send it"
	}
	return "send one, then check"
}

// openOf opens a ticket of a run.
func (b *bulkUpdates) openOf(run backend.BulkRun, id desk.ID) tea.Cmd {
	ids := make([]desk.ID, len(run.Rows))
	for i, row := range run.Rows {
		ids[i] = row.Ticket
	}
	b.closeLists()
	return b.openFrom(source{"this update of many", ids}, id)
}

func (b *bulkUpdates) sendAllLabel() string {
	run, isRun := b.shownRun()
	switch left := run.Count(backend.BulkUnsent); {
	case isRun && run.State == backend.BulkStopped && left > 0:
		return fmt.Sprintf("send the other %d", left)
	case !isRun && b.canSend() && b.plan.sendable() > 1:
		return "send all"
	}
	return ""
}

// sendAll sends all tickets of a preview, or goes on with a run that has stopped.
func (b *bulkUpdates) sendAll() tea.Cmd {
	if b.refusesWrites() {
		return nil
	}
	if b.shown == "" {
		return b.sendPlan(false)
	}
	return b.cmds.Bulk.Resume(b.shown)
}

func (b *bulkUpdates) pauseLabel() string {
	run, _ := b.shownRun()
	return wordIf(run.ID != "" && run.State == backend.BulkRunning, "pause")
}

func (b *bulkUpdates) retry() tea.Cmd {
	if b.refusesWrites() {
		return nil
	}
	return b.cmds.Bulk.Retry(b.shown, false)
}

func (b *bulkUpdates) retryLabel() string {
	run, isRun := b.shownRun()
	failed := run.Count(backend.BulkRefused) + run.Count(backend.BulkUnknown)
	if run.State == backend.BulkCanceled {
		failed += run.Count(backend.BulkUnsent)
	}
	return wordIf(isRun && !run.IsActive() && failed > 0, fmt.Sprintf("retry %d", failed))
}

func (b *bulkUpdates) overwriteLabel() string {
	run, isRun := b.shownRun()
	return wordIf(isRun && !run.IsActive() && run.Count(backend.BulkConflict) > 0, "send over the changes")
}

// askOverwrite asks before it sends to the tickets that others have changed.
func (b *bulkUpdates) askOverwrite() tea.Cmd {
	run, _ := b.shownRun()
	n := phrase.Count(run.Count(backend.BulkConflict), "ticket")
	b.confirm("Overwrite the changes of others?",
		overlay.Paragraphs(n+" changed after you looked. What you set overwrites their changes; fields that you left stay as they are now."),
		overlay.Choice{Action: keymap.Overwrite, Label: "Send to " + n, Run: func() tea.Cmd {
			return b.cmds.Bulk.Retry(run.ID, true)
		}})
	return nil
}

func (b *bulkUpdates) cancelLabel() string {
	switch run, isRun := b.shownRun(); {
	case !isRun || run.State == backend.BulkStopping:
		return ""
	case run.State == backend.BulkRunning || run.State == backend.BulkStopped:
		return "cancel"
	}
	return "discard"
}

// cancel cancels what a run has not sent, or discards the results of one that has ended.
func (b *bulkUpdates) cancel() tea.Cmd {
	run, _ := b.shownRun()
	if run.State == backend.BulkRunning || run.State == backend.BulkStopped {
		return b.cmds.Bulk.Cancel(run.ID)
	}
	b.closeLists()
	return b.discard(run.ID)
}

func (b *bulkUpdates) discard(id string) tea.Cmd {
	b.runs = slices.DeleteFunc(b.runs, func(r backend.BulkRun) bool { return r.ID == id })
	delete(b.cells, id)
	delete(b.leftOut, id)
	return b.cmds.Bulk.Discard(id)
}

// leave returns what going back from the overlay does. Results of which nothing failed are discarded with it.
func (b *bulkUpdates) leave() (label string, run func() tea.Cmd) {
	shown, isRun := b.shownRun()
	switch {
	case !isRun && b.plan.isLeaving:
		return "", nil
	case !isRun:
		return "keep the marks", func() tea.Cmd { b.plan.isRead = true; return nil }
	case shown.IsActive():
		return "goes on in the background", nil
	case shown.State == backend.BulkStopped:
		return "leave it waiting", nil
	case shown.Count(backend.BulkDone) == len(shown.Rows):
		return "done", func() tea.Cmd { return b.discard(shown.ID) }
	}
	return "keep the results", nil
}
