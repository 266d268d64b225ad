package pane

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// timeLeft returns the time to a deadline by the minutes that a clock on the wall shows: 0 during the minute of the
// deadline and less than 0 after it.
func timeLeft(deadline, now time.Time) time.Duration {
	return deadline.Truncate(time.Minute).Sub(now.Truncate(time.Minute))
}

// countdown formats the time to a deadline or since, as "25m", "3h05", "2d" or "6w"; "now" is the minute of the deadline.
func countdown(left time.Duration) string {
	left = max(left, -left)
	if left < time.Hour || left >= 24*time.Hour {
		return FormatDuration(left)
	}
	return fmt.Sprintf("%dh%02d", left/time.Hour, left%time.Hour/time.Minute)
}

// inWords formats the time to a deadline or since, as "in 25m", "now" or "3h05 ago".
func inWords(left time.Duration) string {
	switch text := countdown(left); {
	case left > 0:
		return "in " + text
	case left < 0:
		return text + " ago"
	default:
		return text
	}
}

// clockCell returns the time to a ticket's deadline, after a minus if it has passed and an exclamation mark if it is
// near or the service warns of it. Without a deadline it returns the account's words for the SLA.
func clockCell(t *desk.Ticket, at clockContext) (string, cellStyle) {
	if t.Marks.Has(desk.Closed) {
		return "done", muted
	}
	d := clockDeadline(t, at)
	if d.IsZero() {
		return slaWords(t)
	}
	left := timeLeft(at.zones.LocalUnix(d.At), at.now)
	sign, style := clockSign(at.urgency(t), left)
	if d.IsCallback {
		return sign + countdown(left) + " " + at.call(t), style
	}
	return sign + countdown(left) + " SLA", style
}

// Clock returns the clock of an open ticket and how it is drawn; it does not name the SLA.
func Clock(t *desk.Ticket, th *theme.Theme, cmds *backend.Backend) (string, theme.Style) {
	if t.Marks.Has(desk.Closed) {
		return "", theme.Style{}
	}
	text, style := clockCell(t, newClockContext(cmds))
	return strings.TrimSuffix(strings.TrimSpace(text), " SLA"), style.themeStyle(th)
}

// briefClockWidth is the width of a clock that does not name the SLA.
const briefClockWidth = 8

// clockColumn returns the clock in the form for a width: the short one has no more than the hours of a long time, and
// names the SLA nowhere.
func clockColumn(t *desk.Ticket, at clockContext, width int) (string, cellStyle) {
	d := clockDeadline(t, at)
	if width > briefClockWidth || t.Marks.Has(desk.Closed) {
		return clockCell(t, at)
	}
	if d.IsZero() {
		words, style := slaWords(t)
		return briefSLA(t, words), style
	}
	left := timeLeft(at.zones.LocalUnix(d.At), at.now)
	sign, style := clockSign(at.urgency(t), left)
	text := countdown(left)
	if hours, _, has := strings.Cut(text, "h"); has && len(hours) > 1 {
		text = hours + "h"
	}
	if d.IsCallback {
		text += " " + at.call(t)
	}
	return sign + text, style
}

// briefSLA returns the account's words for the SLA of a ticket without a deadline if they are short, or else our own.
func briefSLA(t *desk.Ticket, words string) string {
	if termwidth.Width(words) > briefClockWidth {
		return cmp.Or(urgencyWord(t.SLAUrgency(0)), words)
	}
	return words
}

// urgencyWord says that a ticket is late or at risk; empty if it is neither.
func urgencyWord(u desk.Urgency) string {
	switch u {
	case desk.IsLate:
		return "late"
	case desk.AtRiskOfDelay:
		return "at risk"
	}
	return ""
}

// urgency returns the urgency that the clock shows.
func (at clockContext) urgency(t *desk.Ticket) desk.Urgency {
	if at.callbacks && !t.Callback.IsZero() {
		return at.callUrgency(t) // the row is about the call alone
	}
	return t.Urgency(at.unix())
}

// callUrgency returns the urgency of a ticket's callback, whatever its SLA.
func (at clockContext) callUrgency(t *desk.Ticket) desk.Urgency {
	return desk.UrgencyOf(0, t.Callback, 0, at.unix())
}

