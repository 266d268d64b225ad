package safetext

import "strings"

// Bounds of the escape sequences that may reach a terminal. x/ansi panics from 33 parameters on.
const (
	maxParams   = 16
	maxSequence = 3 * longestAddress / 2
)

// sequence handles ESC in what our own renderers made: colours and safe links pass, links elsewhere vanish,
// anything else loses its ESC.
func (c *cleaner) sequence() {
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

// colourLen is the length of the SGR sequence that s starts with, 0 when there is none of sane size.
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

// linkLen is the length of the hyperlink sequence (OSC 8) that s starts with, 0 when there is none, and whether
// it ends a link or leads to a safe target.
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

// areLinkParams allows what names a link: letters, digits and a few signs.
func areLinkParams(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("=:_.-", s[i]) < 0 {
			return false
		}
	}
	return len(s) <= 128
}

// FilterANSI is the last wall behind Glamour and Lip Gloss: their colours (SGR of at most 16 parameters) and
// links to http, https and mailto go through, everything else is cleaned; line breaks stay, length too.
func FilterANSI(s string) string { return ansiPolicy.clean(s) }
