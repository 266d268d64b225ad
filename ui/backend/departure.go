package backend

import (
	"frontdesk/internal/draft"
	"frontdesk/internal/submit"
)

// inFlightMarker keeps the draft of a form that is being sent: that it left is on disk before anything of it leaves, and
// what a console that dies meanwhile has left is looked for by the next one.
type inFlightMarker struct {
	c    *Backend
	w    Submission
	left *draft.InFlight
}

// leave is the departure's leave.
func (d *inFlightMarker) leave(prior submit.Prior) error {
	s, form := d.c.saver, d.c.form(d.w)
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // what waits is what leaves, and must not be saved over it
	leaving := draft.Draft{Key: form, SavedAt: d.c.Now(), Original: d.w.Original, Values: d.w.Values}
	leaving.Values = d.c.absoluteCallback(leaving) // who looks for it may do so from another zone
	var err error
	d.left, err = d.c.Drafts.BeginSend(leaving, baseline(prior), d.c.Now())
	return err
}

// end says on disk how it ended.
func (d *inFlightMarker) end(msg *SubmitResultMsg) {
	if d.left == nil {
		return
	}
	d.c.saver.disk.Lock()
	defer d.c.saver.disk.Unlock()
	switch msg.Outcome {
	case Saved:
		msg.warn(d.left.Confirm())
	case Unconfirmed:
		msg.warn(d.left.Abandon())
	default:
		msg.warn(d.left.Abort())
	}
}

// baseline is what looked like a write before it left, as it is kept.
func baseline(p submit.Prior) draft.Baseline {
	return draft.Baseline{PriorMatches: p.IDs, Compared: p.IsKnown}
}

// priorOf is what looked like a draft before it left.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.PriorMatches} }
