package texttest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// allowed are the only escape sequences that may be written: colours with up to 16 parameters and hyperlinks.
var allowed = regexp.MustCompile("^(?:\x1b\\[[0-9]{0,4}(?:[;:][0-9]{0,4}){0,15}m" +
	"|\x1b\\]8;[0-9A-Za-z=:_.-]{0,128};(?i:(?:https?://|mailto:)[\\x21-\\x7e]+)?(?:\a|\x1b\\\\))")

// Forbidden returns an error for what in s, written to a terminal, would be anything but printable text, line feeds,
// colours and links to http, https or mailto; nil when there is nothing.
func Forbidden(s string) error {
	marks, before := 0, rune(0)
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] < 0x7f {
			marks, before = 0, rune(s[i])
			i++
			continue
		}
		if n := len(allowed.FindString(s[i:min(len(s), i+4096)])); s[i] == 0x1b && n > 0 {
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if why := fault(r, n); why != "" {
			return fmt.Errorf("%s U+%04X at byte %d, after %q", why, r, i, s[max(0, i-20):i])
		}
		if unicode.Is(unicode.Variation_Selector, r) && !mayVary(before, r) {
			return fmt.Errorf("a variation selector after U+%04X, which has no variant, at byte %d", before, i)
		}
		before = r
		if marks = count(marks, r); marks > 8 {
			return fmt.Errorf("%d marks on one letter at byte %d", marks, i)
		}
		i += n
	}
	return nil
}

// mayVary reports roughly whether a character has variants: ideographs all of them, letters none but Mongolian ones and
// those of three scripts, digits and the signs of keycaps, and symbols.
func mayVary(base, selector rune) bool {
	switch {
	case unicode.Is(unicode.Unified_Ideograph, base):
		return selector < 0xfe0e && selector >= 0xfe00 || selector > 0xffff
	case selector > 0xffff:
		return false
	case selector < 0xfe00:
		return unicode.Is(unicode.Mongolian, base)
	}
	return unicode.In(base, unicode.So, unicode.Sm, unicode.Po, unicode.Pi, unicode.Pf, unicode.Nd, unicode.Pd) ||
		unicode.In(
			base,
			unicode.Myanmar,
			unicode.Phags_Pa,
			unicode.Manichaean,
			unicode.Egyptian_Hieroglyphs,
		) || base == 'ℹ' || base == '㊗' || base == '㊙'
}

// fillers are letters that take a column and show nothing.
const fillers = "\u3164\uffa0\u115f\u1160\u034f"

// faults are the runes that must not be written, by what is wrong with them; the first that fits is named.
var faults = []struct {
	name string
	has  func(rune) bool
}{
	{"control", func(r rune) bool { return unicode.Is(unicode.Cc, r) }},
	{"format character", func(r rune) bool { return unicode.Is(unicode.Cf, r) }},
	{"line separator", func(r rune) bool { return unicode.In(r, unicode.Zl, unicode.Zp) }},
	{"private use", func(r rune) bool { return unicode.Is(unicode.Co, r) }},
	{"non-character", func(r rune) bool { return unicode.Is(unicode.Noncharacter_Code_Point, r) }},
	{"filler", func(r rune) bool { return strings.ContainsRune(fillers, r) }},
}

// permitted returns the control and format characters that honest text needs.
func permitted(r rune) bool {
	return r == '\n' || r == 0x200c || r == 0x200d || r == 0x180e || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// fault names what is wrong with a rune of n bytes, nothing when it may be shown.
func fault(r rune, n int) string {
	if r == utf8.RuneError && n == 1 {
		return "broken UTF-8"
	}
	if permitted(r) {
		return ""
	}
	for _, f := range faults {
		if f.has(r) {
			return f.name
		}
	}
	return ""
}

func count(marks int, r rune) int {
	if unicode.Is(unicode.M, r) {
		return marks + 1
	}
	return 0
}
