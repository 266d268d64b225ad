package safetext

import (
	"slices"
	"strconv"
)

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
	void(t tag)
	text(s string, pre bool)
}

// node is an open element.
type node struct {
	tag
	name   string // the element it is treated as: a cell of a page layout is a div
	opened bool   // passed to the writer; inline elements are only opened when text follows
	items  int    // items of a list so far
	first  int    // number of a numbered list's first item
	number int    // of an item in a numbered list
}

// treeBuilder builds a well-nested tree from tags that may be unclosed, crossed or nested without limit.
type treeBuilder struct {
	writer
	stack []*node
	pre   int
	cells int // open cells of data tables; their content stays on one line
}

// token processes a token; rest is the tokens after it.
func (w *treeBuilder) token(t token, rest []token) {
	switch {
	case t.element == nil:
		w.words(t.text)
	case t.kind == void:
		w.show()
		w.void(t.tag)
	case t.end:
		w.close(t.as)
	default:
		w.start(t.tag, rest)
	}
}

func (w *treeBuilder) words(s string) {
	w.show()
	w.text(s, w.pre > 0)
}

// show opens the elements that were pending until text follows.
func (w *treeBuilder) show() {
	for _, n := range w.stack {
		if !n.opened {
			n.opened = true
			w.open(n)
		}
	}
}

func (w *treeBuilder) start(t tag, rest []token) {
	name := w.reading(t, rest)
	if t.kind == block {
		w.closeImplied(name)
	}
	if name == "a" {
		w.close(name)
	}
	if t.kind == inline && w.has(name) > 0 {
		return
	}
	if len(w.stack) >= maxDepth || w.has("blockquote") >= maxQuotes && name == "blockquote" ||
		isList(name) && w.has("ul")+w.has("ol") >= maxLists {
		return
	}
	n := &node{tag: t, name: name}
	if t.kind != block {
		w.push(n)
		return
	}
	carried := w.detachInline()
	w.push(n)
	n.opened = true
	switch name {
	case "li":
		w.numberItem(n)
	case "ol":
		n.first = firstNumber(t)
	}
	w.open(n)
	w.stack = append(w.stack, carried...)
}

// reading returns the element that a tag is treated as in its context.
func (w *treeBuilder) reading(t tag, rest []token) string {
	switch {
	case t.as == "table" && !isDataTable(rest):
		return "div"
	case (t.as == "td" || t.as == "tr") && !w.inDataTable():
		return "div"
	case w.cells > 0 && t.kind == block && t.as != "td" && t.as != "tr" && t.as != "table":
		return "div"
	}
	return t.as
}

// closeImplied closes the elements that the start of a block closes implicitly.
func (w *treeBuilder) closeImplied(name string) {
	switch name {
	case "li":
		w.closeWithin("li", "ul", "ol", "table")
	case "td":
		w.closeWithin("td", "tr", "table")
	case "tr":
		w.closeWithin("tr", "table")
	}
	w.closeWithin("p", "td", "li", "blockquote")
}

func (w *treeBuilder) finish() {
	for len(w.stack) > 0 {
		w.pop()
	}
}

func (w *treeBuilder) has(name string) int {
	count := 0
	for _, n := range w.stack {
		if n.name == name {
			count++
		}
	}
	return count
}

// inDataTable reports whether the nearest table is a data table.
func (w *treeBuilder) inDataTable() bool {
	for _, n := range slices.Backward(w.stack) {
		if n.as == "table" {
			return n.name == "table"
		}
	}
	return false
}

// detachInline closes the innermost inline elements and returns them, to be reopened inside a new block.
func (w *treeBuilder) detachInline() []*node {
	var carried []*node
	for len(w.stack) > 0 && w.stack[len(w.stack)-1].kind == inline {
		n := w.pop()
		carried = append(carried, &node{tag: n.tag, name: n.name})
	}
	slices.Reverse(carried)
	return carried
}

func (w *treeBuilder) push(n *node) {
	w.stack = append(w.stack, n)
	switch n.name {
	case "pre":
		w.pre++
	case "td":
		w.cells++
	}
}

func (w *treeBuilder) pop() *node {
	n := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	if n.opened {
		w.closeElement(n)
	}
	switch n.name {
	case "pre":
		w.pre--
	case "td":
		w.cells--
	}
	return n
}

// close closes the nearest open element of that name.
func (w *treeBuilder) close(name string) {
	stop := []string{"table"}
	if el := elements[name]; el != nil && el.kind == inline {
		stop = []string{"table", "td", "li"}
	}
	w.closeWithin(name, stop...)
}

// closeWithin closes the nearest element of that name unless one of stop is nearer; inline elements inside it are
// reopened after it.
func (w *treeBuilder) closeWithin(name string, stop ...string) {
	at := w.find(name, stop)
	if at < 0 {
		return
	}
	var carried []*node
	for len(w.stack) > at {
		if n := w.pop(); n.kind == inline && len(w.stack) > at {
			carried = append(carried, &node{tag: n.tag, name: n.name})
		}
	}
	slices.Reverse(carried)
	w.stack = append(w.stack, carried...)
}

func (w *treeBuilder) find(name string, stop []string) int {
	for i := len(w.stack) - 1; i >= 0; i-- {
		if w.stack[i].as == name {
			return i
		}
		if slices.Contains(stop, w.stack[i].name) {
			return -1
		}
	}
	return -1
}

// numberItem numbers an item of a numbered list.
func (w *treeBuilder) numberItem(item *node) {
	for _, n := range slices.Backward(w.stack) {
		if isList(n.name) {
			n.items++
			if n.name == "ol" {
				item.number = n.first + n.items - 1
			}
			return
		}
	}
}

// firstNumber returns the start of a numbered list; invalid values become 1.
func firstNumber(t tag) int {
	n, err := strconv.Atoi(t.attr("start"))
	if err != nil || n < 1 || n > 1e6 {
		return 1
	}
	return n
}

func isList(name string) bool { return name == "ul" || name == "ol" }
