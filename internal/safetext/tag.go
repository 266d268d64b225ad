package safetext

import (
	"strings"

	"golang.org/x/net/html"
)

// elementTable reads the lists of elements by name.
func elementTable(lists map[kind]string) map[string]*element {
	m := map[string]*element{}
	for k, list := range lists {
		for _, word := range strings.Fields(list) {
			name, as, other := strings.Cut(word, "=")
			if !other {
				as = name
			}
			m[name] = &element{kind: k, as: as}
		}
	}
	return m
}

// tag is a start or end tag as it was found.
type tag struct {
	*element
	raw string // the whole of it, "<" to ">"
	end bool
}

// name is the element's name as it was written, in small letters.
func (t tag) name() string {
	s := strings.TrimLeft(t.raw, "</")
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == ':') {
		n++
	}
	return strings.ToLower(s[:n])
}

// longestName is that of the longest known element.
const longestName = 12

// tagAt reads the tag that s, which begins with "<", starts with. What only looks like one ("a <b and c> d") is none.
func tagAt(s string) (tag, bool) {
	n := 1
	end := n < len(s) && s[n] == '/'
	if end {
		n++
	}
	first := n
	var name [longestName]byte
	for n < len(s) && n-first < longestName && (isAlnum(s[n]) || s[n] == ':') {
		name[n-first] = s[n]
		if isAlpha(s[n]) {
			name[n-first] |= 0x20
		}
		n++
	}
	el := elements[string(name[:n-first])]
	if el == nil {
		return tag{}, false
	}
	size, ok := tagEnd(s, n)
	if !ok {
		return tag{}, false
	}
	return tag{element: el, raw: s[:size], end: end}, true
}

// tagEnd finds the end of a tag whose name ends at n, or of the text when a limit of the upstream cut it off
// within an attribute.
func tagEnd(s string, n int) (size int, ok bool) {
	from, values := n, 0
	for n < len(s) {
		switch b := s[n]; {
		case b == '>':
			return n + 1, values > 0 || flagsOnly(s[from:n])
		case b == '<':
			return 0, false
		case b == '=' && n > from:
			values++
			n += quoted(s[n+1:])
		case n == from && !isBlank(b) && b != '/':
			return 0, false
		}
		n++
	}
	return len(s), values > 0
}

// quoted is the length of a quoted value, with the blanks before it; 0 when there is none or it never ends.
func quoted(s string) int {
	n := 0
	for n < len(s) && isBlank(s[n]) {
		n++
	}
	if n == len(s) || s[n] != '"' && s[n] != '\'' {
		return 0
	}
	if end := strings.IndexByte(s[n+1:], s[n]); end >= 0 {
		return n + end + 2
	}
	return 0
}

// flags are the attributes that come without a value.
var flags = map[string]bool{
	"/": true, "checked": true, "disabled": true, "selected": true, "nowrap": true, "controls": true, "hidden": true, "open": true,
	"reversed": true, "noshade": true, "ismap": true, "compact": true, "allowfullscreen": true, "async": true, "defer": true,
	"required": true, "readonly": true, "multiple": true, "autoplay": true, "loop": true, "muted": true,
}

func flagsOnly(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if !flags[strings.ToLower(strings.TrimSuffix(word, "/"))] && word != "/" {
			return false
		}
	}
	return true
}

// attr is the value of an attribute of the tag, empty when it has none.
func (t tag) attr(name string) string {
	z := html.NewTokenizer(strings.NewReader(t.raw))
	z.Next()
	for _, a := range z.Token().Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// isMarkup says whether the tag shows that a text is HTML: not everything in angle brackets is.
func (t tag) isMarkup() bool {
	return t.end || t.kind != inline || strings.IndexByte(t.raw, '=') > 0
}

// holdsMarkup says whether s is HTML rather than text with a "<" in it.
func holdsMarkup(s string) bool {
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 {
			return false
		}
		s = s[at:]
		if t, ok := tagAt(s); ok && t.isMarkup() || asideLen(s) > 0 {
			return true
		}
		s = s[1:]
	}
}

// asideLen is the length of the comment or declaration that s starts with, 0 when there is none.
func asideLen(s string) int {
	for _, a := range asides {
		if len(s) >= len(a.start) && strings.EqualFold(s[:len(a.start)], a.start) {
			if n := strings.Index(s, a.end); n >= 0 {
				return n + len(a.end)
			}
			return len(a.start)
		}
	}
	return 0
}

var asides = []struct{ start, end string }{
	{"<!--", "-->"}, {"<![", ">"}, {"<!doctype", ">"}, {"<?xml", ">"},
}

func isAlpha(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }
