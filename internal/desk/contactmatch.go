package desk

import (
	"bytes"
	"strings"
)

const (
	longestPhone    = 15 // maximum length of a number (ITU-T E.164)
	minDigits       = 3  // fewest digits worth comparing
	exactTailDigits = 10 // equal trailing digits that make an exact match, whatever precedes them
	nearTailDigits  = 8  // equal trailing digits that make a near match
	masked          = '?'
)

// Phone holds the normalised digits of a phone number: no blanks, signs, leading zeros or "(0)". Masked digits are
// kept as '?'. Phone is comparable and needs no heap allocation.
type Phone struct {
	tail [longestPhone]byte
	n    uint8
}

// NewPhone parses a number and stops at the first letter after it, such as that of an extension.
func NewPhone(s string) Phone {
	var p Phone
	s = plainMask(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if c != '0' || p.n > 0 {
				p.push(c)
			}
		case c == '(' && strings.HasPrefix(s[i:], "(0)"):
			i += 2
		case isMask(c) && maskAt(s, i) > 0:
			n := maskAt(s, i)
			for range n {
				p.push(masked)
			}
			i += n - 1
		case c|0x20 >= 'a' && c|0x20 <= 'z' && p.n > 0:
			return p
		}
	}
	return p
}

// push appends a digit, and drops the first one when the number is full.
func (p *Phone) push(digit byte) {
	if p.n == longestPhone {
		copy(p.tail[:], p.tail[1:])
		p.n--
	}
	p.tail[p.n] = digit
	p.n++
}

func (p *Phone) digits() []byte { return p.tail[:p.n] }

// Digits returns the normalised number, as used in requests.
func (p Phone) Digits() string { return string(p.digits()) }

// Match compares a typed number, possibly partial, with the number of a record. Ten equal trailing digits are an
// exact match; eight or nine are only a possible match unless one number ends there.
func (p Phone) Match(stored Phone) Match {
	typed, digits := p.digits(), stored.digits()
	if len(typed) < minDigits || len(digits) == 0 {
		return NoMatch
	}
	alike, seen := commonTail(typed, digits)
	isWhole := alike == min(len(typed), len(digits))
	switch {
	case seen < alike || bytes.IndexByte(digits, masked) >= 0:
		if isWhole && seen >= minDigits {
			return PossibleMatch
		}
		return NoMatch
	case alike >= exactTailDigits || isWhole && (alike >= nearTailDigits || len(typed) == len(digits)):
		return ExactMatch
	case bytes.Contains(digits, typed):
		return PartialMatch
	case alike >= nearTailDigits:
		return PossibleMatch
	}
	return NoMatch
}

// commonTail counts the equal trailing digits, where a masked digit equals any, and how many of them are unmasked.
func commonTail(typed, digits []byte) (alike, seen int) {
	for alike < len(typed) && alike < len(digits) {
		digit := digits[len(digits)-1-alike]
		if digit != masked && digit != typed[len(typed)-1-alike] {
			break
		}
		alike++
		if digit != masked {
			seen++
		}
	}
	return alike, seen
}

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

// plainMask replaces bullet dots with stars, which take one byte each.
func plainMask(s string) string { return strings.ReplaceAll(s, "•", "*") }

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
	stored = plainMask(stored)
	name, domain, isAddress := strings.Cut(typed, "@")
	if !isAddress {
		return NoMatch
	}
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
