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

// workList is the list of everything unsent and of what was sent today.
type workList struct {
	part
	drafts  *drafts
	outbox  *outbox
	hold    *holding
	bulk    *bulkUpdates
	forms   *forms
	history []backend.HistoryEntry // what was sent today, as last read
	listed  *overlay.Box
}

// workColumns are the columns of the list. The record takes most of the room: what was typed stands below the
// list where it is cut off.
var workColumns = []overlay.Column{
	{Title: "State", Width: 18},
	{Title: "At", Width: 12},
	{Title: "Form", Width: 13},
	{Title: "For"},
	{Title: "What", MinWidth: 100},
}

// workKey returns the name of the key that opens the list.
func (c *Config) workKey() string { return c.Keys.KeyLabel(keymap.Global, keymap.MyWork) }

// showMyWork opens the list of everything unsent and of what was sent today. A notice that refers to it goes.
func (c *Console) showMyWork() tea.Cmd {
	if c.notification.isOfWork {
		c.notification = notice{}
	}
	return c.work.show()
}

// show opens the list with what is in memory, and reads it from disk again.
func (l *workList) show() tea.Cmd {
	l.listed = overlay.NewList(overlay.ListSpec{
		Spec: overlay.Spec{
			Name: "list", Title: func() string { return "My work" }, Scope: keymap.ListOverlay, Width: 120, Acts: l.offers,
		},
		Empty:   "Nothing is unsent, and nothing was sent today. What you type into a form is listed here until it is saved.",
		Columns: workColumns,
		Rows:    l.rows,
	}, l.Keys)
	l.open(l.listed)
	return tea.Batch(l.cmds.LoadDrafts, l.cmds.LoadOutbox, l.cmds.LoadHistory)
}

// reread reads what was sent today again while the list is open.
func (l *workList) reread() tea.Cmd {
	if l.isOpen(l.listed) {
		return l.cmds.LoadHistory
	}
	return nil
}

// rows returns the rows of the list in the order of their stages.
func (l *workList) rows() []overlay.Row {
	all := slices.Concat(l.itemRows(), l.runRows(), l.heldRows(), l.draftRows(), l.discardedRows(), l.historyRows())
	slices.SortStableFunc(all, func(a, b workRow) int { return cmp.Compare(a.stage, b.stage) })
	rows := make([]overlay.Row, len(all))
	for i, r := range all {
		rows[i] = r.Row
		if last := len(r.Cells) - 1; r.creates {
			r.Cells[last], rows[i].Whole = "", r.Cells[last-1]
		}
	}
	return rows
}

// offers returns what can be done with the whole list.
func (l *workList) offers() []overlay.Act {
	if len(l.outbox.items) == 0 {
		return nil
	}
	off := cmp.Or(l.outbox.busy(), unless(l.outbox.waiting() > 0, "nothing is waiting"))
	return []overlay.Act{on(keymap.SendAll, "send all that wait", off, l.outbox.sendAll)}
}

// creates reports whether a kind of form adds a record.
func creates(kind string) bool {
	k, _ := backend.LookupKind(kind)
	return k.Creates
}

// on returns an action on a row.
func on(action keymap.Action, label, off string, run func() tea.Cmd) overlay.Act {
	return overlay.Act{Action: action, Label: label, Off: off, Run: run}
}

// itemRows returns the rows of the outbox: forms that could not be sent.
func (l *workList) itemRows() []workRow {
	rows := make([]workRow, len(l.outbox.items))
	busy := l.outbox.busy()
	for i, item := range l.outbox.items {
		stage, state := needsYou, backend.OutboxStateName(item)
		style := map[backend.Stage]theme.Style{
			backend.ItemWaiting: l.theme().Warning, backend.ItemSending: l.theme().Emphasis,
			backend.ItemUnknown: l.theme().Warning, backend.ItemRefused: l.theme().Error,
		}[item.Stage]
		switch {
		case item.ID == l.outbox.sending && l.outbox.checking:
			state, style = checking, l.theme().Emphasis
		case item.ID == l.outbox.sending || item.Stage == backend.ItemSending:
			stage, state, style = beingSent, "sending…", l.theme().Emphasis
		case backend.IsWaiting(item):
			stage, style = waits, l.theme().Info
		}
		what, whole := l.cmds.Summaries(item)
		last, apart := l.toldApart(item, what)
		check := cmp.Or(busy, unless(item.Stage == backend.ItemUnknown, "it did not arrive"))
		rows[i] = workRow{stage, creates(item.Kind), overlay.Row{
			ID:     "outbox " + item.ID,
			Style:  style,
			Detail: strings.TrimSpace(apart + l.itemDetail(item)),
			Whole:  whole,
			Cells:  append([]string{state, l.cmds.ShortTime(item.Since()), formName(item.Kind)}, last[:]...),
			Does: []overlay.Act{
				on(keymap.Send, "", busy, func() tea.Cmd { return l.outbox.askSend(item.ID) }),
				on(keymap.Check, "", check, func() tea.Cmd { return l.outbox.verify(item.ID) }),
				on(keymap.Open, "", busy, func() tea.Cmd { return l.outbox.reopen(item.ID) }),
				on(keymap.Discard, "", busy, func() tea.Cmd { return l.outbox.askRemove(item.ID) }),
			},
		}}
	}
	return rows
}

