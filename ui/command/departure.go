package command

import (
	"frontdesk/internal/draft"
	"frontdesk/internal/submit"
)

// departure keeps the draft of a form that is being sent: that it left is on disk before anything of it leaves, and
// what a console that dies meanwhile has left is looked for by the next one.
type departure struct {
	c    *Commands
	w    Write
	left *draft.Leaving
}

// leave is the departure's leave.
func (d *departure) leave(prior submit.Prior) error {
	s, form := d.c.saver, d.c.form(d.w)
	s.disk.Lock()
	defer s.disk.Unlock()
	s.forget(form) // what waits is what leaves, and must not be saved over it
	leaving := draft.Draft{Form: form, Saved: d.c.Now(), Opened: d.w.Opened, Values: d.w.Values}
	leaving.Values = d.c.fixed(leaving) // who looks for it may do so from another zone
	var err error
	d.left, err = d.c.Shelf.Leave(leaving, baseline(prior), d.c.Now())
	return err
}

// end says on disk how it ended.
func (d *departure) end(msg *WrittenMsg) {
	if d.left == nil {
		return
	}
	d.c.saver.disk.Lock()
	defer d.c.saver.disk.Unlock()
	switch msg.Outcome {
	case Stored:
		msg.warn(d.left.Arrive())
	case Unknown:
		msg.warn(d.left.Lose())
	default:
		msg.warn(d.left.Stay())
	}
}

// baseline is what looked like a write before it left, as it is kept.
func baseline(p submit.Prior) draft.Baseline {
	return draft.Baseline{Before: p.IDs, Compared: p.IsKnown}
}

// priorOf is what looked like a draft before it left.
func priorOf(d Draft) submit.Prior { return submit.Prior{IsKnown: d.Compared, IDs: d.Before} }
