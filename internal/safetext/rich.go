package safetext

import (
	"hash/maphash"
	"iter"
	"strings"
)

// HTML is a body that may hold (escaped) HTML, kept raw until somebody looks at it; it cannot be shown
// itself, only through Markdown, Sections or Plain, which clean.
type HTML struct{ raw string }

// NewHTML keeps a body for later reading.
func NewHTML(raw string) HTML { return HTML{raw} }

// sums makes sums differ from process to process: they name bodies in memory alone.
var sums = maphash.MakeSeed()

// Hash names the body by its content, for keeping what was drawn from it.
func (r HTML) Hash() uint64 { return maphash.String(sums, r.raw) }

// Len is the body's length in bytes, as it came.
func (r HTML) Len() int { return len(r.raw) }

// IsEmpty says whether the body holds nothing at all.
func (r HTML) IsEmpty() bool { return r.raw == "" }

// Text is the body as plain text, for comments and one-shot output.
func (r HTML) Text() Block { return BlockFromHTML(r.raw) }

// Markdown is cleaned markdown source, escaped so that a renderer that decodes entities finds none. Its line
// breaks are meant: Glamour shows them only with WithPreservedNewLines.
type Markdown struct{ s string }

// String is the markdown source.
func (m Markdown) String() string { return m.s }

// Markdown is the whole body as markdown.
func (r HTML) Markdown() Markdown {
	var parts []string
	for m := range r.MarkdownChunks() {
		parts = append(parts, m.s)
	}
	return Markdown{strings.Join(parts, "\n\n")}
}

// MarkdownChunks is the body as markdown piece by piece, cut between blocks: the first piece is small, so that the
// start of a long article can be shown while the rest is still read. A piece is made when it is asked for.
func (r HTML) MarkdownChunks() iter.Seq[Markdown] {
	return func(yield func(Markdown) bool) {
		s, markup := decodeEntities(truncateInput(r.raw))
		s = unlimited.clean(s)
		if !markup {
			lines(s, yield)
			return
		}
		sections(s, yield)
	}
}
