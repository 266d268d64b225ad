package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// workStage is how far something that the agent wrote has come. Its order is that of the list: what needs the agent is
// first.
type workStage int

const (
	needsYou workStage = iota
	waits
	beingSent
	typed
	sentToday
)

// workRow is a row of the list of the agent's work: one thing that was typed or sent.
type workRow struct {
	stage   workStage
	creates bool // a record: its name is all that the form says
	overlay.Row
}

// workColumns are the columns of the list. The record takes most of the room: what was typed stands below the
// list where it is cut off.
var workColumns = []overlay.Column{
	{Title: "State", Width: 18, Fit: true},
	{Title: "At", Width: 12, Fit: true},
	{Title: "Form", Width: 13, Fit: true},
	{Title: "For", Width: 30, Share: 2},
	{Title: "What", Width: 20, MinWidth: 100, Share: 1},
}

// myWork is the title of the list.
const myWork = "My work"

// workKey returns the name of the key that opens the list.
func (c *Config) workKey() string { return c.Keys.KeyLabel(keymap.Global, keymap.MyWork) }

// showMyWork opens the list of everything unsent and of what was sent today, with what is in memory, and reads it from
// disk again.
func (c *Console) showMyWork() tea.Cmd {
	if c.notification.isOfWork {
		c.notification = notice{}
	}
	c.open(overlay.NewList(overlay.ListSpec{
		Title:   myWork,
		Empty:   "Nothing is unsent, and nothing was sent today. What you type into a form is listed here until it is saved.",
		Columns: workColumns,
		Rows:    c.workRows,
	}, c.Keys))
	return tea.Batch(c.cmds.LoadDrafts, c.cmds.LoadOutbox, c.cmds.LoadHistory)
}

// rereadHistory reads what was sent today again while the list is open.
func (c *Console) rereadHistory() tea.Cmd {
	for _, o := range c.overlays {
		if l, ok := o.(*overlay.List); ok && l.Title == myWork {
			return c.cmds.LoadHistory
		}
	}
	return nil
}

// workRows returns the rows of the list in the order of their stages.
func (c *Console) workRows() []overlay.Row {
	all := slices.Concat(c.itemRows(), c.runRows(), c.heldRows(), c.draftRows(), c.discardedRows(), c.historyRows())
	slices.SortStableFunc(all, func(a, b workRow) int { return cmp.Compare(a.stage, b.stage) })
	off := cmp.Or(c.outboxBusy(), unless(c.outbox.waiting() > 0, "nothing is waiting"))
	sendAll := on(keymap.SendAll, "send all that wait", off, c.sendAll)
	rows := make([]overlay.Row, len(all))
	for i, r := range all {
		rows[i] = r.Row
		if last := len(r.Cells) - 1; r.creates {
			r.Cells[last], rows[i].Whole = "", r.Cells[last-1]
		}
		if len(c.outbox.items) > 0 {
			rows[i].Does = slices.Concat(r.Does, []overlay.RowAction{sendAll})
		}
	}
	return rows
}

// creates reports whether a kind of form adds a record.
func creates(kind string) bool {
	k, _ := backend.LookupKind(kind)
	return k.Creates
}

// on returns an action on a row that needs no id: the row knows what it is of.
func on(action keymap.Action, label, off string, run func() tea.Cmd) overlay.RowAction {
	a := overlay.RowAction{Action: action, Off: off, Run: func(string) tea.Cmd { return run() }}
	if label != "" {
		a.Label = func() string { return label }
	}
	return a
}

