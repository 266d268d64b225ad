package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestForm_TheNewestMessageStandsBelowTheForm that answers it, whichever of its fields has the cursor, where nothing has
// room beside the form. PgUp and PgDn scroll it there as beside the form of a wide window.
func TestForm_TheNewestMessageStandsBelowTheForm(t *testing.T) {
	long := "The oldest line.<br>" + strings.Repeat("It beeps.<br>", 30) + "The newest line."
	goods := newDesk(newTicket(blackScreenTicket, "Screen stays black", 2, func(t *store.Ticket) { t.Detail = long }), newTicket("713516551149", "Other", 3))
	for _, size := range [][2]int{{80, 24}, {99, 40}, {120, 36}, {200, 50}} {
		for _, field := range [][]string{{"Comment", "c"}, {"Sub-status", "u"}, {"Queue", "u", "tab"}, {"Disposition", "u", "tab", "tab"}, {"Callback", "b", "b"}} {
			uitest.Run(t, uitest.Options{Desk: goods, Width: size[0], Height: size[1], Check: checkLayout}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("c")
				s.Type("We look into it")
				s.Press("esc")
				s.Press(field[1:]...)
				s.RequireText("▌ "+field[0], "We look into it", "The oldest line.", "It beeps.")
				s.RequireNoText("The newest line.")
				for range 40 {
					s.Press("pgdown")
				}
				s.RequireText("We look into it", "The newest line.")
				for range 40 {
					s.Press("pgup")
				}
				s.RequireText("We look into it")
				s.RequireNoText("The newest line.")
			})
		}
	}
	uitest.Run(t, uitest.Options{Desk: goods, Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		for range 10 {
			s.Type("A line.")
			s.Press("enter")
		}
		s.RequireNoText("It beeps.") // a long comment takes the room
	})
}
