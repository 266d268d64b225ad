package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/keymap"
	"frontdesk/ui/uitest"
)

func TestKeys_OfListsCanBeRebound(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.Discard, Keys: []string{"delete"}},
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.Open, Keys: []string{"right"}},
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.Back, Keys: []string{"backspace"}},
		keymap.Override{Place: keymap.ConfirmOverlay, Action: keymap.Discard, Keys: []string{"y"}},
		keymap.Override{Place: keymap.ConfirmOverlay, Action: keymap.Back, Keys: []string{"n"}},
	)
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Half a sentence")
		s.Press("esc", "D")
		s.RequireText("Half a sentence", "→ open · delete throw away · backspace back")
		s.Press("x", "enter", "q", "esc")
		s.RequireText("→ open · delete throw away")
		s.Press("delete")
		s.RequireText("Throw this draft away?", "y throw it away", "n back")
		s.Press("x", "esc", "n")
		s.RequireNoText("Throw this draft away?")
		s.Press("delete", "y")
		s.RequireText("draft thrown away", "No draft is kept", "backspace back")
		s.Press("backspace")
		s.RequireNoText("No draft is kept")
	})
}

func TestHelp_InAListNamesItsKeysAndUnavailableActions(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.SendAll, Keys: []string{"A"}},
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.Verify, Keys: []string{"f"}},
		keymap.Override{Place: keymap.Global, Action: keymap.Help, Keys: []string{"Q", "f2"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree(), Keys: keys, Refresh: minute}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Press("O", "Q")
		s.RequireText("Keys: List", "A            Send all that waits", "f            Look on the service", "– it is known that it did not arrive", "esc close")
		s.Press("f2")
		s.RequireNoText("Keys: List")
		s.RequireText("Outbox", "A send all")
		s.Press("f")
		s.RequireText("it is known that it did not arrive", "A send all")
		s.Press("S")
		s.RequireNoText("it is known", "sending")
		s.Press("esc")
		s.Advance(2 * minute)
		s.Net.Up()
		s.Advance(2 * minute)
		s.RequireText("the service answers again: O, s sends what waits")
	})
}

func TestHelp_InAQuestionNamesItsReplies(t *testing.T) {
	keys := newReboundKeymap(t, keymap.Override{Place: keymap.ConfirmOverlay, Action: keymap.Discard, Keys: []string{"w"}})
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Half a sentence")
		s.Press("ctrl+x", "?")
		s.RequireText("Keys: Question", "w            Throw it away", "esc          Answer nothing")
		s.RequireNoText("take theirs", "Send all the same")
		s.Press("esc")
		s.RequireNoText("Keys: Question")
		s.Press("w")
		s.RequireText("draft thrown away")
	})
}

func TestFooter_HidesKeysThatAnOverlayTakes(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, key := range []string{"?", "ctrl+p", "D", "O", "L", "d", "F"} {
			s.Press(key)
			if footer := lastLine(s.Text()); strings.Contains(footer, "u update") {
				t.Errorf("%s: the footer says %s", key, footer)
			}
			s.Press("esc")
			if footer := lastLine(s.Text()); !strings.Contains(footer, "u update") {
				t.Errorf("%s esc: the footer says %s", key, footer)
			}
		}
	})
}

func TestKeys_OfTheFinderCanBeReboundAndAreInTheHelp(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.CustomerSearch, Action: keymap.SearchOlder, Keys: []string{"f5"}},
		keymap.Override{Place: keymap.CustomerSearch, Action: keymap.Back, Keys: []string{"f10"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: newCustomerDesk(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F", "f1")
		s.RequireText("Keys: Finder", "f5 Ask the service for the customers of each day", "– type at least 3 characters first")
		s.Press("f1")
		s.Type("zeppelin?")
		s.RequireText("zeppelin?", "f5 back through the days · f10 close")
		s.Press("ctrl+r", "esc")
		s.RequireText("Find a customer")
		s.RequireNoText("Asking for the customers")
		s.Press("f10")
		s.RequireNoText("Find a customer")
	})
}

func TestPalette_BestMatchIsFirst(t *testing.T) {
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, c := range []struct{ typed, first string }{
			{"call", "Set a callback time"},
			{"callback", "Set a callback time"},
			{"time call", "Set a callback time"},
			{"faq", "Look up an answer"},
			{"cust", "The ticket's customer beside the list"},
			{"new cust", "Add a customer"},
			{"order", "Add an order"},
			{"up", "Update sub-status"},
			{"sub", "Update sub-status"},
			{"close", "Close the ticket"},
			{"search", "Filter everything loaded"},
			{"sort", "Choose what the list is sorted by"},
			{"outbox", "List the outbox"},
			{"draft", "List what was typed"},
			{"esc", "Take the zoom away, the filter"},
			{"f1", "Every key that works here"},
			{"quit", "Leave frontdesk"},
			{"bring", "Put frontdesk into the background"},
			{"theme", "The colours: a list of themes"},
			{"zeppelin", "nothing here is called that"},
		} {
			s.Press("ctrl+p")
			s.Type(c.typed)
			if first := firstEntry(s.Text(), c.typed); !strings.Contains(first, c.first) {
				t.Errorf("%s: first comes %s", c.typed, first)
			}
			s.Press("esc")
		}
	})
}

// firstEntry returns the first entry of the palette.
func firstEntry(screen, typed string) string {
	lines := strings.Split(screen, "\n")
	for i, l := range lines {
		if strings.Contains(l, "│ "+typed+" ") && i+2 < len(lines) {
			return lines[i+2]
		}
	}
	return "nothing"
}

func TestDates_CompleteInputWinsOverASuggestion(t *testing.T) {
	for typed, want := range map[string]string{
		"last 3 days": "18–20 Nov", "3 days": "18–20 Nov", "last 30": "22 Oct–20 Nov", "yester": "19 Nov",
		"LAST 7 DAYS": "14–20 Nov", "2026-11-18": "18 Nov",
	} {
		t.Run(typed, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("d")
				s.Type(typed)
				s.Press("enter")
				s.RequireText("Asha Rao " + want + " as of")
			})
		})
	}
}

// selectedText returns the row that is drawn as selected, without its colours.
func selectedText(s *uitest.Driver) string {
	for row := range strings.SplitSeq(s.ANSI(), "\n") {
		if _, selected, found := strings.Cut(row, "\x1b[1;38;2;255;255;255;48;2;44;72;122m"); found {
			selected, _, _ = strings.Cut(selected, "\x1b[")
			return strings.Join(strings.Fields(selected), " ")
		}
	}
	return ""
}

func TestJournal_OpensAtTheNewestEntryOfATicket(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, said := range []string{"First", "Second", "Third"} {
			typeComment(s, said)
			s.Press("ctrl+s")
			s.RequireText("saved")
			s.Advance(minute)
			s.Press("L")
			if row := selectedText(s); !strings.Contains(row, said) {
				t.Errorf("the cursor is on %q and not on %q:\n%s", row, said, s.Text())
			}
			s.Press("esc")
		}
	})
}
