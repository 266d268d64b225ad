package desk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// weekdays maps full and three-letter day names to days.
var weekdays = map[string]time.Weekday{}

func init() {
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		weekdays[name], weekdays[name[:3]] = d, d
	}
}

// ParseCallbackTime parses a callback time as people write it: a duration from now on, such as "+90m", "in 2h" or "2d"
// (days of the calendar), or a day and a time of day in any order, such as "18:30", "10", "noon", "tomorrow", "mon 9",
// "next monday at 9:30 pm", "27 nov 14:00", "27.11. 14:00" or "2026-12-24 18:30". A day without a time means 10:00. The
// time is read in now's zone, where it must exist, and must be after now. An hour without am or pm is one of 24. RFC
// 3339 input, such as "2026-12-24T18:30:00+01:00", carries its own zone. Input that is not understood in full is an
// error.
func ParseCallbackTime(s string, now time.Time) (time.Time, error) {
	at, err := readCallback(strings.Join(strings.Fields(strings.ToLower(s)), " "), now)
	switch {
	case errors.Is(err, errNotATime):
		return time.Time{}, notATime(s)
	case err != nil:
		return time.Time{}, err
	case !at.After(now):
		return time.Time{}, fmt.Errorf("%s lies in the past", at.Format("Mon 2006-01-02 15:04"))
	}
	return at, nil
}

// readCallback reads a text of one line in lower case.
func readCallback(typed string, now time.Time) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, strings.ToUpper(typed)); err == nil {
		return at.In(now.Location()), nil
	}
	typed = spelled.Replace(typed)
	if wait, isWait := cutWait(typed); isWait {
		return afterAt(wait, now)
	}
	return readMoment(typed, now)
}

// spelled replaces what people write for words that are read.
var spelled = strings.NewReplacer(
	"a.m.", "am", "p.m.", "pm", "day after tomorrow", "overmorrow", "end of day", "eod", "tmrw", "tomorrow",
)

// cutWait returns the duration that a text is; false if it is none, such as a time of day.
func cutWait(typed string) (wait string, isWait bool) {
	for _, begins := range []string{"+", "in "} {
		if wait, isWait = strings.CutPrefix(typed, begins); isWait {
			break
		}
	}
	wait = strings.TrimSpace(wait)
	for _, one := range []string{"a ", "an "} {
		if rest, isOne := strings.CutPrefix(wait, one); isOne {
			wait = "1 " + rest
		}
	}
	if wait == "half an hour" {
		wait = "30m"
	}
	_, err := ParseDuration(wait)
	return wait, isWait || err == nil
}

// afterAt returns the moment after a duration, or a time of day that is written behind whole days, as in 2 days 10:00.
func afterAt(typed string, now time.Time) (time.Time, error) {
	words := strings.Fields(typed)
	for n := len(words) - 1; n > 0; n-- {
		wait, unit, err := parseDuration(strings.Join(words[:n], " "))
		if err != nil || unit < oneDay || wait%oneDay != 0 || wait > maxCallback {
			continue
		}
		m, err := parseMoment(strings.Join(words[n:], " "), now)
		if err == nil && m.clock != nil && !m.hasDay && m.weekday == nil {
			return clock(DateOf(now).Add(int(wait/oneDay)), m.clock, now)
		}
	}
	return after(typed, now)
}

var errNotATime = errors.New("not a time")

func notATime(s string) error {
	return fmt.Errorf("%q is not a time: try 18:30, tomorrow 10:00, mon 9:00, in 90m, 24 dec 18:30 or 2026-12-24 18:30", s)
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

// maxCallback is how far ahead a call can be promised by a duration.
const maxCallback = 999 * oneDay

const oneDay = 24 * time.Hour

// after returns the moment after a duration. Whole days are those of the calendar, which keep the time of day when
// clocks change.
func after(typed string, now time.Time) (time.Time, error) {
	wait, unit, err := parseDuration(typed)
	switch {
	case err != nil || wait > maxCallback:
		return time.Time{}, errNotATime
	case unit >= oneDay && wait%oneDay == 0:
		return clock(DateOf(now).Add(int(wait/oneDay)), []string{now.Format("15"), now.Format("04"), ""}, now)
	}
	return now.Add(wait).Truncate(time.Minute), nil
}

// aMidnight is a moment before every time of its day: what is not after it is never a time to come.
var aMidnight = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// CheckRepeatedCallback returns why a callback time cannot be used again and again, as a macro does: no format is
// matched, the time is never to come, or it names one date. It does not depend on the clock.
func CheckRepeatedCallback(s string) error {
	if namesDate(s) {
		return fmt.Errorf("%q names one date: say it from the day of use on, such as +2d, tomorrow 10:00 or mon 9:00", s)
	}
	_, err := ParseCallbackTime(s, aMidnight)
	if err != nil && strings.Contains(err.Error(), "lies in the past") {
		return fmt.Errorf("%q is never to come", s)
	}
	return err
}
