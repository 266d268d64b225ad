package pane

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// workList keeps the order of the inbox while tickets change: the rows hold the newest values, and only which tickets
// are listed, and in which order, stays as it was when the view was entered. What is new stands at the end.
type workList struct {
	seq   int               // of the newest list: each view, filter, sort order and range of days begins one
	kept  *backend.WorkList // nil while the list still sorts itself
	asked bool              // the agent has asked for the tickets: the list sorts itself until they have arrived
	again bool              // the agent has come to the end, and is back at what was skipped
	begun bool              // the agent works on it
	grows bool              // it sorts itself for older days alone, which are being read for the first time
}

// begin starts a list that sorts itself until its tickets are there.
func (w *workList) begin() { *w = workList{seq: w.seq + 1} }

// isCurrent reports whether a listing belongs to the list, and takes its order into account.
func (w *workList) isCurrent(msg backend.TicketsListedMsg) bool {
	return msg.Seq == w.seq && msg.In == w.kept
}

// keep keeps the order of a listing, unless its first tickets are still expected, or the agent has not begun while open
// tickets of older days are read: the most urgent ones may be among them.
func (w *workList) keep(msg backend.TicketsListedMsg) {
	failed := len(daysOf(msg.Progress, isFailed)) > 0
	expected := w.asked || len(daysOf(msg.Progress, isArriving)) > 0 || failed && msg.Listing.Total() == 0
	w.grows = !expected && !w.begun && msg.Listing.IsOfAnyDay() && !msg.Queue.IsWhole() && msg.Queue.Refused == nil
	if w.kept != nil || !expected && !w.grows {
		w.kept = msg.Listing.WorkList()
	}
}

// beginWork keeps the order of the list from now on, when the agent begins to work on it.
func (in *Inbox) beginWork() {
	w := &in.work
	w.begun = true
	if w.kept == nil && w.grows && in.listing != nil {
		w.kept = in.listing.WorkList()
	}
}

// isArriving reports whether the tickets of a day have not arrived for the first time, but still may.
func isArriving(d backend.DayStatus) bool {
	return d.At.IsZero() && (d.State == backend.Waiting || d.State == backend.Pulling)
}

// newList lists the tickets in an order of their own, as a changed filter or sort order needs.
func (in *Inbox) newList() tea.Cmd {
	in.work.begin()
	return in.reload()
}

// SortAgain sorts the list again when the tickets that were asked for have arrived, and shows what is known until then.
func (in *Inbox) SortAgain() tea.Cmd {
	in.work.begin()
	in.work.asked = true
	return in.reload()
}

// onPulled keeps the order of the list that SortAgain has asked for.
func (in *Inbox) onPulled() tea.Cmd {
	if !in.work.asked {
		return nil
	}
	return in.newList()
}

// FollowDate moves the date range on with the date; the order of the list stays.
func (in *Inbox) FollowDate(s desk.DateRange) tea.Cmd {
	in.span = s
	return in.reload()
}

// joined returns the number of tickets at the end of the list that are new since its order was made.
func (l *listed) joined() int {
	if l.listing == nil {
		return 0
	}
	return l.listing.Joined()
}
