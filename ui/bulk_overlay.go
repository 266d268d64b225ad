package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// bulkRow is what is shown of a ticket of a bulk update, before and after it is sent.
type bulkRow struct {
	ticket                           desk.ID
	title, subStatus, queue, comment string
	callback                         string
	whole                            []string // what changes, except the comment, in full
	others                           []string // of whole, what has no column in every window
	leftOut                          string
	warnings                         []string
}

// previewedRow returns a row of the preview.
func (b *bulkUpdates) previewedRow(row backend.BulkPreviewRow) bulkRow {
	shown := b.shownRow(row.BulkUpdate, row.Changes)
	shown.leftOut, shown.warnings = row.LeftOut, row.Warnings
	return shown
}

// shownRow returns the row of an update: each value before and after, or the one that stays.
func (b *bulkUpdates) shownRow(u backend.BulkUpdate, changes []backend.Change) bulkRow {
	row := bulkRow{
		ticket:    u.Ticket,
		title:     safetext.LineFromText(u.Title).String(),
		subStatus: b.inbox.ShortSubStatus(b.subStatusLabel(u.Original[backend.FieldSubStatus])),
		queue:     stays,
	}
	for _, change := range changes {
		both := change.Mine
		if change.Original != "" {
			both = change.Original + " → " + change.Mine
		}
		switch change.Path {
		case backend.FieldSubStatus:
			row.subStatus = b.inbox.ShortSubStatus(change.Original) + " → " + b.inbox.ShortSubStatus(change.Mine)
			row.whole = append(row.whole, change.Label+": "+both)
		case backend.FieldQueue:
			row.queue = termwidth.Truncate(change.Original, maxBefore) + " → " + change.Mine
			row.others = append(row.others, change.Label+": "+both)
		case backend.FieldCallback:
			row.callback = change.Mine
			row.others = append(row.others, change.Label+": "+both)
		case backend.FieldComment:
			row.comment = change.Mine
		default:
			row.others = append(row.others, change.Label+": "+both)
		}
	}
	row.whole = append(row.whole, row.others...)
	return row
}

// stays stands for a value that an update does not change.
const stays = "stays"

// maxBefore is how much of a value is shown before the one that replaces it, in columns.
const maxBefore = 12

func (b *bulkUpdates) subStatusLabel(key string) string {
	for _, code := range b.inbox.Snapshot().Vocabulary.SubStatuses {
		if code.Key().Raw() == key {
			return code.Label()
		}
	}
	return safetext.LineFromText(key).String()
}

// title returns what a plan does to a number of tickets.
func (p *bulkPlan) title(n int) string {
	s := p.verb + " " + phrase.Count(n, "ticket")
	if text := strings.Join(strings.Fields(p.with), " "); text != "" {
		s += " with “" + termwidth.Truncate(safetext.LineFromText(text).String(), 40) + "”"
	}
	return s
}

// sendable returns how many tickets of a preview are sent.
func (p *bulkPlan) sendable() int {
	n := 0
	for _, row := range p.rows {
		if row.LeftOut == "" {
			n++
		}
	}
	return n
}

// showList opens the overlay of the preview or of the run that is shown.
func (b *bulkUpdates) showList() {
	b.listed = overlay.NewList(overlay.ListSpec{
		Spec: overlay.Spec{
			Name: "list", Title: b.title, Scope: keymap.BulkOverlay, Width: 104, Acts: b.offers, Leave: b.leave,
		},
		Head: b.head,
		Columns: []overlay.Column{
			{Width: 1},
			{Title: wire.Label("ticket", "ticketId"), Width: 12},
			{Title: wire.Label("ticket", "title")},
			{Title: wire.Label("ticket", "substatus"), Width: 30},
			{Title: wire.Label("ticket", "queueName"), Width: 30, MinWidth: 110},
			{Title: wire.Label("ticket", "nextFollowUp"), Width: 16, MinWidth: 150},
			{Title: "Change or result"},
		},
		Rows:   b.rows,
		Follow: b.rowUnderWay,
	}, b.Keys)
	b.open(b.listed)
}

// offers returns what can be done with the preview or the run that is shown.
func (b *bulkUpdates) offers() []overlay.Act {
	offers := []overlay.Act{
		{Action: keymap.Open, Label: b.sendOneLabel(), Run: func() tea.Cmd { return b.sendPlan(true) }},
		{Action: keymap.SendAll, Label: b.sendAllLabel(), Run: b.sendAll},
		{Action: keymap.Pause, Label: b.pauseLabel(), Run: func() tea.Cmd { return b.cmds.Bulk.Pause(b.shown) }},
		{Action: keymap.Retry, Label: b.retryLabel(), Run: b.retry},
		{Action: keymap.Overwrite, Label: b.overwriteLabel(), Run: b.askOverwrite},
		{Action: keymap.CancelBulk, Label: b.cancelLabel(), Run: b.cancel},
	}
	return slices.DeleteFunc(offers, func(a overlay.Act) bool { return a.Label == "" })
}

