package safetext

import "strings"

// plainText converts HTML to text: paragraphs, list items, rows, with the addresses of links and images.
func plainText(s string) string {
	text, _ := plainTextWithHeadings(s)
	return text
}

// plainTextWithHeadings is plainText with its headings.
func plainTextWithHeadings(s string) (string, []headingRange) {
	p := &textWriter{}
	p.write(s)
	return p.b.String(), p.headings
}

// write writes HTML.
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
	b        strings.Builder
	breaks   int  // pending line breaks before the next word
	gap      bool // a pending space before the next word
	blanks   int  // those that were typed for it; 0 for one
	fresh    bool // the line is empty, or holds only a list marker
	depth    int  // open lists
	cells    int  // open cells
	quotes   int  // open quotes
	quoted   int  // those of the last line that was written
	linkFrom int
	headings []headingRange
}

// struckMark stands before and after text that was struck out, as in markdown.
const struckMark = "~~"

// spacing holds the number of line breaks around a block.
var spacing = map[string]int{
	"p": 2, "h1": 2, "h2": 2, "h3": 2, "h4": 2, "h5": 2, "h6": 2, "blockquote": 2, "pre": 2, "table": 2,
	"ul": 2, "ol": 2, "li": 1, "div": 1, "tr": 1,
}

func (w *textWriter) open(n *node) {
	w.breakAround(n.name)
	w.noteHeading(n.name)
	if w.cells > 0 && n.as == "li" {
		w.listMarker(n.marker())
		return
	}
	switch n.name {
	case "ul", "ol":
		w.depth++
	case "li":
		w.listMarker(n.marker())
	case "blockquote":
		w.quotes++
	case "del":
		w.writeWord(struckMark)
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
	case "blockquote":
		w.quotes--
	case "del":
		breaks, gap := w.breaks, w.gap
		w.breaks, w.gap = 0, false
		w.writeWord(struckMark)
		w.breaks, w.gap = breaks, gap
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

func (w *textWriter) listMarker(mark string) {
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
		w.text(imageText(t), flowing)
	case "input":
		w.text(inputText(t), flowing)
	}
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

// appendURL appends the address of a link to its text, unless the text is the address.
func (w *textWriter) appendURL(t tag) {
	if note := linkNote(w.b.String()[w.linkFrom:], t.attr("href")); note != "" {
		w.gap = true
		w.writeWord(note)
	}
}

func (w *textWriter) text(s string, as whiteSpace) {
	switch {
	case as == preformatted && w.cells == 0:
		w.preformatted(s)
		return
	case as == typedLines:
		w.typedLines(s)
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

// typedLines writes text whose line breaks and blanks are meant.
func (w *textWriter) typedLines(s string) {
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			w.breaks, w.gap = min(w.breaks+1, 2), false
		}
		words := strings.TrimRight(line, " ")
		if words != "" {
			w.writeWord(words)
		}
		w.blanks = len(line) - len(words)
		w.gap = w.gap || w.blanks > 0
	}
}

// writeWord writes a word after the pending line breaks or space.
func (w *textWriter) writeWord(word string) {
	mark := quoteMark(w.quotes)
	switch {
	case w.b.Len() == 0:
		w.b.WriteString(mark)
	case w.breaks > 0:
		if w.breaks > 1 {
			w.b.WriteString("\n" + strings.TrimRight(quoteMark(min(w.quotes, w.quoted)), " "))
		}
		w.b.WriteString("\n" + mark)
	case w.gap && !w.fresh:
		w.b.WriteString(strings.Repeat(" ", max(w.blanks, 1)))
	}
	w.blanks = 0
	if mark != "" {
		word = strings.ReplaceAll(word, "\n", "\n"+mark)
	}
	w.quoted = w.quotes
	w.breaks, w.gap, w.fresh = 0, false, false
	w.b.WriteString(word)
}

// quoteMark returns what begins each line in quotes of a depth.
func quoteMark(depth int) string { return strings.Repeat("> ", depth) }
