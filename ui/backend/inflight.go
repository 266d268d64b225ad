package backend

import (
	"context"
	"errors"
	"sync"

	"frontdesk/internal/agent"
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

// WaitForWrites drains the writes in flight, or returns when ctx ends, and ends the use of what is kept of the agent.
// It is the last call.
func (c *Backend) WaitForWrites(ctx context.Context) error {
	err := c.drain(ctx)
	if c.Themes.State != nil {
		err = errors.Join(err, c.Themes.State.Close())
	}
	return errors.Join(err, c.State.Close())
}

func (c *Backend) drain(ctx context.Context) error {
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

// inFlightDraft marks the draft of a form as being sent on disk before the form is sent, so that the next console finds
// it after a crash.
type inFlightDraft struct {
	c    *Backend
	w    Submission
	sent *agent.Write
}

// begin is a submit.Recorder.
func (d *inFlightDraft) begin(prior submit.Prior) error {
	s, form := d.c.saver, d.w.draftKey()
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // a pending older state must not overwrite it
	leaving := Draft{
		Key: form, Begun: d.w.Begun, SavedAt: d.c.Now(),
		Original: d.w.Original, Values: d.w.Values, MaybeSaved: d.w.MaybeSaved,
	}
	leaving.Values = d.c.absoluteCallback(leaving) // it may be verified from another time zone
	sent, err := d.c.State.Begin(leaving, prior.IDs, prior.IsKnown, d.c.Now())
	if err == nil {
		d.sent = &sent
	}
	return err
}

// end stores the outcome on disk.
func (d *inFlightDraft) end(msg *SubmitResultMsg) {
	if d.sent == nil {
		return
	}
	d.c.saver.disk.Lock()
	defer d.c.saver.disk.Unlock()
	switch msg.Outcome {
	case Saved:
		msg.warn(d.c.State.Done(*d.sent))
	case NotKnown:
		msg.warn(d.c.State.Leave(*d.sent))
	default:
		msg.warn(d.c.State.Unsend(*d.sent))
	}
}

// priorOf returns the prior matches stored in a draft.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.Prior} }
