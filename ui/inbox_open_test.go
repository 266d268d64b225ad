package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

// TestInbox_ThatStandsOpenAllDayKeepsItsTickets: days that nobody looks at are forgotten after hours, these are not.
func TestInbox_ThatStandsOpenAllDayKeepsItsTickets(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: uitest.ManyTickets(40), Days: 30, Refresh: time.Hour}, func(t *testing.T, s *uitest.Driver) {
		before := shown(s)
		s.Advance(9 * time.Hour)
		if after := shown(s); before == 0 || after != before {
			t.Errorf("%d tickets are shown of %d", after, before)
		}
	})
}

// shown is how many tickets the inbox lists.
func shown(s *uitest.Driver) (n int) {
	s.Do(func(m tea.Model) {
		if c, ok := m.(*ui.Console); ok {
			n = c.TicketCount()
		}
	})
	return n
}
