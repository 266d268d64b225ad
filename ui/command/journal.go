package command

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/text"
)

// Note is one line of the journal.
type Note = draft.Entry

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
func (c *Commands) note(w Write, msg *WrittenMsg) {
	if msg.Outcome == Moved || msg.Outcome == NotSent {
		return
	}
	reason := msg.Warning
	if msg.Err != nil {
		reason = Reason(msg.Err)
	}
	if w.Opened == nil {
		w.Opened = msg.Now // so that what was as it is now is no change
	}
	record := w.Record.Raw()
	if kind, _ := KindOf(w.Kind); kind.Adds {
		record = msg.Made.Raw()
	}
	msg.warn(c.Shelf.Journal().Add(Note{
		At: c.Now().In(c.Zones.Account()), Kind: w.Kind, Record: record, What: c.Summary(w, noteWidth), Outcome: msg.Outcome.String(),
		Reason: text.Cut(reason, reasonWidth),
	}))
}

// Summary says in a clean line of a width at most what a write would do: what is new by what it is about, a change by
// what it changes, none of which takes more than half of the line.
func (c *Commands) Summary(w Write, width int) string {
	if kind, _ := KindOf(w.Kind); kind.Adds {
		return text.Cut(text.PlainLine(kind.Names(w.Values)).String(), width)
	}
	if w.Opened == nil && w.Kind == KindUpdate { // the form was opened before the ticket was read: it held what the list knew
		row := c.Row(w.Record)
		w.Opened = map[string]string{FieldSubStatus: row.SubStatus.Key().Raw(), FieldQueue: row.Queue.Key().Raw()}
	}
	var said []string
	for _, d := range c.Changes(w) {
		said = append(said, d.Label+": "+text.Cut(d.Yours, width/2))
	}
	return text.Cut(strings.Join(said, " · "), width)
}

// JournalMsg is what this agent wrote today, the latest first.
type JournalMsg struct {
	Notes []Note
	Err   error
}

// Journal reads today's journal. The journal is kept by the account's days, and today is the agent's: it may begin in one
// of these and end in another.
func (c *Commands) Journal() tea.Msg {
	now := c.Now()
	start, end := desk.DayOf(now).Bounds(now.Location())
	days := desk.Span{From: c.Zones.Today(start), To: c.Zones.Today(end.Add(-1))}.Days()
	var msg JournalMsg
	for _, day := range days {
		notes, err := c.Shelf.Journal().Day(day)
		msg.Err = errors.Join(msg.Err, err)
		for _, n := range slices.Backward(notes) {
			if !n.At.Before(start) && n.At.Before(end) {
				msg.Notes = append(msg.Notes, n)
			}
		}
	}
	return msg
}
