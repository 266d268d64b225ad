package ui

import (
	"fmt"
	"time"

	"charm.land/bubbles/v2/progress"

	"frontdesk/ui/backend"
)

// asOf says when what is listed was answered: the oldest of the days that are shown as they were at an earlier start,
// else the last pull, unless that failed.
func (s *syncing) asOf(failed bool) string {
	at := s.answered
	if failed {
		at = time.Time{}
	}
	for _, d := range s.inbox.Snapshot().Progress.Days {
		if d.Stored && (at.IsZero() || d.At.Before(at)) {
			at = d.At
		}
	}
	if at.IsZero() {
		return ""
	}
	return s.cmds.Zones.FormatAsOf(at, s.cmds.Now())
}

// connectionStatus returns the current connection error; empty when there is none.
func (s *syncing) connectionStatus() string {
	switch {
	case s.err == nil && !s.isAway():
		return ""
	case backend.IsUnauthorized(s.err):
		return "✗ credential not accepted"
	case s.err == nil:
		return "✗ no answer, trying again"
	case !s.isAway():
		return s.failedDaysLabel()
	case s.answered.IsZero():
		return "✗ no answer from the service"
	}
	return "✗ no answer since " + s.cmds.Zones.FormatClock(s.since)
}

// isAway reports whether the service could not be reached: by the last pull, or by the first tries of the one that
// runs.
func (s *syncing) isAway() bool {
	return backend.IsUnreachable(s.err) || s.isTryingInVain()
}

// isTryingInVain reports whether every day that is asked for got no answer yet and is asked for again. An answer of
// another day in the same pull shows that the service is there.
func (s *syncing) isTryingInVain() bool {
	tries := false
	for _, d := range s.inbox.Snapshot().Progress.Days {
		switch {
		case d.State == backend.Waiting || d.State == backend.Pulling:
			if !backend.IsUnreachable(d.Err) {
				return false
			}
			tries = true
		case d.At.After(s.asked) && !d.Stored:
			return false
		}
	}
	return tries
}

const barCells = 10

// pullBar draws the progress of a pull in the colours of the status bar.
var pullBar = progress.New(
	progress.WithWidth(barCells),
	progress.WithFillCharacters('█', '░'),
	progress.WithoutPercentage(),
	func(m *progress.Model) { m.FullColor, m.EmptyColor = nil, nil },
)

// failedDaysLabel returns how many days could not be fetched although the service is reachable.
func (s *syncing) failedDaysLabel() string {
	all, failed := s.inbox.Snapshot().Progress.Days, 0
	for _, d := range all {
		if d.State == backend.Failed {
			failed++
		}
	}
	return fmt.Sprintf("✗ %d of %d days failed", failed, len(all))
}

// pullProgress returns a bar and a count of how many days have arrived while a pull is running that may be answered.
func (s *syncing) pullProgress() (bar, count string) {
	p := s.inbox.Snapshot().Progress
	if !p.Busy || len(p.Days) == 0 || s.isTryingInVain() {
		return "", ""
	}
	arrived, asked := p.Arrived(), 0
	for _, d := range p.Days {
		if d.State == backend.Waiting || d.State == backend.Pulling {
			asked++
		}
	}
	if asked <= 1 && backend.IsUnreachable(s.err) { // only to find out whether the service is back
		return "", ""
	}
	full := barCells * arrived / len(p.Days) // a cell is full when all of it has arrived
	return pullBar.ViewAs(float64(full)/barCells) + " ", fmt.Sprintf("%d/%d days", arrived, len(p.Days))
}
