package theme_test

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// stylesOf returns a theme's styles by name.
func stylesOf(th *theme.Theme) map[string]theme.Style {
	all := map[string]theme.Style{}
	v := reflect.ValueOf(*th)
	for i := range v.NumField() {
		if ink, ok := v.Field(i).Interface().(theme.Style); ok {
			all[v.Type().Field(i).Name] = ink
		}
	}
	return all
}

func TestTheme_ReportsItsBackground(t *testing.T) {
	for _, c := range []struct{ dark, plain bool }{{true, false}, {false, false}, {true, true}, {false, true}} {
		th := theme.New(c.dark, c.plain)
		if th.Dark != c.dark || th.NoColor != c.plain {
			t.Errorf("%+v is dark %v, plain %v", c, th.Dark, th.NoColor)
		}
		if len(stylesOf(th)) < 10 {
			t.Fatalf("%d inks", len(stylesOf(th)))
		}
	}
}

func TestTheme_StylesAreSafeAndReset(t *testing.T) {
	for _, th := range []*theme.Theme{theme.New(true, false), theme.New(false, false), theme.New(true, true), theme.NewANSI16(true), theme.NewANSI16(false)} {
		for name, ink := range stylesOf(th) {
			got := ink.Render("Refund & 画面")
			if err := safetext.ValidateFrame(got); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if termwidth.Width(got) != termwidth.Width("Refund & 画面") || strings.Contains(got, "\x1b") && !strings.HasSuffix(got, "\x1b[m") {
				t.Errorf("%s draws %q", name, got)
			}
			if ink.Render("") != "" {
				t.Errorf("%s draws nothing as %q", name, ink.Render(""))
			}
		}
	}
}

// colour is the part of a sequence that sets a colour, of letters or of the ground behind them.
var colour = regexp.MustCompile(`([34])8;2;(\d+);(\d+);(\d+)`)

func TestTheme_WithoutColourKeepsTheMarks(t *testing.T) {
	plain := theme.New(true, true)
	if plain.Palette != (theme.Palette{}) {
		t.Errorf("it has colours: %+v", plain.Palette)
	}
	allowed := regexp.MustCompile(`^(\x1b\[[1247](;[1247])*m)?x(\x1b\[m)?$`) // bold, faint, underlined, reversed
	for name, ink := range stylesOf(plain) {
		if got := ink.Render("x"); !allowed.MatchString(got) {
			t.Errorf("%s draws %q", name, got)
		}
	}
	for name, ink := range map[string]theme.Style{
		"what went wrong": plain.Error, "the chosen row": plain.Selected, "that row at rest": plain.SelectedInactive, "what was searched for": plain.SearchMatch,
		"where the agent is": plain.Accent, "a key": plain.Key, "a heading": plain.Header, "the bar": plain.StatusBar, "what is wrong in it": plain.StatusBarError, "what is read first": plain.Emphasis,
	} {
		if ink.Render("x") == "x" {
			t.Errorf("%s looks like everything else", name)
		}
	}
	if plain.Selected.Render("x") == plain.SelectedInactive.Render("x") {
		t.Error("whether the list has the keys cannot be seen")
	}
	if plain.StatusBar.Render("x") == plain.StatusBarError.Render("x") {
		t.Error("what is wrong cannot be seen in the bar")
	}
	if dark, light := stylesOf(plain), stylesOf(theme.New(false, true)); !reflect.DeepEqual(dark, light) {
		t.Error("without colour the background matters")
	}
}

func TestTheme_SixteenColoursAreReadable(t *testing.T) {
	for _, dark := range []bool{true, false} {
		th := theme.NewANSI16(dark)
		if th.Dark != dark || th.NoColor {
			t.Errorf("it is dark %v, plain %v", th.Dark, th.NoColor)
		}
		for name, ink := range stylesOf(th) {
			if drawn := ink.Render("x"); !strings.HasPrefix(drawn, "\x1b[") || strings.Contains(drawn, "8;") {
				t.Errorf("dark %v: %s is %q", dark, name, drawn)
			}
		}
		p := th.Palette
		for text, background := range map[string]string{p.SelectedText: p.Selected, p.BarText: p.Bar, p.BarErrorText: p.BarError} {
			if text == background {
				t.Errorf("dark %v: %s is written on %s", dark, text, background)
			}
		}
	}
}

