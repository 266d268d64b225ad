package pane

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
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
	return in.letterHint(keymap.Refresh, "retries")
}

// isLoading reports whether no ticket has come yet, and some may: days without tickets may be answered first, and a
// list may be made before its days are asked for.
func (l *listed) isLoading() bool {
	return l.listing == nil || l.listing.Total() == 0 && len(daysOf(l.last.Progress, isArriving)) > 0
}

func (in *Inbox) emptyState() (title string, say []string) {
	span := in.cmds.SpanLabel(in.span)
	p := in.last.Progress
	failed := daysOf(p, isFailed)
	clears := in.keys.KeyLabel(keymap.Inbox, keymap.Back) + " clears the filter"
	whyNothing, said := in.emptyFilter()
	switch {
	case in.isLoading():
		return "Loading the tickets of " + span + "…", []string{"Rows appear as each day arrives."}
	case in.listing.Total() == 0 && len(failed) > 0 && len(failed) == len(p.Days):
		return "No ticket could be loaded",
			append([]string{"✗ " + backend.ErrorText(failed[0].Err)}, sayKeys(in.retryHint())...)
	case in.listing.Total() == 0 && slices.ContainsFunc(failed, isMissing):
		return "No tickets of the days that answered", sayKeys(in.retryHint(), in.otherDaysHint())
	case in.listing.Total() == 0:
		return "No tickets of " + span, sayKeys(in.otherDaysHint(), in.letterHint(keymap.Refresh, "refreshes"), in.newHint())
	case whyNothing != "":
		return whyNothing, append(said, clears)
	case in.filter.Value() != "" && in.ViewName() == AllView:
		return in.nothingMatches(), append(in.mayMatch(),
			joinHints(in.findHint(), clears, in.olderHint(), in.otherDaysHint()),
		)
	case in.filter.Value() != "":
		without := fmt.Sprintf("Without the filter %s has %s, %s has %d.",
			in.ViewName(), in.countLabel(in.view), AllView, in.listing.Total())
		return in.nothingMatches(), append(
			append([]string{without}, in.mayMatch()...), joinHints(in.findHint(), clears, in.allViewHint()),
		)
	}
	says := fmt.Sprintf("%s holds %s; %s hidden.", in.ViewName(),
		safetext.LineFromText(filter.Describe(in.views[in.view].Filter, in.agent)), ticketsOf(in.listing.Total(), span))
	if missing := in.Unread(); missing != "" {
		says += " Open tickets of days " + missing + " may belong to it."
	}
	return "No ticket in " + in.ViewName(), append([]string{says}, sayKeys(in.allViewHint(), in.otherDaysHint())...)
}

// nothingMatches says that the filter finds nothing, and among which tickets.
func (in *Inbox) nothingMatches() string {
	among := "Nothing in " + in.ViewName()
	if in.ViewName() == AllView {
		among = "No ticket of " + in.cmds.SpanLabel(in.span)
		if in.isOfAnyDay() {
			among += " or older open one"
		}
	}
	return among + " matches “" + in.filter.Value() + "”"
}

// mayMatch says of a list without a match which open tickets are not known; nothing if all are, or none belong to it.
func (in *Inbox) mayMatch() []string {
	if missing := in.Unread(); missing != "" && in.isOfAnyDay() {
		return []string{"Open tickets of days " + missing + " may match."}
	}
	return nil
}

// olderHint returns the hint for searching older open tickets; empty if they are searched already, or not known.
func (in *Inbox) olderHint() string {
	if in.isOfAnyDay() || !in.last.Queue.IsKept() {
		return ""
	}
	return filter.AnyDay + " adds older open tickets"
}

// findHint returns the hint for finding a number elsewhere; empty if the filter is none.
func (in *Inbox) findHint() string {
	key := "⏎"
	switch {
	case in.SearchHint() == "":
		return ""
	case !in.CapturesText() || in.keys.IsSpoken():
		key = in.keys.KeyLabel(keymap.Inbox, keymap.FindCustomer)
	}
	return key + " searches all customers, orders and tickets for it"
}

// joinHints joins the hints that are not empty.
func joinHints(hints ...string) string {
	return strings.Join(slices.DeleteFunc(hints, func(s string) bool { return s == "" }), ", ")
}

// sayKeys returns a line of hints; none if all of them are empty.
func sayKeys(hints ...string) []string {
	if s := joinHints(hints...); s != "" {
		return []string{s}
	}
	return nil
}

// letterHint returns a hint for a key that would be text while the filter is typed, and is empty then.
func (in *Inbox) letterHint(action keymap.Action, does string) string {
	if in.CapturesText() {
		return ""
	}
	return in.hintOf(keymap.Inbox, action, does)
}

func (in *Inbox) otherDaysHint() string { return in.letterHint(keymap.Dates, "chooses other days") }

func (in *Inbox) newHint() string {
	if !in.usable.Writes {
		return ""
	}
	return in.letterHint(keymap.New, "opens a new ticket")
}

