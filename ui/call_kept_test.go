package ui_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestCall_LeavingTheScreenKeepsItOn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("esc")
		s.RequireText("the call goes on: p goes back to it", "☎ 00:0")
		s.Advance(time.Minute)
		s.RequireText("☎ 01:0")
		s.Press("p")
		s.RequireText("Who calls?", "Someone")
		s.Press("ctrl+o")
		s.RequireText("the call is kept: p continues it")
		before := s.Messages()
		s.Advance(10 * time.Second)
		if n := s.Messages() - before; n > 2 {
			t.Errorf("an idle console got %d messages in ten seconds", n)
		}
		s.Press("p", "enter")
		s.RequireText("☎ 01:0", "Someone")
		s.Press("ctrl+x", "x")
		s.RequireText("call discarded")
		if n := keptCalls(s); n != 0 {
			t.Errorf("%d calls are kept", n)
		}
	})
}

// dropCall ends a console in the middle of a call with Priya Natarajan, and returns the options of the next one. The
// keys choose where the notes go.
func dropCall(t *testing.T, notes string, after time.Duration, keys ...string) uitest.Options {
	t.Helper()
	o := uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), Dir: filepath.Join(t.TempDir(), "drafts")}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("9876543210")
		s.Press(append([]string{"enter"}, keys...)...)
		s.Type(notes)
		s.Advance(after)
	})
	return o
}

func TestCall_DroppedInTheMiddleIsTakenUpAgain(t *testing.T) {
	o := dropCall(t, "Half a sentence", 65*time.Second, "down")
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("1 unsent draft · D lists what is unsent")
		s.Press("D")
		s.RequireText("Call", "Priya Natarajan", "Half a sentence")
		s.Press("esc", "p")
		s.RequireText("Continue Priya Natarajan", "talked")
		s.Press("enter")
		s.RequireText("☎ 01:", "Half a sentence", "Priya Natarajan · +91 9876543210", "Notes go to 713516550800")
		s.Type(" is whole now")
		s.Press("ctrl+s")
		requireCommentEnds(t, s, "713516550800", ": Half a sentence is whole now")
		if text := s.Ticket("713516550800").Timeline[0].Body.Text().String(); !strings.HasPrefix(text, "Call of 1m") {
			t.Errorf("the comment is %q", text)
		}
		if n := keptCalls(s); n != 0 {
			t.Errorf("%d calls are kept", n)
		}
	})
}

func TestCall_NumberTypedWhileAKeptCallIsOfferedBeginsANewCall(t *testing.T) {
	o := dropCall(t, "Kept notes", 15*time.Second)
	for name, enter := range map[string]func(*uitest.Driver, string){
		"typed":  func(s *uitest.Driver, text string) { s.Type(text) },
		"pasted": func(s *uitest.Driver, text string) { s.Paste(text) },
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
				s.Press("p")
				s.RequireText("Continue Priya Natarajan", "New call", "just type a number or a name")
				s.RequireNoText("or its digit")
				enter(s, "1149")
				s.RequireText("Caller  1149")
				s.RequireNoText("Kept notes")
				s.Press("esc", "p")
				s.RequireText("1149")
			})
		})
	}
}

func TestCall_DraftSaysWhoWasSearched(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("ACM-999111")
		s.Press("ctrl+o", "D")
		s.RequireRow("Call", "ACM-999111")
	})
}
