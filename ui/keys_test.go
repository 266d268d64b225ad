package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/keymap"
	"frontdesk/ui/uitest"
)

// newReboundKeymap returns the default bindings with overrides.
func newReboundKeymap(t *testing.T, overrides ...keymap.Override) keymap.Keymap {
	t.Helper()
	m, problems := keymap.WithOverrides(overrides)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return m
}

func TestKeys_ReboundKeyReplacesTheDefault(t *testing.T) {
	keys := newReboundKeymap(t, keymap.Override{Place: keymap.Inbox, Action: keymap.Update, Keys: []string{"U", "e"}})
	for _, key := range keys.ForScope(keymap.Inbox)[1].Keys() {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("u")
			s.RequireNoText("Update " + blackScreenTicket)
			s.Press(key)
			s.RequireText("Update " + blackScreenTicket)
		})
	}
}

func TestKeys_FooterHelpAndPaletteShowReboundKeys(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.Inbox, Action: keymap.Update, Keys: []string{"U", "e"}},
		keymap.Override{Place: keymap.Global, Action: keymap.Help, Keys: []string{"Q", "f2"}},
		keymap.Override{Place: keymap.Global, Action: keymap.Palette, Keys: []string{"ctrl+q"}},
	)
	uitest.Run(t, uitest.Options{Width: 180, Height: 40, Desk: newDeskOfThree(), Keys: keys}, func(t *testing.T, s *uitest.Driver) {
		footer := lastLine(s.Text())
		if !strings.Contains(footer, "U update") || strings.Contains(footer, "u update") || !strings.Contains(footer, "Q help") {
			t.Errorf("the footer says %s", footer)
		}
		s.Press("?")
		s.RequireNoText("Keys: Inbox")
		s.Press("Q")
		s.RequireText("Keys: Inbox", "U e          Update sub-status")
		s.Press("Q")
		s.RequireNoText("Keys: Inbox")
		s.Press("ctrl+q")
		s.Type("update sub")
		s.RequireText("Commands", "U e          Update sub-status")
		s.Press("ctrl+q")
		s.RequireNoText("Commands")
		s.Press("U", "f2")
		s.RequireText("Keys: Form")
		s.Press("f2", "ctrl+q")
		s.RequireText("Commands")
	})
}

func TestKeys_MessagesNameReboundKeys(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.Global, Action: keymap.Refresh, Keys: []string{"R"}},
		keymap.Override{Place: keymap.Inbox, Action: keymap.Dates, Keys: []string{"t"}},
		keymap.Override{Place: keymap.Inbox, Action: keymap.Views, Keys: []string{"tab"}},
		keymap.Override{Place: keymap.Global, Action: keymap.Focus, Keys: []string{"w"}},
		keymap.Override{Place: keymap.Form, Action: keymap.Send, Keys: []string{"f5"}},
	)
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("nothing of the kind")
		s.Press("enter")
		s.RequireText("t chooses other days")
		s.Press("esc", "3")
		s.RequireText("6 shows All")
		s.Press("6", "c")
		s.Type("Typed before")
		s.Net.Down()
		s.Press("ctrl+s")
		s.RequireNoText("not sent")
		s.Press("f5")
		s.Advance(minute)
		s.RequireText("not sent", "f5 tries again")
	})
}

// lastLine returns the footer of a screen.
func lastLine(screen string) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	return lines[len(lines)-1]
}
