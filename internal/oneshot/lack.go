package oneshot

import (
	"errors"
	"fmt"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
)

// daysOf returns the days of a range, the newest first; a range that is empty or too long is an error.
func daysOf(span desk.DateRange) ([]desk.Date, error) {
	days := span.Days()
	switch {
	case len(days) == 0:
		return nil, exitcode.UsageErrorf("the range ends on %s, before it begins on %s", span.To, span.From)
	case len(days) > cache.MaxDays:
		return nil, exitcode.UsageErrorf("a range of %d days is too long: pull at most %d", len(days), cache.MaxDays)
	}
	return days, nil
}

// dayError is the error of a day that is missing or incomplete.
type dayError struct {
	day desk.Date
	why error
}

// dayErrorOf returns why a day that the cache has pulled is incomplete.
func dayErrorOf(d cache.DayStatus) dayError {
	switch {
	case d.Err != nil:
		return dayError{d.Day, d.Err}
	case d.State == cache.Truncated && d.Total > d.Received:
		return dayError{d.Day, fmt.Errorf("the service gives out %d of %d tickets", d.Received, d.Total)}
	case d.State == cache.Truncated:
		return dayError{d.Day, fmt.Errorf("the service gives out %d tickets and may hold more", d.Received)}
	}
	return dayError{d.Day, errNotAsked}
}

// firstCause returns the first error of a day that was requested, nil if there is none. It determines the exit code of
// a command without results.
func firstCause(lacks []dayError) error {
	for _, l := range lacks {
		if !errors.Is(l.why, errNotAsked) {
			return l.why
		}
	}
	return nil
}

const maxNamed = 20 // days that are listed individually

// reportDayErrors prints which days are missing or incomplete, and why.
func reportDayErrors(s *Invocation, lacks []dayError) {
	for n, l := range lacks {
		if n == maxNamed {
			s.Notef("and %d more days", len(lacks)-n)
			return
		}
		s.Notef("%s: %v", l.day, l.why)
	}
}
