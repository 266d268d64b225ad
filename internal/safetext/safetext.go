// Package safetext turns outsiders' bytes into text that is safe to show: entities decoded, controls and
// bidirectional overrides replaced, floods of marks cut, HTML read as markdown.
//
// Its types are the only way from an answer to the screen: Line, Block and Markdown cannot be made without
// cleaning. What a terminal may get at all is decided in class.go, clean.go and sequence.go, nowhere else.
package safetext

import (
	"hash/maphash"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Limits of cleaned text, in runes.
const (
	MaxLine    = 256
	MaxMessage = 4 << 10
	MaxBlock   = 64 << 10
)

// Line is one line of cleaned text of at most MaxLine runes.
type Line struct{ s string }

// String is the cleaned line.
func (l Line) String() string { return l.s }

// IsEmpty says whether nothing is left to show.
func (l Line) IsEmpty() bool { return l.s == "" }

// MarshalText gives the line to encoders of one-shot output; it never fails. There is no UnmarshalText:
// what is read back has to be cleaned again.
func (l Line) MarshalText() ([]byte, error) { return []byte(l.s), nil }

// Block is cleaned text of any number of lines, at most MaxBlock runes; lines end in "\n".
type Block struct{ s string }

// String is the cleaned text.
func (b Block) String() string { return b.s }

// IsEmpty says whether nothing is left to show.
func (b Block) IsEmpty() bool { return b.s == "" }

// Line is the block on one line: line breaks become spaces, what is over MaxLine is cut with "…".
func (b Block) Line() Line { return Line{inOneLine.clean(b.s)} }

// MarshalText gives the text to encoders of one-shot output; it never fails.
func (b Block) MarshalText() ([]byte, error) { return []byte(b.s), nil }

// LineFromHTML reads a field of an answer that is one line for people: entities are decoded, markup is dropped,
// white space is folded to single spaces, and what is over MaxLine runes is cut with "…". Of a longer text only the
// first maxRawLine bytes are read.
func LineFromHTML(raw string) Line {
	if isAlreadyClean(raw) {
		return Line{raw}
	}
	s, markup := decodeEntities(cutRaw(raw, maxRawLine))
	if markup {
		s = plainText(s, false)
	}
	return Line{neutralizeMarkup(inOneLine.clean(s))}
}

// BlockFromHTML reads a field of an answer that may have many lines: entities are decoded, markup becomes
// paragraphs, list items and line breaks, and what is over MaxBlock runes is cut with "…".
func BlockFromHTML(raw string) Block {
	if isTidyBlock(raw) {
		return Block{raw}
	}
	s, markup := decodeEntities(truncateInput(raw))
	if markup {
		s = plainText(s, true)
	}
	return Block{neutralizeMarkup(trimBlankLines(inBlock.clean(s)))}
}

// BlockFromText cleans what is text already, so that neither entities nor tags are read: an error body, a log line, a
// comment typed here. Line breaks stay.
func BlockFromText(raw string) Block { return Block{textPolicy.clean(raw)} }

// LineFromText is Plain for one line: user names, file names, TERM. Line breaks become spaces.
func LineFromText(raw string) Line { return Line{asIsLine.clean(raw)} }

// Message is PlainLine with room for an error that lists what is wrong, at most MaxMessage runes.
func Message(raw string) string { return asMessage.clean(raw) }

// WindowTitle cleans a window title, which goes to the terminal without any renderer between.
func WindowTitle(s string) string { return inOneLine.clean(s) }

// isPlainASCII says whether s is nothing but printable ASCII and line feeds, at most limit bytes: the fast path.
func isPlainASCII(s string, limit int) bool {
	if len(s) > limit {
		return false
	}
	for i := range len(s) {
		if b := s[i]; b-0x20 > 0x5e && b != '\n' {
			return false
		}
	}
	return true
}

// isAlreadyClean says whether s is what CleanLine would make of it, seen without any work; it may say no too often.
func isAlreadyClean(s string) bool {
	if len(s) > MaxLine {
		return false
	}
	last := byte(' ')
	for i := range len(s) {
		b := s[i]
		if b-0x20 > 0x5e || b == '&' || b == '<' || b == ' ' && last == ' ' {
			return false
		}
		last = b
	}
	return s == "" || last != ' '
}

// isTidyBlock is isTidyLine for CleanBlock.
func isTidyBlock(s string) bool {
	return isPlainASCII(s, MaxBlock) && !strings.ContainsAny(s, "&<") && trimBlankLines(s) == s
}

// trimBlankLines takes away blank lines at both ends and blanks at the ends of lines.
func trimBlankLines(s string) string {
	s = strings.TrimRight(s, " \n")
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 || strings.Trim(s[:i], " ") != "" {
			break
		}
		s = s[i+1:]
	}
	if !strings.Contains(s, " \n") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// shorten cuts cleaned text to limit runes, "…" included, between two characters.
func shorten(s string, limit int) string {
	end, runes := 0, 0
	for end < len(s) {
		cluster, _ := ansi.FirstGraphemeCluster(s[end:], ansi.GraphemeWidth)
		runes += utf8.RuneCountInString(cluster)
		if runes > limit-1 {
			break
		}
		end += len(cluster)
	}
	return strings.TrimRight(s[:end], " \n") + ellipsis
}

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
