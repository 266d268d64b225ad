package stats

import (
	"fmt"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// DayState says how much of a day is known.
type DayState string

// The states of a day.
const (
	Read     DayState = "read"
	Older    DayState = "older"     // read earlier; a later request has failed or has not been answered
	CutShort DayState = "cut short" // the service holds more tickets of the day than it returns
	Waiting  DayState = "not read yet"
	Failed   DayState = "failed"
)

// Day is a day with what is known of it.
type Day struct {
	Date  desk.Date
	State DayState
	At    time.Time // when it was read
	Err   error     // why it was not
}

// IsKnown reports whether tickets of the day were read.
func (d Day) IsKnown() bool { return d.State == Read || d.State == Older || d.State == CutShort }

// DaysOf returns the days of a pull.
func DaysOf(p cache.PullStatus) []Day {
	days := make([]Day, len(p.Days))
	for i, d := range p.Days {
		days[i] = Day{Date: d.Day, State: stateOf(d), At: d.At, Err: d.Err}
	}
	return days
}

func stateOf(d cache.DayStatus) DayState {
	hasRows := !d.At.IsZero()
	switch {
	case d.State == cache.Truncated, hasRows && d.IsCutShort():
		return CutShort
	case d.State == cache.Complete:
		return Read
	case hasRows && (d.Stored || d.State == cache.Failed || d.Err != nil):
		return Older
	case hasRows:
		return Read // and being read again
	case d.State == cache.Failed:
		return Failed
	}
	return Waiting
}

// AreRead reports whether all of every day is known.
func AreRead(days []Day) bool { return countOf(days, Read) == len(days) }

func countOf(days []Day, state DayState) (n int) {
	for _, d := range days {
		if d.State == state {
			n++
		}
	}
	return n
}

// DayOf returns what is known of a day; it is not read yet if it is none of the figures' days.
func (f *Figures) DayOf(date desk.Date) Day {
	for _, d := range f.Read {
		if d.Date == date {
			return d
		}
	}
	return Day{Date: date, State: Waiting}
}

// ReadLabel says how many days were read, such as "5 of 7 days read, 1 failed".
func (f *Figures) ReadLabel() string {
	whole := len(f.Read) - countOf(f.Read, Waiting) - countOf(f.Read, Failed)
	text := fmt.Sprintf("%d of %d days read", whole, len(f.Read))
	if len(f.Read) == 1 {
		text = "read"
		if whole == 0 {
			text = "not read"
		}
	}
	for _, part := range []struct {
		state DayState
		words string
	}{{Older, "as of earlier"}, {CutShort, "cut short"}, {Failed, "failed"}} {
		if n := countOf(f.Read, part.state); n > 0 {
			text += fmt.Sprintf(", %d %s", n, part.words)
		}
	}
	return text
}