// allViewHint returns the hint for the view that hides nothing.
func (in *Inbox) allViewHint() string {
	if in.CapturesText() {
		return ""
	}
	if in.keys.IsSpoken() { // a number is a row there
		return in.keys.KeyLabel(keymap.Inbox, keymap.Views) + " lists " + AllView + " and the other views"
	}
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

// isMissing reports whether nothing is known of a day.
func isMissing(d backend.DayStatus) bool { return d.At.IsZero() }

func isCut(d backend.DayStatus) bool { return d.State == backend.Truncated }

// isLate reports whether the first request for a day failed and is being retried.
func isLate(d backend.DayStatus) bool {
	return (d.State == backend.Waiting || d.State == backend.Pulling) && d.Err != nil
}

// footer returns the last row: which days are missing or incomplete, or the position of the cursor.
func (in *Inbox) footer() string {
	trouble, style := in.trouble(in.width)
	switch {
	case trouble == "":
		return in.listFooter()
	case in.last.Err == nil && len(daysOf(in.last.Progress, isFailed)) > 0 && !in.hasData():
		return in.note(in.th.Muted.Render, "") // the empty list already shows the error
	}
	return in.note(style.Render, trouble)
}

// trouble says for a width which days are missing or incomplete; empty for none.
func (in *Inbox) trouble(width int) (string, theme.Style) {
	p := in.last.Progress
	failed, late, cut := daysOf(p, isFailed), daysOf(p, isLate), daysOf(p, isCut)
	switch {
	case in.last.Err != nil:
		return "✗ " + backend.ErrorText(in.last.Err), in.th.Error
	case len(failed) > 0:
		reason := backend.ErrorText(failed[0].Err)
		return failureWithin(width, "✗ "+in.failureLabel(failed), reason, in.retryHint()), in.th.Error
	case len(late) > 0:
		return fmt.Sprintf("! %s, retrying: %s", in.failureLabel(late), backend.ErrorText(late[0].Err)), in.th.Warning
	case len(cut) > 0:
		d := cut[0]
		of := ""
		if d.IsCutShort() {
			of = fmt.Sprintf(" of %d", d.Total)
		}
		return fmt.Sprintf("! %s cut short: %d%s tickets", in.days(cut), d.Received, of), in.th.Warning
	}
	return "", theme.Style{}
}

// listFooter returns the line below the list: notes on the filter, or the position of the cursor.
func (in *Inbox) listFooter() string {
	if in.listing == nil || in.listing.Len() == 0 {
		return in.note(in.th.Muted.Render, "")
	}
	if remark := in.filter.remark(in.listing); remark != "" {
		return in.note(in.th.Warning.Render, "! "+remark)
	}
	order := in.order.Key.String()
	if in.order.Reverse {
		order += ", reversed"
	}
	say := fmt.Sprintf("%d of %d · by %s", in.highlighted()+1, in.listing.Len(), order)
	if in.highlighted() < 0 {
		say = fmt.Sprintf("the ticket beside is not in this list of %d · by %s", in.listing.Len(), order)
	}
	say += in.queueNotes()
	if n := in.joined(); n > 0 {
		say += fmt.Sprintf(" · %d new at the end, %s sorts", n, in.keys.KeyLabel(keymap.Inbox, keymap.Refresh))
	}
	if n := in.last.Progress.Unnumbered(); n > 0 {
		return in.note(in.th.Warning.Render, say+" · ! "+desk.UnnumberedNote(n))
	}
	return in.note(in.th.Muted.Render, say)
}

// note draws the line below the list, which begins with the marks.
func (in *Inbox) note(ink func(string) string, s string) string {
	if len(in.Marks.pruned) > 0 {
		ink = in.th.Warning.Render
	}
	return ink(termwidth.Pad("   "+phrase.Join(" · ", in.Marks.note(), s), in.width))
}

// failureWithin joins an error, its reason if there is room for all of it, and its remedy.
func failureWithin(width int, wrong, reason, remedy string) string {
	if said := strings.TrimSuffix(wrong+": "+reason+" · "+remedy, " · "); termwidth.Width(said)+leadWidth <= width {
		return said
	}
	return strings.TrimSuffix(wrong+" · "+remedy, " · ")
}

// failureLabel describes days that failed: days loaded earlier are out of date, others are missing.
func (l *listed) failureLabel(failed []backend.DayStatus) string {
	if slices.ContainsFunc(failed, isMissing) {
		return l.days(failed) + " missing"
	}
	return l.days(failed) + " out of date"
}

// days describes a list of days: the first one and the number of others.
func (l *listed) days(of []backend.DayStatus) string {
	first := of[0].Day.Label(l.cmds.Today())
	switch {
	case len(of) == 1:
		return first + " is"
	case len(of) == len(l.last.Progress.Days):
		return fmt.Sprintf("all %d days are", len(of))
	}
	return fmt.Sprintf("%s and %d more are", first, len(of)-1)
}
