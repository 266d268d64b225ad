package desk

import (
	"strings"
	"unicode/utf8"
)

// Match is how well typed text matches a value of a record. A larger value is a better match.
type Match uint8

// The match levels.
const (
	NoMatch       Match = iota
	PossibleMatch       // nearly equal, or equal as far as a masked value can be compared
	PartialMatch        // the record contains the typed text
	ExactMatch          // equal after normalisation
)

// Minimum length of a run of mask characters. Stars and dots always mask, because neither is part of a number or an
// address. Letters and hashes mask only in a run, because a single x may be an extension or a letter.
const (
	minMask        = 2 // in a phone number
	minMaskAddress = 3 // in the local part of an address, which may contain "xx"
)

func isMask(c byte) bool { return c == 'x' || c == 'X' || c == '*' || c == '#' }

// plainMask replaces bullets and ellipses with stars, which take one byte each.
func plainMask(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, bullet, "*"), "…", "*")
}

// maskAt returns the length in bytes of the masked run at an index of s, or 0 if there is none.
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

// MatchEmail compares a typed address, possibly incomplete, with the address of a record. Both must be folded. Only
// the visible parts of a masked address are compared.
func MatchEmail(typed, stored string) Match {
	switch {
	case typed == "" || stored == "":
		return NoMatch
	case typed == stored:
		return ExactMatch
	case strings.Contains(stored, typed):
		return PartialMatch
	}
	name, domain, isAddress := strings.Cut(typed, "@")
	if !isAddress || !mayEndAlike(name, stored) {
		return NoMatch
	}
	stored = plainMask(stored)
	shown, heldDomain, _ := strings.Cut(stored, "@")
	if !strings.HasPrefix(heldDomain, domain) || !IsMasked(stored) {
		return NoMatch
	}
	from := maskFrom(shown)
	if from < 0 {
		return NoMatch // the domain is masked
	}
	end := from + maskAt(shown, from)
	if len(name) > from && strings.HasPrefix(name, shown[:from]) && strings.HasSuffix(name, shown[end:]) {
		return PossibleMatch
	}
	return NoMatch
}

// mayEndAlike reports whether the name of an address ends like another, or with a mask, which most of many do not.
func mayEndAlike(name, stored string) bool {
	at := strings.IndexByte(stored, '@')
	if at < 1 || name == "" {
		return true
	}
	last := stored[at-1]
	return last == name[len(name)-1] || isMask(last) || last >= utf8.RuneSelf
}

// maskFrom returns the index of the first masked run, or -1 if there is none.
func maskFrom(s string) int {
	for i := range len(s) {
		if maskAt(s, i) > 0 {
			return i
		}
	}
	return -1
}

// IsMasked reports whether a phone number or an e-mail address has hidden characters. A masked value must never be
// sent back, filled into a form or copied.
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
