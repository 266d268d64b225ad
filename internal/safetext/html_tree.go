package safetext

import (
	"slices"
	"strings"
)

// Limits of nesting; deeper tags are dropped and their text is kept.
const (
	maxDepth  = 40
	maxQuotes = 4
	maxLists  = 6
)

// node is an open block.
type node struct {
	tag
	name  string    // the element it is treated as: a cell of a page layout is a div
	list  numbering // of a numbered list
	label string    // of an item in a numbered list
}

// treeBuilder nests the blocks of tags that may be unclosed, crossed or nested without limit, and writes them. The
// styles of words are no part of it: they go on in the next block.
type treeBuilder struct {
	*page
	stack []*node
}

// addToken processes a token; rest is the tokens after it.
func (b *treeBuilder) addToken(t token, rest []token) {
	switch {
	case t.element == nil:
		b.text(t.text, t.keepLines)
	case t.kind == void:
		b.voidElement(t.tag)
	case t.kind == inline && t.end:
		b.endStyle(t.as)
	case t.kind == inline:
		b.startStyle(t.tag)
	case t.end && t.as == "li" && listFollows(rest): // which belongs to this item
	case t.end:
		b.closeWithin(t.as, "table")
	default:
		b.startBlock(t.tag, rest)
	}
}

// listFollows reports whether a list begins next.
func listFollows(rest []token) bool {
	for _, t := range rest {
		if t.element != nil || strings.TrimSpace(t.text) != "" {
			return t.element != nil && isList(t.as) && !t.end
		}
	}
	return false
}

func (b *treeBuilder) startBlock(t tag, rest []token) {
	n := &node{tag: t, name: b.elementFor(t, rest)}
	b.closeImplied(n.name)
	if len(b.stack) >= maxDepth || n.name == "blockquote" && b.count("blockquote") >= maxQuotes ||
		isList(n.name) && b.count("ul")+b.count("ol") >= maxLists {
		return
	}
	b.stack = append(b.stack, n)
	switch t.as { // also in a table
	case "li":
		b.numberItem(n)
	case "ol":
		n.list = numberingOf(t, rest)
	}
	b.open(n)
}

// elementFor returns the element that a tag is treated as in its context.
func (b *treeBuilder) elementFor(t tag, rest []token) string {
	switch {
	case t.as == "table" && !isDataTable(rest):
		return "div"
	case (t.as == "td" || t.as == "tr") && !b.inDataTable():
		return "div"
	case b.cells > 0 && t.as != "td" && t.as != "tr" && t.as != "table":
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
	b.closeDownTo(0)
	b.endBlock()
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

func (b *treeBuilder) closeDownTo(depth int) {
	for len(b.stack) > depth {
		last := len(b.stack) - 1
		n := b.stack[last]
		b.stack = b.stack[:last]
		b.closeElement(n)
	}
}

// closeWithin closes the nearest element of that name unless one of stop is nearer.
func (b *treeBuilder) closeWithin(name string, stop ...string) {
	for i, n := range slices.Backward(b.stack) {
		switch {
		case n.as == name:
			b.closeDownTo(i)
			return
		case slices.Contains(stop, n.name):
			return
		}
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
