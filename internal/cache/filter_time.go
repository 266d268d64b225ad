package cache

import (
	"slices"

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
		switch t.Name {
		case filter.Due:
			tests = append(tests, b.due(v))
		case filter.CallAt:
			tests = append(tests, b.callAt(v))
		default:
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
	if v.Compare == "" && v.Text == filter.None {
		return func(_ uint32, row *packedTicket) bool { return !row.marks.Has(desk.Closed) && dueOf(row) == 0 }
	}
	w := b.ahead(v)
	return func(_ uint32, row *packedTicket) bool { return w.has(dueOf(row)) }
}

// callAt tests the callback time of an open ticket.
func (b *matcherBuilder) callAt(v filter.Value) rowTest {
	if v.Compare == "" && v.Text == filter.None {
		return func(_ uint32, row *packedTicket) bool { return !row.marks.Has(desk.Closed) && row.callback == 0 }
	}
	w := b.ahead(v)
	if now := desk.NewUnixTime(b.query.Now); v.Compare == "" && v.Text == filter.Passed {
		return func(_ uint32, row *packedTicket) bool {
			return !row.marks.Has(desk.Closed) && desk.IsCallDue(row.callback, now)
		}
	}
	return func(_ uint32, row *packedTicket) bool { return !row.marks.Has(desk.Closed) && w.has(row.callback) }
}

// ahead returns the window of days or of a time from now on; of any other value that of the past.
func (b *matcherBuilder) ahead(v filter.Value) window {
	if days, ok := b.days(v); ok {
		from, _ := days.From.Range(b.query.Zone)
		_, to := days.To.Range(b.query.Zone)
		return window{desk.NewUnixTime(from), desk.NewUnixTime(to)}
	}
	edge := desk.NewUnixTime(b.query.Now.Add(v.Length))
	switch v.Compare {
	case "<":
		return window{to: edge}
	case "<=":
		return window{to: edge + 1}
	case ">":
		return window{from: edge + 1}
	case ">=":
		return window{from: edge}
	}
	return window{to: desk.NewUnixTime(b.query.Now)}
}

// dueOf returns when a ticket is due; 0 for a closed one.
func dueOf(row *packedTicket) desk.UnixTime {
	return desk.NextDeadline(row.marks, row.callback, row.due).At
}

// urgency tests whether a ticket is late or at risk.
func (b *matcherBuilder) urgency(which string) rowTest {
	wanted := desk.AtRiskOfDelay
	if which == filter.Late {
		wanted = desk.IsLate
	}
	now := desk.NewUnixTime(b.query.Now)
	return func(_ uint32, row *packedTicket) bool {
		return desk.UrgencyOf(row.marks, row.callback, row.due, now) == wanted
	}
}

// hour tests the hour of the day in which a ticket was opened.
func (b *matcherBuilder) hour(t filter.Term) rowTest {
	isNone := false
	var wanted [24]bool
	for _, v := range t.Values {
		if v.Text == filter.None {
			isNone = true
			continue
		}
		for h := v.FromHour; h <= v.ToHour; h++ {
			wanted[h] = true
		}
	}
	return func(_ uint32, row *packedTicket) bool {
		if row.created == 0 {
			return isNone
		}
		return wanted[row.created.In(b.query.Zone).Hour()]
	}
}

// turnaround tests the time that a ticket took.
func (b *matcherBuilder) turnaround(t filter.Term) rowTest {
	return func(_ uint32, row *packedTicket) bool {
		took := row.turnaround
		return slices.ContainsFunc(t.Values, func(v filter.Value) bool {
			if !took.IsSaid() || v.Text == filter.None {
				return !took.IsSaid() && v.Text == filter.None
			}
			switch v.Compare {
			case "<":
				return took.Duration() < v.Length
			case "<=":
				return took.Duration() <= v.Length
			case ">":
				return took.Duration() > v.Length
			}
			return took.Duration() >= v.Length
		})
	}
}

// fixedAtOnce tests whether a ticket was closed at the first contact.
func (b *matcherBuilder) fixedAtOnce(t filter.Term) rowTest {
	const said = desk.FixedAtOnce | desk.NotFixedAtOnce
	return func(_ uint32, row *packedTicket) bool {
		return slices.ContainsFunc(t.Values, func(v filter.Value) bool {
			switch v.Text {
			case filter.Yes:
				return row.marks.Has(desk.FixedAtOnce)
			case filter.No:
				return row.marks.Has(desk.NotFixedAtOnce)
			}
			return row.marks&said == 0
		})
	}
}
