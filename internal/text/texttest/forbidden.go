package texttest

import (
	"fmt"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// allowed are the only escape sequences that may be written: colours with up to 16 parameters and hyperlinks.
var allowed = regexp.MustCompile("^(?:\x1b\\[[0-9]{0,4}(?:[;:][0-9]{0,4}){0,15}m" +
	"|\x1b\\]8;[0-9A-Za-z=:_.-]{0,128};(?i:(?:https?://|mailto:)[!-~]+)?(?:\a|\x1b\\\\))")

// Forbidden says what in s, written to a terminal, would be anything but printable text, line feeds, colours and
// links to http, https or mailto; nil when there is nothing.
func Forbidden(s string) error {
	marks := 0
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] < 0x7f {
			marks = 0
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
		if marks = count(marks, r); marks > 8 {
			return fmt.Errorf("%d marks on one letter at byte %d", marks, i)
		}
		i += n
	}
	return nil
}

// fault names what is wrong with a rune of n bytes, nothing when it may be shown.
func fault(r rune, n int) string {
	switch {
	case r == utf8.RuneError && n == 1:
		return "broken UTF-8"
	case r == '\n' || r == 0x200c || r == 0x200d || r == 0x180e || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return ""
	case unicode.Is(unicode.Cc, r):
		return "control"
	case unicode.Is(unicode.Cf, r):
		return "format character"
	case unicode.In(r, unicode.Zl, unicode.Zp):
		return "line separator"
	case unicode.Is(unicode.Co, r):
		return "private use"
	case unicode.Is(unicode.Noncharacter_Code_Point, r):
		return "non-character"
	case r == 0x3164 || r == 0xffa0 || r == 0x115f || r == 0x1160 || r == 0x34f:
		return "filler"
	}
	return ""
}

func count(marks int, r rune) int {
	if unicode.Is(unicode.M, r) {
		return marks + 1
	}
	return 0
}
