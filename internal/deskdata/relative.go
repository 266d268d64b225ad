package deskdata

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A relative time makes a desk that never ages. It counts from the moment at which it is read:
//
//	-95m, +1d 4h    so long before or after that moment
//	-3d 14:05       so many days before or after that day, at that time of the account's zone
//
// Days of the first form have 24 hours. The second has no today, because 14:05 may be past or still to come.

// isRelative reports whether a text is meant as a relative time: no other one begins with a sign.
func isRelative(text string) bool {
	return len(text) > 1 && (text[0] == '-' || text[0] == '+') && text[1] >= '0' && text[1] <= '9'
}

const notRelative = "%q is not a relative time such as -95m, +1d 4h, -3d 14:05 or +2d 10:00"

// parseRelative returns the time that a relative one means at now, in now's zone.
func parseRelative(text string, now time.Time) (time.Time, error) {
	sign := 1
	if text[0] == '-' {
		sign = -1
	}
	amount, clock, hasClock := strings.Cut(text[1:], " ")
	if !hasClock || !strings.Contains(clock, ":") {
		seconds, err := parseDuration(text[1:])
		if err != nil {
			return now, fmt.Errorf(notRelative, text)
		}
		return now.Add(time.Duration(sign) * time.Duration(seconds) * time.Second), nil
	}
	days, err := strconv.Atoi(strings.TrimSuffix(amount, "d"))
	at, err1 := time.Parse("15:04", strings.TrimSpace(clock))
	if !strings.HasSuffix(amount, "d") || errors.Join(err, err1) != nil || days > maxDays {
		return now, fmt.Errorf(notRelative, text)
	}
	if days == 0 {
		return now, fmt.Errorf("%q may be before or after now; write today's times such as -95m or +2h", text)
	}
	return time.Date(now.Year(), now.Month(), now.Day()+sign*days, at.Hour(), at.Minute(), 0, 0, now.Location()), nil
}

// parsePast parses the time of what has happened, which a relative time cannot put into the future.
func parsePast(text string, c *context) (int64, error) {
	at, err := parseTime(text, c)
	if trimmed := strings.TrimSpace(text); err == nil && isRelative(trimmed) && trimmed[0] == '+' {
		err = fmt.Errorf("%q is in the future, but it says what has happened", text)
	}
	return at, err
}

// parseDate returns a date that requests write in any format, and a relative one as date and time.
func parseDate(text string, c *context) (string, error) {
	if trimmed := strings.TrimSpace(text); isRelative(trimmed) {
		at, err := parseRelative(trimmed, c.now)
		return at.Format(time.DateTime), err
	}
	return text, checkText(text)
}
