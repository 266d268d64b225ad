package termwidth

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Terminals disagree on the width of some characters. The library counts a syllable of an Indic script as one column,
// but nearly every terminal, including tmux, uses one column per letter; only terminals that measure graphemes (mode
// 2027) agree with the library. Rows are laid out with the maximum width, and AdjustRow adapts a row to one kind of
// terminal. An emoji always has the width of one, also on terminals that would show it as several.

// placeholder reserves a column after a character that needs more than the library counts. Sanitised text never
// contains it, because private use characters are replaced.
const placeholder = "\ue000"

// Bytes that occur in every character of ambiguous width.
const (
	scriptBytes = "\xe0\xe1\xea"
	emojiBytes  = "\xef\xf0"
)

// hasAmbiguousWidth reports whether a text may contain such characters. It is cheap, and false for nearly every row.
func hasAmbiguousWidth(s string) bool { return hasAny(s, scriptBytes) || hasAny(s, emojiBytes) }

func hasAny(s, bytes string) bool {
	for i := range len(bytes) {
		if strings.IndexByte(s, bytes[i]) >= 0 {
			return true
		}
	}
	return false
}

// eachCharacter calls f for each character of a rendered text with its width, and for each escape sequence with width
// 0.
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

// leastOdd is the length of the shortest character that needs more columns: two letters of three bytes.
const leastOdd = 6

// extraColumns returns how many columns a character needs in addition to its counted width.
func extraColumns(character string, width int) int {
	if width != 1 || len(character) < leastOdd {
		return 0
	}
	return max(ansi.StringWidthWc(character)-width, 0)
}

// addPlaceholders adds a placeholder for each extra column of a character.
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

// AdjustRow adapts a rendered row to a terminal, so that its columns stay aligned: graphemes selects one that measures
// graphemes, otherwise one that adds up the widths of runes.
func AdjustRow(row string, graphemes bool) string {
	switch {
	case graphemes && hasAmbiguousWidth(row):
		return redistribute(row)
	case !graphemes && hasAny(row, emojiBytes):
		return simplifyEmoji(row)
	}
	return row
}

// redistribute moves the extra columns, which graphemes do not use, to the next space.
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

// simplifyEmoji reduces an emoji sequence to its first emoji, without variation selectors.
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

// AdjustColumn returns the position of a row's column after AdjustRow, so that a cursor stays in its word.
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
