package sample

import (
	"slices"
	"time"
)

// calls are the open callbacks of the desk, in hours during which it is open: before now is overdue.
var calls = []float64{-7.5, -2.2, -0.6, 0.3, 0.9, 2, 3.5, 6, 11, 14, 19, 26, 37}

// scheduleCallbacks leaves as many tickets waiting for a call as calls says: what is too many loses its
// callback, and where some are missing, tickets that had one agreed are taken back to that moment.
func (b *builder) scheduleCallbacks(drafts []*draft) {
	var waiting, able []*draft
	for _, t := range drafts {
		switch at := t.callbackStep(); {
		case t.waitsForCall():
			waiting = append(waiting, t)
		case at > 0 && t.Date.After(nextDay(b.now, -6)):
			able = append(able, t)
		}
	}
	for _, t := range waiting[:max(0, len(waiting)-len(calls))] {
		b.rewind(t, len(t.Notes)-1)
	}
	waiting = waiting[max(0, len(waiting)-len(calls)):]
	missing := len(calls) - len(waiting)
	for i := range min(missing, len(able)) {
		t := able[i*len(able)/missing] // spread over the days
		b.rewind(t, t.callbackStep())
		waiting = append(waiting, t)
	}
	b.setTimes(waiting)
}

// callbackStep is how many updates a ticket had when its callback was agreed, 0 when none was.
func (t *draft) callbackStep() int {
	return 1 + slices.IndexFunc(t.problem.steps[:len(t.Notes)], func(s step) bool { return s.callback })
}

// setTimes gives the waiting tickets their times, the one agreed first the earliest.
func (b *builder) setTimes(waiting []*draft) {
	slices.SortFunc(waiting, func(x, y *draft) int { return lastNote(x).At.Compare(lastNote(y).At) })
	for i, t := range waiting {
		at := callTime(b.now, calls[i])
		if agreed := lastNote(t).At; !at.After(agreed) {
			at = workAfter(agreed, time.Hour)
		}
		lastNote(t).Callback, t.NextFollowUp, t.CallBack = at, at, true
	}
}

// callTime is so many opening hours from now, to the five minutes.
func callTime(now time.Time, hours float64) time.Time {
	d := time.Duration(hours * float64(time.Hour))
	if d < 0 {
		return workBefore(now, -d).Truncate(5 * time.Minute)
	}
	return workAfter(now, d).Truncate(5 * time.Minute).Add(5 * time.Minute)
}

func lastNote(t *draft) *Note { return &t.Notes[len(t.Notes)-1] }
