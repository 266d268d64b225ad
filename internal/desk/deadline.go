package desk

import "time"

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
