package part

import (
	"strings"

	"frontdesk/internal/safetext"
)

// wrap breaks what was drawn into lines of at most width columns that stand for themselves: at blanks and hyphens,
// within a word that is longer. Blank lines at both ends go, and of several in a row one stays.
func wrap(drawn string, width int) []string {
	var lines []string
	pen := newPen()
	defer pen.close()
	for _, line := range safetext.Wrap(drawn, width) {
		s := pen.line(line)
		if s == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, s)
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines
}

// hardWrap breaks a line of code wherever width columns are full.
func hardWrap(line string, width int) []string {
	if safetext.Width(line) <= width {
		return []string{line}
	}
	return safetext.Hardwrap(line, width)
}

// clip is the last word on a line's width; what was laid out well is shorter already.
func clip(s string, width int) string {
	if safetext.Width(s) <= width {
		return s
	}
	return safetext.Truncate(s, width)
}

// nextRun splits a drawn line behind its first run of characters and the sequence that ends the run.
func nextRun(s string) (run, seq, rest string) {
	at := strings.IndexByte(s, 0x1b)
	if at < 0 {
		return s, "", ""
	}
	end := at + sequenceLen(s[at:])
	return s[:at], s[at:end], s[end:]
}

// sequenceLen is the length of the colour or link that s starts with; package text lets no other sequence through.
func sequenceLen(s string) int {
	if strings.HasPrefix(s, "\x1b[") {
		return strings.IndexByte(s, 'm') + 1
	}
	if end := strings.IndexAny(s[1:], "\a\x1b"); end >= 0 && s[1+end] == '\a' {
		return end + 2
	} else if end >= 0 {
		return end + 3
	}
	return len(s)
}
