package filter

import (
	"time"

	"frontdesk/internal/desk"
)

// days returns the days that a value names; ok is false for a value that names none.
func (e *Env) days(v Value) (days desk.DateRange, ok bool) {
	today := desk.DateOf(e.Now)
	for text, day := range map[string]desk.Date{"today": today, "yesterday": today.Add(-1), "tomorrow": today.Add(1)} {
		if v.is(text) {
			return desk.DateRange{From: day, To: day}, true
		}
	}
	return v.Days, v.Days != desk.DateRange{}
}

// created tests when a ticket was opened.
func created(e *Env, v Value) Test {
	if days, ok := e.days(v); ok {
		span := NewSpan(days, e.Now.Location())
		return func(_ uint32, row *Row) bool { return span.Has(row) }
	}
	w := beside(e.Now.Add(-v.Length), map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[v.Compare])
	return func(_ uint32, row *Row) bool { return w.has(row.Created) }
}

// due tests when an open ticket is due.
func due(e *Env, v Value) Test {
	if v.is(None) {
		return func(_ uint32, row *Row) bool { return row.isOpen() && row.DueAt() == 0 }
	}
	w := e.ahead(v)
	return func(_ uint32, row *Row) bool { return w.has(row.DueAt()) }
}

// callAt tests the callback time of an open ticket.
func callAt(e *Env, v Value) Test {
	now, w := desk.NewUnixTime(e.Now), e.ahead(v)
	switch {
	case v.is(None):
		return func(_ uint32, row *Row) bool { return row.isOpen() && row.Callback == 0 }
	case v.is("due"):
		return func(_ uint32, row *Row) bool { return row.isOpen() && desk.IsCallDue(row.Callback, now) }
	}
	return func(_ uint32, row *Row) bool { return row.isOpen() && w.has(row.Callback) }
}

// ahead returns the window of days or of a time from now on; of any other value that of the past.
func (e *Env) ahead(v Value) window {
	if days, ok := e.days(v); ok {
		return newWindow(days, e.Now.Location())
	}
	return beside(e.Now.Add(v.Length), v.Compare)
}

// beside returns the window of what compares so with a moment, which is excluded from what is before.
func beside(at time.Time, compare string) window {
	edge := desk.NewUnixTime(at)
	switch compare {
	case "<=":
		return window{to: edge + 1}
	case ">":
		return window{from: edge + 1}
	case ">=":
		return window{from: edge}
	}
	return window{to: edge}
}

// hour tests the hour of the day in which a ticket was opened.
func hour(e *Env, v Value) Test {
	if v.is(None) {
		return func(_ uint32, row *Row) bool { return row.Created == 0 }
	}
	hourOf := e.hours()
	return func(_ uint32, row *Row) bool {
		h := hourOf(row.Created)
		return row.Created != 0 && v.FromHour <= h && h <= v.ToHour
	}
}

// hours returns the function of the hour of a moment. The zone is asked only about moments beside the change of its
// clocks before now and the one after.
func (e *Env) hours() func(desk.UnixTime) int {
	zone := e.Now.Location()
	_, offset := e.Now.Zone()
	from, to := e.Now.ZoneBounds()
	w := window{desk.NewUnixTime(from), desk.NewUnixTime(to)}
	return func(at desk.UnixTime) int {
		if w.has(at) {
			return (int(at) + offset) / 3600 % 24
		}
		return at.In(zone).Hour()
	}
}

// turnaround tests the time that a ticket took.
func turnaround(_ *Env, v Value) Test {
	if v.is(None) {
		return func(_ uint32, row *Row) bool { return !row.Turnaround.IsSaid() }
	}
	return func(_ uint32, row *Row) bool {
		return row.Turnaround.IsSaid() && compares(v.Compare, row.Turnaround.Duration(), v.Length)
	}
}
