package desk

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// usualClock is the time of a day that is named alone.
var usualClock = []string{"10", "00", ""}

// clockWords name times of day.
var clockWords = map[string][]string{
	"noon": {"12", "00", ""}, "midday": {"12", "00", ""}, "morning": {"9", "00", ""}, "afternoon": {"14", "00", ""},
	"evening": {"18", "00", ""}, "tonight": {"18", "00", ""}, "eod": {"17", "00", ""},
}

// moment is a day and a time of day as they are read, word by word.
type moment struct {
	now     time.Time
	day     Date
	hasDay  bool
	isNext  bool          // a weekday after today
	inWeek  bool          // the weekday is one of next week
	weekday *time.Weekday // its next day, which may be today
	isDate  bool          // the day has a date of its own
	noYear  bool          // the next such date is meant
	clock   []string      // hour, minute or nothing, am, pm or nothing
	isBare  bool          // the hour alone
	isNamed bool          // by a word of clockWords
}

// The shapes of words. clockShape matches a time of day: hour, minute or nothing, am, pm or nothing.
var (
	digitClock   = regexp.MustCompile(`^([01]\d|2[0-3])([0-5]\d)h?$`)
	clockShape   = regexp.MustCompile(`^(\d{1,2})(?:[:h](\d\d)(?::00)?|h)?(am|pm)?$`)
	dottedClock  = regexp.MustCompile(`^(\d{1,2})\.([1-5]\d|0\d)(am|pm)?$`)
	isoDate      = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	dottedDate   = regexp.MustCompile(`^(\d{1,2})\.(\d{1,2})\.?(\d{4}|\d\d)?$`)
	hyphenedDate = regexp.MustCompile(`^(\d{1,2})-(\d{1,2})-(\d{4})$`)
	slashedDate  = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d\d))?$`)
	dayOfMonth   = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?$`)
	year         = regexp.MustCompile(`^\d{4}$`)
)

// readMoment reads a day, a time of day or both, in any order.
func readMoment(typed string, now time.Time) (time.Time, error) {
	m, err := parseMoment(typed, now)
	if err != nil {
		return time.Time{}, err
	}
	return m.resolve()
}

func parseMoment(typed string, now time.Time) (*moment, error) {
	m := &moment{now: now}
	words := strings.Fields(strings.ReplaceAll(typed, ",", " "))
	for len(words) > 0 {
		n, err := m.take(words)
		if err != nil {
			return nil, err
		}
		words = words[n:]
	}
	isWeekday := m.weekday != nil || m.inWeek
	if !m.hasDay && !isWeekday && m.clock == nil || m.isNext && !isWeekday || m.inWeek && m.hasDay {
		return nil, errNotATime
	}
	return m, nil
}

// take reads the first words and returns how many.
func (m *moment) take(words []string) (n int, err error) {
	for _, take := range []func([]string) (int, error){m.takeWord, m.takeDate, m.takeClock, m.takeWeekday} {
		if n, err = take(words); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, errNotATime
}

// takeWord reads a word that names no date: a day, a time of day, or one that only joins others.
func (m *moment) takeWord(words []string) (n int, err error) {
	word, today := words[0], DateOf(m.now)
	switch {
	case word == "at" || word == "on" || word == "this" || word == "the":
		return 1, nil
	case word == "next" && !m.isNext:
		m.isNext = true
		return 1, nil
	case word == "today":
		return 1, m.setDay(today)
	case word == "tomorrow":
		return 1, m.setDay(today.Add(1))
	case word == "overmorrow":
		return 1, m.setDay(today.Add(2))
	case word == "week" && m.isNext && !m.inWeek:
		m.inWeek = true
		return 1, nil
	case clockWords[word] != nil:
		m.isNamed = true
		return 1, m.setClock(clockWords[word])
	}
	return 0, nil
}

// takeWeekday reads the name of a day of the week.
func (m *moment) takeWeekday(words []string) (n int, err error) {
	word := strings.TrimSuffix(words[0], ".")
	if len(word) < 3 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return 0, nil
	}
	if _, begins := weekdays[word[:3]]; !begins {
		return 0, nil
	}
	day, known := weekdays[word]
	if !known {
		return 0, fmt.Errorf("%q is not a day of the week", word)
	}
	return 1, m.setWeekday(day)
}

