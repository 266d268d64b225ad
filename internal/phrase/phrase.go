// Package phrase words numbers and lists for people, and finds the name that a misspelt word stands for.
package phrase

import (
	"strconv"
	"strings"
)

// Count returns a number with its noun: 1 ticket, 2 tickets.
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for a noun whose plural does not end in s alone: 1 reply, 2 replies.
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Join joins the parts that are not empty.
func Join(separator string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, separator)
}
