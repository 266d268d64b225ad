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
		s.RequireText("Half a sentence", "→ open · delete discard · backspace close")
		s.Press("x", "enter", "q", "esc")
		s.RequireText("→ open · delete discard")
		s.Press("delete")
		s.RequireText("Discard this draft?", "y       Discard it", "n back")
		s.Press("x", "esc", "n")
		s.RequireNoText("Discard this draft?")
		s.Press("delete", "y")
		s.RequireRow("discarded", "Half a sentence")
		s.RequireText("draft discarded", "backspace close")
		s.Press("backspace")
		s.RequireNoText("Half a sentence")
	})
}

func TestHelp_InAListNamesItsKeysAndUnavailableActions(t *testing.T) {
	keys := newReboundKeymap(t,
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.SendAll, Keys: []string{"A"}},
		keymap.Override{Place: keymap.ListOverlay, Action: keymap.Check, Keys: []string{"f"}},
		keymap.Override{Place: keymap.Global, Action: keymap.Help, Keys: []string{"Q", "f2"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree(), Keys: keys, Refresh: minute}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Press("D", "Q")
		s.RequireText("Keys: List", "A            Send everything that waits", "f            Check whether", "– it did not arrive", "esc close")
		s.Press("f2")
		s.RequireNoText("Keys: List")
		s.RequireText("My work", "A send all")
		s.Press("f")
		s.RequireText("it did not arrive", "A send all")
		s.Press("S")
		s.RequireNoText("nothing to check", "sending")
		s.Press("esc")
		s.Advance(2 * minute)
		s.Net.Up()
		waitFor(s, "the service answers again: 1 in the outbox can go now · D, then s")
	})
}

func TestHelp_InAQuestionNamesItsReplies(t *testing.T) {
	keys := newReboundKeymap(t, keymap.Override{Place: keymap.ConfirmOverlay, Action: keymap.Discard, Keys: []string{"w"}})
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Half a sentence")
		s.Press("ctrl+x", "?")
		s.RequireText("Keys: Question", "w            Discard what you typed", "esc          Go back; nothing changes")
		s.RequireNoText("load changes", "Send now")
		s.Press("esc")
		s.RequireNoText("Keys: Question")
		s.Press("w")
		s.RequireText("draft discarded")
	})
}

func TestFooter_HidesKeysThatAnOverlayTakes(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, key := range []string{"?", "ctrl+p", "D", "D", "D", "d", "F"} {
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
		keymap.Override{Place: keymap.Finder, Action: keymap.SearchOlder, Keys: []string{"f5"}},
		keymap.Override{Place: keymap.Finder, Action: keymap.Back, Keys: []string{"f10"}},
	)
	uitest.Run(t, uitest.Options{Height: 36, Desk: newCustomerDesk(), Keys: keys}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F", "f1")
		s.RequireText("Keys: Finder", "f5           Search older customers", "– type at least 3 characters first")
		s.Press("f1")
		s.Type("zeppelin?")
		s.RequireText("zeppelin?", "f5 search older · f10 close")
		s.Press("ctrl+r", "esc")
		s.RequireText("Find a customer")
		s.RequireNoText("Asking for the customers")
		s.Press("f10")
		s.RequireNoText("Find a customer")
	})
}

func TestPalette_BestMatchIsFirst(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Height: 36, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, c := range []struct{ typed, first string }{
			{"call", "Set a callback time"},
			{"callback", "Set a callback time"},
			{"time call", "Set a callback time"},
			{"faq", "Find an answer"},
			{"cust", "Show the ticket's customer"},
			{"new cust", "Add a customer"},
			{"order", "Add an order"},
			{"up", "Update sub-status"},
			{"sub", "Update sub-status"},
			{"close", "Close the ticket"},
			{"search", "Search and filter the list"},
			{"sort", "Sort the list"},
			{"outbox", "List your work"},
			{"draft", "List your work"},
			{"about to be sent", "List your work"},
			{"sent today", "List your work"},
			{"esc", "Leave zoom; clear the filter"},
			{"f1", "Show every key that works here"},
			{"quit", "Quit frontdesk"},
			{"bring", "Put frontdesk in the background"},
			{"theme", "Choose a theme of colours"},
			{"zeppelin", "No matching command."},
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

// TestPalette_SaysWhatTheServiceCannotDo and offers what comes nearest, at once.
func TestPalette_SaysWhatTheServiceCannotDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed string
		shows []string
	}{
		{"assign", []string{"cannot assign a ticket to someone", "Update sub-status"}},
		{"assign to ben", []string{"cannot assign a ticket to someone", "Update sub-status"}},
		{"merge", []string{"cannot merge or split tickets", "Write a comment"}},
		{"prio", []string{"cannot change the priority", "Update sub-status"}},
		{"priority", []string{"cannot change the priority"}},
		{"reply", []string{"sends no replies", "Write a comment"}},
		{"Escalate", []string{"cannot escalate a ticket", "Update sub-status", "Write a comment"}},
		{"delete", []string{"cannot delete a ticket", "Close the ticket"}},
		{"reopen", []string{"opens a closed ticket again", "Update sub-status"}},
		{"tag", []string{"has no tags"}},
	} {
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("ctrl+p")
				s.Type(c.typed)
				s.RequireText(c.shows...)
				s.RequireNoText("No matching command")
			})
		}
	}
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("ctrl+p")
		s.Type("delete")
		s.Press("enter")
		s.RequireText("Closed · CL") // the form that closes
	})
}

// TestPalette_SaysHowToLeaveAFormForACommand that no form has, such as a call that comes in.
func TestPalette_SaysHowToLeaveAFormForACommand(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		for typed, says := range map[string]string{"answer a call": "Then p: Answer a call", "call": "Then p: Answer a call", "board": "Then B: Show the board"} {
			s.Press("c")
			s.Type("Half a sentence")
			s.Press("ctrl+p")
			s.Type(typed)
			s.RequireText("esc leaves this screen, which keeps it as a draft", says)
			s.Press("esc", "esc")
		}
		s.Press("p", "ctrl+p")
		s.Type("board")
		s.RequireText("esc leaves this screen, and the call goes on", "Then B: Show the board")
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
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		for _, said := range []string{"First", "Second", "Third"} {
			typeComment(s, said)
			s.Press("ctrl+s")
			s.RequireText("saved")
			s.Advance(minute)
			s.Press("D")
			if row := selectedText(s); !strings.Contains(row, said) {
				t.Errorf("the cursor is on %q and not on %q:\n%s", row, said, s.Text())
			}
			s.Press("esc")
		}
	})
}
