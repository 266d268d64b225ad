package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/keymap"
	"frontdesk/ui/uitest"
)

func TestTheKeysOfListsCanBeRebound(t *testing.T) {
	keys := rebound(t,
		keymap.Override{Place: keymap.List, Action: keymap.Discard, Keys: []string{"delete"}},
		keymap.Override{Place: keymap.List, Action: keymap.Open, Keys: []string{"right"}},
		keymap.Override{Place: keymap.List, Action: keymap.Back, Keys: []string{"backspace"}},
		keymap.Override{Place: keymap.Question, Action: keymap.Discard, Keys: []string{"y"}},
		keymap.Override{Place: keymap.Question, Action: keymap.Back, Keys: []string{"n"}},
	)
	uitest.Run(t, uitest.Options{Desk: three(), Keys: keys}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Half a sentence")
		s.Press("esc", "D")
		s.Sees("Half a sentence", "→ open · delete throw away · backspace back")
		s.Press("x", "enter", "q", "esc")
		s.Sees("→ open · delete throw away")
		s.Press("delete")
		s.Sees("Throw this draft away?", "y throw it away", "n back")
		s.Press("x", "esc", "n")
		s.Misses("Throw this draft away?")
		s.Press("delete", "y")
		s.Sees("draft thrown away", "No draft is kept", "backspace back")
		s.Press("backspace")
		s.Misses("No draft is kept")
	})
}

func TestHelpInAListNamesItsKeysAndWhatCannotBeDone(t *testing.T) {
	keys := rebound(t,
		keymap.Override{Place: keymap.List, Action: keymap.SendAll, Keys: []string{"A"}},
		keymap.Override{Place: keymap.List, Action: keymap.LookFor, Keys: []string{"f"}},
		keymap.Override{Place: keymap.Everywhere, Action: keymap.Help, Keys: []string{"H", "f2"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: three(), Keys: keys, Refresh: minute}, func(_ *testing.T, s *uitest.Story) {
		unreachable(s, "First")
		s.Press("O", "H")
		s.Sees("Keys: List", "A            Send all that waits", "f            Look on the service", "– it is known that it did not arrive", "esc close")
		s.Press("f2")
		s.Misses("Keys: List")
		s.Sees("Outbox", "A send all")
		s.Press("f")
		s.Sees("it is known that it did not arrive", "A send all")
		s.Press("S")
		s.Misses("it is known", "sending")
		s.Press("esc")
		s.Pass(2 * minute)
		s.Net.Up()
		s.Pass(2 * minute)
		s.Sees("the service answers again: O, s sends what waits")
	})
}

func TestHelpInAQuestionNamesItsReplies(t *testing.T) {
	keys := rebound(t, keymap.Override{Place: keymap.Question, Action: keymap.Discard, Keys: []string{"z"}})
	uitest.Run(t, uitest.Options{Height: 36, Desk: three(), Keys: keys}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Half a sentence")
		s.Press("ctrl+x", "?")
		s.Sees("Keys: Question", "z            Throw it away", "esc          Answer nothing")
		s.Misses("take theirs", "Send all the same")
		s.Press("esc")
		s.Misses("Keys: Question")
		s.Press("z")
		s.Sees("draft thrown away")
	})
}

func TestTheFooterNamesNoKeysThatAnOverlayTakes(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Story) {
		for _, key := range []string{"?", "ctrl+p", "D", "O", "L", "d", "F"} {
			s.Press(key)
			if footer := lastLine(s.Screen()); strings.Contains(footer, "u update") {
				t.Errorf("%s: the footer says %s", key, footer)
			}
			s.Press("esc")
			if footer := lastLine(s.Screen()); !strings.Contains(footer, "u update") {
				t.Errorf("%s esc: the footer says %s", key, footer)
			}
		}
	})
}

func TestTheKeysOfTheFinderCanBeReboundAndAreExplained(t *testing.T) {
	keys := rebound(t,
		keymap.Override{Place: keymap.Finder, Action: keymap.LookBack, Keys: []string{"f5"}},
		keymap.Override{Place: keymap.Finder, Action: keymap.Back, Keys: []string{"f10"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: served(), Keys: keys}, func(_ *testing.T, s *uitest.Story) {
		s.Press("F", "f1")
		s.Sees("Keys: Finder", "f5 Ask the service for the customers of each day", "– type at least 3 characters first")
		s.Press("f1")
		s.Type("zeppelin?")
		s.Sees("zeppelin?", "f5 back through the days · f10 close")
		s.Press("ctrl+r", "esc")
		s.Sees("Find a customer")
		s.Misses("Asking for the customers")
		s.Press("f10")
		s.Misses("Find a customer")
	})
}
