package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// longTitle is the title of a ticket that the lists of kept forms show whole.
const longTitle = "Drum full of water, the door is locked"

// longTitleRow is the row of a comment on that ticket.
const longTitleRow = "Update ticket " + blackScreenTicket + " " + longTitle + " Comment: Called back"

func newDeskWithALongTitle() uitest.Options {
	desk := newDesk(newTicket(blackScreenTicket, longTitle, 2))
	return uitest.Options{Width: 120, Height: 36, Desk: desk, Refresh: -1}
}

func TestLists_RecordOfADraftIsNamedWhole(t *testing.T) {
	t.Parallel()
	uitest.Run(t, newDeskWithALongTitle(), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Called back")
		s.Press("esc", "D")
		s.RequireText(longTitleRow)
	})
}

func TestLists_RecordInTheOutboxIsNamedWhole(t *testing.T) {
	t.Parallel()
	uitest.Run(t, newDeskWithALongTitle(), func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "Called back")
		s.Press("D")
		s.RequireText(longTitleRow)
	})
}

func TestLists_RecordOfAHeldUpdateIsNamedWhole(t *testing.T) {
	options := newDeskWithALongTitle()
	options.HoldBack = time.Minute
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Called back")
		s.Press("ctrl+s", "ctrl+p")
		s.Type("about to be sent")
		s.Press("enter")
		s.RequireText(longTitleRow)
	})
}
