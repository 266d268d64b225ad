package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// bulkProgressMsg is the answer of the one command that watches a run.
type bulkProgressMsg struct{ backend.BulkMsg }

// watchRun waits for the next progress of an active run.
func (c *Console) watchRun(run backend.BulkRun) tea.Cmd {
	if !run.IsActive() {
		return nil
	}
	next := c.cmds.WatchBulk(run)
	return func() tea.Msg {
		if msg, ok := next().(backend.BulkMsg); ok {
			return bulkProgressMsg{msg}
		}
		return nil
	}
}

// bulkRun returns a run by its id.
func (c *Console) bulkRun(id string) (backend.BulkRun, bool) {
	i := slices.IndexFunc(c.bulk.runs, func(r backend.BulkRun) bool { return r.ID == id })
	if i < 0 {
		return backend.BulkRun{}, false
	}
	return c.bulk.runs[i], true
}

// activeRun returns the run that is being sent.
func (c *Console) activeRun() (backend.BulkRun, bool) {
	i := slices.IndexFunc(c.bulk.runs, backend.BulkRun.IsActive)
	if i < 0 {
		return backend.BulkRun{}, false
	}
	return c.bulk.runs[i], true
}

// onBulkAnswer handles the answer to a request about a run. The first answer of a run closes the form that it is from.
func (c *Console) onBulkAnswer(msg backend.BulkMsg) tea.Cmd {
	c.notifyError(msg.Err)
	begins := c.bulk.plan.isLeaving
	c.bulk.plan.isLeaving = false
	if msg.Run.ID == "" {
		c.refreshLists()
		return nil
	}
	before, known := c.bulkRun(msg.Run.ID)
	var cmds []tea.Cmd
	if begins && msg.Err == nil {
		cmds = append(cmds, c.planBegun(msg.Run.ID))
	}
	cmds = append(cmds, c.setRun(msg.Run))
	if !known || !before.IsActive() {
		cmds = append(cmds, c.watchRun(msg.Run))
	}
	return tea.Batch(cmds...)
}

// planBegun shows the run that has begun in the place of its preview, and closes its form.
func (c *Console) planBegun(id string) tea.Cmd {
	if c.bulk.cells == nil {
		c.bulk.cells, c.bulk.leftOut = map[string]map[desk.ID]bulkRow{}, map[string][]bulkRow{}
	}
	c.bulk.shown, c.bulk.cells[id] = id, map[desk.ID]bulkRow{}
	for i, row := range c.bulk.plan.shown {
		if c.bulk.plan.rows[i].LeftOut == "" {
			c.bulk.cells[id][row.ticket] = row
		} else {
			c.bulk.leftOut[id] = append(c.bulk.leftOut[id], row)
		}
	}
	form := backend.DraftKey{Kind: backend.KindUpdateMany}
	if c.editor == nil || c.editor.Kind != backend.KindUpdateMany {
		return nil
	}
	dropped := c.dropDraft(form)
	return tea.Batch(c.closeForm(), dropped)
}

// setRun takes over the state of a run: it unmarks the saved tickets and reloads the shown one.
func (c *Console) setRun(run backend.BulkRun) tea.Cmd {
	before, known := c.bulkRun(run.ID)
	var saved []desk.ID
	for i, row := range run.Rows {
		wasSaved := known && i < len(before.Rows) && before.Rows[i].Result == backend.BulkDone
		if row.Result == backend.BulkDone && !wasSaved {
			saved = append(saved, row.Ticket)
		}
	}
	if known {
		c.bulk.runs[slices.IndexFunc(c.bulk.runs, func(r backend.BulkRun) bool { return r.ID == run.ID })] = run
	} else {
		c.bulk.runs = append(c.bulk.runs, run)
	}
	c.inbox.Unmark(saved)
	c.inbox.NoteSavedTogether(saved)
	if known && len(saved) > 0 {
		c.noteSentTogether(run.Count(backend.BulkDone))
	}
	if before.IsActive() && !run.IsActive() && !c.showsRun(run.ID) {
		c.notifyRunEnded(run)
	}
	c.refreshLists()
	if t := c.ticket.Summary(); t != nil && slices.Contains(saved, t.ID) {
		return c.ticket.Show(c.cmds.CachedTicket(t.ID), true)
	}
	return nil
}

// showsRun reports whether the overlay of a run is open.
func (c *Console) showsRun(id string) bool {
	return c.bulk.shown == id && slices.ContainsFunc(c.overlays, func(o overlay.Overlay) bool {
		l, ok := o.(*overlay.List)
		return ok && l.Scope == keymap.BulkOverlay
	})
}

// notifyRunEnded says what became of a run that went on in the background.
func (c *Console) notifyRunEnded(run backend.BulkRun) {
	if saved := run.Count(backend.BulkDone); saved == len(run.Rows) {
		c.notify(levelSuccess, run.Title+": all saved ✓")
		return
	}
	c.notifyOfWork(levelWarning, run.Title+": "+runCounts(run), " · "+c.workKey()+" lists it")
}

// onBulkRuns takes over the runs of earlier consoles. Those that were saved to the end are discarded.
func (c *Console) onBulkRuns(msg backend.BulkRunsMsg) tea.Cmd {
	var cmds []tea.Cmd
	interrupted := 0
	for _, run := range msg.Runs {
		if _, known := c.bulkRun(run.ID); known {
			continue
		}
		if run.Count(backend.BulkDone) == len(run.Rows) {
			cmds = append(cmds, c.cmds.DiscardBulk(run.ID))
			continue
		}
		c.bulk.runs = append(c.bulk.runs, run)
		if run.State == backend.BulkStopped {
			interrupted++
		}
	}
	c.notifyError(msg.Err)
	if interrupted > 0 {
		last := c.bulk.runs[len(c.bulk.runs)-1]
		c.notifyOfWork(levelWarning, fmt.Sprintf(
			"%d not sent, %s continues: %s", last.Count(backend.BulkUnsent), c.workKey(), last.Title,
		), "")
	}
	return tea.Batch(cmds...)
}

// bulkBadge returns what the first line says of runs: the one that is being sent, else the last one that needs a look.
func (c *Console) bulkBadge() string {
	if len(c.bulk.runs) == 0 {
		return ""
	}
	run, active := c.activeRun()
	if !active {
		run = c.bulk.runs[len(c.bulk.runs)-1]
	}
	left := run.Count(backend.BulkUnsent)
	switch missed := len(run.Rows) - run.Count(backend.BulkDone); {
	case active:
		return fmt.Sprintf("⇶ %d/%d", len(run.Rows)-left, len(run.Rows))
	case run.State == backend.BulkStopped:
		return fmt.Sprintf("⇶ %d of %d wait", left, len(run.Rows))
	case missed > 0:
		return fmt.Sprintf("⇶ %d of %d not saved", missed, len(run.Rows))
	}
	return ""
}

func (c *Console) showRun(id string) tea.Cmd {
	c.bulk.shown = id
	c.open(c.bulkOverlay())
	return nil
}