// rowUnderWay returns the row of the ticket that is sent next, or now; empty if nothing is being sent.
func (b *bulkUpdates) rowUnderWay() string {
	run, _ := b.shownRun()
	at := slices.IndexFunc(run.Rows, func(r backend.BulkRow) bool { return r.Result == "" })
	if !run.IsActive() || at < 0 {
		return ""
	}
	return run.Rows[at].Ticket.Raw()
}

// shownRun returns the run in the overlay; false while it is a preview.
func (b *bulkUpdates) shownRun() (backend.BulkRun, bool) { return b.run(b.shown) }

func (b *bulkUpdates) title() string {
	if run, ok := b.shownRun(); ok {
		return run.Title
	}
	p := &b.plan
	if !p.isRead {
		return p.title(len(p.targets.Tickets))
	}
	if n := p.sendable(); n > 0 {
		return p.title(n)
	}
	return "Nothing to send"
}

// head returns the lines above the tickets.
func (b *bulkUpdates) head(th *theme.Theme, width int) []string {
	var lines []string
	say := func(style theme.Style, text string) {
		lines = append(lines, style.RenderLines("", termwidth.Wrap(text, width))...)
	}
	run, isRun := b.shownRun()
	switch p := &b.plan; {
	case isRun:
		say(th.Emphasis, runProgress(run))
		if run.Reason != "" {
			say(th.Error, "stopped at "+b.cmds.Zones.FormatClock(run.StoppedAt)+": "+run.Reason)
		}
	case p.err != nil:
		say(th.Error, "the tickets could not be read, nothing was sent: "+backend.ErrorText(p.err))
	case !p.isRead:
		say(th.Info, "reading "+phrase.Count(len(p.targets.Tickets), "ticket")+" again…")
	default:
		say(th.Emphasis, p.summary())
	}
	return append(lines, "")
}

// summary returns how many tickets change, and how many are left out or not shown by the list.
func (p *bulkPlan) summary() string {
	n := p.sendable()
	s := phrase.Count(n, "ticket") + " will change"
	if n == 0 {
		s = "no ticket will change"
	}
	if left := len(p.rows) - n; left > 0 {
		s += fmt.Sprintf(" · %d left out", left)
	}
	hidden := 0
	for _, row := range p.rows {
		if row.Hidden && row.LeftOut == "" {
			hidden++
		}
	}
	if hidden > 0 {
		s += fmt.Sprintf(" · the list does not show %d of them", hidden)
	}
	return s
}

// runProgress returns how far a run is.
func runProgress(run backend.BulkRun) string {
	sent, ended := len(run.Rows)-run.Count(backend.BulkUnsent), strings.Join(failureCounts(run), " · ")
	switch run.State {
	case backend.BulkRunning:
		bar := pullBar.ViewAs(float64(barCells*sent/len(run.Rows)) / barCells)
		return fmt.Sprintf("%s sending %d of %d · %s", bar, min(sent+1, len(run.Rows)), len(run.Rows), ended)
	case backend.BulkStopping:
		return "stopping after the one that is being sent · " + ended
	case backend.BulkStopped:
		return fmt.Sprintf("%d of %d sent · %s", sent, len(run.Rows), ended)
	case backend.BulkCanceled:
		return "cancelled · " + runCounts(run)
	}
	return "finished · " + runCounts(run)
}

// runCounts returns how many updates of a run have which result.
func runCounts(run backend.BulkRun) string {
	return strings.Join(append(failureCounts(run), unsentCount(run)...), " · ")
}

func unsentCount(run backend.BulkRun) []string {
	if n := run.Count(backend.BulkUnsent); n > 0 {
		return []string{fmt.Sprintf("%d %s", n, resultNames[backend.BulkUnsent])}
	}
	return nil
}

// failureCounts returns how many updates of a run were saved, and how many of those that were sent were not.
func failureCounts(run backend.BulkRun) []string {
	said := []string{fmt.Sprintf("%d saved", run.Count(backend.BulkDone))}
	for _, r := range []backend.BulkResult{
		backend.BulkRefused, backend.BulkConflict, backend.BulkUnknown,
	} {
		if n := run.Count(r); n > 0 {
			said = append(said, fmt.Sprintf("%d %s", n, resultNames[r]))
		}
	}
	return said
}

var resultNames = map[backend.BulkResult]string{
	backend.BulkDone:     "saved",
	backend.BulkRefused:  "refused",
	backend.BulkConflict: "changed by others",
	backend.BulkUnknown:  "not confirmed",
	backend.BulkUnsent:   "not sent",
}

var resultMarks = map[backend.BulkResult]string{
	backend.BulkDone: "✓", backend.BulkRefused: "✗", backend.BulkConflict: "≠", backend.BulkUnknown: "?",
}

