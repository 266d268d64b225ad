package part

import (
	"charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
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