// itemRows returns the rows of the outbox: forms that could not be sent.
func (c *Console) itemRows() []workRow {
	rows := make([]workRow, len(c.outbox.items))
	busy := c.outboxBusy()
	for i, item := range c.outbox.items {
		stage, state := needsYou, backend.OutboxStateName(item)
		style := map[backend.Stage]theme.Style{
			backend.ItemWaiting: c.th.Warning, backend.ItemSending: c.th.Emphasis,
			backend.ItemUnknown: c.th.Warning, backend.ItemRefused: c.th.Error,
		}[item.Stage]
		switch {
		case item.ID == c.outbox.sending && c.outbox.checking:
			state, style = checking, c.th.Emphasis
		case item.ID == c.outbox.sending || item.Stage == backend.ItemSending:
			stage, state, style = beingSent, "sending…", c.th.Emphasis
		case backend.IsWaiting(item):
			stage, style = waits, c.th.Info
		}
		what, whole := c.cmds.Summaries(item)
		last, apart := c.toldApart(item, what)
		check := cmp.Or(busy, unless(item.Stage == backend.ItemUnknown, "it did not arrive"))
		rows[i] = workRow{stage, creates(item.Kind), overlay.Row{
			ID:     "outbox " + item.ID,
			Style:  style,
			Detail: strings.TrimSpace(apart + c.itemDetail(item)),
			Whole:  whole,
			Cells:  append([]string{state, c.cmds.ShortTime(item.Since()), formName(item.Kind)}, last[:]...),
			Does: []overlay.RowAction{
				on(keymap.Send, "", busy, func() tea.Cmd { return c.sendSelected(item.ID) }),
				on(keymap.Check, "", check, func() tea.Cmd { return c.verifySelected(item.ID) }),
				on(keymap.Open, "", busy, func() tea.Cmd { return c.reopenItem(item.ID) }),
				on(keymap.Discard, "", busy, func() tea.Cmd { return c.askRemove(item.ID) }),
			},
		}}
	}
	return rows
}

// itemDetail returns the reason for an item's state and when it was last verified.
func (c *Console) itemDetail(item backend.OutboxItem) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.Stage == backend.ItemUnknown && !item.LastVerified.IsZero() {
		reason += "Checked at " + c.cmds.ShortTime(item.LastVerified) + ". "
	}
	return reason
}

// runRows returns the rows of updates of many tickets, the latest first.
func (c *Console) runRows() []workRow {
	rows := make([]workRow, len(c.bulk.runs))
	for i, run := range c.bulk.runs {
		unsent, counts := run.Count(backend.BulkUnsent), runCounts(run)
		stage, state, style := needsYou, fmt.Sprintf("%d not saved", len(run.Rows)-run.Count(backend.BulkDone)), c.th.Error
		switch {
		case run.IsActive():
			stage, state, style = beingSent, fmt.Sprintf("sending %d/%d", len(run.Rows)-unsent, len(run.Rows)), c.th.Emphasis
		case run.State == backend.BulkStopped:
			state, style = fmt.Sprintf("%d not sent", unsent), c.th.Warning
		case run.Count(backend.BulkDone) == len(run.Rows):
			stage, state, style = sentToday, "saved", c.th.Success
		}
		isOpen := run.IsActive() || run.State == backend.BulkStopped
		rows[len(rows)-1-i] = workRow{stage, false, overlay.Row{
			ID:     "run " + run.ID,
			Style:  style,
			Detail: run.Reason,
			Whole:  counts,
			Cells:  []string{state, c.cmds.ShortTime(run.StartedAt), formName(backend.KindUpdateMany), run.Title, counts},
			Does: []overlay.RowAction{
				on(keymap.Open, "", "", func() tea.Cmd { return c.bulk.show(run.ID) }),
				on(keymap.Send, fmt.Sprintf("send the other %d", unsent), unless(run.State == backend.BulkStopped, "it does not wait"),
					func() tea.Cmd { return tea.Batch(c.bulk.show(run.ID), c.bulk.sendAll("")) }),
				on(keymap.Discard, "discard", wordIf(isOpen, "not all are sent: open it to go on or to cancel"),
					func() tea.Cmd { return c.bulk.discard(run.ID) }),
			},
		}}
	}
	return rows
}

// heldRows returns the rows of updates that are about to be sent, the latest first.
func (c *Console) heldRows() []workRow {
	var rows []workRow
	for _, h := range slices.Backward(c.hold.updates) {
		state, off := fmt.Sprintf("in %d s", c.secondsLeft(h)), ""
		if h.sending {
			state, off = "sending…", "it is already being sent"
		}
		what := c.cmds.SummaryLine(h.write, backend.CellWidth)
		back := func() tea.Cmd { return c.undoHeld(h) }
		rows = append(rows, workRow{beingSent, creates(h.write.Kind), overlay.Row{
			ID:    fmt.Sprint("held ", h.seq),
			Style: c.th.Emphasis,
			Whole: c.cmds.SummaryLine(h.write, backend.WholeWidth),
			Cells: []string{state, "", formName(h.write.Kind), c.cmds.RecordLabel(h.draft()), what},
			Does: []overlay.RowAction{
				on(keymap.Undo, "take back", off, back),
				on(keymap.Send, "send now", off, func() tea.Cmd { return c.sendHeldNow(h) }),
				on(keymap.Open, "", off, back),
			},
		}})
	}
	return rows
}

