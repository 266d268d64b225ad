// Package phrase words numbers and lists for people, and finds the name that a misspelt word stands for.
package phrase

import (
	"strconv"
	"strings"
	"unicode/utf8"
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

// Nearest returns the name that a word begins, or else the one closest to it; empty if none is close. One letter in
// three may be wrong: a guess at more is a name of something else.
func Nearest(word string, names []string) string {
	for _, name := range names {
		if len(word) >= minPrefix && strings.HasPrefix(name, word) {
			return name
		}
	}
	return NearestWithin(word, names, max(1, len(word)/3))
}

// minPrefix is the length from which the beginning of a name stands for it.
const minPrefix = 3

// NearestWithin returns the name closest to a misspelt word; empty if none has at most this many other letters.
func NearestWithin(word string, names []string, most int) (nearest string) {
	least := most + 1
	for _, name := range names {
		if d := distance(word, name, least); d < least {
			nearest, least = name, d
		}
	}
	return nearest
}

// distance returns how many bytes of a are missing, added, replaced or swapped with the next one to get b; enough if it
// is at least that many, which most names show by their length or first letters.
func distance(a, b string, enough int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= enough {
		return enough
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	leastBefore := 0
	for i := range len(a) {
		next[0] = i + 1
		least := next[0]
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
			least = min(least, next[j+1])
		}
		if least >= enough && leastBefore >= enough { // the following rows begin with these two
			return enough
		}
		before, row, next, leastBefore = row, next, before, least
	}
	return row[len(b)]
}

// IsTypo reports whether a word is what was typed but for one typo at most: a letter too many, too few, another one, or
// two that have changed places. How long a word must be so that one typo means nothing else, the caller knows.
func IsTypo[S string | []byte](typed string, word S) bool {
	if apart := len(word) - len(typed); apart > utf8.UTFMax || apart < -utf8.UTFMax {
		return false
	}
	return isTypo(typed, string(word), func(typed, word string) bool { return typed == word })
}

// BeginsWithTypo is IsTypo for a word that begins so.
func BeginsWithTypo(typed, word string) bool {
	return isTypo(typed, word, func(typed, word string) bool { return strings.HasPrefix(word, typed) })
}

// isTypo compares what follows the first letter that differs.
func isTypo(typed, word string, fits func(typed, word string) bool) bool {
	same := 0
	for same < len(typed) && same < len(word) && typed[same] == word[same] {
		same++
	}
	for same > 0 && (!beginsLetter(typed[same:]) || !beginsLetter(word[same:])) {
		same--
	}
	typed, word = typed[same:], word[same:]
	switch {
	case fits(typed, word):
		return true
	case fits(typed, afterFirst(word)), fits(afterFirst(typed), word), fits(afterFirst(typed), afterFirst(word)):
		return true
	}
	second, other := afterFirst(typed), afterFirst(word)
	return second != "" && other != "" && firstOf(typed) == firstOf(other) && firstOf(second) == firstOf(word) &&
		fits(afterFirst(second), afterFirst(other))
}

// beginsLetter reports whether a text is not cut within a letter.
func beginsLetter(s string) bool { return s == "" || utf8.RuneStart(s[0]) }

func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func afterFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[n:]
}
