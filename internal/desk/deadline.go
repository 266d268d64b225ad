package desk

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Deadline is the next moment by which something is promised on a ticket (PROTOCOL.md 10). The zero Deadline is none.
type Deadline struct {
	At         UnixTime
	IsCallback bool // a promised call; otherwise the SLA
}

// IsZero reports whether there is no deadline.
func (d Deadline) IsZero() bool { return d.At.IsZero() }

// Deadline returns the ticket's deadline.
func (t *Ticket) Deadline() Deadline { return NextDeadline(t.Marks, t.Callback, t.Due) }

// NextDeadline returns the earlier of a callback and the SLA's end, either of which may be unset. A closed ticket has
// no deadline, and an SLA whose clock is stopped has no end.
func NextDeadline(m Flags, callback, due UnixTime) Deadline {
	if m.Has(Closed) {
		return Deadline{}
	}
	if m.Has(SLAPaused) {
		due = 0
	}
	at := FirstDue(callback, due)
	return Deadline{At: at, IsCallback: !at.IsZero() && at == callback}
}

// riskTime is how long before a deadline a ticket is at risk of missing it. The pages getting-started.md, filter.md and
// commands.md name it, and so does the help of the filter in internal/filter/conditions.go.
const riskTime = time.Hour

// Urgency says how an open ticket stands against its deadline and its SLA.
type Urgency uint8

// The urgencies.
const (
	NotUrgent     Urgency = iota
	AtRiskOfDelay         // not late, but due within riskTime or at risk as the service says
	IsLate                // past its deadline, or out of its SLA as the service says
)

// Urgency returns the ticket's urgency in the minute of now.
func (t *Ticket) Urgency(now UnixTime) Urgency { return UrgencyOf(t.Marks, t.Callback, t.Due, now) }

// SLAUrgency returns the ticket's urgency as if no call were promised.
func (t *Ticket) SLAUrgency(now UnixTime) Urgency { return UrgencyOf(t.Marks, 0, t.Due, now) }

// UrgencyOf returns the urgency of a ticket in the minute of now; that of a closed one is NotUrgent. It alone decides
// what is late and what is at risk, for lists, tabs, clocks, charts, filters and notes.
func UrgencyOf(m Flags, callback, due, now UnixTime) Urgency {
	if m.Has(Closed) {
		return NotUrgent
	}
	becomes := urgencyChanges(NextDeadline(m, callback, due).At)
	switch {
	case m.Has(OutOfSLA), becomes.late != 0 && now >= becomes.late:
		return IsLate
	case m.Has(AtRisk), becomes.atRisk != 0 && now >= becomes.atRisk:
		return AtRiskOfDelay
	}
	return NotUrgent
}

// changes are the moments at which a ticket becomes at risk, and then late; 0 for never.
type changes struct{ atRisk, late UnixTime }

// urgencyChanges returns when a deadline makes its ticket urgent, by the minutes that a clock on the wall shows.
func urgencyChanges(deadline UnixTime) changes {
	if deadline == 0 {
		return changes{}
	}
	minute := deadline - deadline%60
	return changes{atRisk: minute - UnixTime(riskTime/time.Second), late: minute + 60}
}

// IsCallDue reports whether the minute of a promised call has come.
func IsCallDue(callback, now UnixTime) bool { return callback != 0 && callback-callback%60 <= now }

// SLAEnd returns when a ticket's SLA runs out: at its end date, or else once the allowed time has passed since it was
// created (PROTOCOL.md 10). Arguments that are not known are zero; so is the result if it does not follow from the
// others. A midnight of the zone is a date without a time, and lasts until the end of that day, unless the allowed time
// ends exactly then.
func SLAEnd(end, created UnixTime, allowed time.Duration, zone *time.Location) UnixTime {
	var computed UnixTime
	if !created.IsZero() && allowed > 0 {
		computed = created + UnixTime(allowed/time.Second)
	}
	if end.IsZero() {
		return computed
	}
	if at := end.In(zone); at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 && computed != end {
		return NewUnixTime(at.AddDate(0, 0, 1)) - 1
	}
	return end
}

// slaStates are the words by which services name the state of an SLA, with what they say of a ticket. The first row
// with a word of the text decides: a negation says nothing, and what is near is not over.
var slaStates = []struct {
	means Flags
	words []string
}{
	{0, []string{"not", "no", "without", "never", "non"}},
	{AtRisk, []string{"risk", "about", "near", "nearing", "approaching", "soon", "will", "may", "almost"}},
	{OutOfSLA, []string{"out", "breach", "breached", "breaches", "outside", "overdue", "exceeded", "violated", "missed"}},
	{SLAPaused, []string{"paused", "suspended", "stopped", "hold"}},
}

// SLAState returns what the service's word for the state of an SLA says: OutOfSLA, AtRisk, SLAPaused, or nothing that
// is understood. It compares whole words, so that "Without SLA" is not out of SLA.
func SLAState(wording string) Flags {
	isGap := func(r rune) bool { return !unicode.IsLetter(r) }
	words := strings.FieldsFunc(strings.ToLower(splitCamelCase(wording)), isGap)
	for _, state := range slaStates {
		for _, word := range words {
			if slices.Contains(state.words, word) {
				return state.means
			}
		}
	}
	return 0
}

// splitCamelCase separates words in camel case, such as OutOfSLA.
func splitCamelCase(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// ParseSLA parses the time that an SLA allows (PROTOCOL.md 10): a duration, or hours, minutes and seconds such as
// "0:1:29". It returns 0 for any other text and for no time at all.
func ParseSLA(s string) time.Duration {
	d, _ := parseSLA(s)
	return d
}

// parseSLA returns ok for a text that is understood, also if it allows no time.
func parseSLA(s string) (d time.Duration, ok bool) {
	if strings.Contains(s, ":") {
		return parseSLAClock(s)
	}
	d, unit, err := parseDuration(s)
	return d, err == nil && unit > 0 // a number alone is none
}

func parseSLAClock(s string) (d time.Duration, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return 0, false
	}
	var sum time.Duration
	for i, part := range parts {
		n, ok := parseSLANumber(part)
		if !ok || i > 0 && n > 59 {
			return 0, false
		}
		sum = sum*60 + time.Duration(n)*time.Second
	}
	return sum, true
}

// parseSLANumber parses one to four ASCII digits.
func parseSLANumber(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// Turnaround is the time that a ticket took, as the service says it (tat). The zero Turnaround is not said.
type Turnaround int32

// newTurnaround returns a time in seconds. It is not said if it is negative or longer than any that can be parsed.
func newTurnaround(d time.Duration) Turnaround {
	const longest = 10_000 * 24 * time.Hour
	if d < 0 || d > longest {
		return 0
	}
	return Turnaround(d/time.Second) + 1
}

// ParseTurnaround parses the forms of ParseSLA. Any other text is not said; no time at all is.
func ParseTurnaround(s string) Turnaround {
	d, ok := parseSLA(s)
	if !ok {
		return 0
	}
	return newTurnaround(d)
}

// IsSaid reports whether the service says the time.
func (t Turnaround) IsSaid() bool { return t > 0 }

// Duration returns the time, 0 if it is not said.
func (t Turnaround) Duration() time.Duration { return time.Duration(max(t-1, 0)) * time.Second }
