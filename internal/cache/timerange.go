package cache

import (
	"time"

	"frontdesk/internal/desk"
)

// timeRange is a date range in the form that rows are compared with.
type timeRange struct {
	from, to    desk.UnixTime // to is exclusive
	first, last int32         // days, for rows without a readable date
}

func newTimeRange(s desk.DateRange, zone *time.Location) timeRange {
	from, _ := s.From.Range(zone)
	_, to := s.To.Range(zone)
	return timeRange{desk.UnixTime(from.Unix()), desk.UnixTime(to.Unix()), numberOf(s.From), numberOf(s.To)}
}

func (w *timeRange) has(row *packedTicket) bool {
	if row.created == 0 {
		return w.first <= row.pulledDay && row.pulledDay <= w.last
	}
	return w.from <= row.created && row.created < w.to
}
