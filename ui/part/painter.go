package part

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"

	"frontdesk/internal/safetext"
)

// narrowest is the width in columns below which nothing is laid out: it is drawn as wide as this and cut.
const narrowest = 12

// blockRenderer draws the pieces of one text. It lays out what holds other blocks (lists, quotes, tables) and has Glamour
// draw what holds words. Glamour's own lists and tables do not indent what is wrapped, run the paragraphs of an
// item together and squeeze a wide table until nobody can read it.
type blockRenderer struct {
	look  Options
	marks decorations
	words renderer.Renderer // Glamour; made anew for each text, because it keeps state
	lines []string          // of all pieces so far
	last  ast.Node          // what the piece before ended with
	document
}

func newPainter(look Options) *blockRenderer {
	return &blockRenderer{look: look, marks: marksOf(look), words: newWords(look)}
}

// renderChunk draws one piece under those before.
func (p *blockRenderer) renderChunk(md safetext.Markdown) {
	p.document = newDocument(md)
	first, last := p.root.FirstChild(), p.root.LastChild()
	lines := p.blocks(p.root, max(p.look.Width, narrowest))
	if len(lines) == 0 {
		return
	}
	if len(p.lines) > 0 && !continues(p.last, first) {
		p.lines = append(p.lines, "")
	}
	for _, line := range lines {
		p.lines = append(p.lines, clip(line, p.look.Width))
	}
	p.last = last
}

// continues says whether a piece starts within the list or table that the one before was cut in.
func continues(last, first ast.Node) bool {
	if last == nil || first == nil || last.Kind() != first.Kind() {
		return false
	}
	if a, ok := last.(*ast.List); ok {
		b, _ := first.(*ast.List)
		return a.IsOrdered() == b.IsOrdered()
	}
	return isHeadless(first)
}

// blocks draws what a block holds, its parts a blank line apart where a reader expects one.
func (p *blockRenderer) blocks(parent ast.Node, width int) []string {
	var lines []string
	var before ast.Node
	for node := range children(parent) {
		drawn := p.block(node, width)
		if len(drawn) == 0 {
			continue
		}
		if before != nil && needsBlankLine(before, node) {
			lines = append(lines, "")
		}
		lines = append(lines, drawn...)
		before = node
	}
	return lines
}

// needsBlankLine says whether a blank line stands between two blocks: not under a heading, and not between an item's words
// and the list below them.
func needsBlankLine(above, below ast.Node) bool {
	if h, ok := above.(*ast.Heading); ok {
		return h.Level == 1
	}
	return above.Kind() != ast.KindTextBlock && (below.Kind() != ast.KindList || below.Parent().Kind() != ast.KindListItem)
}

// block draws one block in width columns.
func (p *blockRenderer) block(node ast.Node, width int) []string {
	width = max(width, narrowest)
	switch {
	case node.Kind() == ast.KindList:
		return p.list(node, width)
	case node.Kind() == ast.KindBlockquote:
		return p.quote(node, width)
	case node.Kind() == ast.KindFencedCodeBlock:
		return p.code(node, width)
	case node.Kind() == ast.KindThematicBreak:
		return []string{p.rule(width)}
	case isTable(node):
		return p.table(node, width)
	}
	return wrap(p.draw(node), width)
}
