package desk

import (
	"bytes"
	"strings"
)

const (
	longestPhone    = 15 // digits that a number can have anywhere (ITU-T E.164)
	minDigits       = 3  // digits that are worth comparing
	exactTailDigits = 10 // last digits that make numbers the same, whatever stands before them
	nearTailDigits  = 8  // last digits that make numbers nearly the same
	masked          = '?'
)

// Phone is the digits of a phone number, however it is written: without blanks and signs, the zeros before it and the
// "(0)" in it. Masked digits are kept as such. It is small and comparable, made without memory of its own.
type Phone struct {
	tail [longestPhone]byte
	n    uint8
}

// NewPhone reads a number up to what is no part of one, such as an extension.
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

// push adds a digit, and forgets the first of too many.
func (p *Phone) push(digit byte) {
	if p.n == longestPhone {
		copy(p.tail[:], p.tail[1:])
		p.n--
	}
	p.tail[p.n] = digit
	p.n++
}

func (p *Phone) digits() []byte { return p.tail[:p.n] }

// Digits is the number as a service is asked for it.
func (p Phone) Digits() string { return string(p.digits()) }

// Match compares a number that is typed, perhaps only a part of it, with one of a record. The last ten digits decide;
// where only eight or nine are the same the number may be another one.
func (p Phone) Match(held Phone) Match {
	typed, digits := p.digits(), held.digits()
	if len(typed) < minDigits || len(digits) == 0 {
		return NoMatch
	}
	alike, seen := tail(typed, digits)
	reaches := alike == min(len(typed), len(digits))
	switch {
	case seen < alike || bytes.IndexByte(digits, masked) >= 0:
		if reaches && seen >= minDigits {
			return PossibleMatch
		}
		return NoMatch
	case alike >= exactTailDigits || reaches && (alike >= nearTailDigits || len(typed) == len(digits)):
		return ExactMatch
	case bytes.Contains(digits, typed):
		return PartialMatch
	case alike >= nearTailDigits:
		return PossibleMatch
	}
	return NoMatch
}

// tail counts the last digits that are alike, masked ones being like any, and how many of these can be seen.
func tail(typed, digits []byte) (alike, seen int) {
	for alike < len(typed) && alike < len(digits) {
		held := digits[len(digits)-1-alike]
		if held != masked && held != typed[len(typed)-1-alike] {
			break
		}
		alike++
		if held != masked {
			seen++
		}
	}
	return alike, seen
}

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
