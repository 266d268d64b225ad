package safetext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Sizes of the chunks of an article, in bytes. A chunk ends with a block; a block longer than maxPiece is cut inside,
// and a table between rows from nextPiece on.
const (
	firstPiece = 4 << 10
	nextPiece  = 12 << 10
	maxPiece   = 32 << 10
	maxRich    = 4 << 20   // of a whole body
	maxRawLine = 256 << 10 // of the input of one line
)

// cutRaw truncates raw input to limit bytes, at a rune boundary, before any processing.
func cutRaw(raw string, limit int) string {
	if len(raw) <= limit {
		return raw
	}
	return raw[:RuneStart(raw, limit)] + ellipsis
}

// cutText returns the position after the last white space before limit, or the last rune boundary.
func cutText(s string, limit int) int {
	if i := strings.LastIndexAny(s[:limit], " \n"); i > limit/2 {
		return i + 1
	}
	return RuneStart(s, limit)
}

// RuneStart returns the start of the rune at a position of a text; the position itself in a text that is not UTF-8.
func RuneStart(s string, at int) int {
	for from := at; from > max(at-utf8.UTFMax, 0); from-- {
		if from == len(s) || utf8.RuneStart(s[from]) {
			return from
		}
	}
	return at
}

// htmlChunks converts decoded, sanitised HTML to markdown in chunks.
func htmlChunks(s string, yield func(Markdown) bool) {
	p := &page{}
	b := &treeBuilder{page: p}
	goal := firstPiece
	all := tokens(s)
	for i, t := range all {
		if size := p.out.Len() + len(p.line.b) + p.table.size; size >= goal && b.mayCut(t, size) {
			if !p.yieldChunk(yield) {
				return
			}
			goal = nextPiece
		}
		for t.element == nil && len(t.text) > maxPiece {
			rest := t
			cut := cutText(t.text, maxPiece)
			t.text, rest.text = t.text[:cut], t.text[cut:]
			b.addToken(t, nil)
			if !p.yieldChunk(yield) {
				return
			}
			t = rest
		}
		b.addToken(t, all[i+1:])
	}
	b.finish()
	p.yieldChunk(yield)
}

// mayCut reports whether a chunk may end before t.
func (b *treeBuilder) mayCut(t token, size int) bool {
	if size >= maxPiece {
		return true
	}
	starts := t.element != nil && t.kind == block && !t.end
	if b.inDataTable() {
		return starts && t.as == "tr" && b.cells == 0 && size >= nextPiece
	}
	return starts && b.pre == 0
}

// yieldChunk yields what is written so far. What is open goes on in the next chunk, an item without its number.
func (p *page) yieldChunk(yield func(Markdown) bool) bool {
	p.endBlock()
	p.writeTable()
	md := policy{}.clean(strings.Trim(p.out.String(), "\n"))
	p.out.Reset()
	for i := range p.around {
		if c := &p.around[i]; c.isItem && !c.isNew {
			*c = container{first: "- ", rest: "  ", isItem: true, isNew: true}
		}
	}
	return md == "" || yield(Markdown{md})
}

// plainText converts HTML to text: paragraphs, list items, rows, with the addresses of links and images. It says where
// the headings are.
func plainText(s string) (string, []headingRange) {
	b := &treeBuilder{page: &page{asText: true}}
	all := tokens(unlimited.clean(s))
	for i, t := range all {
		b.addToken(t, all[i+1:])
	}
	b.finish()
	isEmpty := func(h headingRange) bool { return h.from < 0 }
	return b.out.String(), slices.DeleteFunc(b.headings, isEmpty)
}

// Section is a heading of a body with the text under it, up to the next heading of its level or of a higher one.
type Section struct {
	Title Line
	Level int   // of the heading, 1 for the highest
	Text  Block // with the heading, as in Text of the body
}

// Sections returns the sections of a body in order; none if it has no headings.
func (h HTML) Sections() []Section {
	s, markup := readBody(cutRaw(h.raw, maxRich))
	if !markup {
		return nil
	}
	text, headings := plainText(s)
	var all []Section
	for i, at := range headings {
		end := len(text)
		for _, after := range headings[i+1:] {
			if after.level <= at.level {
				end = after.from
				break
			}
		}
		title := inOneLine.clean(text[at.from:at.to])
		if title != "" {
			all = append(all, Section{Line{title}, at.level, tidyBlock(text[at.from:end])})
		}
	}
	return all
}

// headingRange is the range of a heading in a plain text, in bytes.
type headingRange struct{ level, from, to int }
