package safetext

import "strings"

// MarkdownBuilder writes markdown from plain texts: it escapes what would be markdown in them, and replaces what may
// not reach a terminal. Its zero value is empty.
type MarkdownBuilder struct {
	b    strings.Builder
	last markdownBlock
}

// markdownBlock is a kind of block.
type markdownBlock uint8

const (
	noBlock markdownBlock = iota
	heading
	paragraph
	item
)

// Heading adds a heading, from level 1.
func (m *MarkdownBuilder) Heading(level int, text string) {
	m.add(heading, strings.Repeat("#", max(level, 1))+" ", text)
}

// Paragraph adds a paragraph of one line.
func (m *MarkdownBuilder) Paragraph(text string) { m.add(paragraph, "", text) }

// Item adds an item to a list; one of depth 1 belongs to the last item of depth 0, and so on.
func (m *MarkdownBuilder) Item(depth int, text string) {
	m.add(item, strings.Repeat("  ", max(depth, 0))+"- ", text)
}

// add adds a block of one line, below an empty line unless it continues a list.
func (m *MarkdownBuilder) add(kind markdownBlock, mark, text string) {
	if m.last != noBlock && (kind != item || m.last != item) {
		m.b.WriteByte('\n')
	}
	m.last = kind
	line := strings.Join(strings.Fields(textPolicy.clean(text)), " ")
	m.b.WriteString(mark + escapeLines(line) + "\n")
}

// Markdown returns what was added so far.
func (m *MarkdownBuilder) Markdown() Markdown { return Markdown{m.b.String()} }
