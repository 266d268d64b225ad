package cache

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// window is a range of moments, the last excluded; a bound of 0 is none.
type window struct{ from, to desk.UnixTime }

func (w window) has(at desk.UnixTime) bool {
	return at != 0 && (w.from == 0 || at >= w.from) && (w.to == 0 || at < w.to)
}

// time returns the test of a condition of time.
func (b *matcherBuilder) time(t filter.Term) rowTest {
	var tests []rowTest
	for _, v := range t.Values {
		if t.Name == filter.Due {
			tests = append(tests, b.due(v))
		} else {
			tests = append(tests, b.created(v))
		}
	}
	return anyOf(tests)
}

// days returns the window of days in the query's zone; ok is false for a value that names none.
func (b *matcherBuilder) days(v filter.Value) (days desk.DateRange, ok bool) {
	today := desk.DateOf(b.query.Now)
	switch {
	case v.Compare != "":
		return days, false
	case v.Text == filter.Today:
		return desk.DateRange{From: today, To: today}, true
	case v.Text == filter.Yesterday:
		return desk.DateRange{From: today.Add(-1), To: today.Add(-1)}, true
	case v.Text == filter.Tomorrow:
		return desk.DateRange{From: today.Add(1), To: today.Add(1)}, true
	}
	return v.Days, v.Days != desk.DateRange{}
}

// created tests when a ticket was opened. One without a readable date was opened on the day whose pull returned it.
func (b *matcherBuilder) created(v filter.Value) rowTest {
	if days, ok := b.days(v); ok {
		window := newTimeRange(days, b.query.Zone)
		return func(_ uint32, row *packedTicket) bool { return window.has(row) }
	}
	edge := desk.NewUnixTime(b.query.Now.Add(-v.Length))
	w := window{to: edge}
	switch v.Compare {
	case "<":
		w = window{from: edge + 1}
	case "<=":
		w = window{from: edge}
	case ">=":
		w = window{to: edge + 1}
	}
	return func(_ uint32, row *packedTicket) bool { return w.has(row.created) }
}

// due tests when an open ticket is due.
func (b *matcherBuilder) due(v filter.Value) rowTest {
	now := desk.NewUnixTime(b.query.Now)
	if v.Compare == "" && v.Text == filter.None {
		return func(_ uint32, row *packedTicket) bool { return !row.marks.Has(desk.Closed) && dueOf(row) == 0 }
	}
	w := window{to: now}
	if days, ok := b.days(v); ok {
		from, _ := days.From.Range(b.query.Zone)
		_, to := days.To.Range(b.query.Zone)
		w = window{desk.NewUnixTime(from), desk.NewUnixTime(to)}
	} else if v.Compare != "" {
		edge := desk.NewUnixTime(b.query.Now.Add(v.Length))
		switch v.Compare {
		case "<":
			w = window{to: edge}
		case "<=":
			w = window{to: edge + 1}
		case ">":
			w = window{from: edge + 1}
		case ">=":
			w = window{from: edge}
		}
	}
	return func(_ uint32, row *packedTicket) bool { return w.has(dueOf(row)) }
}

// dueOf returns when a ticket is due; 0 for a closed one.
func dueOf(row *packedTicket) desk.UnixTime {
	return desk.NextDeadline(row.marks, row.callback, row.due).At
}
