package desk

import (
	"fmt"
	"time"
)

// Stamp is a moment in seconds since 1970, compact for rows; 0 means none.
type Stamp int64

// NewStamp keeps a time to the second; the zero time gives no stamp.
func NewStamp(t time.Time) Stamp {
	if t.IsZero() {
		return 0
	}
	return Stamp(t.Unix())
}

// IsZero says whether there is no such moment.
func (s Stamp) IsZero() bool { return s == 0 }

// In is the moment in a zone; the zero time when there is none.
func (s Stamp) In(zone *time.Location) time.Time {
	if s == 0 {
		return time.Time{}
	}
	return time.Unix(int64(s), 0).In(zone)
}

// Day is a calendar day without a zone, as pulls name it (YYYY-MM-DD).
type Day struct {
	Year  int
	Month time.Month
	Date  int
}

// DayOf is the calendar day of a moment in its own location.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day{y, m, d}
}

// ParseDay reads YYYY-MM-DD, a real date and nothing else.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Day{}, fmt.Errorf("%q is not a date like 2026-11-20", s)
	}
	return DayOf(t), nil
}

// String is the day as YYYY-MM-DD.
func (d Day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Date) }

// Add moves by calendar days, whatever their length.
func (d Day) Add(days int) Day {
	return DayOf(time.Date(d.Year, d.Month, d.Date+days, 12, 0, 0, 0, time.UTC))
}

// Compare orders days.
func (d Day) Compare(other Day) int {
	return time.Date(d.Year, d.Month, d.Date, 0, 0, 0, 0, time.UTC).
		Compare(time.Date(other.Year, other.Month, other.Date, 0, 0, 0, 0, time.UTC))
}

// Bounds is the day's first moment and the next day's, in a zone; 23 or 25 hours apart where clocks change.
func (d Day) Bounds(zone *time.Location) (start, end time.Time) {
	next := d.Add(1)
	return firstMoment(d, zone), firstMoment(next, zone)
}

// firstMoment is 00:00, or the first moment that exists where clocks jump over midnight: time.Date
// answers such an hour with one of the day before.
func firstMoment(d Day, zone *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Date, 0, 0, 0, 0, zone)
	if DayOf(t) == d {
		return t
	}
	_, t = t.ZoneBounds()
	return t
}

// Span is a range of days, both included.
type Span struct{ From, To Day }

// LastDays is the span of n days that ends with today.
func LastDays(n int, today Day) Span { return Span{today.Add(1 - n), today} }

// Days lists the span's days, newest first.
func (s Span) Days() []Day {
	var days []Day
	for d := s.To; d.Compare(s.From) >= 0; d = d.Add(-1) {
		days = append(days, d)
	}
	return days
}

// Has says whether the span includes a day.
func (s Span) Has(d Day) bool { return s.From.Compare(d) <= 0 && d.Compare(s.To) <= 0 }

// String is the span for people: 2026-11-12 – 2026-11-20, or one day alone.
func (s Span) String() string {
	if s.From == s.To {
		return s.From.String()
	}
	return s.From.String() + " – " + s.To.String()
}

// Label is a day for people, such as 20 Nov; the year is named where it is not today's.
func (d Day) Label(today Day) string {
	if d.Year != today.Year {
		return fmt.Sprintf("%d %s %d", d.Date, d.Month.String()[:3], d.Year)
	}
	return fmt.Sprintf("%d %s", d.Date, d.Month.String()[:3])
}

// Label is a span for people, such as today, or 14–20 Nov.
func (s Span) Label(today Day) string {
	switch {
	case s.From == s.To && s.To == today:
		return "today"
	case s.From == s.To:
		return s.To.Label(today)
	case s.From.Month == s.To.Month && s.From.Year == s.To.Year:
		return fmt.Sprintf("%d–%s", s.From.Date, s.To.Label(today))
	}
	return s.From.Label(today) + "–" + s.To.Label(today)
}