// takeClock reads a time of day, with am or pm in a word of its own.
func (m *moment) takeClock(words []string) (n int, err error) {
	parts := clockShape.FindStringSubmatch(words[0])
	if parts == nil {
		parts = dottedClock.FindStringSubmatch(words[0])
	}
	if digits := digitClock.FindStringSubmatch(words[0]); digits != nil && !strings.HasPrefix(words[0], "20") {
		parts = []string{digits[0], digits[1], digits[2], ""} // 20 may begin a year
	}
	if parts == nil {
		return 0, nil
	}
	n, parts = 1, parts[1:]
	if len(words) > 1 && parts[2] == "" && (words[1] == "am" || words[1] == "pm") {
		n, parts[2] = 2, words[1]
	}
	m.isBare = parts[1] == "" && parts[2] == ""
	return n, m.setClock(parts)
}

// takeDate reads a date, with or without a year.
func (m *moment) takeDate(words []string) (n int, err error) {
	word := words[0]
	if isoDate.MatchString(word) {
		day, err := ParseDate(word)
		m.isDate = true
		if err != nil {
			return 0, err
		}
		return 1, m.setDay(day)
	}
	if parts := hyphenedDate.FindStringSubmatch(word); parts != nil {
		return 1, m.setDate(parts[1], parts[2], parts[3])
	}
	if parts := slashedDate.FindStringSubmatch(word); parts != nil {
		first, _ := strconv.Atoi(parts[1])
		second, _ := strconv.Atoi(parts[2])
		switch {
		case first > 12:
			return 1, m.setDate(parts[1], parts[2], parts[3])
		case second > 12:
			return 1, m.setDate(parts[2], parts[1], parts[3])
		}
		return 0, fmt.Errorf("%q may be a day of two months: write the month, such as 3 nov", word)
	}
	if parts := dottedDate.FindStringSubmatch(word); len(parts) > 0 && (parts[3] != "" || m.isDotted(words)) {
		return 1, m.setDate(parts[1], parts[2], parts[3])
	}
	return m.takeMonth(words)
}

// isDotted reports whether two numbers with a dot are a date rather than a time of day.
func (m *moment) isDotted(words []string) bool {
	hour, _, _ := strings.Cut(words[0], ".")
	n, _ := strconv.Atoi(hour)
	return strings.HasSuffix(words[0], ".") || n > 23 || m.clock != nil ||
		slices.ContainsFunc(words[1:], clockShape.MatchString)
}

// takeMonth reads the day and the name of a month, in any order, with or without a year.
func (m *moment) takeMonth(words []string) (n int, err error) {
	if len(words) < 2 {
		return 0, nil
	}
	day, month := words[0], monthNamed(words[1])
	if month == 0 {
		day, month = words[1], monthNamed(words[0])
	}
	parts := dayOfMonth.FindStringSubmatch(day)
	if month == 0 || parts == nil {
		return 0, nil
	}
	n = 2
	of := ""
	if len(words) > 2 && year.MatchString(words[2]) {
		n, of = 3, words[2]
	}
	return n, m.setDate(parts[1], strconv.Itoa(int(month)), of)
}

// monthNamed returns the month with a name of three letters or more; 0 if there is none.
func monthNamed(word string) time.Month {
	word = strings.TrimSuffix(word, ".")
	for month := time.January; len(word) >= 3 && month <= time.December; month++ {
		if strings.HasPrefix(strings.ToLower(month.String()), word) || month == time.September && word == "sept" {
			return month
		}
	}
	return 0
}

func (m *moment) setDate(day, month, year string) error {
	d, _ := strconv.Atoi(day) // the shape matches digits only
	mon, _ := strconv.Atoi(month)
	y, _ := strconv.Atoi(year)
	if m.noYear = year == ""; m.noYear {
		y = m.now.Year()
	} else if len(year) == 2 {
		y += 2000
	}
	m.isDate = true
	date := DateOf(time.Date(y, time.Month(mon), d, 12, 0, 0, 0, time.UTC))
	if mon < 1 || mon > 12 || date.Day != d && (!m.noYear || d != 29 || mon != 2) {
		return fmt.Errorf("%s.%s. is not a date", day, month)
	}
	return m.setDay(date)
}

