package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"frontdesk/ui/uitest"
)

func TestTheColoursThatWereSetWinOverWhatTheTerminalSays(t *testing.T) {
	frames := map[string]string{}
	for _, set := range []string{"", "dark", "light"} {
		uitest.Run(t, uitest.Options{Theme: set, Desk: three()}, func(_ *testing.T, s *uitest.Story) { frames[set] = s.Frame() })
	}
	if frames[""] != frames["dark"] || frames["light"] == frames["dark"] {
		t.Error("a dark terminal with the light theme set gets dark colours, or the other way round")
	}
}

func TestATerminalGetsColoursThatItHas(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Story) {
		shows := func(p colorprofile.Profile) string {
			s.Do(func(m tea.Model) { m.Update(tea.ColorProfileMsg{Profile: p}) })
			s.Settle()
			return s.Frame()
		}
		all := s.Frame()
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
