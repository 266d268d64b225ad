package safetext

import "strings"

// ListEnd is a line between two lists that would otherwise be one.
const ListEnd = "<!-- -->"

// page writes well-nested elements as blocks of markdown, or of plain text:
//
//	> - Hold **power**      around: a quote and an item; line: the words and the marks of their styles
//	>   | Model | Beeps |   table: rows that wait for the widest of them
type page struct {
	asText   bool
	out      strings.Builder
	around   []container // of the block that is written, outermost first
	line     line
	styles   style // of the next words
	pre      int   // open elements of preformatted text
	table    table
	cells    int    // open cells of data tables; their content stays on one line
	breaks   int    // line breaks before the next block
	blank    string // what stands before each line of the last block
	after    string // the item or list that ended last, if nothing stands behind it
	heading  int    // level of the open heading; 0 for none
	headings []headingRange
}

// container is a quote or an item of a list, with what it writes before its first line and before the others.
type container struct {
	first, rest string
	isItem      bool
	isNew       bool // an item of which nothing is written yet
}

// spacing holds the number of line breaks around a block of text.
var spacing = map[string]int{
	"p": 2, "h1": 2, "h2": 2, "h3": 2, "h4": 2, "h5": 2, "h6": 2, "blockquote": 2, "pre": 2, "table": 2,
	"ul": 2, "ol": 2, "li": 1, "div": 1, "tr": 1, "hr": 2,
}

// inCell reports whether what comes is in a table cell, which stays on one line: a blank stands around each block.
func (p *page) inCell() bool {
	if p.cells > 0 {
		p.line.gap = max(p.line.gap, 1)
	}
	return p.cells > 0
}

// open begins a block.
func (p *page) open(n *node) {
	isInCell := p.inCell()
	if n.name == "td" {
		p.cells++
	}
	if isInCell {
		if n.as == "li" {
			p.text(n.marker()+" ", false)
		}
		return
	}
	if n.name == "li" {
		p.endBlock()
	} else {
		p.breakAround(n.name)
	}
	switch n.name {
	case "ul", "ol":
		p.openList(n)
	case "li":
		p.openItem(n)
	case "blockquote":
		p.after = ""
		p.around = append(p.around, container{first: "> ", rest: "> "})
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.heading = int(n.name[1] - '0')
		p.headings = append(p.headings, headingRange{level: p.heading, from: -1})
	case "pre":
		p.pre++
	case "table":
		p.after = ""
		p.writeTable()
		p.table = table{}
	case "tr":
		p.table.rows = append(p.table.rows, nil)
	}
}

// closeElement ends a block.
func (p *page) closeElement(n *node) {
	if n.name == "td" {
		if p.cells--; p.cells == 0 {
			p.addCell()
		}
		return
	}
	if p.inCell() {
		return
	}
	p.breakAround(n.name)
	switch n.name {
	case "ul", "ol":
		p.after = n.listElement()
	case "li":
		p.closeItem(n)
	case "blockquote":
		p.around = p.around[:len(p.around)-1]
	case "h1", "h2", "h3", "h4", "h5", "h6":
		p.heading = 0
	case "pre":
		p.pre--
	case "table":
		p.writeTable()
		p.breakAround(n.name)
	}
}

// breakAround ends the open block, and asks for the line breaks around another. In plain text, lists have no empty
// lines.
func (p *page) breakAround(name string) {
	if (name == "p" || name == "div") && p.line.isLabel() {
		return
	}
	p.endBlock()
	lines := 2
	switch last := len(p.around) - 1; {
	case last >= 0 && p.around[last].isNew:
		return
	case p.asText && p.items() > 0:
		lines = 1
	case p.asText:
		lines = spacing[name]
	}
	p.breaks = max(p.breaks, lines)
}

// items returns how many items of lists the next block stands in.
func (p *page) items() int {
	count := 0
	for _, c := range p.around {
		if c.isItem {
			count++
		}
	}
	return count
}

// openList begins a list, apart from one that ends where it begins.
func (p *page) openList(n *node) {
	switch name := n.listElement(); {
	case p.asText:
	case p.after == name:
		p.writeBlock(ListEnd)
		p.breaks = 2
	case p.items() > 0 && (name == "ul" || n.list.next == 1):
		p.breaks = 1
	}
}