func (m *moment) setDay(day Date) error {
	if m.hasDay || m.weekday != nil && !m.isDate {
		return errNotATime
	}
	m.day, m.hasDay = day, true
	return nil
}

func (m *moment) setWeekday(day time.Weekday) error {
	if m.hasDay && !m.isDate || m.weekday != nil {
		return errNotATime
	}
	m.weekday = &day
	return nil
}

func (m *moment) setClock(parts []string) error {
	if m.clock != nil {
		return errNotATime
	}
	m.clock = parts
	return nil
}

// resolve returns the moment that is meant.
func (m *moment) resolve() (time.Time, error) {
	parts := m.clock
	if parts == nil {
		parts = usualClock
	}
	switch {
	case m.isDate:
		return m.onDate(parts)
	case m.inWeek:
		return clock(m.dayOfNextWeek(), parts, m.now)
	case m.weekday != nil:
		return m.onWeekday(parts)
	case m.hasDay && m.clock == nil && m.day == DateOf(m.now):
		return time.Time{}, errNotATime // today without a time
	case m.hasDay:
		return clock(m.day, parts, m.now)
	}
	return m.nextClock(parts)
}

// onDate returns a time on a date, which falls on the weekday if one is named, too.
func (m *moment) onDate(parts []string) (time.Time, error) {
	at, err := clock(m.day, parts, m.now)
	if err == nil && m.noYear && !at.After(m.now) {
		next := m.day
		next.Year++
		at, err = clock(next, parts, m.now)
	}
	if err == nil && m.weekday != nil && at.Weekday() != *m.weekday {
		return time.Time{}, fmt.Errorf("%s is a %s", DateOf(at), at.Weekday())
	}
	return at, err
}

// onWeekday returns the next such weekday at the given time: today if that time is still to come, and neither next nor
// a day alone was written.
func (m *moment) onWeekday(parts []string) (time.Time, error) {
	day := DateOf(m.now).Add((int(*m.weekday-m.now.Weekday()) + 7) % 7)
	if day == DateOf(m.now) && (m.isNext || m.clock == nil) {
		day = day.Add(7)
	}
	at, err := clock(day, parts, m.now)
	if err == nil && !at.After(m.now) {
		return clock(day.Add(7), parts, m.now)
	}
	return at, err
}

// dayOfNextWeek returns the weekday of next week, which begins on a Monday.
func (m *moment) dayOfNextWeek() Date {
	sinceMonday := func(day time.Weekday) int { return (int(day) + 6) % 7 }
	monday := DateOf(m.now).Add(7 - sinceMonday(m.now.Weekday()))
	if m.weekday == nil {
		return monday
	}
	return monday.Add(sinceMonday(*m.weekday))
}

// earlyHours are those that people mean in the afternoon as often as in the night.
const earlyHours = 7

// nextClock returns the next such time: of today, or of tomorrow if it was written without minutes.
func (m *moment) nextClock(parts []string) (time.Time, error) {
	switch hour, _ := strconv.Atoi(parts[0]); {
	case m.isBare && hour == 0:
		return time.Time{}, errNotATime
	case m.isBare && hour < earlyHours:
		return time.Time{}, fmt.Errorf("%q may be %dam or %dpm: write which", parts[0], hour, hour)
	}
	at, err := clock(DateOf(m.now), parts, m.now)
	if err == nil && (m.isBare || m.isNamed) && !at.After(m.now) {
		return clock(DateOf(m.now).Add(1), parts, m.now)
	}
	return at, err
}

// namesDate reports whether a callback time names one date, which is over some day.
func namesDate(s string) bool {
	typed := strings.Join(strings.Fields(strings.ToLower(s)), " ")
	if _, err := time.Parse(time.RFC3339, strings.ToUpper(typed)); err == nil {
		return true
	}
	m, err := parseMoment(typed, aMidnight)
	return err == nil && m.isDate || len(typed) > 4 && year.MatchString(typed[:4]) && typed[4] == '-'
}

// DayOff returns the name of the day if a call at that time falls on a weekend; otherwise empty.
func DayOff(at time.Time) string {
	if day := at.Weekday(); day == time.Saturday || day == time.Sunday {
		return day.String()
	}
	return ""
}
