package safetext

import (
	"cmp"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// longestAddress is the URL length that browsers and terminals support.
const longestAddress = 2083

// safeURL returns the URL of a link in ASCII; false unless it is http, https or mailto, with a host in ASCII: letters
// of other scripts can look like another host's.
func safeURL(address string) (string, bool) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > longestAddress {
		return "", false
	}
	u, err := url.Parse(address)
	if err != nil || !allowedScheme(u) || !isASCII(u.Host) {
		return "", false
	}
	s := u.String()
	return s, isLinkTarget(s)
}

// shownAddress returns an address for people to read and to copy, whatever its scheme; empty if it leads nowhere.
func shownAddress(address string) string {
	address = strings.Join(strings.Fields(address), " ")
	if address == "" || address[0] == '#' || leadsNowhere().MatchString(address) {
		return ""
	}
	address = cutRaw(address, longestAddress)
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	s := u.String()
	if !isASCII(u.Host) {
		host := strings.TrimPrefix((&url.URL{Host: u.Host}).String(), "//")
		s = strings.Replace(s, host, readableHost(u.Host), 1)
	}
	return escapedLetters().ReplaceAllStringFunc(s, decodeLetters)
}

// leadsNowhere matches the addresses of buttons, and of data that is embedded.
var leadsNowhere = pattern(`(?i)^(javascript:\s*(void\b.*|;*)|data:.*|about:blank)$`)

// escapedLetters matches what may be letters beyond ASCII in the path of an address.
var escapedLetters = pattern(`(%[89A-Fa-f][0-9A-Fa-f])+`)

// decodeLetters decodes a part of an address if it consists of letters.
func decodeLetters(escaped string) string {
	s, err := url.PathUnescape(escaped)
	if err != nil || !utf8.ValidString(s) {
		return escaped
	}
	for _, r := range s {
		if !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) {
			return escaped
		}
	}
	return s
}

// readableHost returns a host as people read it, followed by its form in ASCII if its letters can be taken for another
// host's.
func readableHost(host string) string {
	written, err := idna.Lookup.ToASCII(strings.ToLower(host))
	switch {
	case err == nil && isOneScript(host):
		return host
	case err != nil:
		return strings.TrimPrefix((&url.URL{Host: host}).String(), "//")
	}
	return host + " = " + written
}

// isOneScript reports whether the letters of a host are of one script, or of those that East Asia writes together, and
// no Latin ones that look like those of ASCII.
func isOneScript(host string) bool {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return r
	}, host)
	if strings.ContainsFunc(letters, func(r rune) bool { return r >= 'ƀ' && r < 'Ͱ' || r == 'ı' || r == 'ĸ' }) {
		return false
	}
	isIn := func(script ...*unicode.RangeTable) bool {
		return !strings.ContainsFunc(letters, func(r rune) bool { return !unicode.In(r, script...) })
	}
	for _, script := range unicode.Scripts {
		if isIn(script) {
			return true
		}
	}
	return isIn(unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

func allowedScheme(u *url.URL) bool {
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return u.Opaque != ""
	}
	return false
}

// isLinkTarget reports whether s is valid in a hyperlink sequence: a known scheme and printable ASCII.
func isLinkTarget(s string) bool {
	if len(s) > longestAddress {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	for _, scheme := range []string{"http://", "https://", "mailto:"} {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// linkNote returns what to add to the text of a link, so that it says where the link leads: its address, unless the
// text is that.
func linkNote(text, address string) string {
	to := shownAddress(address)
	if to == "" || textIsURL(text, to) {
		return ""
	}
	return "(" + to + ")"
}

// textIsURL reports whether the text of a link is its address.
func textIsURL(text, to string) bool {
	bare := func(s string) string {
		s = strings.TrimSuffix(strings.TrimSpace(s), "/")
		for _, p := range []string{"mailto:", "https://", "http://", "www.", "tel:", "sms:"} {
			s = strings.TrimPrefix(s, p)
		}
		return s
	}
	scheme, _, _ := strings.Cut(strings.ToLower(to), ":")
	return bare(text) == bare(to) || (scheme == "tel" || scheme == "sms") && string(Digits(nil, text)) == string(Digits(nil, to))
}

// imageText returns the text for an image, or for what is embedded in another way: its description or what it is, and
// its address.
func imageText(t tag) string {
	alt, name, to := t.attr("alt"), t.name(), shownAddress(cmp.Or(t.attr("src"), t.attr("data")))
	switch {
	case to == "":
		return alt
	case name != "img":
		return cmp.Or(alt, name) + " (" + to + ") "
	}
	return cmp.Or(alt, "image") + " (" + to + ")"
}

// inputText returns what a page shows for an input: a box with or without a mark, or what is filled in.
func inputText(t tag) string {
	switch kind := strings.ToLower(t.attr("type")); {
	case (kind == "checkbox" || kind == "radio") && t.has("checked"):
		return "[x]"
	case kind == "checkbox" || kind == "radio":
		return "[ ]"
	case kind == "hidden" || kind == "password":
		return ""
	case t.attr("value") != "":
		return "[" + t.attr("value") + "]"
	}
	return ""
}

// NamesOtherHost reports whether words contain the URL of another host, or an e-mail address of another domain, than
// the target of a link.
func NamesOtherHost(words, to string) bool {
	target := hostOf(to)
	all := strings.Fields(words)
	for _, word := range all {
		host := hostOf(word)
		isAddress := len(all) == 1 || strings.Contains(word, "://") || strings.Contains(word, "@") ||
			strings.HasPrefix(host, "www.")
		if isAddress && isHost(host) && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(target, "www.") {
			return true
		}
	}
	return false
}

// likeDots maps characters that look like the dot or the slash of a URL to the ASCII ones.
var likeDots = strings.NewReplacer("。", ".", "．", ".", "｡", ".", "․", ".", "／", "/", "⁄", "/", "∕", "/", "：", ":")

// hostOf returns the host of an address as typed, with or without scheme, mailbox, port or path.
func hostOf(s string) string {
	s = strings.ToLower(strings.Trim(likeDots.Replace(s), "()[]<>{}\"'“”„‘’«»,;!*_"))
	s = strings.TrimPrefix(s, "mailto:")
	if _, rest, hasScheme := strings.Cut(s, "://"); hasScheme {
		s = rest
	}
	if end := strings.IndexAny(s, "/?#\\"); end >= 0 {
		s = s[:end]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	if name, port, found := strings.Cut(s, ":"); found && strings.Trim(port, "0123456789") == "" {
		s = name
	}
	s = strings.TrimSuffix(s, ".")
	if plain, err := url.PathUnescape(s); err == nil {
		s = plain
	}
	return s
}

// isHost reports whether a text can be a host name: labels with dots between them.
func isHost(s string) bool {
	last := strings.LastIndexByte(s, '.')
	return last > 0 && last < len(s)-1 && !strings.Contains(s, "..") && !strings.ContainsAny(s, " ,;&=")
}
