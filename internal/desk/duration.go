package desk

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// durationUnits are the units of a duration, the longest first, by the names that people and services write.
var durationUnits = []struct {
	names  []string
	length time.Duration
}{
	{[]string{"w", "week", "weeks"}, 7 * 24 * time.Hour},
	{[]string{"d", "day", "days"}, 24 * time.Hour},
	{[]string{"h", "hr", "hrs", "hour", "hours"}, time.Hour},
	{[]string{"m", "min", "mins", "minute", "minutes"}, time.Minute},
	{[]string{"s", "sec", "secs", "second", "seconds"}, time.Second},
	{[]string{"ms"}, time.Millisecond},
}

// maxDurationNumber bounds each number of a duration, so that no duration overflows.
const maxDurationNumber = 9999

// ParseDuration reads a duration wherever one is written: numbers with units, the longest unit first, such as 90m,
// 1h30m, 2d or 1 Day 2 Hr. A day has 24 hours. A number without a unit, and what is not read in full, is an error.
func ParseDuration(s string) (time.Duration, error) {
	d, _, err := parseDuration(s)
	return d, err
}

// parseDuration also returns the shortest unit that was written.
func parseDuration(s string) (sum, shortest time.Duration, err error) {
	rest, units := strings.ToLower(strings.Trim(s, " ")), durationUnits
	if rest == "0" {
		return 0, 0, nil
	}
	for more := true; more; more = rest != "" {
		var number, unit string
		number, rest = leading(rest, "0123456789.")
		unit, rest = leading(strings.TrimPrefix(rest, " "), "abcdefghijklmnopqrstuvwxyz")
		rest = strings.TrimPrefix(rest, " ")
		n, ok := parseDurationNumber(number)
		at := 0
		for at < len(units) && !slices.Contains(units[at].names, unit) {
			at++
		}
		if !ok || at == len(units) {
			return 0, 0, fmt.Errorf("%q is not a duration such as 30m, 8h, 2d or 1d 12h", s)
		}
		shortest = units[at].length
		sum += time.Duration(math.Round(n * float64(shortest)))
		units = units[at+1:]
	}
	return sum, shortest, nil
}

// parseDurationNumber reads up to four digits, which may have a fraction.
func parseDurationNumber(s string) (n float64, ok bool) {
	whole, _, _ := strings.Cut(s, ".")
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && whole != "" && n <= maxDurationNumber && len(s) <= 12
}

// leading cuts a text behind the characters of a set that it begins with.
func leading(s, set string) (first, rest string) {
	rest = strings.TrimLeft(s, set)
	return s[:len(s)-len(rest)], rest
}
