package part

import (
	"strings"

	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"frontdesk/internal/safetext"
)

// palette are the colours of one background; empty is the terminal's own.
type palette struct{ heading, link, dim, code string }

var (
	onDark  = palette{heading: "#7DAEFF", link: "#69CDD7", dim: "#9E9FA1", code: "#E6C454"}
	onLight = palette{heading: "#1458BE", link: "#006C7C", dim: "#626467", code: "#8C5A00"}
	noShade = palette{}

	// The same by the numbers of the sixteen colours that a terminal's user chooses: the nearest of them to a tint may
	// not be legible.
	onDarkOfSixteen  = palette{heading: "14", link: "6", dim: "7", code: "11"}
	onLightOfSixteen = palette{heading: "4", link: "6", dim: "8", code: "3"}
)

// styles are made once; Glamour only reads them.
var styles = map[palette]ansi.StyleConfig{
	onDark: newStyle(onDark), onLight: newStyle(onLight), noShade: newStyle(noShade),
	onDarkOfSixteen: newStyle(onDarkOfSixteen), onLightOfSixteen: newStyle(onLightOfSixteen),
}

func styleOf(look Options) ansi.StyleConfig { return styles[shadesOf(look)] }

// shadesOf are the colours that suit a terminal.
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

// newStyle is calm on purpose: no backgrounds, no boxes, colour only beside another mark.
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

// colour is a colour as Glamour takes it: nil leaves the terminal's own.
func colour(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// decorations draw what stands around the words.
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
