package markdown

import (
	"charm.land/glamour/v2/ansi"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// newGlamourStyle returns the Glamour style of a theme, for text; blocks.go draws quotes, lists, code and rules, and
// table.go tables. It has no backgrounds and no boxes, and uses colour only in addition to another attribute.
func newGlamourStyle(p theme.Palette) ansi.StyleConfig {
	return ansi.StyleConfig{
		Heading:       ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: colour(p.Accent), Bold: new(true)}},
		H1:            ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Underline: new(true)}},
		Strong:        ansi.StylePrimitive{Bold: new(true)},
		Emph:          ansi.StylePrimitive{Italic: new(true)},
		Strikethrough: ansi.StylePrimitive{CrossedOut: new(true), Prefix: "~~", Suffix: "~~"}, // not all terminals strike out
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
func wrap(drawn string, width int) []string { return selfContained(termwidth.Wrap(drawn, width)) }

// selfContained makes each line close the styles that it opens and open those that it continues. It removes leading
// and trailing blank lines and collapses consecutive ones.
func selfContained(drawn []string) []string {
	var lines []string
	tracker := newStyleTracker()
	defer tracker.close()
	for _, line := range drawn {
		s := tracker.line(line)
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