// draftRows returns the rows of drafts, the newest first. One that may be saved, or that should have been sent, needs
// the agent.
func (c *Console) draftRows() []workRow {
	drafts := maps.Clone(c.drafts.kept)
	for _, h := range c.hold.updates { // they are about to be sent
		delete(drafts, h.form.DraftKey())
	}
	newest := slices.SortedFunc(maps.Values(drafts), func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(draftID(a.Key), draftID(b.Key)))
	})
	rows := make([]workRow, len(newest))
	for i, d := range newest {
		what, whole := c.cmds.Summaries(d)
		last, detail := c.toldApart(d, what)
		stage, state, style := typed, "draft", c.th.Muted
		switch {
		case d.MaybeSaved || !d.SentAt.IsZero():
			stage, state, style = needsYou, "draft, maybe saved", c.th.Warning
			detail += "It was sent before and not confirmed."
		case !d.HeldUntil.IsZero():
			stage, state, style = needsYou, "draft, not sent", c.th.Warning
			detail = "It should have been sent at " + c.cmds.ShortTime(d.HeldUntil) + " and was not."
		case isOfCall(d.Conflict):
			detail = "Of a call."
		}
		rows[i] = workRow{stage, creates(d.Kind), overlay.Row{
			ID:     "draft " + draftID(d.Key),
			Style:  style,
			Detail: strings.TrimSpace(detail),
			Whole:  whole,
			Cells:  append([]string{state, c.cmds.ShortTime(d.SavedAt), formName(d.Kind)}, last[:]...),
			Does: []overlay.RowAction{
				on(keymap.Open, "", "", func() tea.Cmd { return c.resumeDraft(d.Key) }),
				on(keymap.Send, "", "a draft is sent from its form: "+c.Keys.KeyLabel(keymap.ListOverlay, keymap.Open)+" opens it", nil),
				on(keymap.Discard, "", "", func() tea.Cmd { return c.confirmDeleteDraft(d.Key) }),
			},
		}}
	}
	return rows
}

// discardedRows returns the rows of what was discarded, the latest first.
func (c *Console) discardedRows() []workRow {
	var rows []workRow
	for _, d := range slices.Backward(c.drafts.discarded.drafts) {
		what, whole := c.cmds.Summaries(d)
		back := func() tea.Cmd { return c.bringBack(d) }
		rows = append(rows, workRow{typed, creates(d.Kind), overlay.Row{
			ID:     fmt.Sprint("discarded ", draftID(d.Key), d.SavedAt),
			Style:  c.th.Muted,
			Detail: "Discarded, until frontdesk ends.",
			Whole:  whole,
			Cells:  []string{"discarded", "", formName(d.Kind), c.cmds.RecordLabel(d), what},
			Does: []overlay.RowAction{
				on(keymap.Open, "bring back", "", back),
				on(keymap.Discard, "", "it is discarded already", nil),
			},
		}})
	}
	return rows
}

// historyRows returns the rows of what was sent today, the newest first, without what is unsent still.
func (c *Console) historyRows() []workRow {
	unsent := map[string]bool{}
	for _, item := range c.outbox.items {
		unsent[item.Kind+" "+item.Record] = true
	}
	var rows []workRow
	for _, n := range c.history {
		state := safetext.LineFromText(n.Outcome).String()
		if isSaved := n.Outcome == backend.Saved.String(); !isSaved {
			if record := n.Kind + " " + n.Record; unsent[record] {
				delete(unsent, record) // its row in the outbox says so
				continue
			}
			state = "was " + state
		}
		title, what := safetext.LineFromText(n.Title).String(), safetext.LineFromText(n.Summary).String()
		if n.Kind != backend.KindUpdate { // of a new record the title is all that it says
			title, what = cmp.Or(title, what), ""
		}
		rows = append(rows, workRow{sentToday, false, overlay.Row{
			ID:     "sent " + noteID(n),
			Style:  c.outcomeStyle(n.Outcome),
			Detail: safetext.LineFromText(n.Reason).String(),
			Whole:  what,
			Cells: []string{
				state, c.cmds.ShortTime(n.At), formName(n.Kind),
				strings.TrimSpace(desk.NewID(n.Record).Display().String() + " " + title), what,
			},
			Does: []overlay.RowAction{
				on(keymap.Open, "", c.openDisabledReason(n), func() tea.Cmd { return c.openHistoryEntry(n) }),
				on(keymap.Undo, "", "too late: it was sent · "+c.correctionHint(n.Kind), nil),
			},
		}})
	}
	return rows
}
