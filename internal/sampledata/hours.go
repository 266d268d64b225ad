package sampledata

import "time"

// openings are the desk's hours by weekday, Sunday first: agents write and call only between them.
var openings = [7]struct{ from, to int }{
	{10, 16}, {8, 20}, {8, 20}, {8, 20}, {8, 20}, {8, 20}, {9, 18},
}

// opening is when the desk opens and closes on the day of t.
func opening(t time.Time) (from, to time.Time) {
	o := openings[t.Weekday()]
	return atHour(t, o.from, 0), atHour(t, o.to, 0)
}

// isOpen reports whether the desk is open.
func isOpen(t time.Time) bool {
	from, to := opening(t)
	return !t.Before(from) && t.Before(to)
}

// atHour is a time of t's day.
func atHour(t time.Time, hour, minute int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), hour, minute, 0, 0, t.Location())
}

// nextDay is noon of the day so many days after t's, safe where clocks change.
func nextDay(t time.Time, days int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day()+days, 12, 0, 0, 0, t.Location())
}

// workAfter is the moment at which the desk has been open for d since t.
func workAfter(t time.Time, d time.Duration) time.Time {
	for {
		from, to := opening(t)
		if t.Before(from) {
			t = from
		}
		if end := t.Add(d); !end.After(to) {
			return end
		}
		if t.Before(to) {
			d -= to.Sub(t)
		}
		t, _ = opening(nextDay(t, 1))
	}
}

// workBefore is the moment from which on the desk was open for d until t.
func workBefore(t time.Time, d time.Duration) time.Time {
	for {
		from, to := opening(t)
		if t.After(to) {
			t = to
		}
		if start := t.Add(-d); !start.Before(from) {
			return start
		}
		if t.After(from) {
			d -= t.Sub(from)
		}
		_, t = opening(nextDay(t, -1))
	}
}
