package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Terminals do not agree on how wide some characters are. Syllables of Indian scripts are one column by the library's
// count and as many as they have letters on nearly every terminal, tmux among them; those that count characters as people
// see them (mode 2027) do as the library does. Rows are laid out with the room that is needed at most, and ForTerminal
// makes of a row what keeps its columns on one kind of terminal. Emoji have the room of one, on terminals that would make
// several of them too.

// placeholder holds a column behind a character that needs more than the library counts. Cleaned text never has it: private
// use is not shown.
const placeholder = "\ue000"

// The bytes that characters begin with, or hold, on whose width terminals do not agree.
const (
	scriptBytes = "\xe0\xe1\xea"
	emojiBytes  = "\xef\xf0"
)

// hasAmbiguousWidth says whether a text may have such characters. It is false for nearly every row, and cheap.
func hasAmbiguousWidth(s string) bool { return hasAny(s, scriptBytes) || hasAny(s, emojiBytes) }

func hasAny(s, bytes string) bool {
	for i := range len(bytes) {
		if strings.IndexByte(s, bytes[i]) >= 0 {
			return true
		}
	}
	return false
}

// eachCharacter walks a drawn text: its characters with the columns they are counted as, and its sequences with none.
func eachCharacter(s string, f func(part string, width int)) {
	for s != "" {
		part, width := s[:1], 1
		switch {
		case s[0] < ' ' || s[0] == 0x7f:
			part, width, _, _ = ansi.DecodeSequence(s, 0, nil)
		case s[0] >= utf8.RuneSelf || len(s) > 1 && s[1] >= utf8.RuneSelf:
			part, width = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		}
		f(part, width)
		s = s[len(part):]
	}
}

// leastOdd is the bytes of the shortest character that needs more: two letters of three bytes.
const leastOdd = 6

// extraColumns is how many columns a character needs beyond those it is counted as.
func extraColumns(character string, width int) int {
	if width != 1 || len(character) < leastOdd {
		return 0
	}
	return max(ansi.StringWidthWc(character)-width, 0)
}

// addPlaceholders has fillers behind every character that needs more columns than it is counted as.
func addPlaceholders(s string) string {
	if !hasAmbiguousWidth(s) {
		return s
	}
	var b strings.Builder
	eachCharacter(s, func(part string, width int) {
		b.WriteString(part)
		b.WriteString(strings.Repeat(placeholder, extraColumns(part, width)))
	})
	return b.String()
}

func removePlaceholders(s string) string { return strings.ReplaceAll(s, placeholder, "") }

// AdjustRow is a drawn row as it takes the same columns on a terminal that counts characters as people see them, or on
// one that adds up what they are made of.
func AdjustRow(row string, graphemes bool) string {
	switch {
	case graphemes && hasAmbiguousWidth(row):
		return redistribute(row)
	case !graphemes && hasAny(row, emojiBytes):
		return simplifyEmoji(row)
	}
	return row
}

// redistribute gives the room that words do not need to the blanks behind them.
func redistribute(row string) string {
	var b strings.Builder
	owed := 0
	eachCharacter(row, func(part string, width int) {
		if part == " " {
			b.WriteString(strings.Repeat(" ", owed))
			owed = 0
		}
		owed += extraColumns(part, width)
		b.WriteString(part)
	})
	return b.String() + strings.Repeat(" ", owed)
}

// simplifyEmoji draws emoji as the one that they begin with, without its shade.
func simplifyEmoji(row string) string {
	var b strings.Builder
	eachCharacter(row, func(part string, width int) {
		if len(part) > 1 && width > 1 && ansi.StringWidthWc(part) != width {
			part = plainEmoji(part, width)
		}
		b.WriteString(part)
	})
	return b.String()
}

const emojiStyle = "\ufe0f"

func plainEmoji(character string, width int) string {
	s := strings.ReplaceAll(character, emojiStyle, "")
	if ansi.StringWidthWc(s) > width {
		for _, first := range s {
			s = string(first)
			break
		}
	}
	return s + strings.Repeat(" ", max(width-ansi.StringWidthWc(s), 0))
}

// AdjustColumn is where a column of a row is once ForTerminal has gone over it: a cursor in a word stays in it.
func AdjustColumn(row string, column int, graphemes bool) int {
	if !graphemes || !hasAmbiguousWidth(row) {
		return column
	}
	owed := 0
	eachCharacter(FitStyled(row, column, ""), func(part string, width int) {
		if part == " " {
			owed = 0
		}
		owed += extraColumns(part, width)
	})
	return column - owed
}
