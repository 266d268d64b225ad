package stats

import (
	"time"

	"frontdesk/internal/desk"
)

// moment is the first moment after now at which time alone changes a figure; 0 for none.
type moment struct{ now, at desk.UnixTime }

// offer takes a moment if it is the first one.
func (m *moment) offer(at desk.UnixTime) {
	if at > m.now && (m.at == 0 || at < m.at) {
		m.at = at
	}
}

// offerAges takes the moments at which a ticket that was created then goes into the next bar of ages.
func (m *moment) offerAges(created desk.UnixTime) {
	for _, s := range steps {
		if s.below > 0 {
			m.offer(created + desk.UnixTime(s.below/time.Second))
		}
	}
}

// offerUrgency takes the moments at which an open ticket comes at risk, and then late.
func (m *moment) offerUrgency(ticket *desk.Ticket) {
	deadline := desk.NextDeadline(ticket.Marks, ticket.Callback, ticket.Due).At
	if deadline == 0 {
		return
	}
	m.offer(deadline + 1)
	m.offer(deadline - desk.UnixTime(desk.SoonTime/time.Second) - 59)
}

// offerTimeOfDay takes the moment today at which a ticket of an earlier day counts for the comparison.
func (m *moment) offerTimeOfDay(created desk.UnixTime, zone *time.Location) {
	at, today := created.In(zone), m.now.In(zone)
	year, month, day := today.Date()
	m.offer(desk.NewUnixTime(time.Date(year, month, day, at.Hour(), at.Minute(), at.Second(), 0, zone)) + 1)
}

// until returns the moment up to which figures stay as they are unless a ticket changes. What a view or a filter lists
// may change with every minute.
func (r *Request) until(t *tally, now time.Time) time.Time {
	if r.Filter != "" || r.View.Name != "" {
		return now.Add(time.Minute)
	}
	t.next.offer(t.today[1])
	return time.Unix(int64(t.next.at), 0).In(t.zone)
}
