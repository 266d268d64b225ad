package desk

import (
	"errors"
	"math/bits"
	"strings"
	"unicode"

	"frontdesk/internal/safetext"
)

const (
	longestPhone    = 15 // maximum length of a number (ITU-T E.164)
	shortestPhone   = 6  // digits from which a number is taken for a phone number
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
	from := afterEllipsis(s)
	if from > 0 {
		for range longestPhone {
			p = p.with(masked)
		}
	}
	eachDigit(s[from:], func(_ int, digit byte) {
		if digit != 0 || p != 0 {
			p = p.with(digit)
		}
	})
	return p
}

// PhoneDigits returns the digits of a written number, leading zeros too, and where they are: those that NewPhone
// compares. A digit that is not shown is a question mark.
func PhoneDigits(s string) (at []int, digits string) {
	from := afterEllipsis(s)
	var all []byte
	eachDigit(s[from:], func(i int, digit byte) {
		at, all = append(at, from+i), append(all, shownDigit(digit))
	})
	return at, string(all)
}

// eachDigit calls yield for each digit of a text, masked for one that is not shown, and stops at a letter after them.
func eachDigit(s string, yield func(at int, digit byte)) {
	began := false
	for i := 0; i < len(s); {
		size := 1
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			yield(i, c-'0')
			began = began || c != '0'
		case strings.HasPrefix(s[i:], trunkZero):
			size = len(trunkZero)
		case strings.HasPrefix(s[i:], bullet):
			size, began = len(bullet), true
			yield(i, masked)
		case isMask(c) && maskAt(s, i) > 0:
			size, began = maskAt(s, i), true
			for n := range size {
				yield(i+n, masked)
			}
		case began && (c|0x20 >= 'a' && c|0x20 <= 'z'):
			return
		}
		i += size
	}
}

const (
	trunkZero = "(0)" // dialled within a country alone
	bullet    = "•"
)

// afterEllipsis returns where a number goes on after the last mark for digits that are left out; 0 if it has none.
func afterEllipsis(s string) int {
	for _, mark := range []string{"…", ".."} {
		if at := strings.LastIndex(s, mark); at >= 0 {
			return at + len(mark)
		}
	}
	return 0
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

// IsWhole reports whether there are as many digits as a phone number has at least.
func (p Phone) IsWhole() bool { return p.len() >= shortestPhone }

// IsPhone reports whether a text is written as a phone number.
func IsPhone(s string) bool {
	digits := 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune("+-()./ \u00a0", r):
			return false
		}
	}
	return digits >= shortestPhone && digits <= longestPhone
}

// Digits returns the normalised number, as used in requests; a digit that is not shown is a question mark.
func (p Phone) Digits() string {
	var all [longestPhone]byte
	n := p.len()
	for i := range n {
		all[i] = shownDigit(byte(p>>(4*(n-1-i))) & 0xf)
	}
	return string(all[:n])
}

func shownDigit(digit byte) byte {
	if digit == masked {
		return '?'
	}
	return '0' + digit
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

// maxEmail is the maximum length of an address, in bytes (RFC 5321 4.5.3.1.3, without the brackets).
const maxEmail = 254

// emailSpecials are the characters by which a mail program would read an address as several, or as a part of something.
const emailSpecials = `<>()[]\,;:"`

var (
	errEmail     = errors.New("is not an e-mail address, such as asha@example.com")
	errLongEmail = errors.New("is longer than 254 bytes, which no e-mail address is")
)

// CheckEmail returns why a text is not one e-mail address alone: without a name, brackets or quotes, and without any
// character that is not seen. Such an address can be shown, and written into the header of a mail, as it is. It may
// have letters of any script.
func CheckEmail(s string) error {
	name, host, _ := strings.Cut(s, "@")
	switch {
	case len(s) > maxEmail:
		return errLongEmail
	case name == "" || !isEmailHost(host), strings.ContainsAny(name, emailSpecials), strings.ContainsFunc(s, isUnseen),
		safetext.LineFromText(s).String() != s:
		return errEmail
	}
	return nil
}

// isUnseen reports whether a character is a blank or leaves nothing to see.
func isUnseen(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// isEmailHost reports whether a text is the host of an address: labels with dots between them.
func isEmailHost(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			return false
		}
	}
	return true
}
