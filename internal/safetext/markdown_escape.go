package safetext

import (
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
		md := finishLines(escapeLines(strings.Trim(s[:cut], "\n")))
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
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	rest := s
	for rest != "" {
		line, more, found := strings.Cut(rest, "\n")
		rest = more
		body := strings.TrimLeft(line, " ")
		b.WriteString(strings.Repeat("\u00a0", len(line)-len(body)))
		escapeLine(&b, strings.TrimRight(body, " "))
		if found {
			b.WriteString(breakAfter(body, more))
		}
	}
	return b.String()
}

// breakAfter returns a hard line break of markdown; next to an empty line a plain one is enough.
func breakAfter(line, next string) string {
	if line == "" || next == "" || next[0] == '\n' {
		return "\n"
	}
	return "\\\n"
}

// escapeLine escapes a line except its URLs, which a renderer takes literally.
func escapeLine(b *strings.Builder, line string) {
	start := true
	for word := range strings.SplitAfterSeq(line, " ") {
		if isAddress(word) {
			b.WriteString(word)
		} else {
			escapeWord(b, word, start)
		}
		start = false
	}
}

func isAddress(word string) bool {
	return strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")
}

// escapeWord escapes markdown syntax and, at the start of a line, what begins a heading, list or quote.
func escapeWord(b *strings.Builder, word string, start bool) {
	if start {
		word = escapeStart(b, word)
	}
	for i := range len(word) {
		if word[i] == '&' {
			b.WriteString(ampersand)
			continue
		}
		if strings.IndexByte("\\`*_[]<>|~#", word[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(word[i])
	}
}

// escapeStart escapes what would make a line a list item or a rule, and returns the rest of the word.
func escapeStart(b *strings.Builder, word string) string {
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	switch {
	case digits < len(word) && digits > 0 && (word[digits] == '.' || word[digits] == ')'):
		b.WriteString(word[:digits] + "\\" + word[digits:digits+1])
		return word[digits+1:]
	case word != "" && strings.IndexByte("-+=:", word[0]) >= 0:
		b.WriteString("\\" + word[:1])
		return word[1:]
	}
	return word
}
