package ui_test

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/lucasb-eyer/go-colorful"

	"frontdesk/ui/theme"
	"frontdesk/ui/uitest"
)

func TestTheme_ConfiguredColoursWinOverTheTerminals(t *testing.T) {
	frames := map[string]string{}
	for _, set := range []string{"", "dark", "light"} {
		uitest.Run(t, uitest.Options{Theme: set, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) { frames[set] = s.ANSI() })
	}
	if frames[""] != frames["dark"] || frames["light"] == frames["dark"] {
		t.Error("a dark terminal with the light theme set gets dark colours, or the other way round")
	}
}

func TestTheme_TerminalGetsOnlyItsColours(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		shows := func(p colorprofile.Profile) string {
			s.Do(func(m tea.Model) { m.Update(tea.ColorProfileMsg{Profile: p}) })
			s.WaitIdle()
			return s.ANSI()
		}
		all := s.ANSI()
		sixteen, none := shows(colorprofile.ANSI), shows(colorprofile.ASCII) // what is drawn beside the list follows
		for name, drawn := range map[string]struct{ frame, bar string }{
			"all of them":     {all, "\x1b[38;2;228;229;231;48;2;36;38;44m"},
			"sixteen colours": {sixteen, "\x1b[30;47m"},
			"none":            {none, "\x1b[7m"},
		} {
			if !strings.HasPrefix(drawn.frame, drawn.bar) {
				t.Errorf("%s: %q", name, drawn.frame[:200])
			}
		}
		if again := shows(colorprofile.TrueColor); again != all {
			t.Error("the colours do not come back")
		}
	})
}

func TestTheme_SixteenColourTerminalGetsNoTrueColourAnywhere(t *testing.T) {
	d := newDeskOfThree()
	d.Articles[1].Detail = "<h2>How to</h2><p>Type <code>RETURN</code>, then <a href='https://help.example.com/return'>read on</a>.</p>"
	uitest.Run(t, uitest.Options{Width: 160, Height: 40, Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Do(func(m tea.Model) { m.Update(tea.ColorProfileMsg{Profile: colorprofile.ANSI}) })
		s.Press("f")
		s.Type("return")
		s.Press("enter")
		s.RequireText("How to", "RETURN")
		if frame := s.ANSI(); strings.Contains(frame, "38;2;") || strings.Contains(frame, "48;2;") {
			t.Errorf("a colour beyond the sixteen: %q", frame)
		}
	})
}

func TestTheme_HintsOfEverySearchFieldHaveItsColour(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 160, Height: 40, Theme: "dark", Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		hinted := func(hint string) {
			t.Helper()
			if !strings.Contains(s.ANSI(), "\x1b[38;2;158;159;161m"+hint) {
				t.Errorf("%q is drawn otherwise: %q", hint, s.ANSI())
			}
		}
		s.Press("/")
		hinted("words, or conditions")
		s.Press("esc", "enter", "/")
		hinted("in this ticket")
		s.Press("esc", "f")
		hinted("in the FAQ")
		s.Type("return")
		s.Press("enter", "/")
		hinted("in this article")
	})
}

func TestTheme_ListShowsEachAndEscTakesTheOldOneBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		before := s.ANSI()
		s.Press(":theme")
		s.RequireText("Theme", "auto", "high-contrast-light", "catppuccin-mocha", "soon late")
		s.Press("down", "down") // light
		light := "\x1b[38;2;24;26;30;48;2;228;229;231m"
		if frame := s.ANSI(); !strings.HasPrefix(frame, light) {
			t.Errorf("the theme under the cursor is not shown: %q", frame[:80])
		}
		s.RequireText(newDeskOfThree().Tickets[0].Title[:10]) // behind the list
		s.Press("esc")
		if s.ANSI() != before {
			t.Errorf("esc leaves other colours:\n%q\n%q", before, s.ANSI())
		}
	})
}

