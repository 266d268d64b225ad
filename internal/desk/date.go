package desk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/safetext"
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

// DateRange is a range of days, both ends included.
type DateRange struct{ From, To Date }

// LastDays returns the n days that end with today.
func LastDays(n int, today Date) DateRange { return DateRange{today.Add(1 - n), today} }

// Len counts the days of the range without listing them, 0 for one that ends before it begins. A range that was typed
// may have millions.
func (r DateRange) Len() int {
	const day = 24 * 60 * 60
	return max(int((r.To.midnight().Unix()-r.From.midnight().Unix())/day)+1, 0)
}

// Days lists the days of the range, newest first. Who lets people type ranges compares Len with a limit first.
func (r DateRange) Days() []Date {
	days := make([]Date, 0, r.Len())
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

// dayShape matches a day: a word or a date, or a day of the month, its month or nothing, and its year or nothing.
const dayShape = `(?:(today|yesterday|\d{4}-\d\d-\d\d|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)|` +
	`(\d{1,2})(?: ?((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)(?: (\d{4}))?)?)`

var (
	lastDays = regexp.MustCompile(`^(?:last *)?(\d{1,3}) *d(?:ays?)?$`)
	fromTo   = regexp.MustCompile(`^` + dayShape + `(?: *(?:–|—|-|\.\.|to| ) *` + dayShape + `)?$`)

	weekdayNames = regexp.MustCompile(`^[a-z]`)
)

// ParseDateRange parses a range of days as typed by an agent or shown by Label: "today", "7 days", "this week", "last
// month", "fri", "12 nov", "19–25 nov" or "2026-11-01 – 2026-11-20" (also with "-", "..", "to" or a space between). A
// day without a year, and a day of the week, is the latest one that is not in the future; as the end of a range it is
// the first one from its start on. A week starts on Monday, and the current week and month end today. Input that does
// not match in full is an error.
func ParseDateRange(s string, today Date) (DateRange, error) {
	typed := strings.ToLower(strings.Join(strings.Fields(s), " "))
	if span, ok := calendarRange(typed, today); ok {
		return span, nil
	}
	if m := lastDays.FindStringSubmatch(typed); m != nil {
		n, _ := strconv.Atoi(m[1]) // the pattern matches digits only
		if n < 1 || n > maxSpan {
			return DateRange{}, fmt.Errorf("%d days: between 1 and %d can be shown", n, maxSpan)
		}
		return LastDays(n, today), nil
	}
	m := fromTo.FindStringSubmatch(typed)
	if m == nil {
		return DateRange{}, notADateRange(s)
	}
	first, last := newTypedDay(m[1:5], today), newTypedDay(m[5:9], today)
	single := strings.Join(m[5:9], "") == ""
	switch {
	case single:
		last = first
	case m[2] != "" && m[3] == "": // 19–25 nov
		first.month, first.year = last.month, last.year
	}
	if first.word == "" && first.month == 0 || last.word == "" && last.month == 0 {
		return DateRange{}, notADateRange(s)
	}
	span, err := between(first, last, today)
	if err != nil {
		return DateRange{}, err
	}
	return checkSpan(span)
}

// checkSpan returns a range, or an error if it ends before it begins or is too long to be shown.
func checkSpan(span DateRange) (DateRange, error) {
	switch {
	case span.To.Compare(span.From) < 0:
		return DateRange{}, fmt.Errorf("%s comes before %s", span.To, span.From)
	case span.From.Add(maxSpan-1).Compare(span.To) < 0:
		return DateRange{}, fmt.Errorf("%s has more than %d days", span, maxSpan)
	}
	return span, nil
}

func notADateRange(s string) error {
	return fmt.Errorf("“%s” is not a range of days: try today, 7 days, fri, 12 nov, 19–25 nov, this week or "+
		"2026-11-01 – 2026-11-20", safetext.LineFromText(s))
}

// calendarRange returns the range of a calendar week or month.
func calendarRange(typed string, today Date) (DateRange, bool) {
	monday := today.Add(-(int(today.Weekday()) + 6) % 7)
	month := today.Add(1 - today.Day)
	switch typed {
	case "this week":
		return DateRange{monday, today}, true
	case "last week":
		return DateRange{monday.Add(-7), monday.Add(-1)}, true
	case "this month":
		return DateRange{month, today}, true
	case "last month":
		return DateRange{Date{month.Year, month.Month - 1, 1}.Add(0), month.Add(-1)}, true
	}
	return DateRange{}, false
}

// typedDay is a day as typed: a date, the name of a weekday, or the number of a day with its month, and its year or 0.
type typedDay struct {
	word   string
	number int
	month  time.Month
	year   int
}

// newTypedDay returns the day of the four parts that dayShape matches.
func newTypedDay(parts []string, today Date) typedDay {
	d := typedDay{word: parts[0]}
	switch d.word {
	case "today":
		d.word = today.String()
	case "yesterday":
		d.word = today.Add(-1).String()
	}
	d.number, _ = strconv.Atoi(parts[1]) // the pattern matches digits only
	d.year, _ = strconv.Atoi(parts[3])
	for m := time.January; m <= time.December; m++ {
		if parts[2] != "" && strings.HasPrefix(strings.ToLower(m.String()), parts[2]) {
			d.month = m
		}
	}
	return d
}

func (d typedDay) weekly() bool { return weekdayNames.MatchString(d.word) }

func (d typedDay) yearly() bool { return d.month != 0 && d.year == 0 }

// between returns the range from the first day to the last one. A range that would run from this year into the next is
// the one of last year: days to come have no tickets.
func between(first, last typedDay, today Date) (span DateRange, err error) {
	follows := last.yearly() || last.weekly() && first.weekly()
	if !follows {
		return endingWith(first, last, today)
	}
	if span.From, err = first.near(today, -1); err != nil {
		return span, err
	}
	if first.yearly() && first.month == last.month {
		last.year = span.From.Year
	}
	span.To, err = last.near(span.From, 1)
	if err == nil && first.yearly() && span.To.Year != span.From.Year && span.To.Compare(today) > 0 {
		return endingWith(first, last, today)
	}
	return span, err
}

// endingWith returns the range that ends with the latest such last day.
func endingWith(first, last typedDay, today Date) (span DateRange, err error) {
	if span.To, err = last.near(today, -1); err == nil {
		span.From, err = first.near(span.To, -1)
	}
	return span, err
}

// leapCycle is the most years between two leap days.
const leapCycle = 8

// near returns the day, or the nearest such day to another one: the same or a later (+1), the same or an earlier (-1).
func (d typedDay) near(other Date, step int) (Date, error) {
	switch {
	case d.weekly():
		want, ok := weekdays[d.word]
		if !ok {
			return Date{}, fmt.Errorf("“%s” is not a day of the week", d.word)
		}
		return other.Add(step * ((int(want-other.Weekday())*step + 7) % 7)), nil
	case d.month == 0:
		return existingDate(d.word)
	case d.year != 0:
		return existingDate(Date{d.year, d.month, d.number}.String())
	}
	for years := range leapCycle + 1 {
		day := Date{other.Year + years*step, d.month, d.number}
		if day.Add(0) == day && day.Compare(other)*step >= 0 {
			return day, nil
		}
	}
	return Date{}, fmt.Errorf("%s has no day %d", d.month, d.number)
}

func existingDate(s string) (Date, error) {
	d, err := ParseDate(s)
	if err != nil {
		return Date{}, fmt.Errorf("“%s” is not a date", s)
	}
	return d, nil
}
