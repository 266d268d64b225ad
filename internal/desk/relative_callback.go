package desk

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

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
