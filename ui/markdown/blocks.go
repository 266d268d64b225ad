package markdown

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// minWidth is the minimum layout width in columns; for narrower widths the text is laid out at this width and
// truncated.
const minWidth = 12

// blockRenderer renders the chunks of one text. It lays out container blocks (lists, quotes, tables) itself and
// uses Glamour for blocks of text. Glamour's own lists and tables do not indent wrapped lines, join the paragraphs
// of an item, and make a wide table too narrow to read.
type blockRenderer struct {
	options         Options
	glamourRenderer renderer.Renderer // Glamour; one for each text, because it is stateful
	lines           []string          // of all chunks so far
	last            ast.Node          // last block of the previous chunk
	mail            safetext.MailSplitter
	asides          []Aside // of all chunks so far
	document
}

func newBlockRenderer(options Options) *blockRenderer {
	if options.Theme == nil {
		options.Theme = theme.New(false, true)
	}
	return &blockRenderer{options: options, glamourRenderer: newGlamourRenderer(options)}
}

// renderChunk renders one chunk below the previous ones.
func (p *blockRenderer) renderChunk(md safetext.Markdown) {
	p.document = newDocument(md)
	first, last := p.root.FirstChild(), p.root.LastChild()
	lines := p.blocks(p.root, max(p.options.Width, minWidth))
	if len(lines) == 0 {
		return
	}
	if len(p.lines) > 0 && !continues(p.last, first) {
		p.lines = append(p.lines, "")
	}
	for _, line := range lines {
		p.lines = append(p.lines, termwidth.Truncate(line, p.options.Width))
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
	return above.Kind() != ast.KindTextBlock &&
		(below.Kind() != ast.KindList || below.Parent().Kind() != ast.KindListItem)
}

// block renders one block in width columns.
func (p *blockRenderer) block(node ast.Node, width int) []string {
	width = max(width, minWidth)
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
	case node.Kind() == ast.KindParagraph && strings.TrimSpace(p.sourceOf(node)) == safetext.ListEnd:
		return nil
	}
	if p.options.Prose > 0 {
		width = min(width, max(p.options.Prose, minWidth))
	}
	return wrap(p.renderInline(node), width)
}

// list renders a list: one item below the other, each next to its bullet, number or label, which are right-aligned.
func (p *blockRenderer) list(node ast.Node, width int) []string {
	list, _ := node.(*ast.List)
	marks := p.marks(list)
	widest := 0
	for _, mark := range marks {
		widest = max(widest, termwidth.Width(mark))
	}
	var lines []string
	for item := range children(list) {
		drawn := p.blocks(item, width-widest)
		if len(drawn) > 0 && !list.IsOrdered() {
			drawn[0] = strings.TrimPrefix(drawn[0], itemLabel.FindString(drawn[0]))
		}
		mark := marks[0]
		marks = marks[1:]
		mark = strings.Repeat(" ", widest-termwidth.Width(mark)) + mark
		lines = append(lines, prefixed(mark, strings.Repeat(" ", widest), drawn)...)
	}
	return lines
}

// itemLabel matches the label of an item that package safetext has written, whose blank is none of the text's.
var itemLabel = regexp.MustCompile("^(-?[0-9]+|[A-Za-z]+)\\.\u00a0")

// marks returns what stands before each item of a list.
func (p *blockRenderer) marks(list *ast.List) []string {
	var marks []string
	for item := range children(list) {
		mark := "• "
		if list.IsOrdered() {
			mark = strconv.Itoa(list.Start+len(marks)) + ". "
		} else if label := itemLabel.FindString(p.firstText(item)); label != "" {
			mark = strings.TrimSuffix(label, "\u00a0") + " "
		}
		marks = append(marks, mark)
	}
	return marks
}

// firstText returns the text at the start of a block.
func (d *document) firstText(n ast.Node) string {
	for n != nil {
		if text, ok := n.(*ast.Text); ok {
			return string(text.Segment.Value(d.source))
		}
		n = n.FirstChild()
	}
	return ""
}

// quote renders a block quote next to a vertical bar.
func (p *blockRenderer) quote(node ast.Node, width int) []string {
	bar := p.options.Theme.Muted.Render("│") + " "
	return prefixed(bar, bar, p.blocks(node, width-2))
}

// prefixed prepends first to the first line and others to the remaining lines.
func prefixed(first, others string, lines []string) []string {
	for i, line := range lines {
		prefix := others
		if i == 0 {
			prefix = first
		}
		if lines[i] = prefix + line; line == "" {
			lines[i] = strings.TrimRight(prefix, " ")
		}
	}
	return lines
}

// rule returns a horizontal rule.
func (p *blockRenderer) rule(width int) string {
	return p.options.Theme.Muted.Render(strings.Repeat("─", width))
}
