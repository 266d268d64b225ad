package safetext

import (
	"html"
	"strings"
	"unicode/utf8"
)

// maxDecodeRounds is the maximum number of times that entities are decoded. Services have been seen to escape three
// times; one more allows for others. Text that is escaped more often is shown with full-width ampersands.
const maxDecodeRounds = 4

// readBody returns a body as HTML, whose text is not decoded yet, or as decoded text. A text with tags is decoded once,
// where its tokens are read: what is still escaped then is code that someone wrote about. Only a text without tags may
// have been escaped as a whole, so it is unescaped until tags are found or nothing changes.
func readBody(raw string) (s string, markup bool) {
	s = raw
	for range maxDecodeRounds {
		if isHTML(s) {
			return s, true
		}
		next := unescape(s)
		if next == s {
			return s, false
		}
		s = next
	}
	if isHTML(s) {
		return s, true
	}
	return neutralizeEntities(s), false
}

// decodeText decodes the entities of a text without tags until nothing changes.
func decodeText(s string) string {
	for range maxDecodeRounds {
		next := unescape(s)
		if next == s {
			return s
		}
		s = next
	}
	return neutralizeEntities(s)
}

// neutralizeEntities replaces the ampersands of text that would decode by full-width ones.
func neutralizeEntities(s string) string {
	if strings.IndexByte(s, '&') < 0 || unescape(s) == s {
		return s
	}
	return strings.ReplaceAll(s, "&", "＆")
}

// unescape decodes every entity of s once.
func unescape(s string) string {
	at := strings.IndexByte(s, '&')
	if at < 0 {
		return s
	}
	var b strings.Builder
	done := 0
	for at < len(s) {
		n := entityLen(s[at:])
		decoded, ok := decode(s[at : at+n])
		if ok {
			if done == 0 {
				b.Grow(len(s))
			}
			b.WriteString(s[done:at])
			b.WriteString(decoded)
			done = at + n
		}
		next := strings.IndexByte(s[at+n:], '&')
		if next < 0 {
			break
		}
		at += n + next
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// maxName exceeds the length of the longest entity name.
const maxName = 33

// entityLen returns the length of a possible entity at the start of s, which begins with "&"; 1 if there is none.
func entityLen(s string) int {
	n := 1
	if strings.HasPrefix(s, "&#") {
		return numberLen(s)
	}
	for n < len(s) && n <= maxName && isAlnum(s[n]) {
		n++
	}
	switch {
	case n == 1:
		return 1
	case n < len(s) && s[n] == ';':
		return n + 1
	case n < len(s) && (isAlnum(s[n]) || s[n] == '='): // as in URLs: ?a=1&copy=2
		return 1
	}
	return n
}

func numberLen(s string) int {
	n, digit := 2, isDigit
	if n < len(s) && s[n]|0x20 == 'x' {
		n, digit = 3, isHex
	}
	first := n
	for n < len(s) && digit(s[n]) {
		n++
	}
	switch {
	case n == first:
		return 1
	case n < len(s) && s[n] == ';':
		return n + 1
	}
	return n
}

// commonEntities holds the entities that escaped HTML consists of, to decode them faster.
var commonEntities = map[string]string{
	"&amp;":  "&",
	"&lt;":   "<",
	"&gt;":   ">",
	"&quot;": `"`,
	"&#39;":  "'",
	"&#34;":  `"`,
	"&#x27;": "'",
	"&nbsp;": "\u00a0",
}

// decode decodes one complete entity; an entity of which only a prefix is known is not decoded.
func decode(entity string) (string, bool) {
	if len(entity) < 3 {
		return "", false
	}
	if s, ok := commonEntities[entity]; ok {
		return s, true
	}
	if entity[1] == '#' {
		return decodeNumber(entity), true
	}
	s := html.UnescapeString(entity)
	most := 2 // some entities are two runes; a known prefix and its rest are at least three
	if entity[len(entity)-1] != ';' {
		most = 1
	}
	return s, s != entity && utf8.RuneCountInString(s) <= most
}

// decodeNumber decodes a numeric entity. It handles very long numbers itself, since html.UnescapeString overflows on
// them.
func decodeNumber(entity string) string {
	digits := strings.TrimLeft(strings.TrimSuffix(entity[2:], ";"), "xX")
	hex := len(digits)+2 < len(strings.TrimSuffix(entity, ";"))
	digits = strings.TrimLeft(digits, "0")
	switch {
	case len(digits) > 7:
		return unknown
	case hex:
		return html.UnescapeString("&#x0" + digits + ";")
	}
	return html.UnescapeString("&#0" + digits + ";")
}

func isDigit(b byte) bool { return b-'0' < 10 }
func isHex(b byte) bool   { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' }
func isAlnum(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' }
