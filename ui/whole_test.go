package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/macro"
	"frontdesk/ui/uitest"
)

// tooLong is a paste of which the end does not fit.
func tooLong() string { return strings.Repeat("All that was said. ", 4000) + "THE END" }

const missingPart = "Part of your text is missing"

func TestWhole_CutPasteIsNotSentWithoutAQuestion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hold time.Duration
		keys []string // after the paste
	}{
		"at once":                     {0, []string{"ctrl+s"}},
		"held back":                   {20 * time.Second, []string{"ctrl+s"}},
		"after it was shortened":      {0, []string{"backspace", "backspace", "ctrl+s"}},
		"after something was typed":   {0, []string{"ctrl+home", "delete", "x", "ctrl+s"}},
		"after the form was left":     {0, []string{"esc", "c", "ctrl+s"}},
		"by name":                     {0, []string{"ctrl+p", "c", "h", "e", "c", "k", "space", "t", "h", "e", "space", "f", "o", "r", "m", "enter"}},
		"with another cut in between": {0, []string{"ctrl+u", "ctrl+z", "ctrl+s"}},
	} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), HoldBack: c.hold}, func(t *testing.T, s *uitest.Driver) {
			s.Press("c")
			s.Paste(tooLong())
			s.RequireText("the end of your text was cut off")
			s.Press(c.keys...)
			s.Advance(time.Minute)
			s.RequireText(missingPart, "Comment: its end was cut off after 614", "Send what is there")
			if n := len(s.Ticket(blackScreenTicket).Timeline); n != 0 {
				t.Fatalf("%s: %d comments were sent", name, n)
			}
			s.Press("esc")
			s.RequireText("Update " + blackScreenTicket)
			s.Press("ctrl+s", "s")
			s.Advance(time.Minute)
			if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
				t.Errorf("%s: %d comments were sent afterwards", name, n)
			}
		})
	}
}

func TestWhole_DraftRemembersThatItWasCut(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Paste(tooLong())
		s.Press("backspace")
		s.WaitIdle()
		s.Restart()
		s.Press("c", "ctrl+s")
		s.RequireText(missingPart)
	})
}

func TestWhole_TextThatFitsOrWasUndoneIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Paste(tooLong())
		s.Press("ctrl+z")
		s.Type("Short")
		s.Press("ctrl+s")
		s.RequireNoText(missingPart)
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments were sent", n)
		}
	})
}

func TestWhole_EveryFormAsks(t *testing.T) {
	t.Parallel()
	for name, open := range map[string][]string{
		"a title":      {"n"},
		"an update":    {"x"},
		"many tickets": {"*", "c"},
		"a customer":   {":new-customer"},
	} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press(open...)
			s.Paste(tooLong())
			s.Press("ctrl+s")
			if text := s.Text(); !strings.Contains(text, missingPart) && !strings.Contains(text, "✗") {
				t.Errorf("%s is sent:\n%s", name, text)
			}
		})
	}
}

func TestWhole_NotesOfACallAsk(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		call(s, "")
		s.Paste(tooLong())
		s.Press("ctrl+s")
		s.RequireText(missingPart, "Notes: its end was cut off")
		if n := len(s.Ticket(calledTicket).Timeline); n != 0 {
			t.Fatalf("%d comments were sent", n)
		}
		s.Press("esc")
		s.RequireText("☎ 00:")
		s.Press("ctrl+s", "s")
		s.WaitIdle()
		if n := len(s.Ticket(calledTicket).Timeline); n != 1 {
			t.Errorf("%d comments were sent afterwards", n)
		}
	})
}

func TestWhole_MacroWhoseTextIsCutAsks(t *testing.T) {
	t.Parallel()
	o := uitest.Options{Desk: newDeskOfThree(), Macros: []macro.Macro{{Name: "Long", Key: "l", Comment: tooLong()}}}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("m", "l")
		s.RequireText(missingPart)
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 0 {
			t.Errorf("%d comments were sent", n)
		}
	})
}

func TestWhole_UnreadableCharactersAsk(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Paste("Gr\xfc\xdfe an Frau M\xfcller")
		s.Press("ctrl+s")
		s.RequireText(missingPart, "Comment: � stands for what could not be read")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 0 {
			t.Errorf("%d comments were sent", n)
		}
	})
}

func TestWhole_VariablesThatNothingFillsInAreNotSentWithoutAQuestion(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Dear {{customer|there}}, {{ticket}} and {{what}} and {{ticket}}.")
		s.Press("ctrl+s")
		s.RequireText(missingPart, "Comment: only macros and updates of many tickets fill in {{customer|there}},")
		s.RequireNoText("{{ticket}}, {{what}}")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 0 {
			t.Fatalf("%d comments were sent", n)
		}
		s.Press("esc", "ctrl+u")
		s.Type("Dear {{what}}")
		s.Press("ctrl+s")
		s.RequireNoText(missingPart)
		s.Press("g", "*", "c")
		s.Type("Dear {{customer|there}}")
		s.Press("ctrl+s")
		s.RequireText("Dear there")
		s.RequireNoText(missingPart)
	})
}
