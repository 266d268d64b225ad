package safetext

import "strings"

// Searched returns what is typed or pasted into a search without what only surrounds it: marks of direction, which come
// with a copied number, and the beginning of a link to a telephone number. Hyphens and blanks become the usual ones.
func Searched(typed string) string {
	typed = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x2010 && r <= 0x2013, r == 0x2212, r == 0xfe63, r == 0xff0d: // hyphens and dashes of address books
			return '-'
		case r == 0xff0b: // in numbers of East Asian writing
			return '+'
		case r >= 0xff10 && r <= 0xff19:
			return '0' + r - 0xff10
		case r == 0xa0, r == 0x202f, r >= 0x2000 && r <= 0x200a, r == 0x3000:
			return ' '
		case r == 0xad, r == 0x200b, r == 0x200e, r == 0x200f, r == 0x61c, r >= 0x202a && r <= 0x202e,
			r == 0x2060, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			return -1
		}
		return r
	}, typed)
	if trimmed := strings.TrimSpace(typed); len(trimmed) > 4 && strings.EqualFold(trimmed[:4], "tel:") {
		return trimmed[4:]
	}
	return typed
}

// Digits appends the digits of a text.
func Digits(to []byte, s string) []byte {
	for i := range len(s) {
		if isDigit(s[i]) {
			to = append(to, s[i])
		}
	}
	return to
}

// separators stand between the digits of a telephone number, and a plus before them.
var separators = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "", "/", "", "+", "")

// PhoneDigits returns a telephone number as it is typed or pasted without all but its digits. What is no number stays.
func PhoneDigits(typed string) string { return separators.Replace(Searched(typed)) }
