package safetext

import (
	"strings"
)

// lines gives text that is no HTML as markdown that shows it letter for letter, piece by piece.
func lines(s string, yield func(Markdown) bool) {
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

// cutLines finds where to end a piece of about goal bytes: behind a line if there is one.
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

// escapeLines escapes what markdown would read as marks and keeps every line break and the blanks before a line.
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

// breakAfter is a line break that markdown keeps; next to an empty line a plain one does.
func breakAfter(line, next string) string {
	if line == "" || next == "" || next[0] == '\n' {
		return "\n"
	}
	return "\\\n"
}

// escapeLine escapes a line, but for the addresses in it, which a renderer reads as a whole.
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

// escapeWord escapes marks anywhere and, at the start of a line, what begins a heading, list or quote.
func escapeWord(b *strings.Builder, word string, start bool) {
	if start {
		word = escapeStart(b, word)
	}
	for i := range len(word) {
		if word[i] == '&' {
			b.WriteString(ampersand)
			continue
		}
		if strings.IndexByte("\\`*_[]<>|~#!", word[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(word[i])
	}
}

// escapeStart writes what would make a line a list item or a rule, and gives back the rest of the word.
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
