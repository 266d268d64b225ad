package book

import (
	"time"

	"frontdesk/internal/desk"
)

// window is a span as rows are compared with it.
type window struct {
	from, to    desk.Stamp // to is the first moment after it
	first, last int32      // days, for rows without a readable date
}

func newWindow(s desk.Span, zone *time.Location) window {
	from, _ := s.From.Bounds(zone)
	_, to := s.To.Bounds(zone)
	return window{desk.Stamp(from.Unix()), desk.Stamp(to.Unix()), numberOf(s.From), numberOf(s.To)}
}

func (w *window) has(row *slip) bool {
	if row.created == 0 {
		return w.first <= row.pulled && row.pulled <= w.last
	}
	return w.from <= row.created && row.created < w.to
}
