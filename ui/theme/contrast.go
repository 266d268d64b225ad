package theme

import (
	"fmt"
	"strconv"

	"github.com/lucasb-eyer/go-colorful"
)

// The least contrast, after WCAG 2, of what is read, and of a mark that says something by itself.
const (
	textContrast = 4.5
	markContrast = 3
)

// Pair is a colour and the background that it is drawn on, by the names of their roles, with the least contrast between
// them. A test draws every scene of the console and finds no other pair.
type Pair struct {
	Role, Background string
	Least            float64
}

// Pairs returns the pairs whose contrast matters. Lines between panes say nothing and are left out.
func Pairs() []Pair { return pairs }

var pairs = []Pair{
	{"text", "background", textContrast},
	{"muted", "background", textContrast},
	{"accent", "background", textContrast},
	{"key", "background", textContrast},
	{"success", "background", textContrast},
	{"warning", "background", textContrast},
	{"error", "background", textContrast},
	{"info", "background", textContrast},
	{"header", "background", textContrast},
	{"selected_text", "selected", textContrast},
	{"text", "selected_inactive", textContrast},
	{"bar_text", "bar", textContrast},
	{"bar_error_text", "bar_error", textContrast},
}

// The colours that terminals have for text and background if the palette sets none, those with the least contrast
// first.
var (
	usualDark  = []string{"#2E3440", "#282A36", "#1E1E1E", "#000000"}
	usualLight = []string{"#FAF4E6", "#FDF6E3", "#FFFFFF"}
	usualText  = map[bool]string{true: "#D0D0D0", false: "#2A2A2A"}
)

// ParseColour checks a colour as the configuration has it: "#rrggbb", "0" to "15" for the terminal's own colours, or
// "none" for what the terminal draws with anyway, and returns it as a palette holds it. The text and the background of
// the whole screen cannot be numbers, because a terminal is told their values.
func (r Role) ParseColour(s string) (colour string, ok bool) {
	if s == "none" {
		return "", true
	}
	if n, err := strconv.Atoi(s); err == nil && len(s) <= 2 {
		return strconv.Itoa(n), n >= 0 && n <= 15 && r.Name != "text" && r.Name != "background"
	}
	_, err := colorful.Hex(s)
	return s, err == nil && len(s) == len("#rrggbb")
}

// Contrast returns the contrast of two colours after WCAG 2, from 1 to 21; ok is false if a colour is the terminal's.
func Contrast(a, b string) (ratio float64, ok bool) {
	x, errX := colorful.Hex(a)
	y, errY := colorful.Hex(b)
	if errX != nil || errY != nil {
		return 0, false
	}
	lx, ly := luminance(x), luminance(y)
	return (max(lx, ly) + 0.05) / (min(lx, ly) + 0.05), true
}

func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// Weakness is a pair of a palette whose contrast is too low.
type Weakness struct {
	Pair
	Colours  [2]string // of the role and its background
	Contrast float64
}

// String says what is hard to read, and how much is missing.
func (w Weakness) String() string {
	return fmt.Sprintf("%s %s on %s %s has a contrast of %.1f, and %.1f is needed to read it",
		w.Role, w.Colours[0], w.Background, w.Colours[1], w.Contrast, w.Least)
}

// Weaknesses returns the pairs of a palette whose contrast is too low. A background of the terminal's own is taken for
// the usual one that is worst. The sixteen colours of the terminal are not known and are left out.
func (p Palette) Weaknesses(isDark bool) (weak []Weakness) {
	for _, pair := range pairs {
		ink := p.named(pair.Role)
		if pair.Role == "text" && ink == "" {
			ink = usualText[isDark]
		}
		grounds := []string{p.named(pair.Background)}
		if pair.Background == "background" && grounds[0] == "" {
			grounds = usualLight
			if isDark {
				grounds = usualDark
			}
		}
		for _, ground := range grounds {
			if ratio, known := Contrast(ink, ground); known && ratio < pair.Least {
				weak = append(weak, Weakness{pair, [2]string{ink, ground}, ratio})
				break
			}
		}
	}
	return weak
}

// named returns the colour of a role by its name.
func (p Palette) named(role string) string {
	for _, r := range roles {
		if r.Name == role {
			return *r.In(&p)
		}
	}
	return ""
}
