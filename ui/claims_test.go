package ui_test

import (
	"testing"
	"time"

	"frontdesk/internal/presence"
	"frontdesk/ui/uitest"
)

// onHost is a console on a host that Asha shares with other agents. Its view lists First to Sixth, newest first.
func onHost() uitest.Options {
	return uitest.Options{Desk: newDeskOfSeven(), Host: presence.New()}
}

func TestTakeNext_OpensTheFirstOpenTicketThatNobodyHas(t *testing.T) {
	uitest.Run(t, onHost(), func(t *testing.T, s *uitest.Driver) {
		s.TakeNext("Ben", "713516550001")
		s.RequireText("◇ …550001")
		s.Press("T")
		requireTicketPane(t, s, "Second")
		s.RequireText("◆ …550002", "taken until 14:12: seen on this host alone, the service assigns nobody")
		s.Press("T")
		requireTicketPane(t, s, "Third")
		s.Press("esc")
		requireSelectedRow(t, s, "Third")
	})
}

func TestTakeNext_SaysWhoHasTheTicketOnTheScreen(t *testing.T) {
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		leave := s.TakeNext("Ben", "713516550001")
		s.RequireText("Ben has taken 713516550001 until 14:12")
		leave()
		s.RequireNoText("Ben has taken", "◇")
		s.TakeNext("Carol", "713516550001")
		s.RequireText("Carol has taken 713516550001")
		s.Advance(presence.ClaimTime)
		s.Press("j", "k")
		s.RequireNoText("Carol has taken", "◇")
	})
}

func TestTakeNext_AClaimLastsWhileItsAgentWorks(t *testing.T) {
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		for range 4 {
			s.Advance(presence.ClaimTime / 2)
			s.Press("ctrl+d")
		}
		s.RequireText("◆ …550001")
		s.Advance(presence.ClaimTime + time.Second) // nobody is at the keyboard
		s.RequireNoText("◆")
	})
}

func TestTakeNext_SaysWhenNothingIsLeft(t *testing.T) {
	uitest.Run(t, onHost(), func(_ *testing.T, s *uitest.Driver) {
		for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
			s.TakeNext("Ben "+id, "71351655000"+id)
		}
		s.Press("T")
		s.RequireText("every open ticket of this view is taken or being edited")
		s.RequireNoText("◆")
	})
}

func TestTakeNext_WithoutAHostSaysWhy(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("T")
		s.RequireText("tickets are taken only on a host that agents share")
	})
}
