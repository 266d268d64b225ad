package desk

import (
	"strings"
	"time"
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
// no deadline.
func NextDeadline(m Flags, callback, due UnixTime) Deadline {
	if m.Has(Closed) {
		return Deadline{}
	}
	at := FirstDue(callback, due)
	return Deadline{At: at, IsCallback: !at.IsZero() && at == callback}
}

// RiskTime is how long before a deadline a ticket is at risk of missing it. The pages getting-started.md, filter.md and
// commands.md name it, and so does the help of the filter in internal/filter/conditions.go.
const RiskTime = time.Hour

// Urgency says how an open ticket stands against its deadline and its SLA.
type Urgency uint8

// The urgencies.
const (
	NotUrgent     Urgency = iota
	AtRiskOfDelay         // not late, but due within RiskTime or at risk as the service says
	IsLate                // past its deadline, or out of its SLA as the service says
)

// UrgencyOf returns the urgency of a ticket at a full minute; that of a closed one is NotUrgent.
func UrgencyOf(m Flags, callback, due, now UnixTime) Urgency {
	at := NextDeadline(m, callback, due).At
	const soon = UnixTime(RiskTime / time.Second)
	switch {
	case m.Has(Closed):
		return NotUrgent
	case at != 0 && at < now, m.Has(OutOfSLA):
		return IsLate
	case at != 0 && at < now+soon+60, m.Has(AtRisk):
		return AtRiskOfDelay
	}
	return NotUrgent
}

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

// slaUnits are the units of an SLA in words, longest first, with the largest number that may follow a longer one.
var slaUnits = [...]struct {
	word string
	unit time.Duration
	most int
}{
	{"Day", 24 * time.Hour, 0},
	{"Hr", time.Hour, 23},
	{"Min", time.Minute, 59},
}

// ParseSLA parses the time that an SLA allows: in words, such as "1 Day 2 Hr 5 Min", or as hours, minutes and seconds,
// such as "0:1:29". It returns 0 for any other text and for no time at all.
func ParseSLA(s string) time.Duration {
	d, _ := parseSLA(s)
	return d
}

// parseSLA returns ok for a text that is understood, also if it allows no time.
func parseSLA(s string) (d time.Duration, ok bool) {
	if strings.Contains(s, ":") {
		return parseSLAClock(s)
	}
	var sum time.Duration
	words := strings.Split(s, " ")
	if len(words)%2 != 0 {
		return 0, false
	}
	next := 0 // units before it are used up
	for i := 0; i < len(words); i += 2 {
		n, ok := parseSLANumber(words[i])
		for next < len(slaUnits) && strings.TrimSuffix(words[i+1], "s") != slaUnits[next].word {
			next++
		}
		if !ok || next == len(slaUnits) || i > 0 && n > slaUnits[next].most {
			return 0, false
		}
		sum += time.Duration(n) * slaUnits[next].unit
		next++
	}
	return sum, true
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
