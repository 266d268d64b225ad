// Package safetext sanitises text from outside for display. It decodes entities, replaces controls and bidirectional
// overrides, limits combining marks, and converts HTML to markdown.
//
// All text of a response is shown through its types: a Line, Block or Markdown can only be made by sanitising. What may
// reach a terminal is decided in runeclass.go, sanitizer.go and ansi.go only.
package safetext

import (
	"hash/maphash"
	"iter"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Limits of sanitised text, in runes.
const (
	maxLine    = 256
	maxMessage = 4 << 10
	maxBlock   = 64 << 10
)

// Line is one line of sanitised text of at most maxLine runes.
type Line struct{ s string }

// String returns the line.
func (l Line) String() string { return l.s }

// IsEmpty reports whether the line is empty.
func (l Line) IsEmpty() bool { return l.s == "" }

// MarshalText returns the line for encoders of one-shot output; it never fails. There is no UnmarshalText, because
// input has to be sanitised again.
func (l Line) MarshalText() ([]byte, error) { return []byte(l.s), nil }

// Block is sanitised text of several lines, at most maxBlock runes; lines end in "\n".
type Block struct{ s string }

// String returns the text.
func (b Block) String() string { return b.s }

// IsEmpty reports whether the text is empty.
func (b Block) IsEmpty() bool { return b.s == "" }

// Line returns the block as one line: line breaks become spaces, and it is truncated to maxLine with "…".
func (b Block) Line() Line { return Line{inOneLine.clean(b.s)} }

// MarshalText returns the text for encoders of one-shot output; it never fails.
func (b Block) MarshalText() ([]byte, error) { return []byte(b.s), nil }

// LineFromEscaped sanitises a single-line field of a response, such as a title: it decodes entities, collapses white
// space to single spaces, and truncates to maxLine runes with "…". A line is text: tags in it are what someone wrote. It
// reads at most maxRawLine bytes.
func LineFromEscaped(raw string) Line {
	if isAlreadyClean(raw) {
		return Line{raw}
	}
	return Line{neutralizeEntities(inOneLine.clean(decodeText(cutRaw(raw, maxRawLine))))}
}

// BlockFromHTML sanitises a multi-line field of a response: it decodes entities, converts markup to paragraphs, list
// items and line breaks, and truncates to maxBlock runes with "…".
func BlockFromHTML(raw string) Block {
	if isTidyBlock(raw) {
		return Block{raw}
	}
	s, markup := readBody(cutRaw(raw, maxRich))
	if markup {
		s, _ = plainText(s)
	}
	return tidyBlock(s)
}

// tidyBlock sanitises decoded text of several lines.
func tidyBlock(s string) Block { return Block{trimBlankLines(inBlock.clean(s))} }

// BlockFromText sanitises plain text, in which entities and tags are literal: an error body, a log line, a comment
// typed here. Line breaks are kept.
func BlockFromText(raw string) Block { return Block{textPolicy.clean(raw)} }

// LineFromText is BlockFromText for one line: user names, file names, TERM. Line breaks become spaces.
func LineFromText(raw string) Line { return Line{asIsLine.clean(raw)} }

// Message is LineFromText with up to maxMessage runes, for an error that lists several faults.
func Message(raw string) string { return asMessage.clean(raw) }

// WindowTitle sanitises a window title, which is written to the terminal directly.
func WindowTitle(s string) string { return inOneLine.clean(s) }

// isPlainASCII reports whether s is only printable ASCII and line feeds, at most limit bytes: the fast path.
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

// isAlreadyClean reports whether LineFromEscaped would return s unchanged. It is a fast check with false negatives.
func isAlreadyClean(s string) bool {
	if len(s) > maxLine {
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

// isTidyBlock is isAlreadyClean for BlockFromHTML.
func isTidyBlock(s string) bool {
	return isPlainASCII(s, maxBlock) && !strings.ContainsAny(s, "&<") && trimBlankLines(s) == s
}

// trimBlankLines removes leading and trailing blank lines, and blanks at the ends of lines.
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

// shorten truncates sanitised text to limit runes, including "…", at a character boundary.
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

// HTML is a body that may contain (escaped) HTML, kept raw until it is displayed. It cannot be shown itself, only
// through Markdown, MarkdownChunks or Text, which sanitise it.
type HTML struct{ raw string }

// NewHTML returns an HTML for later reading.
func NewHTML(raw string) HTML { return HTML{raw} }

// Raw returns the body as it was received, to be kept in a file and read again by NewHTML. It must never be shown.
func (h HTML) Raw() string { return h.raw }

// sums is the hash seed of this process; hashes are not stored.
var sums = maphash.MakeSeed()

// Hash returns a hash of the body, as a cache key for its rendering.
func (h HTML) Hash() uint64 { return maphash.String(sums, h.raw) }

// Len returns the length of the raw body in bytes.
func (h HTML) Len() int { return len(h.raw) }

// IsEmpty reports whether the raw body is empty.
func (h HTML) IsEmpty() bool { return h.raw == "" }

// Text returns the body as plain text, for comments and one-shot output.
func (h HTML) Text() Block { return BlockFromHTML(h.raw) }

// Markdown is sanitised markdown source, escaped so that a renderer finds no entities to decode. Its line breaks are
// significant: Glamour keeps them only with WithPreservedNewLines.
type Markdown struct{ s string }

// String returns the markdown source.
func (m Markdown) String() string { return m.s }

// Markdown returns the whole body as markdown.
func (h HTML) Markdown() Markdown {
	var parts []string
	for m := range h.MarkdownChunks() {
		parts = append(parts, m.s)
	}
	return Markdown{strings.Join(parts, "\n\n")}
}

// MarkdownChunks returns the body as markdown in chunks, cut between blocks. The first chunk is small, so that the
// start of a long article can be shown early. Chunks are converted on demand.
func (h HTML) MarkdownChunks() iter.Seq[Markdown] {
	return func(yield func(Markdown) bool) {
		s, markup := readBody(cutRaw(h.raw, maxRich))
		s = unlimited.clean(s)
		if !markup {
			textChunks(s, yield)
			return
		}
		htmlChunks(s, yield)
	}
}

// Address is an address as it was received, sanitised for display and longer than a Line. Whether it is a link that may
// be followed is not known; Site decides that.
type Address struct{ s string }

// String returns the address.
func (a Address) String() string { return a.s }

// IsEmpty reports whether there is no address.
func (a Address) IsEmpty() bool { return a.s == "" }

// asAddress keeps blanks: what is shown is what is judged.
var asAddress = policy{max: longestAddress, oneLine: true}

// ampersands decodes what services escape in addresses. No other entity is decoded, because "&copy=2" is a part of a
// query and no sign.
var ampersands = strings.NewReplacer("&amp;", "&", "&AMP;", "&", "&#38;", "&", "&#x26;", "&", "&#X26;", "&")

// maxUnescape is how often an address may have been escaped.
const maxUnescape = 3

// AddressFromText sanitises an address that is not escaped.
func AddressFromText(raw string) Address { return Address{asAddress.clean(cutRaw(raw, maxRawLine))} }

// AddressFromHTML sanitises an address of a response: escaped ampersands are decoded, the rest is literal.
func AddressFromHTML(raw string) Address {
	s := cutRaw(strings.TrimSpace(raw), maxRawLine)
	for range maxUnescape {
		s = ampersands.Replace(s)
	}
	return AddressFromText(s)
}

// Searched returns what is typed or pasted into a search without what only surrounds it: marks of direction, which come
// with a copied number, and the beginning of a link to a telephone number. Hyphens and blanks become the usual ones.
func Searched(typed string) string {
	typed = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x2010 && r <= 0x2013, r == 0x2212, r == 0xfe63, r == 0xff0d: // hyphens and dashes of address books
			return '-'
		case r == 0xff0b: // in numbers of East Asian writing
			return '+'
		case r >= 0xff10 && r <= 0xff19:
			return '0' + r - 0xff10
		case r == 0xa0, r == 0x202f, r >= 0x2000 && r <= 0x200a, r == 0x3000:
			return ' '
		case r == 0xad, r == 0x200b, r == 0x200e, r == 0x200f, r == 0x61c, r >= 0x202a && r <= 0x202e,
			r == 0x2060, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			return -1
		}
		return r
	}, typed)
	if trimmed := strings.TrimSpace(typed); len(trimmed) > 4 && strings.EqualFold(trimmed[:4], "tel:") {
		return trimmed[4:]
	}
	return typed
}

// Digits appends the digits of a text.
func Digits(to []byte, s string) []byte {
	for i := range len(s) {
		if isDigit(s[i]) {
			to = append(to, s[i])
		}
	}
	return to
}

// separators stand between the digits of a telephone number, and a plus before them.
var separators = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", ".", "", "/", "", "+", "")

// PhoneDigits returns a telephone number as it is typed or pasted without all but its digits. What is no number stays.
func PhoneDigits(typed string) string { return separators.Replace(Searched(typed)) }

// pattern returns a regular expression that is compiled at its first use: most commands use none, and all of them take
// as long as the rest of this package's start.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
