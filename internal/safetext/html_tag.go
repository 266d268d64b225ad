package safetext

import (
	"strings"

	"golang.org/x/net/html"
)

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
	value, _ := t.find(name)
	return value
}

// has reports whether the tag has an attribute.
func (t tag) has(name string) bool {
	_, found := t.find(name)
	return found
}

func (t tag) find(name string) (value string, found bool) {
	if len(t.raw) < len("<a ")+len(name) {
		return "", false
	}
	z := html.NewTokenizer(strings.NewReader(t.raw))
	z.Next()
	for _, a := range z.Token().Attr {
		if a.Key == name {
			return unlimited.clean(strings.TrimSpace(a.Val)), true
		}
	}
	return "", false
}

func isAlpha(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// kind is the role of an element.
type kind uint8

const (
	inline  kind = iota + 1 // formats words; counts as markup only with its end tag or an attribute
	wrapper                 // wraps blocks and has no effect itself
	block                   // starts and ends on a line of its own
	void                    // has no end tag, or only its start matters
	skipped                 // hidden with its content
)

// element is a known HTML element; any other "<word>" is text.
type element struct {
	kind kind
	as   string // the element it is treated as; empty if only its text is used
}

// elements holds the HTML elements, including those of word processors, as "name" or "name=treated as".
var elements = elementTable(map[kind]string{
	inline: "a b=strong strong i=em em cite=em dfn=em var=em code kbd=code samp=code tt=code del s=del strike=del " +
		"span= font= u= ins= mark= small= big= sub sup abbr= acronym= q time= label= button= select= output= " +
		"bdi= bdo= data= map= nobr= textarea= plaintext= o:p= st1:place= w:wrap= o:lock= meter= progress= ruby= rt= rp= picture= legend= noembed= noframes= noscript= canvas=",
	wrapper: "html= body= thead= tbody= tfoot= colgroup= main= header= footer= nav= form= fieldset=",
	block: "p div center=div section=div article=div aside=div address=div figure=div figcaption=div details=div summary=div dl=div dt=p " +
		"dd=div option=div caption=div menu=ul dir=ul ul ol li blockquote pre xmp=pre table tr td th=td h1 h2 h3 h4 h5 h6",
	void:    "br hr img input embed=img source=img video=img audio=img object=img applet=img wbr= col= meta= link= base= area= track= param= v:imagedata= v:shape= v:shapetype=",
	skipped: "script= style= iframe=img title= svg= head= template= xml= math=",
})
