package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

const calledTicket = "713516550977"

// call answers a call about a ticket and notes something.
func call(s *uitest.Driver, notes string) {
	s.Press("p")
	s.Type(calledTicket)
	s.Press("enter")
	s.Type(notes)
}

func TestCall_EndWaitsLikeAnyUpdate(t *testing.T) {
	o := uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), HoldBack: 20 * time.Second}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		call(s, "Wants a refund")
		s.Press("ctrl+s")
		s.RequireText("updating …550977 in ", " s · z undo")
		s.RequireNoText("☎ 00:")
		if n := len(s.Ticket(calledTicket).Timeline); n != 0 {
			t.Fatalf("%d comments were sent at once", n)
		}
		s.Press("z")
		s.RequireText("Update "+calledTicket, "Wants a refund")
		s.Advance(time.Minute)
		if n := len(s.Ticket(calledTicket).Timeline); n != 0 {
			t.Fatalf("%d comments were sent after undo", n)
		}
		s.Press("ctrl+s")
		s.Advance(21 * time.Second)
		s.RequireText("…550977 saved")
		if n := requireCommentEnds(t, s, calledTicket, ": Wants a refund"); n != 1 {
			t.Errorf("it was written %d times", n)
		}
	})
}

// TestCall_NamesTheKeyThatUndoesTheUpdateBefore: z is a letter of the notes here.
func TestCall_NamesTheKeyThatUndoesTheUpdateBefore(t *testing.T) {
	o := uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), HoldBack: 20 * time.Second}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Before the call")
		s.Press("ctrl+s", "p")
		s.RequireText("☎ 00:0", " s · ctrl+p undo")
		s.RequireNoText("z undo")
		s.Press("ctrl+p")
		s.Type("undo")
		s.Press("enter")
		s.RequireText("undone: nothing was sent")
	})
}

func TestCall_EndedAndRepeatedIsNotedOnce(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		call(s, "Wants a refund")
		s.Press("ctrl+s", ".", "ctrl+s")
		s.WaitIdle()
		if n := requireCommentEnds(t, s, calledTicket, ": Wants a refund"); n != 1 {
			t.Errorf("it was written %d times", n)
		}
	})
}

func TestCall_WithoutNotesEndsWithoutAWrite(t *testing.T) {
	t.Parallel()
	for name, typed := range map[string]string{"nothing": "", "blanks": "  \n "} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
			call(s, typed)
			s.Press("ctrl+s")
			s.RequireText("the call has ended: nothing was noted, and nothing is sent")
			s.RequireNoText("☎")
			s.Advance(time.Minute)
			if n := len(s.Ticket(calledTicket).Timeline); n != 0 {
				t.Errorf("%s: %d comments were written", name, n)
			}
			s.Press("D")
			s.RequireText("Nothing is unsent")
		})
	}
}

func TestCall_SubStatusAloneIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		call(s, "")
		s.Press("tab")
		s.Type("PS")
		s.Press("ctrl+s")
		s.RequireText("call noted on " + calledTicket)
	})
}

func TestCall_EveryWayOutAsks(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"q in the list":                {"esc", "q"},
		"ctrl+c on its screen":         {"ctrl+c"},
		"ctrl+c in the list":           {"esc", "ctrl+c"},
		"ctrl+c over an overlay":       {"esc", "F", "ctrl+c"},
		"by name":                      {"esc", ":", "q", "u", "i", "t", "enter"},
		"by name, leaving at once":     {"esc", ":", "l", "e", "a", "v", "e", "space", "n", "o", "w", "enter"},
		"a second time after going on": {"esc", "q", "esc", "q"},
	} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
			call(s, "Wants a refund")
			s.Press(keys...)
			if s.HasQuit() {
				t.Fatalf("%s leaves without a question", name)
			}
			s.RequireText("A call is on", "d  Keep the call as a draft and leave")
			s.Press("esc")
			if s.HasQuit() || strings.Contains(s.Text(), "A call is on") {
				t.Errorf("%s: esc does not go back", name)
			}
			s.Press("ctrl+c", "d")
			if !s.HasQuit() {
				t.Errorf("%s: the choice does not leave", name)
			}
			s.Restart()
			s.Press("p")
			s.RequireText("Continue ")
		})
	}
}

func TestCall_LeavingTwiceLeaves(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		call(s, "Wants a refund")
		s.Press("ctrl+c", "ctrl+c")
		if !s.HasQuit() {
			t.Error("the second ctrl+c does not leave")
		}
	})
}

func TestCall_NothingToAskAboutAnEmptyOne(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p", "ctrl+c")
		if !s.HasQuit() {
			t.Error("an empty call keeps the console open")
		}
	})
}

func TestCall_LeavingAsksAboutItAndThenAboutAnUpdate(t *testing.T) {
	o := uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), HoldBack: 20 * time.Second}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Before the call")
		s.Press("ctrl+s")
		call(s, "Wants a refund")
		s.Press("esc", "q", "d")
		s.RequireText("An update is about to be sent")
		s.Press("d")
		if !s.HasQuit() {
			t.Error("it does not leave")
		}
	})
}
