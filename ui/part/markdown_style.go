package part

import (
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"frontdesk/internal/safetext"
)

// palette holds the colours for one background; an empty string is the terminal's default colour.
type palette struct{ heading, link, dim, code string }

var (
	onDark  = palette{heading: "#7DAEFF", link: "#69CDD7", dim: "#9E9FA1", code: "#E6C454"}
	onLight = palette{heading: "#1458BE", link: "#006C7C", dim: "#626467", code: "#8C5A00"}
	noShade = palette{}

	// The same palettes for terminals with sixteen colours, as palette indexes: users can redefine these colours,
	// so the nearest match to an RGB colour may not be legible.
	onDarkOfSixteen  = palette{heading: "14", link: "6", dim: "7", code: "11"}
	onLightOfSixteen = palette{heading: "4", link: "6", dim: "8", code: "3"}
)

// styles holds the Glamour style of each palette. They are built once and shared, since Glamour only reads them.
var styles = map[palette]ansi.StyleConfig{
	onDark: newStyle(onDark), onLight: newStyle(onLight), noShade: newStyle(noShade),
	onDarkOfSixteen: newStyle(onDarkOfSixteen), onLightOfSixteen: newStyle(onLightOfSixteen),
}

func styleOf(look Options) ansi.StyleConfig { return styles[shadesOf(look)] }

// shadesOf returns the palette for the given options.
func shadesOf(look Options) palette {
	switch {
	case look.Plain:
		return noShade
	case look.Sixteen && look.Dark:
		return onDarkOfSixteen
	case look.Sixteen:
		return onLightOfSixteen
	case look.Dark:
		return onDark
	}
	return onLight
}

// newStyle returns the Glamour style of a palette. It has no backgrounds and no boxes, and uses colour only in
// addition to another attribute.
func newStyle(s palette) ansi.StyleConfig {
	return ansi.StyleConfig{
		Heading:       ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: colour(s.heading), Bold: new(true)}},
		H1:            ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Underline: new(true)}},
		Strong:        ansi.StylePrimitive{Bold: new(true)},
		Emph:          ansi.StylePrimitive{Italic: new(true)},
		Strikethrough: ansi.StylePrimitive{CrossedOut: new(true)},
		Link:          ansi.StylePrimitive{Color: colour(s.dim)},
		LinkText:      ansi.StylePrimitive{Color: colour(s.link), Underline: new(true)},
		Image:         ansi.StylePrimitive{Color: colour(s.dim)},
		ImageText:     ansi.StylePrimitive{Color: colour(s.dim)},
		Code:          ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: colour(s.code)}},
	}
}

// colour converts a colour to Glamour's representation: nil is the terminal's default colour.
func colour(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// decorations renders what surrounds the text, such as bars and rules, and code.
type decorations struct{ dim, code func(string) string }

func marksOf(look Options) decorations {
	s := shadesOf(look)
	return decorations{dim: in(s.dim), code: in(s.code)}
}

func in(shade string) func(string) string {
	var style uv.Style
	if shade != "" {
		style.Fg = lipgloss.Color(shade)
	}
	return style.Styled
}

// wrap breaks rendered text into self-contained lines of at most width columns, at blanks and hyphens, and inside
// words that are longer than a line. It removes leading and trailing blank lines and collapses consecutive ones.
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
