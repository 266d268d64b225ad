package safetext

import (
	"slices"
	"strconv"
)

// detachInline takes the marked words' elements off the top, to be opened again inside the block that starts.
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

// close ends the nearest open element that was written as name.
func (w *treeBuilder) close(name string) {
	stop := []string{"table"}
	if el := elements[name]; el != nil && el.kind == inline {
		stop = []string{"table", "td", "li"}
	}
	w.closeWithin(name, stop...)
}

// closeWithin ends the nearest element called name unless one of stop is nearer; marks of words that cross its
// end go on behind it.
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

// numberItem gives an item of a numbered list its number.
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

// firstNumber reads where a numbered list starts; odd values start at 1.
func firstNumber(t tag) int {
	n, err := strconv.Atoi(t.attr("start"))
	if err != nil || n < 1 || n > 1e6 {
		return 1
	}
	return n
}

func isList(name string) bool { return name == "ul" || name == "ol" }
