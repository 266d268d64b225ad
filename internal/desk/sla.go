package desk

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// slaStates are the words by which services name the state of an SLA, with what they say of a ticket. The first row
// with a word of the text decides: a negation says nothing, and what is near is not over.
var slaStates = []struct {
	means Flags
	words []string
}{
	{0, []string{"not", "no", "without", "never", "non"}},
	{AtRisk, []string{"risk", "about", "near", "nearing", "approaching", "soon", "will", "may", "almost"}},
	{OutOfSLA, []string{"out", "breach", "breached", "breaches", "outside", "overdue", "exceeded", "violated", "missed"}},
	{SLAPaused, []string{"paused", "suspended", "stopped", "hold"}},
}

// SLAState returns what the service's word for the state of an SLA says: OutOfSLA, AtRisk, SLAPaused, or nothing that
// is understood. It compares whole words, so that "Without SLA" is not out of SLA.
func SLAState(wording string) Flags {
	isGap := func(r rune) bool { return !unicode.IsLetter(r) }
	words := strings.FieldsFunc(strings.ToLower(splitCamelCase(wording)), isGap)
	for _, state := range slaStates {
		for _, word := range words {
			if slices.Contains(state.words, word) {
				return state.means
			}
		}
	}
	return 0
}

// splitCamelCase separates words in camel case, such as OutOfSLA.
func splitCamelCase(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// ParseSLA parses the time that an SLA allows (PROTOCOL.md 10): a duration, or hours, minutes and seconds such as
// "0:1:29". It returns 0 for any other text and for no time at all.
func ParseSLA(s string) time.Duration {
	d, _ := parseSLA(s)
	return d
}

// parseSLA returns ok for a text that is understood, also if it allows no time.
func parseSLA(s string) (d time.Duration, ok bool) {
	if strings.Contains(s, ":") {
		return parseSLAClock(s)
	}
	d, unit, err := parseDuration(s)
	return d, err == nil && unit > 0 // a number alone is none
}

func parseSLAClock(s string) (d time.Duration, ok bool) {
	parts := strings.Split(s, ":")
	if len(parts) != 3 {
		return 0, false
	}
	var sum time.Duration
	for i, part := range parts {
		n, ok := parseSLANumber(part)
		if !ok || i > 0 && n > 59 {
			return 0, false
		}
		sum = sum*60 + time.Duration(n)*time.Second
	}
	return sum, true
}

// parseSLANumber parses one to four ASCII digits.
func parseSLANumber(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 4 {
		return 0, false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// Turnaround is the time that a ticket took, as the service says it (tat). The zero Turnaround is not said.
type Turnaround int32

// newTurnaround returns a time in seconds. It is not said if it is negative or longer than any that can be parsed.
func newTurnaround(d time.Duration) Turnaround {
	const longest = 10_000 * 24 * time.Hour
	if d < 0 || d > longest {
		return 0
	}
	return Turnaround(d/time.Second) + 1
}

// ParseTurnaround parses the forms of ParseSLA. Any other text is not said; no time at all is.
func ParseTurnaround(s string) Turnaround {
	d, ok := parseSLA(s)
	if !ok {
		return 0
	}
	return newTurnaround(d)
}

// IsSaid reports whether the service says the time.
func (t Turnaround) IsSaid() bool { return t > 0 }

// Duration returns the time, 0 if it is not said.
func (t Turnaround) Duration() time.Duration { return time.Duration(max(t-1, 0)) * time.Second }
