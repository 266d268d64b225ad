package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// TestBulk_RetryOfTheFirstLeavesTheOthersWaiting: who has sent one to check it, and tries that one again, has not asked
// for the others.
func TestBulk_RetryOfTheFirstLeavesTheOthersWaiting(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: 160, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		end := refuse(s, bulkTicket(1), "this ticket is locked")
		s.Press("space", "space", "space", "x", "ctrl+s", "enter")
		s.RequireText("1 of 3 sent", "1 refused", "send the other 2", "retry 1")
		end()
		s.Press("r")
		s.Advance(5 * time.Second)
		s.RequireText("1 of 3 sent · 1 saved", "send the other 2")
		requireClosed(t, s, func(n int) bool { return n == 1 })
		s.Press("S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 3 saved")
		requireClosed(t, s, func(n int) bool { return n <= 3 })
	})
}

// TestBulk_OutageSaysWhenItStoppedTheRun: the service may be back when that is read.
func TestBulk_OutageSaysWhenItStoppedTheRun(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: 160, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "space", "x", "ctrl+s")
		s.Net.Down()
		s.Press("S")
		s.Advance(10 * time.Second) // it is tried again
		s.RequireText("0 of 3 sent", "stopped at 14:02: the service cannot be reached")
		s.Net.Up()
		s.Advance(5 * time.Minute)
		s.RequireText("stopped at 14:02:")
		s.Press("S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 3 saved")
		s.RequireNoText("stopped")
		requireClosed(t, s, func(n int) bool { return n <= 3 })
	})
}
