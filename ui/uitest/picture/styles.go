package picture

import (
	"fmt"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// look is how a cell looks.
type look struct {
	text, background                                 string // colours: "#rrggbb", "own" and a number, or empty
	bold, faint, italic, underlined, struck, reverse bool
}

// hasLine reports whether blanks of it are seen.
func (l *look) hasLine() bool { return l.underlined || l.struck }

func lookOf(s *uv.Style) look {
	has := func(attr uint8) bool { return s.Attrs&attr != 0 }
	return look{
		text: colorOf(s.Fg), background: colorOf(s.Bg), bold: has(uv.AttrBold), faint: has(uv.AttrFaint),
		italic: has(uv.AttrItalic), underlined: s.Underline != uv.UnderlineNone, struck: has(uv.AttrStrikethrough),
		reverse: has(uv.AttrReverse),
	}
}

// colorOf names a colour; the terminal's own ones by their number.
func colorOf(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return ""
	case ansi.BasicColor:
		return fmt.Sprint("own", int(c))
	case ansi.IndexedColor:
		if c < 16 {
			return fmt.Sprint("own", int(c))
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// styles are the classes of a picture's texts.
type styles struct {
	paper Paper
	own   map[string]string // colours of the terminal
	names map[string]string // class by its rules
	all   []string          // the rules in order
}

func newStyles(paper Paper) styles {
	s := styles{paper: paper, own: map[string]string{}, names: map[string]string{}}
	for i, c := range paper.Own {
		s.own[fmt.Sprint("own", i)] = c
	}
	return s
}

func (s *styles) color(name string) string {
	if own, is := s.own[name]; is {
		return own
	}
	return name
}

// background returns the colour behind a cell; empty for the paper.
func (s *styles) background(l *look) string {
	if !l.reverse {
		return s.color(l.background)
	}
	if l.text == "" {
		return s.paper.Text
	}
	return s.color(l.text)
}

// class returns the class of a text; empty for plain text.
func (s *styles) class(l *look) string {
	fill := s.color(l.text)
	if l.reverse {
		if fill = s.color(l.background); fill == "" {
			fill = s.paper.Background
		}
	}
	var rules []string
	add := func(is bool, rule string) {
		if is {
			rules = append(rules, rule)
		}
	}
	add(fill != "", "fill:"+fill)
	add(l.bold, "font-weight:bold")
	add(l.faint, "opacity:.6")
	add(l.italic, "font-style:italic")
	add(l.underlined && l.struck, "text-decoration:underline line-through")
	add(l.underlined && !l.struck, "text-decoration:underline")
	add(l.struck && !l.underlined, "text-decoration:line-through")
	if len(rules) == 0 {
		return ""
	}
	joined := strings.Join(rules, ";")
	name, known := s.names[joined]
	if !known {
		name = fmt.Sprintf("s%d", len(s.all))
		s.names[joined] = name
		s.all = append(s.all, joined)
	}
	return name
}

// sheet returns the rules of all classes.
func (s *styles) sheet() string {
	var b strings.Builder
	for i, rules := range s.all {
		fmt.Fprintf(&b, ".s%d{%s}\n", i, rules)
	}
	return b.String()
}
