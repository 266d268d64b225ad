package backend

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/safetext"
)

// HistoryEntry is one line of the journal.
type HistoryEntry = draft.Entry

// What a line of the journal says, in columns.
const (
	noteWidth   = 100
	reasonWidth = 100
)

// String is an outcome for people; the journal is written with it.
func (o Outcome) String() string {
	return [...]string{"stored", "not sent", "not sent", "refused", "not known"}[o]
}

// note writes into the journal how a write ended; nothing of one of which nothing left.
func (c *Backend) note(w Submission, msg *SubmitResultMsg) {
	if msg.Outcome == Conflict || msg.Outcome == NotSent {
		return
	}
	reason := msg.Warning
	if msg.Err != nil {
		reason = ErrorText(msg.Err)
	}
	if w.Original == nil {
		w.Original = msg.Current // so that what was as it is now is no change
	}
	record := w.Record.Raw()
	if kind, _ := LookupKind(w.Kind); kind.Creates {
		record = msg.CreatedID.Raw()
	}
	msg.warn(c.Drafts.Journal().Add(HistoryEntry{
		At: c.Now().In(c.Zones.Account()), Kind: w.Kind, Record: record, Summary: c.SummaryLine(w, noteWidth), Outcome: msg.Outcome.String(),
		Reason: safetext.Truncate(reason, reasonWidth),
	}))
}

// SummaryLine says in a clean line of a width at most what a write would do: what is new by what it is about, a change by
// what it changes, none of which takes more than half of the line.
func (c *Backend) SummaryLine(w Submission, width int) string {
	if kind, _ := LookupKind(w.Kind); kind.Creates {
		return safetext.Truncate(safetext.LineFromText(kind.Describe(w.Values)).String(), width)
	}
	if w.Original == nil && w.Kind == KindUpdate { // the form was opened before the ticket was read: it held what the list knew
		row := c.CachedTicket(w.Record)
		w.Original = map[string]string{FieldSubStatus: row.SubStatus.Key().Raw(), FieldQueue: row.Queue.Key().Raw()}
	}
	var said []string
	for _, d := range c.Diff(w) {
		said = append(said, d.Label+": "+safetext.Truncate(d.Mine, width/2))
	}
	return safetext.Truncate(strings.Join(said, " · "), width)
}

// HistoryLoadedMsg is what this agent wrote today, the latest first.
type HistoryLoadedMsg struct {
	Entries []HistoryEntry
	Err     error
}

// LoadHistory reads today's journal. The journal is kept by the account's days, and today is the agent's: it may begin in one
// of these and end in another.
func (c *Backend) LoadHistory() tea.Msg {
	now := c.Now()
	start, end := desk.DateOf(now).Range(now.Location())
	days := desk.DateRange{From: c.Zones.Today(start), To: c.Zones.Today(end.Add(-1))}.Days()
	var msg HistoryLoadedMsg
	for _, day := range days {
		notes, err := c.Drafts.Journal().Day(day)
		msg.Err = errors.Join(msg.Err, err)
		for _, n := range slices.Backward(notes) {
			if !n.At.Before(start) && n.At.Before(end) {
				msg.Entries = append(msg.Entries, n)
			}
		}
	}
	return msg
}
