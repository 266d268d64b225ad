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

// Nearest returns the name closest to a misspelt word; empty if none is close.
func Nearest(word string, names []string) string { return NearestWithin(word, names, len(word)/2) }

// NearestWithin returns the name closest to a misspelt word; empty if none has at most this many other letters.
func NearestWithin(word string, names []string, most int) (nearest string) {
	least := most + 1
	for _, name := range names {
		if d := distance(word, name); d < least {
			nearest, least = name, d
		}
	}
	return nearest
}

// distance returns the Levenshtein distance of a and b in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := corner
			if a[i] != b[j] {
				replaced++
			}
			corner = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
