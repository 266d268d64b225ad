package submit

import (
	"context"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Answer is the service's answer to a write, or the record that was found in its place.
type Answer struct {
	Ticket desk.TicketResult
	Saved  desk.SaveResult // of a customer or an order
}

// NotDoneError is the error of a write that the service answers with success, and with a result of false: nothing was
// changed.
type NotDoneError struct{ Message safetext.Line }

// Error says what the service answers, with its message.
func (e *NotDoneError) Error() string {
	const text = "not done: the service answers success with a result of false"
	if e.Message.IsEmpty() {
		return text
	}
	return text + ": " + e.Message.String()
}

func sendTicket(ctx context.Context, s *Sender, r wire.AddTicketRequest, prior Prior) (Answer, error) {
	answer, err := client.CallChecked(ctx, s.Cache.Client, wire.AddTicket, r,
		func(a desk.TicketResult) safetext.Line { return objectionToNewTicket(r, prior, a) })
	if err == nil {
		s.Cache.ApplyTicketResult(answer, "")
	}
	return Answer{Ticket: answer}, err
}

func (r TicketChange) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	answer, err := client.CallChecked(ctx, s.Cache.Client, wire.UpdateTicket, r.UpdateTicketRequest,
		func(a desk.TicketResult) safetext.Line { return r.objection(ctx, s, prior, a) })
	if err == nil {
		answer.Ticket.ID = r.record()
		s.Cache.ApplyTicketResult(answer, r.Disposition)
	}
	return Answer{Ticket: answer}, err
}

// saver returns what sends a new customer or order; objection is what speaks against the answer.
func saver[B any](
	op wire.Operation[B, desk.SaveResult],
	objection func(context.Context, *Sender, B, Prior, desk.SaveResult) safetext.Line,
) func(context.Context, *Sender, B, Prior) (Answer, error) {
	return func(ctx context.Context, s *Sender, r B, prior Prior) (Answer, error) {
		return save(ctx, s, op, r, func(a desk.SaveResult) safetext.Line { return objection(ctx, s, r, prior, a) })
	}
}

func save[Req any](
	ctx context.Context, s *Sender, op wire.Operation[Req, desk.SaveResult], r Req,
	check func(desk.SaveResult) safetext.Line,
) (Answer, error) {
	saved, err := client.CallChecked(ctx, s.Cache.Client, op, r, check)
	if err == nil && !saved.Applied {
		err = &NotDoneError{saved.Message}
	}
	return Answer{Saved: saved}, err
}

// Prior is what the service held before a write was sent, limited to records that resemble the write's result.
type Prior struct {
	IsKnown bool // the service was queried and returned all of it
	// IDs are those of records that match an add, or of timeline entries that match an update: the ones with its
	// comment, or all if it has none. That the ticket showed all values of the update is one of them, too.
	IDs []string
}

// Recorder records on disk that a write is about to be sent, with what the service held before. After an error nothing
// is sent.
type Recorder func(Prior) error

// unlessAnswered returns the error of a service that fails to answer when the record of a change is read: its answer to
// the change could not be told from an earlier one. A record that the service does not show is left out.
func unlessAnswered(err error) error {
	if client.IsUnanswered(err) {
		return err
	}
	return nil
}

// A verification looks up to three times within this time.
const (
	verifyTime = 10 * time.Second
	maxLooks   = 3
	firstPause = time.Second // doubled after each look
)

// Verify looks for the result of a write whose answer was lost. It only reads, and an interrupt does not end it.
func (s *Sender) Verify(ctx context.Context, r Request, prior Prior, sentAt time.Time) Result {
	return s.verify(ctx, r, prior, at(sentAt))
}

// verify is Verify for a write that was sent at some time of a period.
func (s *Sender) verify(ctx context.Context, r Request, prior Prior, sent period) Result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	result := Result{Outcome: NotKnown, Request: r, IsLost: true}
	for look, pause := 1, firstPause; ; look, pause = look+1, 2*pause {
		found, answer, err := r.look(ctx, s, prior, sent)
		found.LookErr, found.SentAt = err, sent.from
		result.Found, result.Answer = found, answer
		if !client.IsUnanswered(result.LookErr) || look == maxLooks || !s.Sleep(ctx, pause) {
			break
		}
	}
	if result.Verdict == Confirmed {
		result.Outcome = Saved
	}
	return result
}