// rows returns the rows of the preview or of the run. Queues that all stay are not worth a column.
func (b *bulkUpdates) rows() []overlay.Row {
	rows := b.ordered()
	if !slices.ContainsFunc(rows, func(r overlay.Row) bool { return r.Cells[bulkQueueColumn] != stays }) {
		for i := range rows {
			rows[i].Cells[bulkQueueColumn] = ""
		}
	}
	return rows
}

// ordered returns the rows of the overlay. What needs a look comes first: what is left out of a preview, and what was
// not saved by a run that has stopped.
func (b *bulkUpdates) ordered() []overlay.Row {
	run, isRun := b.shownRun()
	if !isRun {
		var out, sent []overlay.Row
		for _, row := range b.plan.shown {
			if row.leftOut != "" {
				out = append(out, b.overlayRow(row))
			} else {
				sent = append(sent, b.overlayRow(row))
			}
		}
		return append(out, sent...)
	}
	var first, rest []overlay.Row
	for _, row := range run.Rows {
		if shown := b.runRow(run, row); needsLook(run, row) {
			first = append(first, shown)
		} else {
			rest = append(rest, shown)
		}
	}
	for _, row := range b.leftOut[run.ID] {
		if shown := b.overlayRow(row); run.State >= backend.BulkFinished {
			first = append(first, shown)
		} else {
			rest = append(rest, shown)
		}
	}
	rows := slices.Concat(first, rest)
	for i, row := range rows {
		open := func() tea.Cmd { return b.openOf(run, desk.NewID(row.ID)) }
		rows[i].Does = []overlay.Act{{Action: keymap.Open, Label: "open", Run: open}}
	}
	return rows
}

// needsLook reports whether a ticket of a run that has stopped was not saved. A run under way keeps its order.
func needsLook(run backend.BulkRun, row backend.BulkRow) bool {
	switch {
	case run.IsActive() || row.Result == backend.BulkDone:
		return false
	case row.Result == "" || row.Result == backend.BulkUnsent:
		return run.State >= backend.BulkFinished
	}
	return true
}

// overlayRow returns a ticket that was not sent, with what would change or why it is left out.
func (b *bulkUpdates) overlayRow(row bulkRow) overlay.Row {
	mark, style, state, what := " ", b.theme().Muted, "", row.comment
	if len(row.warnings) > 0 {
		mark, style, state = "!", b.theme().Warning, strings.Join(row.warnings, " · ")
		what = state + " · " + row.comment
	}
	if row.leftOut != "" {
		mark, style, state, what = "✗", b.theme().Error, row.leftOut, row.leftOut
	}
	detail := row.detail(state)
	if what == "" {
		what = strings.Join(row.others, " · ")
	}
	return row.cells(mark, style, strings.TrimSuffix(what, " · "), detail)
}

// cells returns the row of the overlay.
func (r bulkRow) cells(mark string, style theme.Style, what, detail string) overlay.Row {
	return overlay.Row{
		ID: r.ticket.Raw(), Style: style, StyledColumn: bulkWhatColumn, Detail: detail, Said: accessible.Words(detail),
		Cells: []string{mark, r.ticket.Short().String(), r.title, r.subStatus, r.queue, r.callback, what},
	}
}

// The column of the queue, and the one that is drawn in the style of the row's state.
const (
	bulkQueueColumn = 4
	bulkWhatColumn  = 6
)

// detail returns everything about a row in one text; state is what is to be known of it or became of it.
func (r bulkRow) detail(state string) string {
	said := slices.Concat([]string{r.ticket.Display().String() + " " + r.title, state}, r.whole)
	if r.comment != "" {
		said = append(said, "Comment: "+r.comment)
	}
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " · ")
}

// runRow returns a ticket of a run with its result.
func (b *bulkUpdates) runRow(run backend.BulkRun, row backend.BulkRow) overlay.Row {
	shown := b.shownInRun(run.ID, row)
	style := map[backend.BulkResult]theme.Style{
		backend.BulkDone: b.theme().Success, backend.BulkRefused: b.theme().Error,
		backend.BulkConflict: b.theme().Warning, backend.BulkUnknown: b.theme().Warning,
	}[row.Result]
	name := resultNames[row.Result]
	switch {
	case row.Ticket == run.Sending && row.Result == "":
		name, style = "sending…", b.theme().Emphasis
	case row.Result == "" || row.Result == backend.BulkUnsent:
		style = b.theme().Muted
		name = map[bool]string{true: "waits", false: "not sent"}[run.State < backend.BulkFinished]
	}
	switch {
	case row.Result == backend.BulkConflict && row.Detail != "":
		name = row.Detail
	case row.Detail != "":
		name += ": " + row.Detail
	}
	return shown.cells(resultMarks[row.Result], style, name, shown.detail(name))
}
