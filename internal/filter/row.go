package filter

import (
	"time"

	"frontdesk/internal/desk"
)

// Row is what conditions compare of a ticket. What many tickets share is the number of a name, see Env.
type Row struct {
	Customer  int64
	Created   desk.UnixTime
	Marks     desk.Flags
	PulledDay int32 // the DayNumber of the day whose pull returned it, for a ticket without a readable date; 0 for none

	Callback, Due desk.UnixTime

	SubStatus, Queue, Priority, Assignee, Source, Disposition uint32

	Turnaround desk.Turnaround
}

func (r *Row) isOpen() bool { return !r.Marks.Has(desk.Closed) }

// isAtOnceUnsaid reports whether the service does not say whether the first contact closed the ticket.
func (r *Row) isAtOnceUnsaid() bool { return r.Marks&(desk.FixedAtOnce|desk.NotFixedAtOnce) == 0 }

func (r *Row) awaitsCall() bool { return r.Callback != 0 && r.isOpen() }

// DueAt returns when a ticket is due; 0 for a closed one.
func (r *Row) DueAt() desk.UnixTime { return desk.NextDeadline(r.Marks, r.Callback, r.Due).At }

// DayNumber encodes a day as a number; 0 for the zero Date.
func DayNumber(d desk.Date) int32 {
	if d == (desk.Date{}) {
		return 0
	}
	return int32(d.Year)*10000 + int32(d.Month)*100 + int32(d.Day)
}

// Span is a date range in the form that rows are compared with. A ticket belongs to it by its creation day or, without
// a readable date, by the day whose pull returned it.
type Span struct {
	window
	first, last int32
}

// NewSpan returns the span of days in a zone.
func NewSpan(days desk.DateRange, zone *time.Location) Span {
	return Span{newWindow(days, zone), DayNumber(days.From), DayNumber(days.To)}
}

// Has reports whether a ticket belongs to the span.
func (s *Span) Has(r *Row) bool {
	if r.Created == 0 {
		return s.first <= r.PulledDay && r.PulledDay <= s.last
	}
	return s.from <= r.Created && r.Created < s.to
}

// window is a range of moments, the last excluded; a bound of 0 is none.
type window struct{ from, to desk.UnixTime }

func newWindow(days desk.DateRange, zone *time.Location) window {
	from, _ := days.From.Range(zone)
	_, to := days.To.Range(zone)
	return window{desk.NewUnixTime(from), desk.NewUnixTime(to)}
}

func (w window) has(at desk.UnixTime) bool {
	return at != 0 && (w.from == 0 || at >= w.from) && (w.to == 0 || at < w.to)
}
