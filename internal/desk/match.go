package desk

import "strings"

// Match says how well what somebody typed fits what a record holds; better ones are larger.
type Match uint8

// The matches.
const (
	NoMatch       Match = iota
	PossibleMatch       // near it, or as far as a masked value shows
	PartialMatch        // the record holds what was typed, and more
	ExactMatch          // the same, however it is written
)

// What hides characters: stars and dots wherever they stand, because neither is part of a number or an address; letters
// and hashes only in a run, because one x alone may be an extension or a letter.
const (
	minMask        = 2 // letters side by side in a phone number
	minMaskAddress = 3 // in the name of an address, which may hold "xx"
)

func isMask(c byte) bool { return c == 'x' || c == 'X' || c == '*' || c == '#' }

// plainMask writes dots that hide characters as stars, which take one byte each.
func plainMask(s string) string { return strings.ReplaceAll(s, "•", "*") }

// maskAt is how many bytes of a masked run stand at a place of s; 0 when there is no such run.
func maskAt(s string, at int) int {
	n := 0
	for at+n < len(s) && isMask(s[at+n]) && (s[at+n] == s[at]) {
		n++
	}
	if n < minMask && (n == 0 || s[at] != '*') {
		return 0
	}
	return n
}

// MatchEmail compares an address that is typed, perhaps not to its end, with one of a record; both are folded. Of a
// masked address only the visible parts can be compared.
func MatchEmail(typed, held string) Match {
	switch {
	case typed == "" || held == "":
		return NoMatch
	case typed == held:
		return ExactMatch
	case strings.Contains(held, typed):
		return PartialMatch
	}
	held = plainMask(held)
	name, domain, isAddress := strings.Cut(typed, "@")
	if !isAddress {
		return NoMatch
	}
	shown, heldDomain, _ := strings.Cut(held, "@")
	if !strings.HasPrefix(heldDomain, domain) || !IsMasked(held) {
		return NoMatch
	}
	from := maskFrom(shown)
	if from < 0 {
		return NoMatch // it is the domain that is masked
	}
	end := from + maskAt(shown, from)
	if len(name) > from && strings.HasPrefix(name, shown[:from]) && strings.HasSuffix(name, shown[end:]) {
		return PossibleMatch
	}
	return NoMatch
}

// maskFrom is where the masked run of a text begins, -1 when nothing is masked.
func maskFrom(s string) int {
	for i := range len(s) {
		if maskAt(s, i) > 0 {
			return i
		}
	}
	return -1
}

// IsMasked reports whether a phone number or an e-mail address has some of its characters hidden. It is the one rule:
// what is masked is never sent back, filled in or copied.
func IsMasked(s string) bool {
	s = plainMask(s)
	if strings.Contains(s, "*") {
		return true
	}
	name, _, isAddress := strings.Cut(s, "@")
	least := minMask
	if isAddress {
		least = minMaskAddress
	}
	for i := 0; i < len(name); i += max(maskAt(name, i), 1) {
		if maskAt(name, i) >= least {
			return true
		}
	}
	return false
}
