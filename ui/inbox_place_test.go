package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestARowThatIsLookedAtStaysWhereItIsInAScrolledList(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press("G", "k", "k", "k", "k")
		row := func() int {
			for y, row := range strings.Split(s.Text(), "\n") {
				if strings.HasPrefix(row, "▌") {
					return y
				}
			}
			return -1
		}
		before := row()
		s.Advance(time.Minute)
		s.AddTicket("A new one")
		s.Press("r")
		s.RequireText("1 new", "155 of 159")
		if row() != before {
			t.Errorf("the row under the cursor moved from %d to %d", before, row())
		}
	})
}

func TestAFilterIsTypedPastedMovedThroughAndTakenAway(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Paste("re")
		s.RequireText("Filter: re", "1 of 3")
		s.Press("down")
		s.RequireText("2 of 3", "▌ 713516550977")
		s.Press("up")
		s.RequireText("1 of 3")
		s.Type("fund")
		s.RequireText("1 of 1")
		s.Press("esc")
		s.RequireNoText("Filter:")
		s.RequireText("of 3")
	})
}
