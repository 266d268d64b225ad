package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

func TestThePaletteShowsFirstWhatIsMeant(t *testing.T) {
	uitest.Run(t, uitest.Options{Height: 36, Desk: three()}, func(t *testing.T, s *uitest.Driver) {
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
			{"sort", "Sort by the next column"},
			{"outbox", "List the outbox"},
			{"draft", "List what was typed"},
			{"esc", "Take the filter away"},
			{"f1", "Every key that works here"},
			{"quit", "Leave frontdesk"},
			{"bring", "Put frontdesk into the background"},
			{"theme", "nothing here is called that"},
		} {
			s.Press("ctrl+p")
			s.Type(c.typed)
			if first := firstBelow(s.Text(), c.typed); !strings.Contains(first, c.first) {
				t.Errorf("%s: first comes %s", c.typed, first)
			}
			s.Press("esc")
		}
	})
}

// firstBelow is what the palette lists first.
func firstBelow(screen, typed string) string {
	lines := strings.Split(screen, "\n")
	for i, l := range lines {
		if strings.Contains(l, "│ "+typed+" ") && i+2 < len(lines) {
			return lines[i+2]
		}
	}
	return "nothing"
}
