package safetext

import (
	"strconv"
	"strings"
)

// plainText reads decoded HTML as text: paragraphs, list items, rows. With addresses, links and images name theirs.
func plainText(s string, addresses bool) string {
	p := &textWriter{addresses: addresses}
	w := &treeBuilder{writer: p}
	all := tokens(unlimited.clean(s))
	for i, t := range all {
		w.token(t, all[i+1:])
	}
	w.finish()
	return p.b.String()
}

// textWriter writes HTML as plain text.
type textWriter struct {
	b         strings.Builder
	addresses bool
	breaks    int  // line breaks due before the next word
	gap       bool // a space is due before it
	fresh     bool // this line holds nothing, or a list marker alone
	depth     int  // open lists
	cells     int  // open cells
	linkFrom  int
}

// spacing is how many line breaks stand around a block.
var spacing = map[string]int{
	"p": 2, "h1": 2, "h2": 2, "h3": 2, "h4": 2, "h5": 2, "h6": 2, "blockquote": 2, "pre": 2, "table": 2,
	"ul": 2, "ol": 2, "li": 1, "div": 1, "tr": 1,
}

func (p *textWriter) open(n *node) {
	p.around(n.name)
	switch n.name {
	case "ul", "ol":
		p.depth++
	case "li":
		p.marker(n.number)
	case "td":
		p.cell()
	case "a":
		p.linkFrom = p.b.Len()
	}
}

func (p *textWriter) closeElement(n *node) {
	switch n.name {
	case "ul", "ol":
		p.depth--
	case "td":
		p.cells--
	case "a":
		p.address(n.tag)
	}
	p.around(n.name)
}

// around puts a block on lines of its own; in a cell of a table a space has to do.
func (p *textWriter) around(name string) {
	lines := spacing[name]
	switch {
	case lines == 0 || p.fresh && name != "li":
	case p.cells > 0:
		p.gap = true
	case p.depth > 0:
		p.breaks = max(p.breaks, 1)
	default:
		p.breaks = max(p.breaks, lines)
	}
}

func (p *textWriter) marker(number int) {
	mark := "•"
	if number > 0 {
		mark = strconv.Itoa(number) + "."
	}
	if p.cells == 0 {
		mark = strings.Repeat("  ", max(p.depth-1, 0)) + mark
	}
	p.put(mark + " ")
	p.fresh = true
}

func (p *textWriter) cell() {
	if p.cells == 0 && p.breaks == 0 && p.b.Len() > 0 {
		p.put(" | ")
		p.fresh = true
	}
	p.cells++
}

func (p *textWriter) void(t tag) {
	switch t.as {
	case "br":
		if p.cells > 0 {
			p.gap = true
			return
		}
		p.breaks = min(p.breaks+1, 2)
	case "hr":
		p.around("p")
		p.put("———")
		p.around("p")
	case "img":
		p.text(imageText(t, p.addresses), false)
	}
}

// address names the target of a link behind its text unless the text says it already.
func (p *textWriter) address(t tag) {
	to, ok := safeURL(t.attr("href"))
	if !ok || !p.addresses || textIsURL(p.b.String()[p.linkFrom:], to) {
		return
	}
	p.gap = true
	p.put("(" + to + ")")
}

func (p *textWriter) text(s string, pre bool) {
	if pre && p.cells == 0 {
		p.verbatim(s)
		return
	}
	p.gap = p.gap || s != "" && isBlank(s[0])
	for word := range strings.FieldsSeq(s) {
		p.put(word)
		p.gap = true
	}
	p.gap = p.gap && (s == "" || isBlank(s[len(s)-1]))
}

// verbatim writes text whose line breaks and blanks count.
func (p *textWriter) verbatim(s string) {
	body := strings.TrimLeft(s, "\n")
	p.breaks = min(p.breaks+len(s)-len(body), 2)
	body = strings.TrimRight(body, "\n")
	if body == "" {
		return
	}
	p.put(body)
	p.breaks = min(len(s)-len(strings.TrimRight(s, "\n")), 2)
}

// put writes a word behind the line breaks or the space that are due.
func (p *textWriter) put(word string) {
	switch {
	case p.b.Len() == 0:
	case p.breaks > 0:
		p.b.WriteString("\n\n"[:p.breaks])
	case p.gap && !p.fresh:
		p.b.WriteByte(' ')
	}
	p.breaks, p.gap, p.fresh = 0, false, false
	p.b.WriteString(word)
}
