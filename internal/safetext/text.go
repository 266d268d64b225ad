// Package text turns outsiders' bytes into text that is safe to show: entities decoded, controls and
// bidirectional overrides replaced, floods of marks cut, HTML read as markdown.
//
// Its types are the only way from an answer to the screen: Line, Block and Markdown cannot be made without
// cleaning. What a terminal may get at all is decided in class.go, clean.go and sequence.go, nowhere else.
package safetext

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
