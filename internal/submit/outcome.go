package submit

import (
	"errors"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Outcome is how a write ended.
type Outcome uint8

// The outcomes.
const (
	Saved      Outcome = iota // the service confirmed it, or its records show it
	Conflict                  // nothing was sent: the record has changed since the form was opened
	NotSent                   // nothing was sent
	Refused                   // the service refused it, and nothing was changed
	NotKnown                  // it may have been sent, and whether it was carried out is not known
	LooksSaved                // nothing was sent: another console may have sent it, and the records look as if it had
)

// String returns the outcome for display; journal entries store it.
func (o Outcome) String() string {
	return [...]string{"saved", "not sent", "not sent", "refused", "not confirmed", "not sent"}[o]
}

// Result is how a write ended, with the evidence.
type Result struct {
	Outcome   Outcome
	Request   Request             // as sent, or as it would be; nil if there was none
	Err       error               // why it is not saved, or how the answer was lost
	Answer    Answer              // of Saved
	Conflicts map[string]bool     // of Conflict: the paths of the values that have changed
	Current   wire.Values         // the record as read before sending; nil of a new one
	Ticket    *desk.TicketDetails // of Conflict: the ticket as read

	IsLost bool // the answer was lost, and the result was looked for
	Found
}

// Found is what the service's records show of a write whose answer was lost, or that another console may have sent.
type Found struct {
	SentAt  time.Time
	Verdict Verdict
	Reason  Reason
	LookErr error         // of NotRead: why nothing could be looked for
	Matches []Match       // of an add: the new records that match it
	Hidden  []string      // of a change: the paths of the values that no record shows
	By      safetext.Line // of an update of a ticket: who has written the entry that was found, as it says
}

// Likely returns the ids of the records that may be the result of a write that is not confirmed: the new ones that
// match an add, or the changed record if it looks like the change.
func (r Result) Likely() (ids []desk.ID) {
	for _, m := range r.Matches {
		ids = append(ids, m.ID)
	}
	if r.Request == nil || r.Request.record().IsZero() || r.Verdict == Absent || r.Reason == NotRead {
		return ids
	}
	return append(ids, r.Request.record())
}

// outcomeOf classifies what came of sending.
func outcomeOf(answer Answer, err error) Result {
	var failed *client.Error
	var notDone *NotDoneError
	switch {
	case err == nil:
		return Result{Outcome: Saved, Answer: answer}
	case errors.As(err, &notDone):
		return Result{Outcome: Refused, Err: err}
	case !errors.As(err, &failed) || !failed.Sent:
		return Result{Outcome: NotSent, Err: err}
	case failed.OutcomeUnknown():
		return Result{Outcome: NotKnown, Err: err}
	}
	return Result{Outcome: Refused, Err: err}
}

// IsUnreachable reports whether a request was cancelled, timed out or found no service, so that others would fail as
// well.
func IsUnreachable(err error) bool {
	kind := client.KindOf(err)
	return kind == client.Unreachable || kind == client.Timeout || kind == client.Canceled
}
