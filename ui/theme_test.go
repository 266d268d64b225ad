package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

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
	uitest.Run(t, uitest.Options{Width: 160, Height: 40, Theme: "dark", Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		hinted := func(hint string) {
			t.Helper()
			if !strings.Contains(s.ANSI(), "\x1b[38;2;158;159;161m"+hint) {
				t.Errorf("%q is drawn otherwise: %q", hint, s.ANSI())
			}
		}
		s.Press("/")
		hinted("words of a ticket")
		s.Press("esc", "enter", "/")
		hinted("words in this ticket")
		s.Press("esc", "f")
		hinted("words of an answer")
		s.Type("return")
		s.Press("enter", "/")
		hinted("words in this article")
	})
}
