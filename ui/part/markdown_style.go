package part

import (
	"strings"

	"charm.land/glamour/v2/ansi"

	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// newGlamourStyle returns the Glamour style of a theme. It has no backgrounds and no boxes, and uses colour only in
// addition to another attribute.
func newGlamourStyle(p theme.Palette) ansi.StyleConfig {
	return ansi.StyleConfig{
		Heading:       ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: colour(p.Accent), Bold: new(true)}},
		H1:            ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Underline: new(true)}},
		Strong:        ansi.StylePrimitive{Bold: new(true)},
		Emph:          ansi.StylePrimitive{Italic: new(true)},
		Strikethrough: ansi.StylePrimitive{CrossedOut: new(true)},
		Link:          ansi.StylePrimitive{Color: colour(p.Muted)},
		LinkText:      ansi.StylePrimitive{Color: colour(p.Info), Underline: new(true)},
		Image:         ansi.StylePrimitive{Color: colour(p.Muted)},
		ImageText:     ansi.StylePrimitive{Color: colour(p.Muted)},
		Code:          ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: colour(p.Warning)}},
	}
}

// colour converts a colour to Glamour's representation: nil is the terminal's default colour.
func colour(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// wrap breaks rendered text into self-contained lines of at most width columns, at blanks and hyphens, and inside
// words that are longer than a line.
func wrap(drawn string, width int) []string { return selfContained(safetext.Wrap(drawn, width)) }

// selfContained makes each line close the styles that it opens and open those that it continues. It removes leading
// and trailing blank lines and collapses consecutive ones.
func selfContained(drawn []string) []string {
	var lines []string
	pen := newPen()
	defer pen.close()
	for _, line := range drawn {
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

// hardWrap breaks a line of code every width columns.
func hardWrap(line string, width int) []string {
	if safetext.Width(line) <= width {
		return []string{line}
	}
	return safetext.Hardwrap(line, width)
}

// clip truncates a line to width columns; lines with a correct layout are already short enough.
func clip(s string, width int) string {
	if safetext.Width(s) <= width {
		return s
	}
	return safetext.Truncate(s, width)
}

// nextRun splits a rendered line after its first run of characters and the escape sequence that ends it.
func nextRun(s string) (run, seq, rest string) {
	at := strings.IndexByte(s, 0x1b)
	if at < 0 {
		return s, "", ""
	}
	end := at + sequenceLen(s[at:])
	return s[:at], s[at:end], s[end:]
}

// sequenceLen returns the length of the colour or link sequence at the start of s; package safetext filters all
// other sequences.
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
