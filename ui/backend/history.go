package backend

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// HistoryEntry is one entry of the journal.
type HistoryEntry = agent.Entry

// Maximum widths of an entry's summary and reason, in columns.
const (
	noteWidth   = 100
	reasonWidth = 100
)

// note adds the outcome of a write to the journal, unless nothing was sent.
func (c *Backend) note(w Submission, msg *SubmitResultMsg) {
	if msg.Outcome == Conflict || msg.Outcome == NotSent || msg.Outcome == LooksSaved {
		return
	}
	reason := msg.Warning
	if msg.Err != nil && msg.Outcome != Saved { // a lost answer, after which it was found
		reason = ErrorText(msg.Err)
	}
	if w.Original == nil {
		w.Original = msg.Current // so that unchanged values are no change
	}
	record, title := w.Record.Raw(), ""
	if kind, _ := LookupKind(w.Kind); kind.Creates {
		record = msg.CreatedID.Raw()
	}
	switch w.Kind {
	case KindUpdate:
		title = c.CachedTicket(w.Record).Title.String()
	case KindAdd:
		title = safetext.LineFromText(w.Values[FieldTitle]).String()
	}
	msg.warn(c.State.Note(HistoryEntry{
		At:      c.Now().In(c.Zones.Account()),
		Kind:    w.Kind,
		Record:  record,
		Title:   title,
		Summary: c.SummaryLine(w, noteWidth),
		Outcome: msg.Outcome.String(),
		Reason:  termwidth.Truncate(reason, reasonWidth),
	}))
}

// SummaryLine describes a write in one sanitised line of at most width columns: a new record by its title, a change by
// the changed fields, each of which takes at most half the width.
func (c *Backend) SummaryLine(w Submission, width int) string {
	if kind, _ := LookupKind(w.Kind); kind.Creates {
		return termwidth.Truncate(safetext.LineFromText(kind.Subject(w.Values)).String(), width)
	}
	// the form was opened before the ticket was fetched, with the listed values
	if w.Original == nil && w.Kind == KindUpdate {
		row := c.CachedTicket(w.Record)
		w.Original = map[string]string{FieldSubStatus: row.SubStatus.Key().Raw(), FieldQueue: row.Queue.Key().Raw()}
	}
	var said []string
	for _, d := range c.Diff(w) {
		said = append(said, d.Label+": "+termwidth.Truncate(d.Mine, width/2))
	}
	return termwidth.Truncate(strings.Join(said, " · "), width)
}

// The widths of the summary of a form in its row, and of the whole of it.
const (
	CellWidth  = 80
	WholeWidth = 300
)

// Summaries returns what a draft says, for its row and whole.
func (c *Backend) Summaries(d Draft) (cell, whole string) {
	w := submissionOf(d)
	return c.SummaryLine(w, CellWidth), c.SummaryLine(w, WholeWidth)
}

// RecordLabel returns the number of a draft's record, with its title or description.
func (c *Backend) RecordLabel(d Draft) string {
	number, title := c.recordOf(d)
	kind, _ := LookupKind(d.Kind)
	if title.IsEmpty() {
		title = safetext.LineFromText(kind.Subject(d.Values))
	}
	return strings.TrimSpace(number.String() + " " + title.String())
}

// recordOf returns the number and the title of what a draft is about. A call has no number: its record is the moment at
// which it began.
func (c *Backend) recordOf(d Draft) (number, title safetext.Line) {
	record := desk.NewID(d.Record)
	switch d.Kind {
	case KindUpdate:
		title = c.CachedTicket(record).Title
	case KindCall:
		kind, _ := LookupKind(d.Kind)
		return safetext.Line{}, safetext.LineFromText(kind.Subject(d.Values))
	}
	return record.Display(), title
}

// ShortTime formats a time for a list: only the time of day if it is today, else with the date.
func (c *Backend) ShortTime(at time.Time) string {
	at = c.Zones.Local(at)
	if desk.DateOf(at) == desk.DateOf(c.Now()) {
		return at.Format("15:04")
	}
	return at.Format("2 Jan 15:04")
}

// HistoryLoaded holds the agent's writes of today, newest first.
type HistoryLoaded = Answer[All, []HistoryEntry]

// LoadHistory reads what the journal holds of the agent's today.
func (c *Backend) LoadHistory() tea.Msg {
	now := c.Now()
	start, end := desk.DateOf(now).Range(now.Location())
	entries, err := c.State.Journal(start, end)
	slices.Reverse(entries)
	return HistoryLoaded{Value: entries, Err: err}
}