func TestTheme_DarkAndLightDifferInEveryColour(t *testing.T) {
	dark, light := stylesOf(theme.New(true, false)), stylesOf(theme.New(false, false))
	for name, ink := range dark {
		if coloured := colour.MatchString(ink.Render("x")); coloured == (ink.Render("x") == light[name].Render("x")) {
			t.Errorf("%s: dark %q, light %q", name, ink.Render("x"), light[name].Render("x"))
		}
	}
}

func TestTheme_StatesDiffer(t *testing.T) {
	for _, th := range []*theme.Theme{theme.New(true, false), theme.New(false, false), theme.NewANSI16(true), theme.NewANSI16(false)} {
		seen := map[string]string{}
		for _, name := range []string{"Success", "Warning", "Error", "Info", "Muted", "Accent", "Key", "Selected", "SelectedInactive", "SearchMatch"} {
			ink := stylesOf(th)[name]
			if other, taken := seen[ink.Render("x")]; taken {
				t.Errorf("dark %v: %s looks like %s", th.Dark, name, other)
			}
			seen[ink.Render("x")] = name
		}
	}
}

// TestTheme_EveryTextHasEnoughContrast asks for the contrast of WCAG 2 AA on the grounds that terminals have, and on
// its own. Marks are drawn in the same styles, so they have more than the 3:1 that marks need. Border draws rules,
// which say nothing.
func TestTheme_EveryTextHasEnoughContrast(t *testing.T) {
	grounds := map[bool][]rgb{true: {{0, 0, 0}, {30, 30, 30}, {40, 42, 54}, {46, 52, 64}}, false: {{255, 255, 255}, {250, 244, 230}, {253, 246, 227}}}
	for _, dark := range []bool{true, false} {
		for name, ink := range stylesOf(theme.New(dark, false)) {
			var letters *rgb
			behind := grounds[dark]
			for _, m := range colour.FindAllStringSubmatch(ink.Render("x"), -1) {
				if c := newRGB(m[2:]); m[1] == "3" {
					letters = &c
				} else {
					behind = []rgb{c}
				}
			}
			if letters == nil || name == "Border" { // nil: the terminal's own
				continue
			}
			for _, ground := range behind {
				if c := contrast(*letters, ground); c < 4.5 {
					t.Errorf("dark %v: %s %v on %v has a contrast of %.1f", dark, name, *letters, ground, c)
				}
			}
		}
	}
}

// TestTheme_256ColoursAreReadable takes each colour as a terminal of 256 takes it: what is grey stays grey, what can be
// read can be.
func TestTheme_256ColoursAreReadable(t *testing.T) {
	grounds := map[bool]rgb{true: {0, 0, 0}, false: {255, 255, 255}}
	for _, dark := range []bool{true, false} {
		for name, ink := range stylesOf(theme.New(dark, false)) {
			var letters *rgb
			behind := grounds[dark]
			for _, m := range colour.FindAllStringSubmatch(ink.Render("x"), -1) {
				c := newRGB(m[2:]).among256()
				if m[1] == "4" {
					behind = c
				} else {
					letters = &c
				}
			}
			if letters == nil || name == "Border" {
				continue
			}
			if c := contrast(*letters, behind); c < 4.5 {
				t.Errorf("dark %v: %s %v on %v has a contrast of %.1f", dark, name, *letters, behind, c)
			}
			if grey := letters[0] == letters[1] && letters[1] == letters[2]; !grey && slices.Contains([]string{"Muted", "Hint", "Heading", "Bar"}, name) {
				t.Errorf("dark %v: %s is %v", dark, name, *letters)
			}
		}
	}
}

func (c rgb) among256() rgb {
	r, g, b, _ := colorprofile.ANSI256.Convert(color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255}).RGBA()
	return rgb{int(r >> 8), int(g >> 8), int(b >> 8)}
}

type rgb [3]int

func newRGB(parts []string) rgb {
	var c rgb
	_, _ = fmt.Sscan(strings.Join(parts, " "), &c[0], &c[1], &c[2])
	return c
}

func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func (c rgb) luminance() float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(c[i]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}
