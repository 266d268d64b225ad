package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

// underCursor is the row that is drawn as selected, without its colours.
func underCursor(s *uitest.Driver) string {
	for row := range strings.SplitSeq(s.ANSI(), "\n") {
		if _, selected, found := strings.Cut(row, "\x1b[1;38;2;255;255;255;48;2;44;72;122m"); found {
			selected, _, _ = strings.Cut(selected, "\x1b[")
			return strings.Join(strings.Fields(selected), " ")
		}
	}
	return ""
}

func TestJournal_OpensAtTheNewestEntryOfATicket(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(t *testing.T, s *uitest.Driver) {
		for _, said := range []string{"First", "Second", "Third"} {
			comment(s, said)
			s.Press("ctrl+s")
			s.RequireText("saved")
			s.Advance(minute)
			s.Press("L")
			if row := underCursor(s); !strings.Contains(row, said) {
				t.Errorf("the cursor is on %q and not on %q:\n%s", row, said, s.Text())
			}
			s.Press("esc")
		}
	})
}
