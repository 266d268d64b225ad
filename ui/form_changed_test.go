package ui_test

import (
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// watching is a console that holds updates back and refreshes every minute.
func watching(o uitest.Options) uitest.Options {
	o.HoldBack, o.Desk = 5*time.Second, newDeskOfThree()
	return o
}

// TestForm_SaysAtOnceThatSomeoneChangedItsTicket: the agent learns of it before the update is sent, and keeps typing.
func TestForm_SaysAtOnceThatSomeoneChangedItsTicket(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		uitest.Run(t, watching(uitest.Options{Width: width, Height: 24}), func(t *testing.T, s *uitest.Driver) {
			typeComment(s, "I am typing this")
			s.RequireNoText("changed by")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
			s.Advance(minute)
			s.RequireText("! changed by ", " at 14:02", "ctrl+r compares", "I am typing this")
			s.Type(", and go on")
			s.RequireText("I am typing this, and go on")
			s.Press("ctrl+r")
			s.RequireText("This ticket has changed since you opened the form", "Theirs", "Load the changes", "Send only my comment")
			s.RequireNoText("not sent")
			s.Press("esc")
			s.RequireText("! changed by ", "I am typing this, and go on")
			s.Press("ctrl+r", "t")
			s.RequireText("what has changed is in the form now", "I am typing this, and go on")
			s.RequireNoText("! changed by ")
			s.Press("ctrl+s")
			s.Advance(5 * time.Second)
			s.RequireText("saved 14:03 ✓")
			if got := s.Ticket(blackScreenTicket); got.SubStatus.Key().Raw() != "PS" || len(got.Timeline) != 2 {
				t.Errorf("the service has %s and %d messages", got.SubStatus.Key().Raw(), len(got.Timeline))
			}
		})
	}
}

// TestForm_ThatIsKnownToConflictAsksInsteadOfHoldingBack: waiting would end in the outbox.
func TestForm_ThatIsKnownToConflictAsksInsteadOfHoldingBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Mine")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
		s.Advance(minute)
		s.RequireText("! changed by ")
		s.Press("ctrl+s")
		s.RequireText("This ticket has changed since you opened the form")
		s.Press("c")
		s.RequireText("saved 14:03 ✓")
		if n := comments(s, blackScreenTicket); n != 2 {
			t.Errorf("%d comments are stored", n)
		}
	})
}

// TestForm_LooksAtNothingWhileNobodyHasChangedItsTicket: the key says so.
func TestForm_LooksAtNothingWhileNobodyHasChangedItsTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Mine")
		s.Advance(3 * minute)
		s.Press("ctrl+r")
		s.RequireText("no change by others is known here")
	})
}

// TestForm_OfADraftSaysThatItsTicketChangedSince: with the draft comes what was known when it was begun.
func TestForm_OfADraftSaysThatItsTicketChangedSince(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Begun")
		s.Press("esc")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
		s.Advance(minute)
		s.Press("c")
		s.RequireText("Begun", "! changed by ")
	})
}

// TestForm_OfADraftSaysThatItsTicketChangedSinceWithoutTheService, too: what was read before tells it.
func TestForm_OfADraftSaysThatItsTicketChangedSinceWithoutTheService(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Begun")
		s.Press("esc")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Theirs"})
		s.Advance(2 * minute)
		s.RequireText("Theirs")
		s.Net.Down()
		s.Press("c")
		s.Advance(minute)
		s.RequireText("Begun", "! changed by ")
	})
}

// TestForm_OfAnOlderTicketSaysThatSomeoneChangedIt: the list asks for older days only now and then.
func TestForm_OfAnOlderTicketSaysThatSomeoneChangedIt(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("6", "G", "c")
		s.Type("I am typing this")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516569999", SubStatus: "PS", Comment: "Theirs"})
		s.Advance(2 * minute)
		s.RequireText("! changed by ", "I am typing this")
	})
}
