package desk

import "strings"

// Match says how well what somebody typed fits what a record holds; better ones are larger.
type Match uint8

// The matches.
const (
	NoMatch Match = iota
	Maybe         // near it, or as far as a masked value shows
	Part          // the record holds what was typed, and more
	Whole         // the same, however it is written
)

// leastMask is how many mask characters stand side by side in a masked value: one x alone may be an extension or a letter.
const leastMask = 2

func isMask(c byte) bool { return c == 'x' || c == 'X' || c == '*' || c == '#' }

// maskAt is how many bytes of a masked run stand at a place of s; 0 when there is no such run.
func maskAt(s string, at int) int {
	n := 0
	for at+n < len(s) && isMask(s[at+n]) && (s[at+n] == s[at]) {
		n++
	}
	if n < leastMask {
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
		return Whole
	case strings.Contains(held, typed):
		return Part
	}
	name, domain, isAddress := strings.Cut(typed, "@")
	if !isAddress {
		return NoMatch
	}
	shown, heldDomain, _ := strings.Cut(held, "@")
	if !strings.HasPrefix(heldDomain, domain) || !IsMasked(held) {
		return NoMatch
	}
	from := maskFrom(shown)
	end := from + maskAt(shown, from)
	if len(name) > from && strings.HasPrefix(name, shown[:from]) && strings.HasSuffix(name, shown[end:]) {
		return Maybe
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

// IsMasked says whether a phone number or an e-mail address is masked by the account: of an address its name, and
// only where three or more characters are, since names may hold "xx".
func IsMasked(s string) bool {
	name, _, _ := strings.Cut(s, "@")
	from := maskFrom(name)
	return from >= 0 && (name == s || maskAt(name, from) > leastMask)
}