func TestTheme_ChosenOneIsThereAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	o := uitest.Options{Desk: newDeskOfThree(), Dir: dir}
	bar := "\x1b[38;2;205;214;244;48;2;49;50;68m"
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press(":theme", "7")
		s.RequireText("theme: catppuccin-mocha, also from the next start on")
		if !strings.HasPrefix(s.ANSI(), bar) {
			t.Errorf("%q", s.ANSI()[:80])
		}
	})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		if !strings.HasPrefix(s.ANSI(), bar) {
			t.Errorf("another theme at the next start: %q", s.ANSI()[:80])
		}
	})
	o.Theme = "light" // configured later, which is newer than the choice
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		if strings.HasPrefix(s.ANSI(), bar) {
			t.Error("the theme that is configured now does not count")
		}
	})
	o.Theme = ""
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press(":theme", "1")
		s.RequireText("theme: auto, as it is configured")
	})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		if strings.HasPrefix(s.ANSI(), bar) {
			t.Error("the theme that was chosen before comes back")
		}
	})
}

func TestTheme_OwnBackgroundIsSetWhenTheTerminalHasToldItsOwn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Theme: "catppuccin-latte", Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		background := func() (c color.Color) {
			s.Do(func(m tea.Model) { c = m.View().BackgroundColor })
			return c
		}
		if c, ok := colorful.MakeColor(background()); !ok || c.Hex() != "#eff1f5" {
			t.Errorf("the background is %v", background())
		}
		s.Do(func(m tea.Model) { m.Update(tea.BackgroundColorMsg{Color: color.White}) }) // what we have set
		s.Press(":theme", "1")
		if background() != nil {
			t.Error("the background stays when the theme is left")
		}
		if !strings.HasPrefix(s.ANSI(), "\x1b[38;2;228;229;231m") && !strings.HasPrefix(s.ANSI(), "\x1b[38;2;228;229;231;48;2;36;38;44m") {
			t.Errorf("the terminal is taken for a light one: %q", s.ANSI()[:80])
		}
	})
}

func TestTheme_CannotBeChosenWhereThereAreNoColours(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Plain: true, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press(":theme")
		s.RequireText("NO_COLOR is set: there are no colours")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Do(func(m tea.Model) { m.Update(tea.ColorProfileMsg{Profile: colorprofile.ANSI}) })
		s.Press(":theme")
		s.RequireText("this terminal has sixteen colours, which are chosen there")
	})
}

func TestTheme_OneThatWasRemovedFromTheConfigurationIsNotMissed(t *testing.T) {
	mocha, _ := theme.Find("catppuccin-mocha", nil)
	mine := mocha.Derive("mine", "of my own", func(p *theme.Palette) { p.Bar = "#000000" })
	o := uitest.Options{Desk: newDeskOfThree(), Dir: t.TempDir(), Themes: []theme.Spec{mine}}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press(":theme", "G")
		s.RequireText("mine", "of my own")
		s.Press("enter")
		if !strings.Contains(s.ANSI()[:80], "48;2;0;0;0m") {
			t.Errorf("%q", s.ANSI()[:80])
		}
	})
	o.Themes = nil
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		if !strings.HasPrefix(s.ANSI(), "\x1b[38;2;228;229;231;48;2;36;38;44m") {
			t.Errorf("%q", s.ANSI()[:80])
		}
	})
}

func TestTheme_ChosenInOneAccountHoldsInTheOthers(t *testing.T) {
	bar := "\x1b[38;2;205;214;244;48;2;49;50;68m"
	uitest.Run(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press(":theme", "7") // its background is not that of the terminal
		goTo(s, "1")
		if !strings.HasPrefix(s.ANSI(), bar) {
			t.Errorf("the other account has other colours: %q", s.ANSI()[:80])
		}
		s.Press(":theme", "1")
		if !strings.HasPrefix(s.ANSI(), "\x1b[38;2;228;229;231;48;2;36;38;44m") {
			t.Errorf("%q", s.ANSI()[:80])
		}
	})
}
