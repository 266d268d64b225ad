package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/keymap"
	"frontdesk/ui/uitest"
)

// rebound is the usual bindings with others over them.
func rebound(t *testing.T, overrides ...keymap.Override) keymap.Map {
	t.Helper()
	m, problems := keymap.Rebind(overrides)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return m
}

func TestAReboundKeyWorksAndTheUsualOneNoLonger(t *testing.T) {
	keys := rebound(t, keymap.Override{Place: keymap.Inbox, Action: keymap.Update, Keys: []string{"U", "e"}})
	for _, key := range keys.In(keymap.Inbox)[1].Keys {
		uitest.Run(t, uitest.Options{Desk: three(), Keys: keys}, func(_ *testing.T, s *uitest.Story) {
			s.Press("u")
			s.Misses("Update " + black)
			s.Press(key)
			s.Sees("Update " + black)
		})
	}
}

func TestFooterHelpAndPaletteShowTheReboundKeys(t *testing.T) {
	keys := rebound(t,
		keymap.Override{Place: keymap.Inbox, Action: keymap.Update, Keys: []string{"U", "e"}},
		keymap.Override{Place: keymap.Everywhere, Action: keymap.Help, Keys: []string{"H", "f2"}},
		keymap.Override{Place: keymap.Everywhere, Action: keymap.Palette, Keys: []string{"ctrl+g"}},
	)
	uitest.Run(t, uitest.Options{Width: 180, Height: 40, Desk: three(), Keys: keys}, func(t *testing.T, s *uitest.Story) {
		footer := lastLine(s.Screen())
		if !strings.Contains(footer, "U update") || strings.Contains(footer, "u update") || !strings.Contains(footer, "H help") {
			t.Errorf("the footer says %s", footer)
		}
		s.Press("?")
		s.Misses("Keys: Inbox")
		s.Press("H")
		s.Sees("Keys: Inbox", "U e          Update sub-status")
		s.Press("H")
		s.Misses("Keys: Inbox")
		s.Press("ctrl+g")
		s.Type("update sub")
		s.Sees("What to do", "U e          Update sub-status")
		s.Press("ctrl+g")
		s.Misses("What to do")
		s.Press("U", "f2")
		s.Sees("Keys: Form")
		s.Press("f2", "ctrl+g")
		s.Sees("What to do")
	})
}

func TestWhatIsSaidNamesTheReboundKeys(t *testing.T) {
	keys := rebound(t,
		keymap.Override{Place: keymap.Everywhere, Action: keymap.Refresh, Keys: []string{"R"}},
		keymap.Override{Place: keymap.Inbox, Action: keymap.Dates, Keys: []string{"t"}},
		keymap.Override{Place: keymap.Inbox, Action: keymap.View, Keys: []string{"tab"}},
		keymap.Override{Place: keymap.Everywhere, Action: keymap.Focus, Keys: []string{"w"}},
		keymap.Override{Place: keymap.Form, Action: keymap.Send, Keys: []string{"f5"}},
	)
	uitest.Run(t, uitest.Options{Desk: three(), Keys: keys}, func(_ *testing.T, s *uitest.Story) {
		s.Press("/")
		s.Type("nothing of the kind")
		s.Press("enter")
		s.Sees("t chooses other days")
		s.Press("esc", "2")
		s.Sees("tab shows the next view")
		s.Press("1", "c")
		s.Type("Typed before")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Misses("not sent")
		s.Press("f5")
		s.Pass(minute)
		s.Sees("not sent", "f5 tries again")
	})
}

// lastLine is the footer of a screen.
func lastLine(screen string) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	return lines[len(lines)-1]
}
