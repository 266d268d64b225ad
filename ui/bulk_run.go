package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// watch waits for the next progress of an active run.
func (b *bulkUpdates) watch(run backend.BulkRun) tea.Cmd {
	if !run.IsActive() {
		return nil
	}
	return b.cmds.Bulk.Watch(run)
}

// run returns a run by its id.
func (b *bulkUpdates) run(id string) (backend.BulkRun, bool) {
	return b.find(func(r backend.BulkRun) bool { return r.ID == id })
}

// active returns the run that is being sent.
func (b *bulkUpdates) active() (backend.BulkRun, bool) { return b.find(backend.BulkRun.IsActive) }

// find returns the first run that is wanted; false if there is none.
func (b *bulkUpdates) find(isWanted func(backend.BulkRun) bool) (backend.BulkRun, bool) {
	i := slices.IndexFunc(b.runs, isWanted)
	if i < 0 {
		return backend.BulkRun{}, false
	}
	return b.runs[i], true
}

// onAnswer handles the answer to a request about a run. The first answer of a run closes the form that it is from.
func (b *bulkUpdates) onAnswer(msg backend.BulkMsg) tea.Cmd {
	if msg.IsProgress {
		return tea.Batch(b.setRun(msg.Run), b.watch(msg.Run))
	}
	b.notifyError(msg.Err)
	begins := b.plan.isLeaving
	b.plan.isLeaving = false
	if msg.Run.ID == "" {
		b.refreshLists()
		return nil
	}
	before, known := b.run(msg.Run.ID)
	var cmds []tea.Cmd
	if begins && msg.Err == nil {
		cmds = append(cmds, b.begin(msg.Run.ID))
	}
	cmds = append(cmds, b.setRun(msg.Run))
	if !known || !before.IsActive() {
		cmds = append(cmds, b.watch(msg.Run))
	}
	return tea.Batch(cmds...)
}

// begin shows the run that has begun in the place of its preview, and closes its form.
func (b *bulkUpdates) begin(id string) tea.Cmd {
	b.shown, b.cells[id] = id, map[desk.ID]bulkRow{}
	for i, row := range b.plan.shown {
		if b.plan.rows[i].LeftOut == "" {
			b.cells[id][row.ticket] = row
		} else {
			b.leftOut[id] = append(b.leftOut[id], row)
		}
	}
	return b.closeForm()
}

// setRun takes over the state of a run: it unmarks the saved tickets and reloads the shown one.
func (b *bulkUpdates) setRun(run backend.BulkRun) tea.Cmd {
	before, known := b.run(run.ID)
	var saved []desk.ID
	for i, row := range run.Rows {
		wasSaved := known && i < len(before.Rows) && before.Rows[i].Result == backend.BulkDone
		if row.Result == backend.BulkDone && !wasSaved {
			saved = append(saved, row.Ticket)
		}
	}
	if known {
		b.runs[slices.IndexFunc(b.runs, func(r backend.BulkRun) bool { return r.ID == run.ID })] = run
	} else {
		b.runs = append(b.runs, run)
	}
	b.inbox.Marks.Unmark(saved, b.inbox.Snapshot().Listing)
	b.inbox.NoteSavedTogether(saved)
	if known && len(saved) > 0 {
		b.hold.noteSentTogether(run.Count(backend.BulkDone))
	}
	if before.IsActive() && !run.IsActive() && !b.shows(run.ID) {
		b.notifyRunEnded(run)
	}
	b.refreshLists()
	return b.ticket.Reread(saved...)
}

// shows reports whether the overlay of a run is open.
func (b *bulkUpdates) shows(id string) bool {
	return b.shown == id && b.isOpen(b.listed)
}

// notifyRunEnded says what became of a run that went on in the background.
func (b *bulkUpdates) notifyRunEnded(run backend.BulkRun) {
	if saved := run.Count(backend.BulkDone); saved == len(run.Rows) {
		b.notify(levelSuccess, run.Title+": all saved ✓")
		return
	}
	b.notifyOfWork(levelWarning, run.Title+": "+runCounts(run), " · "+b.workKey()+" lists it")
}

// onRuns takes over the runs of earlier consoles. Those that were saved to the end are discarded.
func (b *bulkUpdates) onRuns(msg backend.BulkRuns) tea.Cmd {
	var cmds []tea.Cmd
	interrupted := 0
	for _, run := range msg.Value {
		if _, known := b.run(run.ID); known {
			continue
		}
		if run.Count(backend.BulkDone) == len(run.Rows) {
			cmds = append(cmds, b.cmds.Bulk.Discard(run.ID))
			continue
		}
		b.runs = append(b.runs, run)
		if run.State == backend.BulkStopped {
			interrupted++
		}
	}
	b.notifyError(msg.Err)
	if interrupted > 0 {
		last := b.runs[len(b.runs)-1]
		b.notifyOfWork(levelWarning, fmt.Sprintf(
			"%d not sent, %s continues: %s", last.Count(backend.BulkUnsent), b.workKey(), last.Title,
		), "")
	}
	return tea.Batch(cmds...)
}

// badge returns what the first line says of runs: the one that is being sent, else the last one that needs a look.
func (b *bulkUpdates) badge() string {
	if len(b.runs) == 0 {
		return ""
	}
	run, active := b.active()
	if !active {
		run = b.runs[len(b.runs)-1]
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

func (b *bulkUpdates) show(id string) tea.Cmd {
	b.shown = id
	b.showList()
	return nil
}

// shownInRun returns what is shown of a ticket of a run; of an earlier console's run it is made from what was sent.
func (b *bulkUpdates) shownInRun(id string, row backend.BulkRow) bulkRow {
	if shown, known := b.cells[id][row.Ticket]; known {
		return shown
	}
	shown := b.shownRow(row.BulkUpdate, b.cmds.Diff(backend.Submission{Form: backend.Form{
		Kind: backend.KindUpdate, Record: row.Ticket, Values: row.Values, Original: row.Original,
	}}))
	if b.cells[id] == nil {
		b.cells[id] = map[desk.ID]bulkRow{}
	}
	b.cells[id][row.Ticket] = shown
	return shown
}
