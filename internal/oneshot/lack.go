package oneshot

import (
	"errors"
	"fmt"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// daysOf are the days of a span, the newest first; more than anybody can mean are refused.
func daysOf(span desk.DateRange) ([]desk.Date, error) {
	days := span.Days()
	switch {
	case len(days) == 0:
		return nil, UsageErrorf("the range ends on %s, before it begins on %s", span.To, span.From)
	case len(days) > cache.MaxDays:
		return nil, UsageErrorf("a range of %d days is too long: pull at most %d", len(days), cache.MaxDays)
	}
	return days, nil
}

// dayError is a day that is missing or not whole, and why.
type dayError struct {
	day desk.Date
	why error
}

// dayErrorOf is what a day that the book has pulled lacks.
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

// firstCause is why nothing came, which says how the command ends: the first fault of a day that was asked for, nil when
// none was.
func firstCause(lacks []dayError) error {
	for _, l := range lacks {
		if !errors.Is(l.why, errNotAsked) {
			return l.why
		}
	}
	return nil
}

const maxNamed = 20 // days that are named one by one

// reportDayErrors says which days are missing or not whole, and why.
func reportDayErrors(s *Invocation, lacks []dayError) {
	for n, l := range lacks {
		if n == maxNamed {
			s.Notef("and %d more days", len(lacks)-n)
			return
		}
		s.Notef("%s: %v", l.day, l.why)
	}
}
