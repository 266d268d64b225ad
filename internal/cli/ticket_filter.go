package cli

import (
	"context"
	"errors"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/filter"
)

// checkFilter rejects a filter with a mistake, or with a condition that only the console can answer.
func checkFilter(text string) error {
	f, err := filter.ParseWhole(text)
	var fault *filter.Fault
	if errors.As(err, &fault) {
		return exitcode.UsageErrorf("--filter, column %d: %s", fault.Column, fault.Text)
	}
	for _, t := range f.Terms {
		if t.Needs(filter.OfOwn) {
			return exitcode.UsageErrorf("--filter, column %d: %s is known in the console only", filter.ColumnOf(text, t.At), t)
		}
	}
	return nil
}

// ticketFilter holds back the tickets of a pull until all are known, and then finds those that match.
type ticketFilter struct {
	view    string // its filter; empty for all tickets
	text    string
	records *cache.Cache
	waiting []response
	fitting *cache.List
}

// list finds the tickets of all days that match, and prints a note for each name that no ticket has.
func (f *ticketFilter) list(ctx context.Context, s *Invocation) (err error) {
	first, last := desk.Date{Year: 1, Month: 1, Day: 1}, desk.Date{Year: 9999, Month: 12, Day: 31}
	f.fitting, err = f.records.Snapshot().List(context.WithoutCancel(ctx), cache.Query{
		View: f.view, Text: f.text, Span: desk.DateRange{From: first, To: last},
		Now: time.Now(), Agent: s.Settings.Agent.String(),
	})
	if err != nil {
		return err
	}
	parsed, _ := filter.Parse(f.text) // checkFilter has read it
	for _, note := range append(parsed.Notes, f.fitting.Notes()...) {
		s.Notef("%s", note)
	}
	return nil
}

// has reports whether a ticket matches; without a filter every ticket does.
func (f *ticketFilter) has(id string) bool {
	return f == nil || f.fitting.Index(desk.NewID(id)) >= 0
}
