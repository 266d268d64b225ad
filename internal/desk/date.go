package desk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// UnixTime is a moment in seconds since 1970, compact for rows; 0 means none.
type UnixTime int64

// NewStamp keeps a time to the second; the zero time gives no stamp.
func NewStamp(t time.Time) UnixTime {
	if t.IsZero() {
		return 0
	}
	return UnixTime(t.Unix())
}

// IsZero says whether there is no such moment.
func (s UnixTime) IsZero() bool { return s == 0 }

// In is the moment in a zone; the zero time when there is none.
func (s UnixTime) In(zone *time.Location) time.Time {
	if s == 0 {
		return time.Time{}
	}
	return time.Unix(int64(s), 0).In(zone)
}

// Date is a calendar day without a zone, as pulls name it (YYYY-MM-DD).
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf is the calendar day of a moment in its own location.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads YYYY-MM-DD, a real date and nothing else.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date like 2026-11-20", s)
	}
	return DateOf(t), nil
}

// String is the day as YYYY-MM-DD.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// Add moves by calendar days, whatever their length.
func (d Date) Add(days int) Date {
	return DateOf(time.Date(d.Year, d.Month, d.Day+days, 12, 0, 0, 0, time.UTC))
}

// Compare orders days.
func (d Date) Compare(other Date) int {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).
		Compare(time.Date(other.Year, other.Month, other.Day, 0, 0, 0, 0, time.UTC))
}

// Range is the day's first moment and the next day's, in a zone; 23 or 25 hours apart where clocks change.
func (d Date) Range(zone *time.Location) (start, end time.Time) {
	next := d.Add(1)
	return firstMoment(d, zone), firstMoment(next, zone)
}

// firstMoment is 00:00, or the first moment that exists where clocks jump over midnight: time.Date
// answers such an hour with one of the day before.
func firstMoment(d Date, zone *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
	if DateOf(t) == d {
		return t
	}
	_, t = t.ZoneBounds()
	return t
}

// DateRange is a range of days, both included.
type DateRange struct{ From, To Date }

// LastDays is the span of n days that ends with today.
func LastDays(n int, today Date) DateRange { return DateRange{today.Add(1 - n), today} }

// Days lists the span's days, newest first.
func (s DateRange) Days() []Date {
	var days []Date
	for d := s.To; d.Compare(s.From) >= 0; d = d.Add(-1) {
		days = append(days, d)
	}
	return days
}

// Contains says whether the span includes a day.
func (s DateRange) Contains(d Date) bool { return s.From.Compare(d) <= 0 && d.Compare(s.To) <= 0 }

// String is the span for people: 2026-11-12 – 2026-11-20, or one day alone.
func (s DateRange) String() string {
	if s.From == s.To {
		return s.From.String()
	}
	return s.From.String() + " – " + s.To.String()
}

// Label is a day for people, such as 20 Nov; the year is named where it is not today's.
func (d Date) Label(today Date) string {
	if d.Year != today.Year {
		return fmt.Sprintf("%d %s %d", d.Day, d.Month.String()[:3], d.Year)
	}
	return fmt.Sprintf("%d %s", d.Day, d.Month.String()[:3])
}

// Label is a span for people, such as today, or 14–20 Nov.
func (s DateRange) Label(today Date) string {
	switch {
	case s.From == s.To && s.To == today:
		return "today"
	case s.From == s.To:
		return s.To.Label(today)
	case s.From.Month == s.To.Month && s.From.Year == s.To.Year:
		return fmt.Sprintf("%d–%s", s.From.Day, s.To.Label(today))
	}
	return s.From.Label(today) + "–" + s.To.Label(today)
}

// maxSpan is the most days that one range may have: each is a call of its own.
const maxSpan = 366

var (
	lastDays = regexp.MustCompile(`^(?:last *)?(\d{1,3}) *d(?:ays?)?$`)
	fromTo   = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?: *(?:–|—|-|\.\.|to| ) *(\d{4}-\d\d-\d\d))?$`)
)

// ParseDateRange reads a range of days as an agent types it: "today", "yesterday", "7 days", "2026-11-20",
// "2026-11-01 – 2026-11-20" (also with "-", "..", "to" or a space between). The whole text must be understood.
func ParseDateRange(s string, today Date) (DateRange, error) {
	typed := strings.ToLower(strings.Join(strings.Fields(s), " "))
	switch typed {
	case "today":
		return DateRange{today, today}, nil
	case "yesterday":
		return DateRange{today.Add(-1), today.Add(-1)}, nil
	}
	if m := lastDays.FindStringSubmatch(typed); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits by the shape
		if n < 1 || n > maxSpan {
			return DateRange{}, fmt.Errorf("%d days: between 1 and %d can be shown", n, maxSpan)
		}
		return DateRange{today.Add(1 - n), today}, nil
	}
	m := fromTo.FindStringSubmatch(typed)
	if m == nil {
		return DateRange{}, fmt.Errorf("%q is no range of days: try today, 7 days, 2026-11-20 or 2026-11-01 – 2026-11-20", s)
	}
	if m[2] == "" {
		m[2] = m[1]
	}
	from, err := ParseDate(m[1])
	if err != nil {
		return DateRange{}, err
	}
	to, err := ParseDate(m[2])
	if err != nil {
		return DateRange{}, err
	}
	span := DateRange{from, to}
	switch {
	case to.Compare(from) < 0:
		return DateRange{}, fmt.Errorf("%s comes before %s", to, from)
	case from.Add(maxSpan-1).Compare(to) < 0:
		return DateRange{}, fmt.Errorf("%s has more than %d days", span, maxSpan)
	}
	return span, nil
}
