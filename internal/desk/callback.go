package desk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// callbackFormats lists the accepted callback time formats. A format must match the whole input.
var callbackFormats = []struct {
	shape *regexp.Regexp
	read  func(m []string, now time.Time) (time.Time, error)
}{
	{regexp.MustCompile(`^\+(.+)$`), after},
	{regexp.MustCompile(`^` + clockShape + `$`), func(m []string, now time.Time) (time.Time, error) {
		if m[2] == "" && m[3] == "" {
			return time.Time{}, notATime(m[0]) // a bare number may be a count of hours or of days
		}
		return clock(DateOf(now), m[1:], now)
	}},
	{regexp.MustCompile(`^(today|tomorrow) +` + clockShape + `$`), func(m []string, now time.Time) (time.Time, error) {
		return clock(DateOf(now).Add(map[string]int{"today": 0, "tomorrow": 1}[m[1]]), m[2:], now)
	}},
	{regexp.MustCompile(`^((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*) +` + clockShape + `$`), onWeekday},
	{
		regexp.MustCompile(`^(\d{4}-\d\d-\d\d) +(\d{1,2}):(\d\d)(?::00)?(?: ?(am|pm))?$`),
		func(m []string, now time.Time) (time.Time, error) {
			day, err := ParseDate(m[1])
			if err != nil {
				return time.Time{}, err
			}
			return clock(day, m[2:], now)
		},
	},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:z|[+-]\d\d:\d\d)$`), withZone},
}

// clockShape matches a time of day: hour, minute or nothing, am, pm or nothing.
const clockShape = `(\d{1,2})(?::(\d\d))?(?: ?(am|pm))?`

// weekdays maps full and three-letter day names to days.
var weekdays = map[string]time.Weekday{}

func init() {
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		weekdays[name], weekdays[name[:3]] = d, d
	}
}

// ParseCallbackTime parses a callback time as typed by an agent: "18:30", "today 18:30", "tomorrow 10:00",
// "mon 9", "9:30 pm", "+90m", "+1h30m", "+2d" (days of the calendar) or "2026-12-24 18:30". The time is read in now's zone, where it must
// exist, and must be after now. An hour without am or pm is one of 24. RFC 3339 input, such as "2026-12-24T18:30:00+01:00", carries its own zone. Input that does
// not match a format in full is an error.
func ParseCallbackTime(s string, now time.Time) (time.Time, error) {
	typed := strings.ToLower(strings.TrimSpace(s))
	for _, form := range callbackFormats {
		m := form.shape.FindStringSubmatch(typed)
		if m == nil {
			continue
		}
		at, err := form.read(m, now)
		switch {
		case err != nil:
			return time.Time{}, err
		case !at.After(now):
			return time.Time{}, fmt.Errorf("%s lies in the past", at.Format("Mon 2006-01-02 15:04"))
		}
		return at, nil
	}
	return time.Time{}, notATime(s)
}

func notATime(s string) error {
	return fmt.Errorf("%q is not a time: try 18:30, tomorrow 10:00, mon 9:00, +90m or 2026-12-24 18:30", s)
}

// clock returns a time of a day in now's zone from an hour, a minute and am or pm, of which the last two may be
// empty. It returns an error if there is no such time on that day.
func clock(day Date, parts []string, now time.Time) (time.Time, error) {
	h, _ := strconv.Atoi(parts[0])       // the format matches digits only
	m, _ := strconv.Atoi("0" + parts[1]) // no minute is the full hour
	half := parts[2]
	if h > 23 || m > 59 || half != "" && (h < 1 || h > 12) {
		return time.Time{}, fmt.Errorf("%s is not a time of day", asTyped(parts))
	}
	if half != "" {
		h %= 12
		if half == "pm" {
			h += 12
		}
	}
	at := time.Date(day.Year, day.Month, day.Day, h, m, 0, 0, now.Location())
	if at.Hour() != h || at.Minute() != m {
		return time.Time{}, fmt.Errorf("%02d:%02d does not exist on %s: clocks jump over it", h, m, day)
	}
	return at, nil
}

// asTyped joins an hour, a minute and am or pm as an agent types them.
func asTyped(parts []string) string {
	s := parts[0]
	if parts[1] != "" {
		s += ":" + parts[1]
	}
	return strings.TrimSpace(s + " " + parts[2])
}

// withZone parses an RFC 3339 time, which includes its own zone.
func withZone(m []string, now time.Time) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, strings.ToUpper(m[0]))
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is not a date with a time", m[0])
	}
	return at.In(now.Location()), nil
}

// maxCallback is how far ahead a call can be promised by a duration.
const maxCallback = 999 * 24 * time.Hour

// after returns the moment after a duration. Whole days are those of the calendar, which keep the time of day when
// clocks change.
func after(m []string, now time.Time) (time.Time, error) {
	wait, unit, err := parseDuration(m[1])
	const day = 24 * time.Hour
	switch {
	case err != nil || wait > maxCallback:
		return time.Time{}, notATime(m[0])
	case unit >= day && wait%day == 0:
		return clock(DateOf(now).Add(int(wait/day)), []string{now.Format("15"), now.Format("04"), ""}, now)
	}
	return now.Add(wait).Truncate(time.Minute), nil
}

// onWeekday returns the next such weekday at the given time: today if that time is still to come.
func onWeekday(m []string, now time.Time) (time.Time, error) {
	want, ok := weekdays[m[1]]
	if !ok {
		return time.Time{}, fmt.Errorf("%q is not a day of the week", m[1])
	}
	day := DateOf(now).Add((int(want-now.Weekday()) + 7) % 7)
	at, err := clock(day, m[2:], now)
	if err == nil && !at.After(now) {
		return clock(day.Add(7), m[2:], now)
	}
	return at, err
}

// singleDate matches callback times that name one date, which is over some day.
var singleDate = regexp.MustCompile(`^\s*\d{4}-`)

// aMidnight is a moment before every time of its day: what is not after it is never a time to come.
var aMidnight = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// CheckRepeatedCallback returns why a callback time cannot be used again and again, as a macro does: no format is
// matched, the time is never to come, or it names one date. It does not depend on the clock.
func CheckRepeatedCallback(s string) error {
	if singleDate.MatchString(s) {
		return fmt.Errorf("%q names one date: say it from the day of use on, such as +2d, tomorrow 10:00 or mon 9:00", s)
	}
	_, err := ParseCallbackTime(s, aMidnight)
	if err != nil && strings.Contains(err.Error(), "lies in the past") {
		return fmt.Errorf("%q is never to come", s)
	}
	return err
}