// openItem begins an item of a list, which in markdown stands directly below the one before. Markdown has lists whose
// numbers count up; the items of others are bulleted, and their labels are text.
func (p *page) openItem(n *node) {
	switch {
	case p.asText:
	case p.after == "li":
		p.breaks = 1
	case p.breaks == 0:
		p.breaks = 2
	}
	p.after, p.heading = "", 0
	p.around = append(p.around, p.itemContainer(n))
	if n.label != "" && !n.list.plain && !p.asText {
		p.line.b = append(p.line.b, n.label+"\u00a0"...)
		if !p.inCode() {
			p.line.from = len(p.line.b)
		}
	}
}

func (p *page) itemContainer(n *node) container {
	c := container{first: "- ", rest: "  ", isItem: true, isNew: true}
	switch {
	case p.asText:
		c.first, c.rest = strings.Repeat("  ", p.items())+n.marker()+" ", ""
	case n.list.plain:
		c.first = n.label + " "
		c.rest = strings.Repeat(" ", len(c.first))
	}
	return c
}

// closeItem ends an item. An empty one is written if the others count on.
func (p *page) closeItem(n *node) {
	last := &p.around[len(p.around)-1]
	if last.isNew && n.label != "" && strings.Contains(last.first, n.label) {
		p.writeBlock("\u00a0")
	}
	p.after = "li"
	p.around = p.around[:len(p.around)-1]
}

// voidElement writes an element without content.
func (p *page) voidElement(t tag) {
	switch t.as {
	case "br":
		p.lineBreak()
	case "hr":
		p.rule()
	case "img":
		p.text(imageText(t), false)
	case "input":
		p.text(inputText(t), false)
	}
}

// inCode reports whether the next text is preformatted.
func (p *page) inCode() bool { return p.pre > 0 && p.cells == 0 }

func (p *page) lineBreak() {
	switch {
	case p.inCell():
	case p.heading > 0 && !p.asText: // which is one line
		p.line.gap = max(p.line.gap, 1)
	case p.inCode():
		p.write("\n", false)
	case len(p.line.b) > 0:
		p.line.breaks, p.line.gap = min(p.line.breaks+1, 2), 0
	case p.asText:
		p.breaks = min(p.breaks+1, 2)
	}
}

func (p *page) rule() {
	if p.inCell() {
		return
	}
	p.breakAround("hr")
	if p.asText {
		p.writeBlock("———")
	} else {
		p.writeBlock("* * *")
	}
	p.breakAround("hr")
}

// endBlock writes the open block.
func (p *page) endBlock() {
	if p.asText {
		p.breaks = max(p.breaks, p.line.breaks)
	}
	text := p.endLine()
	if p.inCode() {
		text = strings.Trim(text, "\n")
	}
	if text == "" {
		return
	}
	p.writeTable()
	switch {
	case p.asText:
	case p.inCode():
		fence := codeFence(text, 3)
		text = fence + "\n" + text + "\n" + fence
	case p.heading > 0:
		text = strings.Repeat("#", p.heading) + " " + text
	}
	p.writeBlock(text)
}

// writeBlock writes the lines of a block, after the line breaks before it.
func (p *page) writeBlock(text string) {
	p.after = ""
	first, rest := "", ""
	for i := range p.around {
		c := &p.around[i]
		if c.isNew {
			first += c.first
		} else {
			first += c.rest
		}
		rest += c.rest
		c.isNew = false
	}
	switch {
	case p.out.Len() == 0:
	case p.breaks > 1:
		p.out.WriteString("\n" + strings.TrimRight(commonStart(p.blank, rest), " ") + "\n")
	default:
		p.out.WriteString("\n")
	}
	p.blank, p.breaks = rest, 0
	p.out.WriteString(first)
	from := p.out.Len()
	for line := range strings.Lines(text) {
		switch {
		case p.out.Len() == from:
		case line == "\n":
			p.out.WriteString(strings.TrimRight(rest, " "))
		default:
			p.out.WriteString(rest)
		}
		p.out.WriteString(line)
	}
	if last := len(p.headings) - 1; p.heading > 0 {
		if p.headings[last].from < 0 {
			p.headings[last].from = from
		}
		p.headings[last].to = p.out.Len()
	}
}

// commonStart returns how two texts begin alike.
func commonStart(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
