package oneshot

import (
	"errors"
	"fmt"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
)

// daysOf are the days of a span, the newest first; more than anybody can mean are refused.
func daysOf(span desk.Span) ([]desk.Day, error) {
	days := span.Days()
	switch {
	case len(days) == 0:
		return nil, Misused("the range ends on %s, before it begins on %s", span.To, span.From)
	case len(days) > book.MaxDays:
		return nil, Misused("a range of %d days is too long: pull at most %d", len(days), book.MaxDays)
	}
	return days, nil
}

// lack is a day that is missing or not whole, and why.
type lack struct {
	day desk.Day
	why error
}

// lackOf is what a day that the book has pulled lacks.
func lackOf(d book.DayStatus) lack {
	switch {
	case d.Err != nil:
		return lack{d.Day, d.Err}
	case d.State == book.Cut && d.Total > d.Known:
		return lack{d.Day, fmt.Errorf("the service gives out %d of %d tickets", d.Known, d.Total)}
	case d.State == book.Cut:
		return lack{d.Day, fmt.Errorf("the service gives out %d tickets and may hold more", d.Known)}
	}
	return lack{d.Day, errNotAsked}
}

// firstWhy is why nothing came, which says how the command ends: the first fault of a day that was asked for, nil when
// none was.
func firstWhy(lacks []lack) error {
	for _, l := range lacks {
		if !errors.Is(l.why, errNotAsked) {
			return l.why
		}
	}
	return nil
}

const maxNamed = 20 // days that are named one by one

// nameLacks says which days are missing or not whole, and why.
func nameLacks(s *Session, lacks []lack) {
	for n, l := range lacks {
		if n == maxNamed {
			s.Note("and %d more days", len(lacks)-n)
			return
		}
		s.Note("%s: %v", l.day, l.why)
	}
}
