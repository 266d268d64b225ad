package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

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
