package backend

import (
	"context"
	"sync"

	"frontdesk/internal/draft"
	"frontdesk/internal/guard"
	"frontdesk/internal/submit"
)

// inFlightWrites counts the writes in flight.
type inFlightWrites struct{ wait sync.WaitGroup }

// begin returns a context that is not cancelled with the console: cancelling a write in flight would leave its outcome
// unknown.
func (u *inFlightWrites) begin(ctx context.Context) (outlives context.Context, end func()) {
	u.wait.Add(1)
	return context.WithoutCancel(ctx), u.wait.Done
}

// WaitForWrites drains the writes in flight, or returns when ctx ends. No write may begin after the call.
func (c *Backend) WaitForWrites(ctx context.Context) error {
	settled := guard.Start(func() error {
		c.inFlight.wait.Wait()
		return nil
	})
	select {
	case err := <-settled:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// inFlightDraft marks the draft of a form as in flight on disk before the form is sent, so that the next console
// recovers it after a crash.
type inFlightDraft struct {
	c    *Backend
	w    Submission
	left *draft.InFlight
}

// begin is a submit.Recorder.
func (d *inFlightDraft) begin(prior submit.Prior) error {
	s, form := d.c.saver, d.c.draftKey(d.w)
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // a pending older state must not overwrite it
	leaving := draft.Draft{
		Key: form, Begun: d.w.Begun, SavedAt: d.c.Now(),
		Original: d.w.Original, Values: d.w.Values, MaybeSaved: d.w.MaybeSaved,
	}
	leaving.Values = d.c.absoluteCallback(leaving) // it may be verified from another time zone
	var err error
	d.left, err = d.c.Drafts.BeginSend(leaving, baseline(prior), d.c.Now())
	return err
}

// end stores the outcome on disk.
func (d *inFlightDraft) end(msg *SubmitResultMsg) {
	if d.left == nil {
		return
	}
	d.c.saver.disk.Lock()
	defer d.c.saver.disk.Unlock()
	switch msg.Outcome {
	case Saved:
		msg.warn(d.left.Confirm())
	case NotKnown:
		msg.warn(d.left.Abandon())
	default:
		msg.warn(d.left.Abort())
	}
}

// baseline converts prior matches to the form in which drafts store them.
func baseline(p submit.Prior) draft.Baseline {
	return draft.Baseline{PriorMatches: p.IDs, Compared: p.IsKnown}
}

// priorOf returns the prior matches stored in a draft.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.PriorMatches} }
