package desk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// UnixTime is a time in seconds since 1970, kept compact for rows; 0 means none.
type UnixTime int64

// NewUnixTime truncates a time to the second. The zero time gives 0.
func NewUnixTime(t time.Time) UnixTime {
	if t.IsZero() {
		return 0
	}
	return UnixTime(t.Unix())
}

// IsZero reports whether the time is unset.
func (t UnixTime) IsZero() bool { return t == 0 }

// In returns the time in a zone, or the zero time if t is unset.
func (t UnixTime) In(zone *time.Location) time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.Unix(int64(t), 0).In(zone)
}

// Date is a calendar day without a zone, written YYYY-MM-DD in requests.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the calendar day of a time in its own location.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate parses YYYY-MM-DD. The date must exist.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date like 2026-11-20", s)
	}
	return DateOf(t), nil
}

// String returns the day as YYYY-MM-DD.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// Add returns the date the given number of calendar days later.
func (d Date) Add(days int) Date {
	return DateOf(time.Date(d.Year, d.Month, d.Day+days, 12, 0, 0, 0, time.UTC))
}

// Compare returns -1, 0 or +1 if d is before, equal to or after other.
func (d Date) Compare(other Date) int {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).
		Compare(time.Date(other.Year, other.Month, other.Day, 0, 0, 0, 0, time.UTC))
}

// Weekday returns the day of the week.
func (d Date) Weekday() time.Weekday {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday()
}

// Range returns the start of the day and of the next day in a zone. They are 23 or 25 hours apart where clocks
// change.
func (d Date) Range(zone *time.Location) (start, end time.Time) {
	next := d.Add(1)
	return firstMoment(d, zone), firstMoment(next, zone)
}

// firstMoment returns 00:00, or the first time that exists where clocks jump over midnight: for such an hour
// time.Date returns a time of the day before.
func firstMoment(d Date, zone *time.Location) time.Time {
	t := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
	if DateOf(t) == d {
		return t
	}
	_, t = t.ZoneBounds()
	return t
}

// DateRange is a range of days, both ends included.
type DateRange struct{ From, To Date }

// LastDays returns the n days that end with today.
func LastDays(n int, today Date) DateRange { return DateRange{today.Add(1 - n), today} }

// Days lists the days of the range, newest first.
func (r DateRange) Days() []Date {
	var days []Date
	for d := r.To; d.Compare(r.From) >= 0; d = d.Add(-1) {
		days = append(days, d)
	}
	return days
}

// String formats the range as 2026-11-12 – 2026-11-20, or as a single day.
func (r DateRange) String() string {
	if r.From == r.To {
		return r.From.String()
	}
	return r.From.String() + " – " + r.To.String()
}

// Label formats a day for display, such as 20 Nov. The year is included if it differs from today's.
func (d Date) Label(today Date) string {
	if d.Year != today.Year {
		return fmt.Sprintf("%d %s %d", d.Day, d.Month.String()[:3], d.Year)
	}
	return fmt.Sprintf("%d %s", d.Day, d.Month.String()[:3])
}

// Label formats a range for display, such as today or 14–20 Nov.
func (r DateRange) Label(today Date) string {
	switch {
	case r.From == r.To && r.To == today:
		return "today"
	case r.From == r.To:
		return r.To.Label(today)
	case r.From.Month == r.To.Month && r.From.Year == r.To.Year:
		return fmt.Sprintf("%d–%s", r.From.Day, r.To.Label(today))
	}
	from, to := r.Labels(today)
	return from + "–" + to
}

// Labels returns both ends for an agent: with their years if they are of different ones, or of another than today.
func (r DateRange) Labels(today Date) (from, to string) {
	if r.From.Year != r.To.Year {
		today = Date{}
	}
	return r.From.Label(today), r.To.Label(today)
}

// maxSpan is the maximum number of days in a range: each day needs a call of its own.
const maxSpan = 366

var (
	lastDays = regexp.MustCompile(`^(?:last *)?(\d{1,3}) *d(?:ays?)?$`)
	fromTo   = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?: *(?:–|—|-|\.\.|to| ) *(\d{4}-\d\d-\d\d))?$`)
)

// ParseDateRange parses a range of days as typed by an agent: "today", "yesterday", "7 days", "2026-11-20" or
// "2026-11-01 – 2026-11-20" (also with "-", "..", "to" or a space between). Input that does not match in full is an
// error.
func ParseDateRange(s string, today Date) (DateRange, error) {
	typed := strings.ToLower(strings.Join(strings.Fields(s), " "))
	switch typed {
	case "today":
		return DateRange{today, today}, nil
	case "yesterday":
		return DateRange{today.Add(-1), today.Add(-1)}, nil
	}
	if m := lastDays.FindStringSubmatch(typed); m != nil {
		n, _ := strconv.Atoi(m[1]) // the pattern matches digits only
		if n < 1 || n > maxSpan {
			return DateRange{}, fmt.Errorf("%d days: between 1 and %d can be shown", n, maxSpan)
		}
		return DateRange{today.Add(1 - n), today}, nil
	}
	m := fromTo.FindStringSubmatch(typed)
	if m == nil {
		return DateRange{}, fmt.Errorf(
			"%q is not a range of days: try today, 7 days, 2026-11-20 or 2026-11-01 – 2026-11-20",
			s,
		)
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
