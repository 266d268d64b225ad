// Package submit adds and changes records with writes that are sent once. It reads the record again, compares, has the
// intent recorded on disk, sends once, and after a lost answer reads the service's records to find out what became of
// the write (PROTOCOL.md 9). Console, one-shot commands, CSV runs and outbox all write through it and in no other way.
//
// Its files in the order of a write:
//
//	submit.go         all steps, for a form or for a complete request
//	kinds.go          the six kinds of writes, and what a kind is
//	addition.go       a new record
//	ticket_change.go  an update of a ticket
//	change.go         a change of a customer or an order
//	read.go           the record as it is now, and what has changed since the form was opened
//	request.go        what is sent, with the agent's name in a comment
//	blocks.go         the account's own fields in it
//	send.go           the intent, for the caller to keep; sending once; what became of a write whose answer was lost
//	answer.go         whether the answer is believed
//	search.go         the records that it may have made
//	verdict.go        which of them it has made
//	words.go          the verdict as a clause
//	outcome.go        the result
package submit

import (
	"context"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Sender sends writes to a service and reads its records.
type Sender struct {
	Cache *cache.Cache
	Zones desk.TimeZones
	Now   func() time.Time
	Sleep func(context.Context, time.Duration) bool // waits; false if the context ended first

	// Author is the name that the entries written here bear if the service knows who writes; empty if it is not known.
	Author safetext.Line
	// Signs has comments end with Author's name, for a service to which all agents are one. The name counts as that of
	// the author then.
	Signs bool

	// MarkedOnly spares the look before an add without a mark, which can never be confirmed.
	MarkedOnly bool
}

// Form is what an agent has entered to add or change a record.
type Form struct {
	Kind      string      // the name of the operation
	Record    desk.ID     // the record to be changed, or the one to which a new record belongs; may be zero
	Values    wire.Values // the input, by field path
	Original  wire.Values // the record when the form was opened; nil when it was not read
	Overwrite bool        // send although the record has changed since
	SentAt    time.Time   // when an earlier attempt was sent; zero of a new one
	Prior     Prior       // the matching records before it was sent

	// SharedSince is when the input was begun, if a console on another host may have sent it since. It is zero if only
	// this host can have sent it, which records that on disk.
	SharedSince time.Time
	// CommentTail is the end of the comment by which such an update is recognised, because what stands before it may
	// differ, such as the duration of a call. If it is empty, the whole comment is compared.
	CommentTail string
}

// SendForm sends a form, unless its record has changed since the form was opened, or the service's records look as if
// another console had sent it already. To send it all the same, set Overwrite.
func (s *Sender) SendForm(ctx context.Context, f Form, begin Recorder) Result {
	current, err := s.read(ctx, f)
	if err != nil {
		return Result{Outcome: NotSent, Err: err}
	}
	f.Values = Rebase(current.values, f)
	request, err := kinds[f.Kind].request(s, f, current)
	if !f.Overwrite {
		if result, has := s.objection(ctx, f, request, current); has {
			return result
		}
	}
	if err != nil {
		return Result{Outcome: NotSent, Err: err, Current: current.values}
	}
	result := s.Send(ctx, request, begin)
	result.Current = current.values
	return result
}

// objection returns why a form is not sent without a question to its agent; false if there is no such reason.
func (s *Sender) objection(ctx context.Context, f Form, r Request, current currentRecord) (Result, bool) {
	result := Result{
		Request: r, Conflicts: conflictsOf(f, current.values), Current: current.values, Ticket: current.ticket,
	}
	found, looksSaved, err := Found{}, false, error(nil)
	if !f.SharedSince.IsZero() && r != nil {
		found, looksSaved, err = r.elsewhere(ctx, s, f)
	}
	switch {
	case err != nil:
		result.Outcome, result.Err = NotSent, err
	case looksSaved:
		result.Outcome, result.Found = LooksSaved, found
	case len(result.Conflicts) > 0:
		result.Outcome = Conflict
	default:
		return Result{}, false
	}
	return result, true
}

// Compare reads the record of a form and reports what has changed since the form was opened, as SendForm would. It
// sends nothing.
func (s *Sender) Compare(ctx context.Context, f Form) Result {
	current, err := s.read(ctx, f)
	if err != nil {
		return Result{Outcome: NotSent, Err: err}
	}
	return compare(f, current)
}

// CompareTicket does the same with a ticket that was read.
func (s *Sender) CompareTicket(f Form, t *desk.TicketDetails) Result {
	return compare(f, currentRecord{TicketValues(t, s.Zones, s.Cache.Blocks), t})
}

func compare(f Form, current currentRecord) Result {
	result := Result{Outcome: NotSent, Current: current.values, Ticket: current.ticket}
	if result.Conflicts = conflictsOf(f, current.values); len(result.Conflicts) > 0 {
		result.Outcome = Conflict
	}
	return result
}

// Send sends a request once. If the answer is lost, it looks for the result.
func (s *Sender) Send(ctx context.Context, r Request, begin Recorder) Result {
	if s.Signs && s.Author.IsEmpty() {
		return Result{Outcome: NotSent, Err: errNoAuthor}
	}
	r, err := r.complete(ctx, s)
	if err != nil {
		return Result{Outcome: NotSent, Err: err}
	}
	prior, err := r.prior(ctx, s)
	if err == nil {
		err = begin(prior)
	}
	if err != nil {
		return Result{Outcome: NotSent, Err: err}
	}
	sentAt := s.Now()
	result := outcomeOf(r.send(ctx, s, prior))
	result.Request = r
	if result.Outcome != NotKnown {
		return result
	}
	found := s.verify(ctx, r, prior, at(sentAt))
	found.Err = result.Err
	return found
}

// VerifyForm looks for the result of a form that was sent earlier, possibly by another process. It sends nothing.
func (s *Sender) VerifyForm(ctx context.Context, f Form) Result {
	kind, known := kinds[f.Kind]
	if !known {
		return Result{Outcome: NotKnown, Err: errUnknownKind}
	}
	request, err := kind.request(s, f, currentRecord{values: f.Original})
	if err != nil {
		return Result{Outcome: NotKnown, Err: err}
	}
	return s.verify(ctx, request, f.Prior, s.sendingTime(f))
}

// sendingTime returns the period in which a form was sent.
func (s *Sender) sendingTime(f Form) period {
	if f.SentAt.IsZero() && !f.SharedSince.IsZero() {
		return period{f.SharedSince, s.Now()}
	}
	return at(s.sentAt(f))
}

// sentAt returns when a form is sent or was sent.
func (s *Sender) sentAt(f Form) time.Time {
	if f.SentAt.IsZero() {
		return s.Now()
	}
	return f.SentAt
}
