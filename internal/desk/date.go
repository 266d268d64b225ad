package desk

import (
	"fmt"
	"time"
)

// UnixTime is a time in seconds since 1970, kept compact for rows; 0 means none.
type UnixTime int64

// firstTime is the earliest time that a record can have. What is earlier is what programs make of an empty date: the
// start of 1970 in any zone, the year 1 of Java, 2 or 1900.
const firstTime = UnixTime(2 * 24 * 60 * 60)

// NewUnixTime truncates a time to the second. A time of no record, such as the zero time, gives 0.
func NewUnixTime(t time.Time) UnixTime {
	if at := UnixTime(t.Unix()); at >= firstTime {
		return at
	}
	return 0
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
func (d Date) Compare(other Date) int { return d.midnight().Compare(other.midnight()) }

// midnight returns the start of the day in UTC, where all days are equally long.
func (d Date) midnight() time.Time { return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC) }

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

// WithYear formats a day for display, such as 20 Nov 2026.
func (d Date) WithYear() string { return fmt.Sprintf("%d %s %d", d.Day, d.Month.String()[:3], d.Year) }

// Label formats a day for display, such as 20 Nov. The year is included if it differs from today's.
func (d Date) Label(today Date) string {
	if d.Year != today.Year {
		return d.WithYear()
	}
	return fmt.Sprintf("%d %s", d.Day, d.Month.String()[:3])
}
