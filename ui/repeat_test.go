package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// TestRepeat_UpdateOfManyTicketsIsTheLastOne: what was sent to many tickets is repeated on another, and not what was
// sent to one ticket before.
func TestRepeat_UpdateOfManyTicketsIsTheLastOne(t *testing.T) {
	for name, c := range map[string]struct{ key, text, label, want string }{
		"typed":                {"c", "Sorry", "Comment: Sorry", "Sorry"},
		"typed with variables": {"c", "Sorry for {{ticket}}", "Comment: Sorry for {{ticket}}", "Sorry for " + bulkTicket(5)},
		"a macro":              {"m", "r", "macro Refund sent", "Refund for " + bulkTicket(5) + " is on its way."},
	} {
		t.Run(name, func(t *testing.T) {
			o := uitest.Options{Desk: newDeskOfThirty(), HoldBack: time.Second, Macros: shiftMacros, Width: 160, Height: 40}
			uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
				s.Press("c")
				s.Type("Only this one")
				s.Press("ctrl+s")
				s.Advance(5 * time.Second)
				s.Press("esc", "g", "j", "space", "space", c.key)
				s.Type(c.text)
				if c.key == "c" {
					s.Press("ctrl+s")
				}
				s.Press("S")
				s.Advance(5 * time.Second)
				s.RequireText("finished · 2 saved")
				s.Press("esc", "g", "j", "j", "j", "j", ":")
				s.Type("repeat")
				s.RequireText("Repeat on this ticket · " + c.label)
				s.Press("esc", ".")
				s.Advance(5 * time.Second)
				timeline := s.Ticket(bulkTicket(5)).Timeline
				if n := len(timeline); n == 0 || timeline[n-1].Body.Raw() != c.want {
					t.Errorf("after the repeat the ticket has %v:\n%s", timeline, s.Text())
				}
			})
		})
	}
}
