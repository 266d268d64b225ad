// Package theme defines the colours and styles of the console. Themes are read-only and can be shared between sessions.
package theme

import (
	"image/color"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"

	"frontdesk/internal/termwidth"
)

// Style draws text in a Lip Gloss style. It keeps the escape sequence that the style rendered once: rows of lists are
// drawn with every key, and rendering the style anew for every cell made them slow.
type Style struct {
	open  string
	style *lipgloss.Style
}

func newStyle(s lipgloss.Style) Style {
	open, _, _ := strings.Cut(s.Render("x"), "x")
	return Style{open, &s}
}

// Lipgloss returns the style for Lip Gloss and for widgets.
func (k Style) Lipgloss() lipgloss.Style {
	if k.style == nil {
		return lipgloss.NewStyle()
	}
	return *k.style
}

// Render returns sanitised text in this style.
func (k Style) Render(s string) string {
	if k.open == "" || s == "" {
		return s
	}
	return k.open + s + reset
}

// WriteTo writes sanitised text in this style, and blanks that belong to it, to what is built of many of them.
func (k Style) WriteTo(b *strings.Builder, text string, blanks int) {
	b.WriteString(k.open)
	b.WriteString(text)
	for range blanks {
		b.WriteByte(' ')
	}
	if k.open != "" {
		b.WriteString(reset)
	}
}

// RenderLines returns lines of sanitised text in this style, each behind an indent.
func (k Style) RenderLines(indent string, lines []string) []string {
	styled := make([]string, len(lines))
	for i, l := range lines {
		styled[i] = indent + k.Render(l)
	}
	return styled
}

const reset = "\x1b[m"

// Theme holds every style of the console, named by meaning rather than by appearance.
type Theme struct {
	Dark    bool
	NoColor bool    // no colours: weight, underline and reverse only
	Palette Palette // the colours behind the styles; empty without colours

	PlainSymbols bool // keys are named in letters; see PlainRow

	Muted            Style // secondary text
	Placeholder      Style // placeholder of an empty field
	Emphasis         Style // emphasised text
	Accent           Style // focused borders and the open tab
	Key              Style // a key to press
	Success          Style // done, on time
	Warning          Style // soon overdue, or incomplete
	Error            Style // overdue, or failed
	Info             Style // new, or in progress
	Selected         Style // the row under the cursor
	SelectedInactive Style // that row while its pane does not have the focus
	SearchMatch      Style // match of a search
	Border           Style // lines between panes
	Header           Style // column and group titles
	StatusBar        Style // the first line of the screen
	StatusBarError   Style // an error in that line
}

// The themes without colours, each built once: the same theme is always the same pointer.
var (
	darkColourless  = sync.OnceValue(func() *Theme { return newColourless(true) })
	lightColourless = sync.OnceValue(func() *Theme { return newColourless(false) })
)

// New returns the theme for a dark or light background; plain selects the theme without colours.
func New(isDark, plain bool) *Theme {
	switch {
	case plain && isDark:
		return darkColourless()
	case plain:
		return lightColourless()
	case isDark:
		return withPalette(dark, true)
	}
	return withPalette(light, false)
}

// NewANSI16 returns the theme for a terminal that has sixteen colours.
func NewANSI16(isDark bool) *Theme {
	if isDark {
		return withPalette(darkANSI16, true)
	}
	return withPalette(lightANSI16, false)
}

// built holds the themes with a palette, which all sessions share. Palettes come from the table of themes and from the
// configuration, so there are few.
var built = struct {
	sync.Mutex
	themes map[look]*Theme
}{themes: map[look]*Theme{}}

// look is a palette with the background that it is for.
type look struct {
	palette Palette
	isDark  bool
}

// withPalette returns the theme with a palette; for the same one it is always the same pointer.
func withPalette(p Palette, isDark bool) *Theme {
	built.Lock()
	defer built.Unlock()
	th := built.themes[look{p, isDark}]
	if th == nil {
		th = newTheme(p, isDark)
		built.themes[look{p, isDark}] = th
	}
	return th
}

// ScreenColours returns the text and the background of the whole screen; nil for the terminal's own.
func (th *Theme) ScreenColours() (text, background color.Color) {
	if th.Palette.Text != "" {
		text = lipgloss.Color(th.Palette.Text)
	}
	if th.Palette.Background != "" {
		background = lipgloss.Color(th.Palette.Background)
	}
	return text, background
}

func newTheme(p Palette, isDark bool) *Theme {
	base := lipgloss.NewStyle()
	text := func(colour string) lipgloss.Style { return base.Foreground(lipgloss.Color(colour)) }
	on := func(colour, background string) lipgloss.Style {
		return text(colour).Background(lipgloss.Color(background))
	}
	resting := base.Background(lipgloss.Color(p.SelectedInactive))
	if p.Text != "" { // also where a terminal does not take the colours of the screen
		resting = resting.Foreground(lipgloss.Color(p.Text))
	}
	if p.SelectedInactive == "" {
		resting = base.Underline(true)
	}
	return &Theme{
		Dark: isDark, Palette: p,
		Muted: newStyle(text(p.Muted)), Placeholder: newStyle(text(p.Muted)), Emphasis: newStyle(base.Bold(true)),
		Accent: newStyle(text(p.Accent).Bold(true)), Key: newStyle(text(p.Key)),
		Success: newStyle(text(p.Success)), Warning: newStyle(text(p.Warning)),
		Error: newStyle(text(p.Error).Bold(true)), Info: newStyle(text(p.Info)),
		Selected: newStyle(on(p.SelectedText, p.Selected).Bold(true)), SelectedInactive: newStyle(resting),
		SearchMatch: newStyle(base.Reverse(true)), Border: newStyle(text(p.Border)), Header: newStyle(text(p.Header)),
		StatusBar: newStyle(on(p.BarText, p.Bar)), StatusBarError: newStyle(on(p.BarErrorText, p.BarError).Bold(true)),
	}
}

func newColourless(isDark bool) *Theme {
	base := lipgloss.NewStyle()
	bold, reverse := newStyle(base.Bold(true)), newStyle(base.Reverse(true))
	return &Theme{
		Dark: isDark, NoColor: true,
		Placeholder: newStyle(base.Faint(true)), Emphasis: bold, Accent: bold, Key: bold, Error: bold,
		Selected: reverse, SelectedInactive: bold, SearchMatch: reverse, Header: newStyle(base.Underline(true)),
		StatusBar: reverse, StatusBarError: newStyle(base.Bold(true).Reverse(true)),
	}
}

// Heading returns a rule of a width that begins with a drawn title.
func (th *Theme) Heading(title string, width int) string {
	if title != "" {
		title += " "
	}
	rest := max(width-3-termwidth.Width(title), 0)
	return th.Border.Render("── ") + title + th.Border.Render(strings.Repeat("─", rest))
}
