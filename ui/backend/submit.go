package backend

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
)

// Form is what an agent has entered to add or change a record.
type Form = submit.Form

// Submission is a form with its draft.
type Submission struct {
	Form
	DraftCopy  string // the Conflict of its draft's key
	MaybeSaved bool   // it was sent before, and whether it was saved is not known
	Held       int    // the number of an update that was held back; 0 of a form on the screen

	Begun time.Time // the Begun of its draft
}

// draftKey returns the key of a submission's draft.
func (w Submission) draftKey() DraftKey {
	return DraftKey{Kind: w.Kind, Record: w.Record.Raw(), Conflict: w.DraftCopy}
}

// Outcome is the result of a write.
type Outcome = submit.Outcome

// The outcomes. Only Saved deletes the draft.
const (
	Saved    = submit.Saved    // the service confirmed it, or its records show it
	Conflict = submit.Conflict // nothing was sent: the record has changed since the form was opened
	NotSent  = submit.NotSent  // nothing was sent
	Refused  = submit.Refused  // the service refused it, and nothing was changed
	NotKnown = submit.NotKnown // it may have been sent, and whether it was carried out is unknown
	// LooksSaved means that nothing was sent, because the records look as if another console had sent it.
	LooksSaved = submit.LooksSaved
)

// SubmitResultMsg is the result of a write.
type SubmitResultMsg struct {
	Kind       string
	Record     desk.ID // the Record of the Submission
	Copy       string  // the DraftCopy of the Submission
	Held       int     // the Held of the Submission
	Outcome    Outcome
	CreatedID  desk.ID           // the added record; zero for a change, and when the response does not name it
	Conflicts  []Change          // what has changed since the form was opened
	Current    map[string]string // the record as read before sending; nil of a new one
	Field      string            // the path of the rejected field; empty if unknown
	MaybeSaved bool              // the MaybeSaved of the Submission
	Evidence   string            // of NotKnown and LooksSaved: what was found, as a sentence
	Similar    []desk.ID         // of both: the records that may be the result; of a change, the record itself
	Absent     bool              // of NotKnown: verification found no match
	Warning    string            // shown with a success
	Err        error
}

// Written returns the record that was added or changed; zero if the response does not name it.
func (m SubmitResultMsg) Written() desk.ID { return cmp.Or(m.CreatedID, m.Record) }

// Submit reads the record again, and sends the changes once if there is no conflict. If the response is lost, it reads
// the service's records again to find the outcome.
func (c *Backend) Submit(w Submission) tea.Cmd {
	return func() tea.Msg {
		ctx, end := c.inFlight.begin(c.Context)
		defer end()
		d := inFlightDraft{c: c, w: w}
		msg := SubmitResultMsg{Kind: w.Kind, Record: w.Record, Copy: w.DraftCopy, Held: w.Held, Outcome: NotKnown}
		if err := guard.Do(func() { msg = c.send(ctx, w, d.begin) }); err != nil {
			msg.Err = err // the outcome stays NotKnown
		}
		d.end(&msg)
		return msg
	}
}

// sender returns the sender of this console's writes.
func (c *Backend) sender() *submit.Sender {
	return &submit.Sender{
		Cache: c.Cache, Zones: c.Zones, Now: c.Now, Sleep: c.Sleep, Author: c.Agent, Signs: c.SignComments,
	}
}

func (c *Backend) send(ctx context.Context, w Submission, begin submit.Recorder) SubmitResultMsg {
	return c.finish(w, c.sender().SendForm(ctx, w.Form, begin))
}

// finish describes a result, updates the local state after a success, and adds a journal entry.
func (c *Backend) finish(w Submission, result submit.Result) SubmitResultMsg {
	msg := c.describe(w, result)
	c.note(w, &msg)
	return msg
}

// describe describes a result and updates the local state after a success.
func (c *Backend) describe(w Submission, result submit.Result) SubmitResultMsg {
	msg := SubmitResultMsg{
		Kind: w.Kind, Record: w.Record, Copy: w.DraftCopy, Held: w.Held, MaybeSaved: w.MaybeSaved,
		Outcome: result.Outcome, Current: result.Current, Conflicts: c.conflicts(w, result), Err: result.Err,
	}
	k := kinds[w.Kind]
	var failed *client.Error
	if msg.Outcome == Refused && errors.As(msg.Err, &failed) {
		msg.Field = fieldOf(k, failed.Message.String())
	}
	switch {
	case errors.Is(msg.Err, agent.ErrMaybeSaved):
		msg.Outcome, msg.Evidence = LooksSaved, "Another console of yours has sent or discarded it."
	case result.IsLost, msg.Outcome == LooksSaved:
		k.describeFound(result, &msg)
	}
	if msg.Outcome == Saved {
		if k.Creates {
			msg.CreatedID = createdID(w.Kind, result.Answer)
		}
		if !result.IsLost {
			msg.Warning = callbackWarning(result, c.Zones)
		}
		msg.warn(c.afterSaved(w, msg))
	}
	return msg
}

// createdID returns the id of an added record; zero when the answer does not name it.
func createdID(kind string, answer submit.Answer) desk.ID {
	switch kind {
	case KindAdd:
		return answer.Ticket.Ticket.ID
	case KindAddCustomer:
		return desk.NumericID(answer.Saved.Customer)
	}
	return answer.Saved.Order
}

// afterSaved updates the local state: read marks of a ticket, the cached customer of other records.
func (c *Backend) afterSaved(w Submission, msg SubmitResultMsg) error {
	switch w.Kind {
	case KindUpdate:
		return c.markWorked(w.Record)
	case KindAdd:
		if msg.CreatedID.IsZero() {
			return nil
		}
		return c.markWorked(msg.CreatedID)
	case KindUpdateCustomer:
		c.invalidateCustomer(w.Record.Raw())
	case KindAddOrder, KindUpdateOrder:
		c.invalidateCustomer(w.CustomerID())
	}
	return nil
}

// markWorked marks a ticket as read and as changed by this agent.
func (c *Backend) markWorked(id desk.ID) error {
	c.ReadState.MarkRead(c.CachedTicket(id))
	c.ReadState.MarkChanged(id, c.Now())
	return c.ReadState.Save(c.Now())
}

// warn appends a local error to the warning.
func (m *SubmitResultMsg) warn(err error) {
	if err != nil {
		m.Warning = strings.TrimSpace(m.Warning + " " + safetext.LineFromText(err.Error()).String())
	}
}
