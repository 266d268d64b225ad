package theme_test

import (
	"image/color"
	"reflect"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/lucasb-eyer/go-colorful"

	"frontdesk/ui/theme"
)

// eachPalette calls f with each palette of the themes that are always there.
func eachPalette(f func(name string, p theme.Palette, isDark bool)) {
	for _, s := range theme.All() {
		if s.Dark != nil {
			f(s.Name, *s.Dark, true)
		}
		if s.Light != nil {
			f(s.Name, *s.Light, false)
		}
	}
}

// TestTheme_EveryTextHasEnoughContrast asks for the contrast of WCAG 2 AA for each pair that is drawn, on the theme's
// own background or those that terminals have. Marks are drawn in the same styles, so they have more than the 3:1 that
// marks need.
func TestTheme_EveryTextHasEnoughContrast(t *testing.T) {
	eachPalette(func(name string, p theme.Palette, isDark bool) {
		for _, w := range p.Weaknesses(isDark) {
			t.Errorf("%s, dark %v: %s", name, isDark, w)
		}
	})
}

// TestTheme_256ColoursAreReadable takes each colour as a terminal of 256 takes it. The background of a theme's own is
// not drawn but set, and stays as it is.
func TestTheme_256ColoursAreReadable(t *testing.T) {
	eachPalette(func(name string, p theme.Palette, isDark bool) {
		rounded := p
		for _, r := range theme.Roles() {
			if c := r.In(&rounded); r.Name != "text" && r.Name != "background" {
				*c = among256(*c)
			}
		}
		for _, w := range rounded.Weaknesses(isDark) {
			t.Errorf("%s, dark %v: %s", name, isDark, w)
		}
	})
}

// TestTheme_GreysStayGreyIn256Colours holds for the themes on the terminal's own background.
func TestTheme_GreysStayGreyIn256Colours(t *testing.T) {
	for _, isDark := range []bool{true, false} {
		p := theme.New(isDark, false).Palette
		for _, grey := range []string{p.Muted, p.Header, p.Bar, p.BarText, p.Border, p.SelectedInactive} {
			if r, g, b := rgb(among256(grey)); r != g || g != b {
				t.Errorf("dark %v: %s becomes %s", isDark, grey, among256(grey))
			}
		}
	}
}

func TestTheme_HighContrastIsHigh(t *testing.T) {
	for _, name := range []string{"high-contrast-dark", "high-contrast-light"} {
		s, _ := theme.Find(name, nil)
		p := s.For(true, false, colorprofile.TrueColor).Palette
		for _, pair := range theme.Pairs() {
			if got, known := theme.Contrast(colourOf(&p, pair.Role), colourOf(&p, pair.Background)); !known || got < 7 {
				t.Errorf("%s: %s on %s has a contrast of %.1f", name, pair.Role, pair.Background, got)
			}
		}
	}
}

func TestPalette_EveryColourIsARole(t *testing.T) {
	var p theme.Palette
	fields := reflect.ValueOf(&p).Elem()
	for i := range fields.NumField() {
		at, isColour := fields.Field(i).Addr().Interface().(*string)
		if !isColour || !slices.ContainsFunc(theme.Roles(), func(r theme.Role) bool { return r.In(&p) == at }) {
			t.Errorf("%s is not a role", fields.Type().Field(i).Name)
		}
	}
	if len(theme.Roles()) != fields.NumField() {
		t.Errorf("%d roles of %d colours", len(theme.Roles()), fields.NumField())
	}
}

func TestTheme_EveryColourIsOneThatTheConfigurationTakes(t *testing.T) {
	eachPalette(func(name string, p theme.Palette, _ bool) {
		for _, r := range theme.Roles() {
			if c := *r.In(&p); c != "" {
				if _, ok := r.ParseColour(c); !ok {
					t.Errorf("%s: %s is %q", name, r.Name, c)
				}
			}
		}
	})
}

func TestRole_ColoursAreReadStrictly(t *testing.T) {
	role := func(name string) theme.Role {
		i := slices.IndexFunc(theme.Roles(), func(r theme.Role) bool { return r.Name == name })
		return theme.Roles()[i]
	}
	for _, c := range []struct {
		role, given, want string
		ok                bool
	}{
		{"accent", "#A0b1C2", "#A0b1C2", true},
		{"accent", "12", "12", true},
		{"accent", "none", "", true},
		{"text", "none", "", true},
		{"text", "12", "", false},
		{"background", "0", "", false},
		{"accent", "16", "", false},
		{"accent", "-1", "", false},
		{"accent", "#abc", "", false},
		{"accent", "#abcdeg", "", false},
		{"accent", "red", "", false},
		{"accent", "", "", false},
	} {
		got, ok := role(c.role).ParseColour(c.given)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s = %q is %q, %v", c.role, c.given, got, ok)
		}
	}
}

func colourOf(p *theme.Palette, role string) string {
	for _, r := range theme.Roles() {
		if r.Name == role {
			return *r.In(p)
		}
	}
	return ""
}

// among256 returns the nearest colour of a terminal with 256; those of the terminal's own stay.
func among256(c string) string {
	known, err := colorful.Hex(c)
	if err != nil {
		return c
	}
	r, g, b := known.RGB255()
	rounded, _ := colorful.MakeColor(colorprofile.ANSI256.Convert(color.RGBA{r, g, b, 255}))
	return rounded.Hex()
}

func rgb(c string) (r, g, b uint8) {
	known, _ := colorful.Hex(c)
	return known.RGB255()
}