// itemDetail returns the reason for an item's state and when it was last verified.
func (l *workList) itemDetail(item backend.OutboxItem) string {
	reason := item.Reason
	if reason != "" {
		reason = strings.TrimSuffix(reason, ".") + ". "
	}
	if item.Stage == backend.ItemUnknown && !item.LastVerified.IsZero() {
		reason += "Checked at " + l.cmds.ShortTime(item.LastVerified) + ". "
	}
	return reason
}

// runRows returns the rows of updates of many tickets, the latest first.
func (l *workList) runRows() []workRow {
	rows := make([]workRow, len(l.bulk.runs))
	for i, run := range l.bulk.runs {
		unsent, counts := run.Count(backend.BulkUnsent), runCounts(run)
		stage, state, style := needsYou, fmt.Sprintf("%d not saved", len(run.Rows)-run.Count(backend.BulkDone)), l.theme().Error
		switch {
		case run.IsActive():
			stage, state, style = beingSent, fmt.Sprintf("sending %d/%d", len(run.Rows)-unsent, len(run.Rows)), l.theme().Emphasis
		case run.State == backend.BulkStopped:
			state, style = fmt.Sprintf("%d not sent", unsent), l.theme().Warning
		case run.Count(backend.BulkDone) == len(run.Rows):
			stage, state, style = sentToday, "saved", l.theme().Success
		}
		isOpen := run.IsActive() || run.State == backend.BulkStopped
		rows[len(rows)-1-i] = workRow{stage, false, overlay.Row{
			ID:     "run " + run.ID,
			Style:  style,
			Detail: run.Reason,
			Whole:  counts,
			Cells: []string{
				state, l.cmds.ShortTime(run.StartedAt), formName(backend.KindUpdateMany), run.Title, counts,
			},
			Does: []overlay.Act{
				on(keymap.Open, "", "", func() tea.Cmd { return l.bulk.show(run.ID) }),
				on(keymap.Send, fmt.Sprintf("send the other %d", unsent), unless(run.State == backend.BulkStopped, "it does not wait"),
					func() tea.Cmd { return tea.Batch(l.bulk.show(run.ID), l.bulk.sendAll()) }),
				on(keymap.Discard, "discard", wordIf(isOpen, "not all are sent: open it to go on or to cancel"),
					func() tea.Cmd { return l.bulk.discard(run.ID) }),
			},
		}}
	}
	return rows
}

// heldRows returns the rows of updates that are about to be sent, the latest first.
func (l *workList) heldRows() []workRow {
	var rows []workRow
	for _, h := range slices.Backward(l.hold.updates) {
		state, off := fmt.Sprintf("in %d s", l.hold.secondsLeft(h)), ""
		if h.sending {
			state, off = "sending…", "it is already being sent"
		}
		what := l.cmds.SummaryLine(h.write, backend.CellWidth)
		back := func() tea.Cmd { return l.forms.undoHeld(h) }
		rows = append(rows, workRow{beingSent, creates(h.write.Kind), overlay.Row{
			ID:    fmt.Sprint("held ", h.seq),
			Style: l.theme().Emphasis,
			Whole: l.cmds.SummaryLine(h.write, backend.WholeWidth),
			Cells: []string{state, "", formName(h.write.Kind), l.cmds.RecordLabel(h.draft()), what},
			Does: []overlay.Act{
				on(keymap.Undo, "take back", off, back),
				on(keymap.Send, "send now", off, func() tea.Cmd { return l.hold.sendNow(h) }),
				on(keymap.Open, "", off, back),
			},
		}})
	}
	return rows
}

