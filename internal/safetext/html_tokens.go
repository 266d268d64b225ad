package safetext

import (
	"strings"

	"golang.org/x/net/html"
)

// token is a tag or, if its element is nil, a piece of text.
type token struct {
	tag
	text string
}

// maxExpected limits the preallocated tokens: in hostile input most "<" begin no tag.
const maxExpected = 4096

// tokens splits decoded HTML into tags and text, without comments and hidden elements. It takes linear time for any
// input.
func tokens(s string) []token {
	z := scanner{src: s, never: map[string]bool{}, out: make([]token, 0, min(2*strings.Count(s, "<")+1, maxExpected))}
	for z.at < len(s) {
		next := strings.IndexByte(s[z.at:], '<')
		if next < 0 {
			break
		}
		z.at += next
		z.lessThan()
	}
	z.at = len(s)
	z.flush()
	return z.out
}

type scanner struct {
	src      string
	from, at int // src[from:at] is text that is not yet in out
	out      []token
	never    map[string]bool // end marks that do not occur in the rest
}

// lessThan handles the "<" at s.at.
func (s *scanner) lessThan() {
	rest := s.src[s.at:]
	if n := s.commentLen(rest); n > 0 {
		s.flush()
		s.skip(n)
		return
	}
	t, ok := tagAt(rest)
	if !ok {
		s.at++
		return
	}
	s.flush()
	s.skip(len(t.raw))
	if t.kind == skipped {
		s.skipElement(t)
		return
	}
	if t.as != "" {
		s.out = append(s.out, token{tag: t})
	}
}

// commentLen calls the function commentLen, but searches for each missing end mark only once.
func (s *scanner) commentLen(text string) int {
	if len(text) < 2 || text[1] != '!' && text[1] != '?' {
		return 0
	}
	key := text[:min(len(text), 4)]
	if s.never[key] {
		return 0
	}
	n := commentLen(text)
	if n > 0 && text[n-1] != '>' {
		s.never[key] = true
	}
	return n
}

// skipElement skips the content of a hidden element; an element without an end tag hides nothing.
func (s *scanner) skipElement(t tag) {
	name := t.name()
	if t.end || strings.HasSuffix(t.raw, "/>") || s.never[name] {
		return
	}
	end := indexEnd(s.src[s.at:], name)
	if end < 0 {
		s.never[name] = true
		return
	}
	s.skip(end)
}

// indexEnd returns the position of the end tag of name, ignoring case; -1 if there is none.
func indexEnd(s, name string) int {
	for at := 0; ; at += 2 {
		next := strings.Index(s[at:], "</")
		if next < 0 {
			return -1
		}
		at += next
		if got := s[at+2:]; len(got) >= len(name) && strings.EqualFold(got[:len(name)], name) {
			return at
		}
	}
}

func (s *scanner) skip(n int) {
	s.at += n
	s.from = s.at
}

func (s *scanner) flush() {
	if s.at > s.from {
		s.out = append(s.out, token{text: s.src[s.from:s.at]})
		s.from = s.at
	}
}

// isDataTable reports whether the table before t has rows and columns, rather than being a page layout.
func isDataTable(t []token) bool {
	cells, most := 0, 0
	for _, k := range t {
		switch {
		case k.element == nil:
			continue
		case k.as == "table":
			return k.end && most > 1
		case k.as == "tr":
			cells = 0
		case k.as == "td" && !k.end:
			cells++
			most = max(most, cells)
		}
	}
	return most > 1
}

// elementTable parses the lists of elements by kind.
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

// tag is a start or end tag.
type tag struct {
	*element
	raw string // the whole tag, from "<" to ">"
	end bool
}

// name returns the element's name in lower case, as written.
func (t tag) name() string {
	s := strings.TrimLeft(t.raw, "</")
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == ':') {
		n++
	}
	return strings.ToLower(s[:n])
}

// longestName is the length of the longest known element name.
const longestName = 12

