package theme_test

import (
	"testing"

	"github.com/charmbracelet/colorprofile"

	"frontdesk/ui/theme"
)

func find(t *testing.T, name string) theme.Spec {
	t.Helper()
	s, ok := theme.Find(name, nil)
	if !ok {
		t.Fatalf("there is no theme %s", name)
	}
	return s
}

func TestThemes_NamesAreOnceAndDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range theme.All() {
		if seen[s.Name] || s.Description == "" || s.Dark == nil && s.Light == nil {
			t.Errorf("%+v", s)
		}
		seen[s.Name] = true
	}
	if len(seen) < 8 {
		t.Errorf("%d themes", len(seen))
	}
}

func TestThemes_AutoFollowsTheTerminalAndOthersDoNot(t *testing.T) {
	for _, isDark := range []bool{true, false} {
		for name, want := range map[string]bool{"auto": isDark, "terminal": isDark, "dark": true, "light": false, "nord": true, "catppuccin-latte": false} {
			if th := find(t, name).For(isDark, false, colorprofile.TrueColor); th.Dark != want {
				t.Errorf("%s on a terminal that is dark %v is dark %v", name, isDark, th.Dark)
			}
		}
	}
}

func TestThemes_SameThemeIsTheSamePointer(t *testing.T) {
	for _, s := range theme.All() {
		if first, again := s.For(true, false, colorprofile.TrueColor), s.For(true, false, colorprofile.TrueColor); first != again {
			t.Errorf("%s is built anew", s.Name)
		}
	}
}

func TestThemes_TerminalWithSixteenColoursKeepsItsOwn(t *testing.T) {
	for name, want := range map[string]*theme.Theme{
		"auto": theme.NewANSI16(false), "dark": theme.NewANSI16(true), "light": theme.NewANSI16(false),
		"nord": theme.NewANSI16(false), "terminal": theme.NewANSI16(false), // nord's background is not set
	} {
		if find(t, name).For(false, false, colorprofile.ANSI) != want {
			t.Errorf("%s has other colours", name)
		}
	}
	own := find(t, "terminal").Derive("mine", "", func(p *theme.Palette) { p.Accent = "12" })
	if got := own.For(true, false, colorprofile.ANSI).Palette.Accent; got != "12" {
		t.Errorf("a theme of the terminal's own colours is replaced: %q", got)
	}
}

func TestThemes_WithoutColoursNoThemeHasAny(t *testing.T) {
	for _, s := range theme.All() {
		for _, th := range []*theme.Theme{s.For(true, true, colorprofile.TrueColor), s.For(true, false, colorprofile.ASCII)} {
			if th.Palette != (theme.Palette{}) || !th.NoColor {
				t.Errorf("%s: %+v", s.Name, th.Palette)
			}
		}
	}
}

func TestThemes_DerivedThemeKeepsTheOther(t *testing.T) {
	auto := find(t, "auto")
	before := *auto.Dark
	mine := auto.Derive("mine", "of my own", func(p *theme.Palette) { p.Muted = "#FFFFFF" })
	if *auto.Dark != before || mine.Dark.Muted != "#FFFFFF" || mine.Light.Muted != "#FFFFFF" || mine.Dark.Accent != before.Accent {
		t.Errorf("%+v", mine)
	}
}
