package pane

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// leastTabsWidth is how much of the row of tabs is kept for them when it also says what is not read yet.
const leastTabsWidth = 24

// isOfAnyDay reports whether the list has open tickets of other days than those that are shown.
func (in *Inbox) isOfAnyDay() bool { return in.listing != nil && in.listing.IsOfAnyDay() }

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
func (in *Inbox) SpanLabel() string {
	shown, q := in.cmds.SpanLabel(in.span), in.last.Queue
	switch {
	case !in.isOfAnyDay():
		return shown
	case !q.IsKept():
		return shown + " and older known"
	case q.From().Compare(in.span.From) >= 0:
		return shown
	}
	return "since " + q.From().Label(in.cmds.Today())
}

// Unread says which days the counts of the tabs lack; empty if none, or while the shown days are loading.
func (in *Inbox) Unread() string {
	q := in.last.Queue
	if q.IsWhole() || in.last.Progress.Busy && q.Newest.Compare(in.span.From) >= 0 {
		return ""
	}
	return q.Missing(in.cmds.Today())
}

// tabsNote returns what the row of tabs says after them, if there is room.
func (in *Inbox) tabsNote() string {
	if said := in.Unread(); said != "" && termwidth.Width(said)+leastTabsWidth <= in.width {
		return " · " + said + " "
	}
	return ""
}

// QueueSummary says of which days the open tickets are known, and how old the oldest one is; empty if they are those of
// the shown days.
func (in *Inbox) QueueSummary() string {
	q := in.last.Queue
	if !q.IsKept() {
		return ""
	}
	said := "Open tickets: all since " + q.From().Label(in.cmds.Today())
	if missing := q.Missing(in.cmds.Today()); missing != "" {
		said = "Open tickets: " + missing
	}
	if q.Cut > 0 {
		said += ", " + phrase.Count(q.Cut, "day") + " cut short"
	}
	if !q.Oldest.IsZero() {
		said += " · older ones " + in.cmds.Zones.FormatAsOf(q.Oldest, in.cmds.Now()) + " or later"
	}
	return said
}

// queueNotes returns what the line below the list says of open tickets of other days: what is missing if the tabs do
// not say so, and how old the oldest one is.
func (in *Inbox) queueNotes() string {
	q, said := in.last.Queue, ""
	if !in.isOfAnyDay() {
		return ""
	}
	switch missing := in.Unread(); {
	case missing == "":
	case in.tabsNote() == "":
		said += " · " + missing
	case q.Err != nil:
		said += " · older days: " + backend.ErrorText(q.Err)
	}
	if !q.Oldest.IsZero() {
		said += " · older ones " + in.cmds.Zones.FormatAsOf(q.Oldest, in.cmds.Now())
	}
	return said
}
