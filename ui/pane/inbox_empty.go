package pane

import (
	"fmt"
	"strconv"
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// renderEmpty returns the rows of an empty list, which explain why it is empty.
func (in *Inbox) renderEmpty(height int) []string {
	title, say := in.emptyState()
	out := make([]string, 0, height)
	for range min(2, max(height-3, 0)) {
		out = append(out, "")
	}
	out = append(out, in.th.Emphasis.Render(termwidth.Truncate("   "+title, in.width)), "")
	for _, part := range say {
		ink := in.th.Muted
		if strings.HasPrefix(part, "✗") {
			ink = in.th.Error
		}
		for _, l := range termwidth.Wrap(part, in.width-6) {
			out = append(out, ink.Render(termwidth.Truncate("   "+l, in.width)))
		}
	}
	out = out[:min(len(out), height)]
	for len(out) < height {
		out = append(out, "")
	}
	return out
}

// retryHint returns the hint for requesting the tickets again.
func (in *Inbox) retryHint() string {
	return in.keys.KeyLabel(keymap.Inbox, keymap.Refresh) + " asks again"
}

func (in *Inbox) emptyState() (title string, say []string) {
	span := in.cmds.SpanLabel(in.span)
	p := in.last.Progress
	failed := daysOf(p, isFailed)
	key := func(a keymap.Action) string { return in.keys.KeyLabel(keymap.Inbox, a) }
	whyNothing, said := in.emptyFilter()
	switch {
	case in.listing == nil || in.listing.Total() == 0 && p.Busy:
		return "Fetching the tickets of " + span + "…", []string{"Rows appear as each day arrives."}
	case in.listing.Total() == 0 && len(failed) > 0 && len(failed) == len(p.Days):
		return "No ticket could be fetched", []string{"✗ " + backend.ErrorText(failed[0].Err), in.retryHint()}
	case in.listing.Total() == 0:
		return "No tickets of " + span, []string{
			key(
				keymap.Dates,
			) + " chooses other days, " + in.retryHint() + ", " + key(
				keymap.New,
			) + " opens a new ticket",
		}
	case whyNothing != "":
		return whyNothing, append(said, key(keymap.Back)+" takes the filter away")
	case in.filter.Value() != "" && in.viewName() == AllView:
		return "Nothing fits “" + in.filter.Value() + "”", []string{
			key(keymap.Back) + " takes the filter away, " + key(keymap.Dates) + " chooses other days",
		}
	case in.filter.Value() != "":
		return "Nothing in " + in.viewName() + " fits “" + in.filter.Value() + "”", []string{
			fmt.Sprintf("Without the filter %s has %s, %s has %d.",
				in.viewName(), in.countLabel(in.view), AllView, in.listing.Total()),
			key(keymap.Back) + " takes the filter away, " + in.allViewHint(),
		}
	}
	return "No ticket in " + in.viewName(), []string{
		fmt.Sprintf("%s holds %s; %s hidden.", in.viewName(),
			safetext.LineFromText(in.views[in.view].Describe()), ticketsOf(in.listing.Total(), span)),
		in.allViewHint() + ", " + key(keymap.View) + " shows the next view, " + key(keymap.Dates) + " chooses other days",
	}
}

// viewName returns the name of the current view.
func (in *Inbox) viewName() string { return safetext.LineFromText(in.views[in.view].Name).String() }

// allViewHint returns the hint for the view that hides nothing.
func (in *Inbox) allViewHint() string {
	return strconv.Itoa(in.indexOf(AllView)+1) + " shows " + AllView
}

// ticketsOf returns a number of tickets of some days, with its verb.
func ticketsOf(n int, span string) string {
	if n == 1 {
		return "1 ticket of " + span + " is"
	}
	return fmt.Sprintf("%d tickets of %s are", n, span)
}

// daysOf returns the days of a load for which holds returns true.
func daysOf(p backend.Progress, holds func(backend.DayStatus) bool) []backend.DayStatus {
	var out []backend.DayStatus
	for _, d := range p.Days {
		if holds(d) {
			out = append(out, d)
		}
	}
	return out
}

func isFailed(d backend.DayStatus) bool { return d.State == backend.Failed }

func isCut(d backend.DayStatus) bool { return d.State == backend.Truncated }

// isLate reports whether the first request for a day failed and is being retried.
func isLate(d backend.DayStatus) bool {
	return (d.State == backend.Waiting || d.State == backend.Pulling) && d.Err != nil
}

// footer returns the last row: the position of the cursor, and which days are missing or incomplete.
func (in *Inbox) footer() string {
	p := in.last.Progress
	failed, late, cut := daysOf(p, isFailed), daysOf(p, isLate), daysOf(p, isCut)
	switch {
	case in.last.Err != nil:
		return in.note(in.th.Error.Render, "✗ "+backend.ErrorText(in.last.Err))
	case len(failed) > 0 && !in.hasData():
		return strings.Repeat(" ", in.width) // the empty list already shows the error
	case len(failed) > 0:
		return in.note(
			in.th.Error.Render,
			in.failureLine("✗ "+in.failureLabel(failed), backend.ErrorText(failed[0].Err), in.retryHint()),
		)
	case len(late) > 0:
		return in.note(
			in.th.Warning.Render,
			fmt.Sprintf("▲ %s late and asked for again: %s", in.days(late), backend.ErrorText(late[0].Err)),
		)
	case len(cut) > 0:
		d := cut[0]
		of := ""
		if d.Total > d.Received {
			of = fmt.Sprintf(" of %d", d.Total)
		}
		return in.note(in.th.Warning.Render, fmt.Sprintf("▲ %s cut short: %d%s tickets", in.days(cut), d.Received, of))
	}
	return in.listFooter()
}

// listFooter returns what the footer says of the list: what to know of the filter, or the position of the cursor.
func (in *Inbox) listFooter() string {
	if in.listing == nil || in.listing.Len() == 0 {
		return strings.Repeat(" ", in.width)
	}
	if remark := in.filterRemark(); remark != "" {
		return in.note(in.th.Warning.Render, "▲ "+remark)
	}
	order := in.order.Key.String()
	if in.order.Reverse {
		order += ", reversed"
	}
	say := fmt.Sprintf("%d of %d · by %s", in.highlighted()+1, in.listing.Len(), order)
	if in.highlighted() < 0 {
		say = fmt.Sprintf("the ticket beside is not in this list of %d · by %s", in.listing.Len(), order)
	}
	if n := in.Joined(); n > 0 {
		say += fmt.Sprintf(" · %d new at the end, %s sorts", n, in.keys.KeyLabel(keymap.Inbox, keymap.Refresh))
	}
	if n, hidden := in.MarkCounts(); n > 0 {
		say += fmt.Sprintf(" · %d marked", n)
		if hidden > 0 {
			say += fmt.Sprintf(", %d of them not shown", hidden)
		}
	}
	return in.note(in.th.Muted.Render, say)
}

func (in *Inbox) note(ink func(string) string, s string) string {
	return ink(termwidth.Pad("   "+s, in.width))
}

// failureLine joins an error, its reason if there is room for all of it, and its remedy.
func (in *Inbox) failureLine(wrong, reason, remedy string) string {
	if said := wrong + ": " + reason + " · " + remedy; termwidth.Width(said)+leadWidth <= in.width {
		return said
	}
	return wrong + " · " + remedy
}

// failureLabel describes failed days: days loaded earlier are out of date, others are missing.
func (in *Inbox) failureLabel(failed []backend.DayStatus) string {
	for _, d := range failed {
		if d.At.IsZero() {
			return in.days(failed) + " missing"
		}
	}
	return in.days(failed) + " out of date"
}

// days describes a list of days: the first one and the number of others.
func (in *Inbox) days(of []backend.DayStatus) string {
	first := of[0].Day.Label(in.cmds.Today())
	switch {
	case len(of) == 1:
		return first + " is"
	case len(of) == len(in.last.Progress.Days):
		return fmt.Sprintf("all %d days are", len(of))
	}
	return fmt.Sprintf("%s and %d more are", first, len(of)-1)
}
