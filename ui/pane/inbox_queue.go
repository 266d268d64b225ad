package pane

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// leastTabsWidth is how much of the row of tabs is kept for them when it also says what is not read yet.
const leastTabsWidth = 24

// listed is what the inbox lists, of which days, and what is known of these.
type listed struct {
	base
	span    desk.DateRange
	listing *backend.Listing
	last    backend.TicketsListedMsg
}

// isOfAnyDay reports whether the list has open tickets of other days than those that are shown.
func (l *listed) isOfAnyDay() bool { return l.listing != nil && l.listing.IsOfAnyDay() }

// OnScreen returns the tickets of the rows that the window shows.
func (in *Inbox) OnScreen() (ids []desk.ID) {
	if in.listing == nil {
		return nil
	}
	for i, to := in.list.Visible(); i < min(to, in.listing.Len()); i++ {
		id, _, _ := in.listing.StateAt(i)
		ids = append(ids, id)
	}
	return ids
}

// SpanLabel returns the days of the tickets that are listed. Of a view of any day they are those from which on all open
// tickets are known.
func (l *listed) SpanLabel() string {
	shown, q := l.cmds.SpanLabel(l.span), l.last.Queue
	switch {
	case !l.isOfAnyDay():
		return shown
	case !q.IsKept():
		return shown + " and older known"
	case q.From().Compare(l.span.From) >= 0:
		return shown
	}
	return "since " + q.From().Label(l.cmds.Today())
}

// Unread says which days the counts of the tabs lack; empty if none, or while the shown days are loading.
func (l *listed) Unread() string {
	q := l.last.Queue
	if q.IsWhole() || l.last.Progress.Busy && q.Newest.Compare(l.span.From) >= 0 {
		return ""
	}
	return q.Missing(l.cmds.Today())
}

// tabsNote returns what the row of tabs says after them, if there is room.
func (l *listed) tabsNote() string {
	if said := l.Unread(); said != "" && termwidth.Width(said)+leastTabsWidth <= l.width {
		return " · " + said + " "
	}
	return ""
}

// QueueSummary says of which days the open tickets are known, and how old the oldest one is; empty if they are those of
// the shown days.
func (l *listed) QueueSummary() string {
	q := l.last.Queue
	if !q.IsKept() {
		return ""
	}
	said := "Open tickets: all since " + q.From().Label(l.cmds.Today())
	if missing := q.Missing(l.cmds.Today()); missing != "" {
		said = "Open tickets: " + missing
	}
	if q.Cut > 0 {
		said += ", " + phrase.Count(q.Cut, "day") + " cut short"
	}
	if !q.Oldest.IsZero() {
		said += " · older ones " + l.cmds.Zones.FormatAsOf(q.Oldest, l.cmds.Now()) + " or later"
	}
	return said
}

// queueNotes returns what the line below the list says of open tickets of other days: what is missing if the tabs do
// not say so, and how old the oldest one is.
func (l *listed) queueNotes() string {
	q, said := l.last.Queue, ""
	if !l.isOfAnyDay() {
		return ""
	}
	switch missing := l.Unread(); {
	case missing == "":
	case l.tabsNote() == "":
		said += " · " + missing
	case q.Err != nil:
		said += " · older days: " + backend.ErrorText(q.Err)
	}
	if !q.Oldest.IsZero() {
		said += " · older ones " + l.cmds.Zones.FormatAsOf(q.Oldest, l.cmds.Now())
	}
	return said
}
