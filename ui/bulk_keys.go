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
func (c *Console) canSend() bool {
	p := &c.bulk.plan
	return c.bulk.shown == "" && !p.isLeaving && p.sendable() > 0
}

func (c *Console) openLabel() string {
	_, isRun := c.shownRun()
	switch {
	case isRun:
		return "open"
	case !c.canSend():
		return ""
	case c.bulk.plan.sendable() == 1:
		return "send it"
	}
	return "send one, then check"
}

// openBulkRow sends the first ticket of a preview alone; of a run it opens the ticket under the cursor.
func (c *Console) openBulkRow(id string) tea.Cmd {
	run, isRun := c.shownRun()
	if !isRun {
		return c.sendPlan(true)
	}
	ids := make([]desk.ID, len(run.Rows))
	for i, row := range run.Rows {
		ids[i] = row.Ticket
	}
	c.closeLists()
	return c.openFrom(source{"this update of many", ids}, desk.NewID(id))
}

func (c *Console) sendAllLabel() string {
	run, isRun := c.shownRun()
	switch left := run.Count(backend.BulkUnsent); {
	case isRun && run.State == backend.BulkStopped && left > 0:
		return fmt.Sprintf("send the other %d", left)
	case !isRun && c.canSend() && c.bulk.plan.sendable() > 1:
		return "send all"
	}
	return ""
}

// sendAllOfBulk sends all tickets of a preview, or goes on with a run that has stopped.
func (c *Console) sendAllOfBulk(string) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	if c.bulk.shown == "" {
		return c.sendPlan(false)
	}
	return c.cmds.ResumeBulk(c.bulk.shown)
}

func (c *Console) pauseLabel() string {
	run, _ := c.shownRun()
	return wordIf(run.ID != "" && run.State == backend.BulkRunning, "pause")
}

func (c *Console) pauseBulk(string) tea.Cmd { return c.cmds.PauseBulk(c.bulk.shown) }

func (c *Console) retryBulk(string) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	return c.cmds.RetryBulk(c.bulk.shown, false)
}

func (c *Console) tryAgainLabel() string {
	run, isRun := c.shownRun()
	failed := run.Count(backend.BulkRefused) + run.Count(backend.BulkUnknown)
	if run.State == backend.BulkCanceled {
		failed += run.Count(backend.BulkUnsent)
	}
	return wordIf(isRun && !run.IsActive() && failed > 0, fmt.Sprintf("retry %d", failed))
}

func (c *Console) overwriteLabel() string {
	run, isRun := c.shownRun()
	return wordIf(isRun && !run.IsActive() && run.Count(backend.BulkConflict) > 0, "send over the changes")
}

// askOverwriteBulk asks before it sends to the tickets that others have changed.
func (c *Console) askOverwriteBulk(string) tea.Cmd {
	run, _ := c.shownRun()
	n := phrase.Count(run.Count(backend.BulkConflict), "ticket")
	c.confirm("Overwrite the changes of others?",
		overlay.Paragraphs(n+" changed after you looked. What you set overwrites their changes; fields that you left stay as they are now."),
		overlay.Choice{Action: keymap.Overwrite, Label: "Send to " + n, Run: func() tea.Cmd {
			return c.cmds.RetryBulk(run.ID, true)
		}})
	return nil
}

func (c *Console) cancelLabel() string {
	switch run, isRun := c.shownRun(); {
	case !isRun || run.State == backend.BulkStopping:
		return ""
	case run.State == backend.BulkRunning || run.State == backend.BulkStopped:
		return "cancel"
	}
	return "discard"
}

// cancelBulk cancels what a run has not sent, or discards the results of one that has ended.
func (c *Console) cancelBulk(string) tea.Cmd {
	run, _ := c.shownRun()
	if run.State == backend.BulkRunning || run.State == backend.BulkStopped {
		return c.cmds.CancelBulk(run.ID)
	}
	c.closeLists()
	return c.discardRun(run.ID)
}

func (c *Console) discardRun(id string) tea.Cmd {
	c.bulk.runs = slices.DeleteFunc(c.bulk.runs, func(r backend.BulkRun) bool { return r.ID == id })
	delete(c.bulk.cells, id)
	delete(c.bulk.leftOut, id)
	return c.cmds.DiscardBulk(id)
}

// leaveBulk returns what going back from the overlay does. Results of which nothing failed are discarded with it.
func (c *Console) leaveBulk() (label string, run func() tea.Cmd) {
	shown, isRun := c.shownRun()
	switch {
	case !isRun && c.bulk.plan.isLeaving:
		return "back", nil
	case !isRun:
		return "keep the marks", func() tea.Cmd { c.bulk.plan.isRead = true; return nil }
	case shown.IsActive():
		return "goes on in the background", nil
	case shown.State == backend.BulkStopped:
		return "leave it waiting", nil
	case shown.Count(backend.BulkDone) == len(shown.Rows):
		return "done", func() tea.Cmd { return c.discardRun(shown.ID) }
	}
	return "keep the results", nil
}
