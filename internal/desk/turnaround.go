package desk

import "time"

// Turnaround is the time that a ticket took, as the service says it (tat). The zero Turnaround is not said.
type Turnaround int32

// NewTurnaround returns a time in seconds. It is not said if it is negative or longer than any that can be parsed.
func NewTurnaround(d time.Duration) Turnaround {
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
	return NewTurnaround(d)
}

// IsSaid reports whether the service says the time.
func (t Turnaround) IsSaid() bool { return t > 0 }

// Duration returns the time, 0 if it is not said.
func (t Turnaround) Duration() time.Duration { return time.Duration(max(t-1, 0)) * time.Second }