// draftRows returns the rows of drafts, the newest first. One that may be saved, or that should have been sent, needs
// the agent.
func (l *workList) draftRows() []workRow {
	drafts := maps.Clone(l.drafts.kept)
	for _, h := range l.hold.updates { // they are about to be sent
		delete(drafts, h.form.DraftKey())
	}
	newest := slices.SortedFunc(maps.Values(drafts), func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(draftID(a.Key), draftID(b.Key)))
	})
	rows := make([]workRow, len(newest))
	for i, d := range newest {
		what, whole := l.cmds.Summaries(d)
		last, detail := l.toldApart(d, what)
		stage, state, style := typed, "draft", l.theme().Muted
		switch {
		case d.MaybeSaved || !d.SentAt.IsZero():
			stage, state, style = needsYou, "draft, maybe saved", l.theme().Warning
			detail += "It was sent before and not confirmed."
		case !d.HeldUntil.IsZero():
			stage, state, style = needsYou, "draft, not sent", l.theme().Warning
			detail = "It should have been sent at " + l.cmds.ShortTime(d.HeldUntil) + " and was not."
		case isOfCall(d.Conflict):
			detail = "Of a call."
		}
		rows[i] = workRow{stage, creates(d.Kind), overlay.Row{
			ID:     "draft " + draftID(d.Key),
			Style:  style,
			Detail: strings.TrimSpace(detail),
			Whole:  whole,
			Cells:  append([]string{state, l.cmds.ShortTime(d.SavedAt), formName(d.Kind)}, last[:]...),
			Does: []overlay.Act{
				on(keymap.Open, "", "", func() tea.Cmd { return l.forms.resumeDraft(d.Key) }),
				on(keymap.Send, "", "a draft is sent from its form: "+l.Keys.KeyLabel(keymap.ListOverlay, keymap.Open)+" opens it", nil),
				on(keymap.Discard, "", "", func() tea.Cmd { return l.forms.confirmDeleteDraft(d.Key) }),
			},
		}}
	}
	return rows
}

// discardedRows returns the rows of what was discarded, the latest first.
func (l *workList) discardedRows() []workRow {
	var rows []workRow
	for _, d := range slices.Backward(l.drafts.discarded.drafts) {
		what, whole := l.cmds.Summaries(d)
		back := func() tea.Cmd { return l.forms.bringBack(d) }
		rows = append(rows, workRow{typed, creates(d.Kind), overlay.Row{
			ID:     fmt.Sprint("discarded ", draftID(d.Key), d.SavedAt),
			Style:  l.theme().Muted,
			Detail: "Discarded, until frontdesk ends.",
			Whole:  whole,
			Cells:  []string{"discarded", "", formName(d.Kind), l.cmds.RecordLabel(d), what},
			Does: []overlay.Act{
				on(keymap.Open, "bring back", "", back),
				on(keymap.Discard, "", "it is discarded already", nil),
			},
		}})
	}
	return rows
}

// historyRows returns the rows of what was sent today, the newest first, without what is unsent still.
func (l *workList) historyRows() []workRow {
	unsent := map[string]bool{}
	for _, item := range l.outbox.items {
		unsent[item.Kind+" "+item.Record] = true
	}
	var rows []workRow
	for _, n := range l.history {
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
			Style:  l.outcomeStyle(n.Outcome),
			Detail: safetext.LineFromText(n.Reason).String(),
			Whole:  what,
			Cells: []string{
				state, l.cmds.ShortTime(n.At), formName(n.Kind),
				strings.TrimSpace(desk.NewID(n.Record).Display().String() + " " + title), what,
			},
			Does: []overlay.Act{
				on(keymap.Open, "", l.whyNotOpen(n), func() tea.Cmd { return l.openEntry(n) }),
				on(keymap.Undo, "", "too late: it was sent · "+l.hold.correctionHint(n.Kind), nil),
			},
		}})
	}
	return rows
}

// toldApart returns the last two cells of the row of a form, and what stands before its detail. Of several forms for
// one record each is named by what it says, before the title: narrow lists have no room for the last cell.
func (l *workList) toldApart(d backend.Draft, what string) (cells [2]string, detail string) {
	n := 0
	for _, other := range slices.Concat(l.drafts.of(d.Key), l.outbox.items) {
		if other.Kind == d.Kind && other.Record == d.Record && !isOfCall(other.Conflict) {
			n++
		}
	}
	label := l.cmds.RecordLabel(d)
	if d.Record == "" || n < 2 {
		return [2]string{label, what}, ""
	}
	number := desk.NewID(d.Record).Display().String()
	title := strings.TrimSpace(strings.TrimPrefix(label, number))
	return [2]string{number + " " + what, title}, fmt.Sprintf("One of your %d unsent forms for %s. ", n, label)
}