// tagAt parses the tag at the start of s, which begins with "<"; false for text that only resembles a tag ("a <b and c>
// d").
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

// tagEnd returns the end of a tag with a name that ends at n. A tag that a length limit of the service has truncated
// within an attribute ends with the text.
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

// quoted returns the length of a quoted value with its leading blanks; 0 if there is none or it is unterminated.
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

// flags are the attributes without a value.
var flags = map[string]bool{
	"/":               true,
	"checked":         true,
	"disabled":        true,
	"selected":        true,
	"nowrap":          true,
	"controls":        true,
	"hidden":          true,
	"open":            true,
	"reversed":        true,
	"noshade":         true,
	"ismap":           true,
	"compact":         true,
	"allowfullscreen": true,
	"async":           true,
	"defer":           true,
	"required":        true,
	"readonly":        true,
	"multiple":        true,
	"autoplay":        true,
	"loop":            true,
	"muted":           true,
}

func flagsOnly(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if !flags[strings.ToLower(strings.TrimSuffix(word, "/"))] && word != "/" {
			return false
		}
	}
	return true
}

// attr returns the value of an attribute; empty if the tag does not have it.
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

// isMarkup reports whether the tag is evidence that a text is HTML, unlike other text in angle brackets.
func (t tag) isMarkup() bool {
	return t.end || t.kind != inline || strings.IndexByte(t.raw, '=') > 0
}

// isHTML reports whether s is HTML rather than text with a "<" in it.
func isHTML(s string) bool {
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 {
			return false
		}
		s = s[at:]
		if t, ok := tagAt(s); ok && t.isMarkup() || commentLen(s) > 0 {
			return true
		}
		s = s[1:]
	}
}

// commentLen returns the length of the comment or declaration at the start of s; 0 if there is none.
func commentLen(s string) int {
	for _, a := range comments {
		if len(s) >= len(a.start) && strings.EqualFold(s[:len(a.start)], a.start) {
			if n := strings.Index(s, a.end); n >= 0 {
				return n + len(a.end)
			}
			return len(a.start)
		}
	}
	return 0
}

var comments = []struct{ start, end string }{
	{"<!--", "-->"}, {"<![", ">"}, {"<!doctype", ">"}, {"<?xml", ">"},
}

func isAlpha(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// kind is the role of an element.
type kind uint8

const (
	inline  kind = iota + 1 // formats words; counts as markup only with its end tag or an attribute
	wrapper                 // wraps blocks and has no effect itself
	block                   // starts and ends on a line of its own
	void                    // has no end tag
	skipped                 // dropped with its content
)

// element is a known HTML element; any other "<word>" is text.
type element struct {
	kind kind
	as   string // the element it is treated as; empty if only its text is used
}

// elements holds the HTML elements, including those of word processors, as "name" or "name=treated as".
var elements = elementTable(map[kind]string{
	inline: "a b=strong strong i=em em cite=em dfn=em var=em code kbd=code samp=code tt=code del s=del strike=del " +
		"span= font= u= ins= mark= small= big= sub= sup= abbr= acronym= q= time= label= button= select= output= " +
		"bdi= bdo= data= map= nobr= textarea= plaintext= o:p= st1:place= w:wrap= o:lock= meter= progress= ruby= rt= rp= video= audio= picture= legend=",
	wrapper: "html= body= thead= tbody= tfoot= colgroup= main= header= footer= nav= form= fieldset=",
	block: "p div center=div section=div article=div aside=div address=div figure=div figcaption=div details=div summary=div dl=div dt=p " +
		"dd=div option=div caption=div menu=ul dir=ul ul ol li blockquote pre xmp=pre table tr td th=td h1 h2 h3 h4 h5 h6",
	void:    "br hr img input= wbr= col= meta= link= base= area= embed= source= track= param= v:imagedata= v:shape= v:shapetype=",
	skipped: "script= style= iframe= noembed= noframes= noscript= title= svg= head= object= template= math= xml= applet= canvas=",
})
