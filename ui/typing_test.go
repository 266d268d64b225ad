package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

const paragraph = "The customer was charged twice and wants one payment back."

func TestTyping_WipedCommentComesBack(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"ctrl+u", "ctrl+z"}, {"ctrl+u", "ctrl+_"}, {"ctrl+u", "ctrl+y"}, {"ctrl+a", "ctrl+k", "ctrl+y"}, {"ctrl+u", "ctrl+z", "alt+z", "ctrl+z"}} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
			typeComment(s, paragraph)
			s.Press(keys[0])
			for _, key := range keys[1:] {
				s.Press(key)
			}
			s.RequireText("The customer was charged twice and wants one payment")
			s.Press("ctrl+s")
			if got := s.Ticket(blackScreenTicket).Timeline; len(got) != 1 || got[0].Body.Text().String() != paragraph {
				t.Errorf("%v: the service holds %+v", keys, got)
			}
		})
	}
}

func TestTyping_SaysHowAWipedTextComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		const hint = "ctrl+z brings back what was wiped"
		typeComment(s, paragraph)
		s.RequireNoText(hint)
		s.Press("ctrl+u")
		s.RequireText(hint)
		s.Type("x")
		s.RequireNoText(hint)
	})
}

func TestTyping_UndoGoesOnInAFormThatWasLeft(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Press("ctrl+u", "esc", "down", "c")
		s.Press("ctrl+z")
		s.RequireText("nothing to undo in this field")
		s.Press("esc", "up", "c", "ctrl+z")
		s.RequireText("The customer was charged twice and wants one payment")
	})
}

func TestTyping_UndoEndsWithTheDraftThatWasBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.WaitIdle()
		s.Restart()
		s.Press("c", "ctrl+z")
		s.RequireText("The customer was charged twice", "nothing to undo in this field")
	})
}

func TestTyping_FieldsThatAreNoTextAreUndone(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("closed")
		s.RequireText("▸ Closed")
		for range len("closed") {
			s.Press("ctrl+z")
		}
		s.RequireText("▌ Sub-status* Unattended")
		s.Press("down", "down", "ctrl+z", "ctrl+z")
		s.RequireText("▌ Sub-status* Unattended")
		s.Press("backspace", "ctrl+z")
		s.RequireText("▌ Sub-status* Unattended")
		s.Press("alt+z", "ctrl+y")
		s.RequireText("▌ Sub-status* Unattended")
	})
}

// TestTyping_EveryTextFieldHasUndoAndYank wipes what is typed into each text of the console and brings it back.
func TestTyping_EveryTextFieldHasUndoAndYank(t *testing.T) {
	t.Parallel()
	for name, open := range map[string][]string{
		"the filter":          {"/"},
		"the palette":         {"ctrl+p"},
		"the finder":          {"F"},
		"the caller":          {"p"},
		"the notes of a call": {"p", "shift+tab", "shift+tab", "shift+tab"},
		"a call's answers":    {"p", "ctrl+f"},
		"the FAQ":             {"f"},
		"a ticket's search":   {"enter", "/"},
		"the help":            {"f1"},
		"a title":             {"n"},
		"a customer":          {":new-customer"},
	} {
		for _, back := range []string{"ctrl+z", "ctrl+_", "ctrl+y"} {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press(open...)
				s.Type("zebra")
				s.RequireText("zebra")
				s.Press("ctrl+u")
				s.RequireNoText("zebra")
				s.Press(back)
				if !strings.Contains(s.Text(), "zebra") {
					t.Errorf("%s: %s does not bring it back:\n%s", name, back, s.Text())
				}
			})
		}
	}
}

func TestTyping_FilterComesBackAfterItWasCleared(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("delivery")
		s.Press("enter", "esc", "/")
		s.RequireNoText("Filter: delivery")
		s.Press("ctrl+z")
		s.RequireText("Filter: delivery")
	})
}
