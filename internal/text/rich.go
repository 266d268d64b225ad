package text

import (
	"hash/maphash"
	"iter"
	"strings"
)

// Rich is a body that may hold (escaped) HTML, kept raw until somebody looks at it; it cannot be shown
// itself, only through Markdown, Sections or Plain, which clean.
type Rich struct{ raw string }

// NewRich keeps a body for later reading.
func NewRich(raw string) Rich { return Rich{raw} }

// sums makes sums differ from process to process: they name bodies in memory alone.
var sums = maphash.MakeSeed()

// Sum names the body by its content, for keeping what was drawn from it.
func (r Rich) Sum() uint64 { return maphash.String(sums, r.raw) }

// Len is the body's length in bytes, as it came.
func (r Rich) Len() int { return len(r.raw) }

// IsEmpty says whether the body holds nothing at all.
func (r Rich) IsEmpty() bool { return r.raw == "" }

// Plain is the body as plain text, for comments and one-shot output.
func (r Rich) Plain() Block { return CleanBlock(r.raw) }

// Markdown is cleaned markdown source, escaped so that a renderer that decodes entities finds none. Its line
// breaks are meant: Glamour shows them only with WithPreservedNewLines.
type Markdown struct{ s string }

// String is the markdown source.
func (m Markdown) String() string { return m.s }

// Markdown is the whole body as markdown.
func (r Rich) Markdown() Markdown {
	var parts []string
	for m := range r.Sections() {
		parts = append(parts, m.s)
	}
	return Markdown{strings.Join(parts, "\n\n")}
}

// Sections is the body as markdown piece by piece, cut between blocks: the first piece is small, so that the
// start of a long article can be shown while the rest is still read. A piece is made when it is asked for.
func (r Rich) Sections() iter.Seq[Markdown] {
	return func(yield func(Markdown) bool) {
		s, markup := read(within(r.raw))
		s = unlimited.clean(s)
		if !markup {
			lines(s, yield)
			return
		}
		sections(s, yield)
	}
}
