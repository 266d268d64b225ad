package safetext

import (
	"net/url"
	"strconv"
	"strings"
)

// plainText converts decoded HTML to text: paragraphs, list items, rows. addresses adds the URLs of links and images.
func plainText(s string, addresses bool) string {
	p := &textWriter{addresses: addresses}
	p.write(s)
	return p.b.String()
}

// plainTextWithHeadings is plainText with URLs, and with its headings.
func plainTextWithHeadings(s string) (string, []headingRange) {
	p := &textWriter{addresses: true}
	p.write(s)
	return p.b.String(), p.headings
}

// write writes decoded HTML.
func (w *textWriter) write(s string) {
	b := &treeBuilder{writer: w}
	all := tokens(unlimited.clean(s))
	for i, t := range all {
		b.addToken(t, all[i+1:])
	}
	b.finish()
}

// textWriter writes HTML as plain text.
type textWriter struct {
	b         strings.Builder
	addresses bool
	breaks    int  // pending line breaks before the next word
	gap       bool // a pending space before the next word
	fresh     bool // the line is empty, or holds only a list marker
	depth     int  // open lists
	cells     int  // open cells
	linkFrom  int
	headings  []headingRange
}

// spacing holds the number of line breaks around a block.
var spacing = map[string]int{
	"p": 2, "h1": 2, "h2": 2, "h3": 2, "h4": 2, "h5": 2, "h6": 2, "blockquote": 2, "pre": 2, "table": 2,
	"ul": 2, "ol": 2, "li": 1, "div": 1, "tr": 1,
}

func (w *textWriter) open(n *node) {
	w.breakAround(n.name)
	w.noteHeading(n.name)
	switch n.name {
	case "ul", "ol":
		w.depth++
	case "li":
		w.listMarker(n.number)
	case "td":
		w.separateCell()
	case "a":
		w.linkFrom = w.b.Len()
	}
}

func (w *textWriter) closeElement(n *node) {
	switch n.name {
	case "ul", "ol":
		w.depth--
	case "td":
		w.cells--
	case "a":
		w.appendURL(n.tag)
	}
	w.endHeading(n.name)
	w.breakAround(n.name)
}

// breakAround requests line breaks around a block; in a table cell it requests a space.
func (w *textWriter) breakAround(name string) {
	lines := spacing[name]
	switch {
	case lines == 0 || w.fresh && name != "li":
	case w.cells > 0:
		w.gap = true
	case w.depth > 0:
		w.breaks = max(w.breaks, 1)
	default:
		w.breaks = max(w.breaks, lines)
	}
}

func (w *textWriter) listMarker(number int) {
	mark := "•"
	if number > 0 {
		mark = strconv.Itoa(number) + "."
	}
	if w.cells == 0 {
		mark = strings.Repeat("  ", max(w.depth-1, 0)) + mark
	}
	w.writeWord(mark + " ")
	w.fresh = true
}

func (w *textWriter) separateCell() {
	if w.cells == 0 && w.breaks == 0 && w.b.Len() > 0 {
		w.gap = false // of the line break between cells in the source
		w.writeWord(" | ")
		w.fresh = true
	}
	w.cells++
}

func (w *textWriter) voidElement(t tag) {
	switch t.as {
	case "br":
		if w.cells > 0 {
			w.gap = true
			return
		}
		w.breaks = min(w.breaks+1, 2)
	case "hr":
		w.breakAround("p")
		w.writeWord("———")
		w.breakAround("p")
	case "img":
		w.text(imageText(t, w.addresses), false)
	}
}

// appendURL appends the URL of a link to its text, unless the text is the URL.
func (w *textWriter) appendURL(t tag) {
	to, ok := safeURL(t.attr("href"))
	if !ok || !w.addresses || textIsURL(w.b.String()[w.linkFrom:], to) {
		return
	}
	w.gap = true
	w.writeWord("(" + to + ")")
}

func (w *textWriter) text(s string, pre bool) {
	if pre && w.cells == 0 {
		w.preformatted(s)
		return
	}
	w.gap = w.gap || s != "" && isBlank(s[0])
	for word := range strings.FieldsSeq(s) {
		w.writeWord(word)
		w.gap = true
	}
	w.gap = w.gap && (s == "" || isBlank(s[len(s)-1]))
}

// preformatted writes preformatted text.
func (w *textWriter) preformatted(s string) {
	body := strings.TrimLeft(s, "\n")
	w.breaks = min(w.breaks+len(s)-len(body), 2)
	body = strings.TrimRight(body, "\n")
	if body == "" {
		return
	}
	w.writeWord(body)
	w.breaks = min(len(s)-len(strings.TrimRight(s, "\n")), 2)
}

// writeWord writes a word after the pending line breaks or space.
func (w *textWriter) writeWord(word string) {
	switch {
	case w.b.Len() == 0:
	case w.breaks > 0:
		w.b.WriteString("\n\n"[:w.breaks])
	case w.gap && !w.fresh:
		w.b.WriteByte(' ')
	}
	w.breaks, w.gap, w.fresh = 0, false, false
	w.b.WriteString(word)
}

// longestAddress is the URL length that browsers and terminals support.
const longestAddress = 2083

// safeURL returns the URL of a link in ASCII; false unless it is http, https or mailto.
func safeURL(address string) (string, bool) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > longestAddress {
		return "", false
	}
	u, err := url.Parse(address)
	if err != nil || !allowedScheme(u) {
		return "", false
	}
	s := u.String()
	return s, isLinkTarget(s)
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

// textIsURL reports whether the text of a link is its URL.
func textIsURL(text, to string) bool {
	bare := func(s string) string {
		s = strings.TrimSuffix(strings.TrimSpace(s), "/")
		for _, p := range []string{"mailto:", "https://", "http://", "www."} {
			s = strings.TrimPrefix(s, p)
		}
		return s
	}
	return bare(text) == bare(to)
}

// imageText returns the text for an image: its description and, if requested and not a data URL, its URL.
func imageText(t tag, address bool) string {
	alt, src := t.attr("alt"), t.attr("src")
	switch {
	case !address || src == "" || len(src) > longestAddress || strings.HasPrefix(strings.ToLower(src), "data:"):
		return alt
	case alt == "":
		alt = "image"
	}
	return alt + " (" + src + ")"
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
