package safetext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of the escape sequences that may reach a terminal. x/ansi panics from 33 parameters on.
const (
	maxParams   = 16
	maxSequence = 3 * longestAddress / 2
)

// escapeSequence handles ESC in the output of our own renderers: colours and safe links pass, other links are dropped,
// and any other sequence has its ESC replaced.
func (c *cleaner) escapeSequence() {
	rest := c.src[c.at:]
	if n := colourLen(rest); n > 0 {
		c.at += n
		return
	}
	n, safe := linkLen(rest)
	switch {
	case n == 0:
		c.replace(1, "\u241b")
	case safe:
		c.at += n
	default:
		c.skip(n)
	}
}

// colourLen returns the length of the SGR sequence at the start of s; 0 if there is none within the limits.
func colourLen(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	params, digits := 1, 0
	for i := 2; i < len(s); i++ {
		switch b := s[i]; {
		case isDigit(b):
			if digits++; digits > 4 {
				return 0
			}
		case b == ';' || b == ':':
			digits = 0
			if params++; params > maxParams {
				return 0
			}
		case b == 'm':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// linkLen returns the length of the hyperlink sequence (OSC 8) at the start of s, 0 if there is none, and reports
// whether it ends a link or has a safe target.
func linkLen(s string) (n int, safe bool) {
	body, ok := strings.CutPrefix(s, "\x1b]8;")
	if !ok {
		return 0, false
	}
	end := strings.IndexAny(body[:min(len(body), maxSequence)], "\a\x1b")
	if end < 0 {
		return 0, false
	}
	n = len(s) - len(body) + end + 1
	if body[end] == 0x1b {
		if !strings.HasPrefix(body[end:], "\x1b\\") {
			return 0, false
		}
		n++
	}
	params, to, ok := strings.Cut(body[:end], ";")
	return n, ok && areLinkParams(params) && (to == "" || isLinkTarget(to))
}

// areLinkParams reports whether a link's parameters contain only letters, digits and a few signs.
func areLinkParams(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("=:_.-", s[i]) < 0 {
			return false
		}
	}
	return len(s) <= 128
}

// FilterANSI sanitises the output of Glamour and Lip Gloss: colours (SGR of at most 16 parameters) and links to http,
// https and mailto pass, everything else is sanitised. Line breaks and length are kept.
func FilterANSI(s string) string { return ansiPolicy.clean(s) }

// maxZeroWidthRun is the maximum number of consecutive zero-width runes in a frame.
const maxZeroWidthRun = 64

// ValidateFrame checks the root model's view and returns an error with the position of anything that could harm the
// terminal or its renderer. Colours, safe links, line feeds and printable text are valid.
func ValidateFrame(s string) error {
	flood := 0
	for i := 0; i < len(s); {
		b := s[i]
		if b-0x20 <= 0x5e || b == '\n' {
			flood = 0
			i++
			continue
		}
		n, wide, err := checkRune(s[i:])
		if err != nil {
			return fmt.Errorf("byte %d of the frame: %w", i, err)
		}
		if flood++; wide {
			flood = 0
		}
		if flood > maxZeroWidthRun {
			return fmt.Errorf("byte %d of the frame: more than %d marks on one character", i, maxZeroWidthRun)
		}
		i += n
	}
	return nil
}

// checkRune checks the escape sequence or non-ASCII rune at the start of s; wide reports whether it starts a cell.
func checkRune(s string) (n int, wide bool, err error) {
	if s[0] == 0x1b {
		if n = colourLen(s); n > 0 {
			return n, true, nil
		}
		if n, ok := linkLen(s); ok {
			return n, true, nil
		}
		return 0, false, fmt.Errorf("escape sequence that is neither colour nor link")
	}
	r, n := utf8.DecodeRuneInString(s)
	if r < 0x80 || r == utf8.RuneError && n == 1 {
		return 0, false, fmt.Errorf("control or broken byte 0x%02x", s[0])
	}
	switch k := classOf(r); k {
	case base, hardSpace:
		return n, true, nil
	case replaced, breaks:
		return 0, false, fmt.Errorf("character U+%04X that must not be shown", r)
	}
	return n, false, nil
}
