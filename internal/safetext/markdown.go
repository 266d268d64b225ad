package safetext

import (
	"html"
	"slices"
	"strings"
)

// textChunks converts text that is not HTML to markdown that shows it literally, in chunks. What looks like markdown in
// it stays as it was typed: no record says what a comment is written in, so a "*" may be a footnote, and three backticks
// the end of a log. An agent who quotes it has to quote what the customer wrote.
func textChunks(s string, yield func(Markdown) bool) {
	goal := firstPiece
	for s = strings.Trim(s, "\n"); s != ""; goal = nextPiece {
		cut := len(s)
		if cut > goal {
			cut = cutLines(s, goal)
		}
		md := escapeLines(strings.Trim(s[:cut], "\n"))
		s = s[cut:]
		if md != "" && !yield(Markdown{md}) {
			return
		}
	}
}

// cutLines returns the end of a chunk of about goal bytes: after a line if possible.
func cutLines(s string, goal int) int {
	limit := min(len(s), maxPiece)
	if i := strings.IndexByte(s[goal:limit], '\n'); i >= 0 {
		return goal + i + 1
	}
	if limit == len(s) {
		return limit
	}
	return cutText(s, limit)
}

// escapeLines escapes markdown syntax and keeps every line break and leading blank.
func escapeLines(s string) string {
	b := make([]byte, 0, len(s)+len(s)/8)
	for rest := s; rest != ""; {
		line, more, found := strings.Cut(rest, "\n")
		rest = more
		body := strings.TrimLeft(line, " ")
		b = append(b, strings.Repeat("\u00a0", len(line)-len(body))...)
		from := len(b)
		b = appendEscaped(b, strings.TrimRight(body, " "))
		if at := startToEscape(b[from:]); at >= 0 {
			b = slices.Insert(b, from+at, '\\')
		}
		if found {
			b = append(b, breakAfter(body, more)...)
		}
	}
	return string(b)
}

// breakAfter returns a hard line break of markdown. Next to an empty line a plain one is enough, and behind a backslash
// another would be text.
func breakAfter(line, next string) string {
	if line == "" || strings.HasSuffix(line, "\\") || next == "" || next[0] == '\n' {
		return "\n"
	}
	return "\\\n"
}

// appendEscaped escapes markdown syntax in a part of a line, except in its URLs, which a renderer takes literally. All
// but one of the blanks between words become hard.
func appendEscaped(b []byte, s string) []byte {
	address := 0 // end of the URL
	for i := range len(s) {
		if i >= address && s[i] == 'h' {
			address = i + addressLen(s[i:], i == 0 || s[i-1] == ' ')
		}
		switch c := s[i]; {
		case i < address:
		case c == '&':
			b = appendAmpersand(b, s[i:])
			continue
		case c == ' ' && i > 0 && s[i-1] == ' ':
			b = append(b, "\u00a0"...)
			continue
		case strings.IndexByte("\\`*_[]<>|~#", c) >= 0:
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return b
}

// appendCode writes a part of code in a line. In cells of a table, its bars are escaped nevertheless.
func appendCode(b []byte, s string, inCell bool) []byte {
	for i := range len(s) {
		switch {
		case s[i] == '&':
			b = appendAmpersand(b, s[i:])
			continue
		case s[i] == '|' && inCell:
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return b
}

// appendAmpersand writes an ampersand, escaped if what follows it would be decoded as an entity.
func appendAmpersand(b []byte, s string) []byte {
	b = append(b, '&')
	if strings.HasPrefix(s, "&amp") || html.UnescapeString(s[:min(len(s), maxName+2)])[0] != '&' {
		b = append(b, "amp;"...)
	}
	return b
}

// addressLen returns the length of the URL at the start of s; 0 if there is none. A word that begins with one is one.
func addressLen(s string, startsWord bool) int {
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return 0
	}
	ends := " \n)]<>|\""
	if startsWord {
		ends = " "
	}
	if n := strings.IndexAny(s, ends); n >= 0 {
		return n
	}
	return len(s)
}

// startToEscape returns the position in a line before which a backslash is needed, so that the line is no item and no
// rule; -1 for none.
func startToEscape(line []byte) int {
	digits := 0
	for digits < len(line) && isDigit(line[digits]) {
		digits++
	}
	switch {
	case digits < len(line) && digits > 0 && (line[digits] == '.' || line[digits] == ')'):
		return digits
	case len(line) > 0 && strings.IndexByte("-+=:", line[0]) >= 0:
		return 0
	}
	return -1
}

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
