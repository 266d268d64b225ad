package desk

import (
	"math/bits"
	"strings"
)

const (
	longestPhone    = 15 // maximum length of a number (ITU-T E.164)
	minDigits       = 3  // fewest digits worth comparing
	exactTailDigits = 10 // equal trailing digits that make an exact match, whatever precedes them
	nearTailDigits  = 8  // equal trailing digits that make a near match
)

// Phone holds the normalised digits of a phone number: no blanks, signs, leading zeros or "(0)". Masked digits are
// kept as such. It has four bits a digit, the last digit lowest, and the number of digits in the highest four, so that
// a hundred thousand of them are compared in a millisecond.
type Phone uint64

const (
	masked     = 0xf // a digit that is not shown
	lengthAt   = 4 * longestPhone
	everyDigit = 0x0111111111111111 // the lowest bit of each
)

// NewPhone parses a number and stops at the first letter after it, such as that of an extension. Of a number whose
// middle is left out, as in "+91 … 5627", only the digits after that are compared.
func NewPhone(s string) Phone {
	var p Phone
	if _, end, isCut := cutEllipsis(s); isCut {
		for range longestPhone {
			p = p.with(masked)
		}
		s = end
	}
	return p.read(plainMask(s))
}

// read appends the digits of a text.
func (p Phone) read(s string) Phone {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if c != '0' || p != 0 {
				p = p.with(c - '0')
			}
		case c == '(' && strings.HasPrefix(s[i:], "(0)"):
			i += 2
		case isMask(c) && maskAt(s, i) > 0:
			n := maskAt(s, i)
			for range n {
				p = p.with(masked)
			}
			i += n - 1
		case c|0x20 >= 'a' && c|0x20 <= 'z' && p != 0:
			return p
		}
	}
	return p
}

// cutEllipsis cuts a number at the last mark for digits that are left out.
func cutEllipsis(s string) (before, after string, isCut bool) {
	for _, mark := range []string{"…", ".."} {
		if at := strings.LastIndex(s, mark); at >= 0 {
			return s[:at], s[at+len(mark):], true
		}
	}
	return s, "", false
}

// with appends a digit, and drops the first one when the number is full.
func (p Phone) with(digit byte) Phone {
	n := min(p.len()+1, longestPhone)
	return (p<<4|Phone(digit))&(1<<lengthAt-1) | Phone(n)<<lengthAt
}

func (p Phone) len() int { return int(p >> lengthAt) }

// digits returns the digits alone.
func (p Phone) digits() uint64 { return uint64(p) & (1<<lengthAt - 1) }

// lowest returns a mask of the last n digits.
func lowest(n int) uint64 { return 1<<(4*n) - 1 }

// maskedDigits returns the lowest bit of each masked digit.
func (p Phone) maskedDigits() uint64 {
	d := p.digits()
	return d & (d >> 1) & (d >> 2) & (d >> 3) & everyDigit
}

// IsMasked reports whether some of the digits are not shown.
func (p Phone) IsMasked() bool { return p.maskedDigits() != 0 }

// Digits returns the normalised number, as used in requests; a digit that is not shown is a question mark.
func (p Phone) Digits() string {
	var all [longestPhone]byte
	n := p.len()
	for i := range n {
		digit := byte(p>>(4*(n-1-i))) & 0xf
		if all[i] = '0' + digit; digit == masked {
			all[i] = '?'
		}
	}
	return string(all[:n])
}

// Match compares a typed number, possibly partial, with the number of a record. Ten equal trailing digits are an
// exact match; eight or nine are only a possible match unless one number ends there.
func (p Phone) Match(stored Phone) Match {
	typed, length := p.len(), stored.len()
	if typed < minDigits || length == 0 {
		return NoMatch
	}
	alike, seen := p.commonTail(stored)
	isWhole := alike == min(typed, length)
	switch {
	case stored.IsMasked():
		if isWhole && seen >= minDigits {
			return PossibleMatch
		}
		return NoMatch
	case alike >= exactTailDigits || isWhole && (alike >= nearTailDigits || typed == length):
		return ExactMatch
	case p.isIn(stored):
		return PartialMatch
	case alike >= nearTailDigits:
		return PossibleMatch
	}
	return NoMatch
}

// commonTail counts the equal trailing digits, where a masked digit of the record equals any, and how many of them are
// shown.
func (p Phone) commonTail(stored Phone) (alike, seen int) {
	hidden := stored.maskedDigits()
	differ := (p.digits() ^ stored.digits()) &^ (hidden * masked)
	alike = min(bits.TrailingZeros64(differ)/4, p.len(), stored.len())
	return alike, alike - bits.OnesCount64(hidden&lowest(alike))
}

// isIn reports whether a number contains these digits.
func (p Phone) isIn(stored Phone) bool {
	digits, held, length := p.digits(), stored.digits(), lowest(p.len())
	for range stored.len() - p.len() + 1 {
		if held&length == digits {
			return true
		}
		held >>= 4
	}
	return false
}