// unix returns the time of the clock.
func (at clockContext) unix() desk.UnixTime { return desk.NewUnixTime(at.now) }

// clockSign returns the sign of the clock and its colour, for a ticket's urgency and the time left.
func clockSign(urgency desk.Urgency, left time.Duration) (string, cellStyle) {
	switch {
	case left < 0:
		return "−", bad
	case left == 0, urgency == desk.IsLate:
		return "!", bad
	case urgency == desk.AtRiskOfDelay:
		return "!", warn
	}
	return " ", plain
}

// clockDeadline returns the deadline that the clock counts to: in a view of callbacks the callback.
func clockDeadline(t *desk.Ticket, at clockContext) desk.Deadline {
	if at.callbacks && !t.Callback.IsZero() {
		return desk.Deadline{At: t.Callback, IsCallback: true}
	}
	return t.Deadline()
}

// slaWords returns the account's words for the SLA of a ticket without a deadline, or "Out of SLA" where it has none.
func slaWords(t *desk.Ticket) (string, cellStyle) {
	words := t.SLA.String()
	switch t.SLAUrgency(0) {
	case desk.IsLate:
		return cmp.Or(words, "Out of SLA"), bad
	case desk.AtRiskOfDelay:
		return words, warn
	}
	return words, muted
}

// SetReminded sets the filter of the callbacks that the agent is reminded of.
func (in *Inbox) SetReminded(filter string) { in.reminded = filter }

// Callbacks returns the callbacks that the agent is reminded of, soonest first.
func (in *Inbox) Callbacks() []backend.Callback {
	if in.listing == nil {
		return nil
	}
	return in.listing.Callbacks(len(in.views))
}

// countDue returns how many callbacks of a view are due; 0 if the view is not of callbacks.
func (l *listed) countDue(view int) int {
	if l.listing == nil {
		return 0
	}
	return l.listing.CountDue(view, desk.NewUnixTime(l.cmds.Now()))
}

// callbackCell returns when a call was promised, with the sign and the colour of the clock.
func callbackCell(t *desk.Ticket, at clockContext) (string, cellStyle) {
	if t.Callback.IsZero() || t.Marks.Has(desk.Closed) {
		return "", plain
	}
	when := at.zones.LocalUnix(t.Callback)
	sign, style := clockSign(at.callUrgency(t), timeLeft(when, at.now))
	text := shortTime(when, at.now)
	if at.snoozed != nil && at.snoozed(t) {
		text += " " + at.call(t)
	}
	if termwidth.Width(sign+text) <= callbackWidth {
		text = sign + text
	}
	return text, style
}

// shortTime formats a time without the parts that go without saying: the date today, the month within a week.
func shortTime(t, now time.Time) string {
	now = now.In(t.Location())
	today, day := desk.DateOf(now), desk.DateOf(t)
	switch {
	case day == today:
		return t.Format("15:04")
	case today.Add(-7).Compare(day) < 0 && day.Compare(today.Add(7)) < 0:
		return t.Format("Mon 15:04")
	case t.Year() == now.Year():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan 2006")
}

// flags are what stands after a title: a callback that the clock does not show, and an escalation (⚑). The callback has
// the time that is left to it, as the clock has; in short only an exclamation mark when it is due.
type flags struct {
	text, short string
	style       cellStyle
}

func flagsOf(t *desk.Ticket, at clockContext) flags {
	var f flags
	if t.Marks.Has(desk.Closed) {
		return f
	}
	if t.Marks.Has(desk.Escalated) {
		f = flags{"⚑", "⚑", warn}
	}
	if t.Callback.IsZero() || clockDeadline(t, at).IsCallback {
		return f
	}
	left := timeLeft(at.zones.LocalUnix(t.Callback), at.now)
	sign, due := "", ""
	f.style = info
	if desk.IsCallDue(t.Callback, at.unix()) {
		f.style = bad
		if sign, _ = clockSign(desk.IsLate, left); at.call(t) == callSign {
			due = "!"
		}
	}
	text, _, _ := strings.Cut(countdown(left), "h")
	if text != countdown(left) {
		text += "h"
	}
	f.text, f.short = at.call(t)+" "+sign+text+f.text, at.call(t)+due+f.short
	return f
}
