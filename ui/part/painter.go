package part

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// narrowest is the minimum layout width in columns; for narrower widths the text is laid out at this width and
// truncated.
const narrowest = 12

// blockRenderer renders the chunks of one text. It lays out container blocks (lists, quotes, tables) itself and
// uses Glamour for blocks of text. Glamour's own lists and tables do not indent wrapped lines, join the paragraphs
// of an item, and make a wide table too narrow to read.
type blockRenderer struct {
	look  Options
	words renderer.Renderer // Glamour; one for each text, because it is stateful
	lines []string          // of all chunks so far
	last  ast.Node          // last block of the previous chunk
	document
}

func newPainter(look Options) *blockRenderer {
	if look.Theme == nil {
		look.Theme = theme.New(false, true)
	}
	return &blockRenderer{look: look, words: newWords(look)}
}

// renderChunk renders one chunk below the previous ones.
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

// continues reports whether a chunk continues the list or table at the end of the previous one.
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

// blocks renders the children of a block, separated by blank lines where needed.
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

// needsBlankLine reports whether a blank line separates two blocks. There is none below a heading other than the
// top level, nor between the text of a list item and a nested list.
func needsBlankLine(above, below ast.Node) bool {
	if h, ok := above.(*ast.Heading); ok {
		return h.Level == 1
	}
	return above.Kind() != ast.KindTextBlock && (below.Kind() != ast.KindList || below.Parent().Kind() != ast.KindListItem)
}

// block renders one block in width columns.
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
