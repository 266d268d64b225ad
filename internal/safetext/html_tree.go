package safetext

import "slices"

// Limits of nesting; deeper tags are dropped and their text is kept.
const (
	maxDepth  = 40
	maxQuotes = 4
	maxLists  = 6
)

// writer receives well-nested elements and their text.
type writer interface {
	open(n *node)
	closeElement(n *node)
	voidElement(t tag)
	text(s string, as whiteSpace)
}

// whiteSpace says what the line breaks and blanks of a text are.
type whiteSpace uint8

const (
	flowing      whiteSpace = iota // one space
	typedLines                     // as they were typed
	preformatted                   // a block of code
)

// node is an open element.
type node struct {
	tag
	name   string    // the element it is treated as: a cell of a page layout is a div
	opened bool      // passed to the writer; inline elements are only opened when text follows
	list   numbering // of a numbered list
	label  string    // of an item in a numbered list
}

// treeBuilder builds a well-nested tree from tags that may be unclosed, crossed or nested without limit.
type treeBuilder struct {
	writer
	stack []*node
	pre   int
	cells int // open cells of data tables; their content stays on one line
}

// addToken processes a token; rest is the tokens after it.
func (b *treeBuilder) addToken(t token, rest []token) {
	switch {
	case t.element == nil:
		b.addText(t)
	case t.kind == void:
		b.openPending()
		b.voidElement(t.tag)
	case t.end:
		b.close(t.as)
	default:
		b.startTag(t.tag, rest)
	}
}

func (b *treeBuilder) addText(t token) {
	b.openPending()
	switch {
	case b.pre > 0:
		b.text(t.text, preformatted)
	case t.keepLines && b.cells == 0:
		b.text(t.text, typedLines)
	default:
		b.text(t.text, flowing)
	}
}

// openPending opens the elements that were pending until text follows.
func (b *treeBuilder) openPending() {
	for _, n := range b.stack {
		if !n.opened {
			n.opened = true
			b.open(n)
		}
	}
}

func (b *treeBuilder) startTag(t tag, rest []token) {
	name := b.elementFor(t, rest)
	if t.kind == block {
		b.closeImplied(name)
	}
	if name == "a" {
		b.close(name)
	}
	if t.kind == inline && b.count(name) > 0 {
		return
	}
	if len(b.stack) >= maxDepth || b.count("blockquote") >= maxQuotes && name == "blockquote" ||
		isList(name) && b.count("ul")+b.count("ol") >= maxLists {
		return
	}
	n := &node{tag: t, name: name}
	if t.kind != block {
		b.push(n)
		return
	}
	carried := b.detachInline()
	b.push(n)
	n.opened = true
	switch t.as { // also in a table
	case "li":
		b.numberItem(n)
	case "ol":
		n.list = numberingOf(t, rest)
	}
	b.open(n)
	b.stack = append(b.stack, carried...)
}

// elementFor returns the element that a tag is treated as in its context.
func (b *treeBuilder) elementFor(t tag, rest []token) string {
	switch {
	case t.as == "table" && !isDataTable(rest):
		return "div"
	case (t.as == "td" || t.as == "tr") && !b.inDataTable():
		return "div"
	case b.cells > 0 && t.kind == block && t.as != "td" && t.as != "tr" && t.as != "table":
		return "div"
	}
	return t.as
}

// closeImplied closes the elements that the start of a block closes implicitly.
func (b *treeBuilder) closeImplied(name string) {
	switch name {
	case "li":
		b.closeWithin("li", "ul", "ol", "table")
	case "td":
		b.closeWithin("td", "tr", "table")
	case "tr":
		b.closeWithin("tr", "table")
	}
	b.closeWithin("p", "td", "li", "blockquote")
}

func (b *treeBuilder) finish() {
	for len(b.stack) > 0 {
		b.pop()
	}
}

func (b *treeBuilder) count(name string) int {
	count := 0
	for _, n := range b.stack {
		if n.name == name {
			count++
		}
	}
	return count
}

// inDataTable reports whether the nearest table is a data table.
func (b *treeBuilder) inDataTable() bool {
	for _, n := range slices.Backward(b.stack) {
		if n.as == "table" {
			return n.name == "table"
		}
	}
	return false
}

// detachInline closes the innermost inline elements and returns them, to be reopened inside a new block.
func (b *treeBuilder) detachInline() []*node {
	var carried []*node
	for len(b.stack) > 0 && b.stack[len(b.stack)-1].kind == inline {
		n := b.pop()
		carried = append(carried, &node{tag: n.tag, name: n.name})
	}
	slices.Reverse(carried)
	return carried
}

func (b *treeBuilder) push(n *node) {
	b.stack = append(b.stack, n)
	switch n.name {
	case "pre":
		b.pre++
	case "td":
		b.cells++
	}
}

func (b *treeBuilder) pop() *node {
	n := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	if n.opened {
		b.closeElement(n)
	}
	switch n.name {
	case "pre":
		b.pre--
	case "td":
		b.cells--
	}
	return n
}

// close closes the nearest open element of that name.
func (b *treeBuilder) close(name string) {
	stop := []string{"table"}
	if el := elements[name]; el != nil && el.kind == inline {
		stop = []string{"table", "td", "li"}
	}
	b.closeWithin(name, stop...)
}

// closeWithin closes the nearest element of that name unless one of stop is nearer; inline elements inside it are
// reopened after it.
func (b *treeBuilder) closeWithin(name string, stop ...string) {
	at := b.find(name, stop)
	if at < 0 {
		return
	}
	var carried []*node
	for len(b.stack) > at {
		if n := b.pop(); n.kind == inline && len(b.stack) > at {
			carried = append(carried, &node{tag: n.tag, name: n.name})
		}
	}
	slices.Reverse(carried)
	b.stack = append(b.stack, carried...)
}

func (b *treeBuilder) find(name string, stop []string) int {
	for i := len(b.stack) - 1; i >= 0; i-- {
		if b.stack[i].as == name {
			return i
		}
		if slices.Contains(stop, b.stack[i].name) {
			return -1
		}
	}
	return -1
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
