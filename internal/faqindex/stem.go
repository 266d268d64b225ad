package faqindex

import (
	"slices"
	"strings"
)

// endings are what English words of one stem differ in, the longest first.
var endings = []string{
	"ations", "ation", "ments", "ment", "ings", "ing", "ies", "ers", "er", "ed", "es", "ly", "s", "y", "e",
}

// apart are words that look like forms of other words and are none: a customer is nobody of the customs, and who pays
// by instalments installs nothing. testdata/words.txt has such pairs.
var apart = map[string]bool{
	"apartment": true, "basement": true, "bearing": true, "bother": true, "center": true, "corner": true,
	"counter": true, "county": true, "customer": true, "customs": true, "department": true, "directory": true,
	"drawer": true, "evening": true, "every": true, "factory": true, "flower": true, "folder": true, "former": true,
	"instalment": true, "installment": true, "letter": true, "party": true, "plane": true, "police": true,
	"poster": true, "quite": true, "ready": true, "router": true, "shower": true, "shutter": true, "slipper": true,
	"statement": true, "story": true, "stripe": true, "suite": true, "summer": true,
}

// leastStem is how much of a word its stem is at least.
const leastStem = 4

// stem returns what the forms of a word have in common: deliver of delivery, delivered and deliveries. A word with
// digits is a code and has no other forms.
func stem(word string) string {
	if len(word) <= leastStem || strings.ContainsAny(word, "0123456789") {
		return word
	}
	if apart[word] {
		return word
	}
	for _, plural := range [][2]string{{"s", ""}, {"ies", "y"}} {
		if left, has := strings.CutSuffix(word, plural[0]); has && apart[left+plural[1]] {
			return left + plural[1]
		}
	}
	rest := word
	for again := true; again; { // cancellations: cancellation, cancell
		again = false
		for _, ending := range endings {
			if left, has := strings.CutSuffix(rest, ending); has && len(left) >= leastStem {
				rest, again = left, true
				break
			}
		}
	}
	if n := len(rest); n > leastStem && rest[n-1] == rest[n-2] {
		rest = rest[:n-1] // cancelled, cancel
	}
	return rest
}

// isCode reports whether a word is a code such as e18: letters with digits.
func isCode(word string) bool {
	const digits = "0123456789"
	return strings.ContainsAny(word, digits) && strings.Trim(word, digits) != "" &&
		!slices.Contains([]byte(digits), word[0])
}

// ofStem returns the terms that have the stem.
func (v *vocabulary) ofStem(stemmed string) []int32 {
	var found []int32
	for _, id := range v.withPrefix(strings.TrimSuffix(stemmed, "y")) { // parties has the stem party
		if stem(v.terms[id].word) == stemmed {
			found = append(found, id)
		}
	}
	return found
}
