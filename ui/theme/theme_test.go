package theme_test

import (
	"reflect"
	"regexp"
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

// all returns every theme that has colours.
func all() []*theme.Theme {
	var themes []*theme.Theme
	for _, s := range theme.All() {
		themes = append(themes, s.For(true, false, colorprofile.TrueColor), s.For(false, false, colorprofile.TrueColor))
	}
	return themes
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
	for _, th := range append(all(), theme.New(true, true), theme.New(false, true)) {
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
	for _, th := range all() {
		seen := map[string]string{}
		for _, name := range []string{"Success", "Warning", "Error", "Info", "Muted", "Accent", "Key", "Selected", "SelectedInactive", "SearchMatch"} {
			ink := stylesOf(th)[name]
			if other, taken := seen[ink.Render("x")]; taken {
				t.Errorf("dark %v, %s: %s looks like %s", th.Dark, th.Palette.Accent, name, other)
			}
			seen[ink.Render("x")] = name
		}
	}
}
