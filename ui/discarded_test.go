package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

const startOfParagraph = "The customer was charged twice"

func TestDiscarded_FormComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Press("ctrl+x")
		s.RequireText("z brings back what you typed, until you leave frontdesk.")
		s.Press("x")
		s.RequireText("draft discarded · z brings it back")
		s.Press("z")
		s.RequireText("Update "+blackScreenTicket, startOfParagraph)
		s.WaitIdle()
		s.Restart()
		s.Press("c")
		s.RequireText(startOfParagraph)
		s.Press("ctrl+s")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments", n)
		}
	})
}

func TestDiscarded_EmptiedDraftComesBackWhole(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "First line.\nSecond line.\nThird line.")
		s.Press("ctrl+u", "ctrl+u", "ctrl+u", "ctrl+u", "ctrl+u", "esc")
		s.RequireText("draft emptied · z brings it back")
		s.Press("z")
		s.RequireText("First line.", "Second line.", "Third line.")
	})
}

func TestDiscarded_OneWordIsNotKept(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Slip")
		s.Press("ctrl+u", "esc")
		s.RequireNoText("brings it back")
		s.Press("z")
		s.RequireText("nothing is about to be sent")
	})
}

func TestDiscarded_IsListedAmongTheDrafts(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Press("esc", "D", "x", "x")
		s.RequireRow("discarded", blackScreenTicket)
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, startOfParagraph)
		s.Press("esc", "D")
		s.RequireNoText("discarded")
	})
}

func TestDiscarded_DraftThatWasTypedSinceIsKeptBesideWhatComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Press("ctrl+x", "x", "c")
		s.Type("Another text")
		s.Press("esc", "z")
		s.RequireText(startOfParagraph, "what was discarded is back, beside the draft that was typed since: D lists both")
		s.Press("ctrl+x", "x", "z", "ctrl+x", "x")
		s.WaitIdle()
		s.Restart()
		s.Press("c")
		s.RequireText("Another text")
		s.RequireNoText(startOfParagraph)
	})
}

func TestDiscarded_ACallIsKeptBesideWhatComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		call(s, "Wants a refund")
		s.Press("ctrl+x", "x")
		call(s, "Asks for the manager")
		s.Press("ctrl+o")
		s.WaitIdle()
		s.Press("z")
		s.RequireText("Wants a refund")
		s.WaitIdle()
		s.Restart()
		s.Press("D")
		s.RequireText("Wants a refund", "Asks for the manager")
	})
}

func TestDiscarded_UndoIsForTheUpdateThatWaits(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), HoldBack: 20 * time.Second}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "To be sent")
		s.Press("ctrl+s", "down", "c")
		s.Type(paragraph)
		s.Press("ctrl+x", "x")
		s.RequireText("draft discarded · D lists it")
		s.Press("z")
		s.RequireText("To be sent")
		s.RequireNoText(startOfParagraph)
	})
}

func TestDiscarded_UndoIsNotForWhatWasDiscardedBeforeASave(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Press("ctrl+x", "x", "c")
		s.Type("Sent")
		s.Press("ctrl+s", "z")
		s.RequireNoText(startOfParagraph)
		s.Press("D")
		s.RequireRow("discarded", blackScreenTicket)
	})
}

func TestDiscarded_CallComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		call(s, "Wants a refund")
		s.Press("ctrl+x", "x")
		s.RequireText("call discarded · z brings it back")
		s.Press("z")
		s.RequireText("Wants a refund", "☎ 00:", "Who is this")
		s.WaitIdle()
		s.Restart()
		s.Press("p", "enter")
		s.RequireText("Wants a refund")
	})
}

func TestDiscarded_FormOfTheOutboxComesBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, paragraph)
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.Press("ctrl+o", "D", "x", "x")
		s.RequireText("discarded · z brings it back")
		s.Press("esc", "z")
		s.RequireText("Update "+blackScreenTicket, startOfParagraph)
	})
}

// TestDiscarded_TheNoticeIsWholeUnderAList: a list has its keys in its own frame, and leaves the last line to notices.
func TestDiscarded_TheNoticeIsWholeUnderAList(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "A comment")
		s.Press("D", "x", "x")
		s.RequireText("My work", "Update ticket "+blackScreenTicket+" discarded · z brings it back")
	})
}
