package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

// TestCall_WhatIsFoldedInItsTicketIsUnfoldedAsInTheTicketsPane by the key once the text of the ticket has the focus, and
// by a click on it.
func TestCall_WhatIsFoldedInItsTicketIsUnfoldedAsInTheTicketsPane(t *testing.T) {
	mail := "It is still dark.\n\n-- \nPriya\nSent from my tablet"
	for _, size := range [][2]int{{80, 30}, {120, 36}} {
		o := uitest.Options{
			Width: size[0], Height: size[1], Desk: newConversation("Dark.", commented("Priya Natarajan", mail, 5)),
		}
		uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type(blackScreenTicket)
			s.Press("enter")
			s.RequireText("It is still dark.", "▸ signature")
			s.RequireNoText("my tablet")
			s.Press("tab", "enter")
			s.RequireText("▾ signature", "my tablet")
			s.Press("enter")
			s.RequireText("▸ signature")
			s.RequireNoText("my tablet")
			s.Press("shift+tab", "enter") // the list: the ticket opens, as before
			s.RequireText("2 messages")
			s.Press("esc")
			wait(s)
			s.ClickOn("▸ signature")
			s.RequireText("my tablet")
			wait(s)
			s.ClickOn("▾ signature")
			s.RequireNoText("my tablet")
			s.Type("Called")
			s.RequireText("Called")
			s.Press("ctrl+s")
			s.RequireText("call noted on")
		})
	}
}

// TestCall_TextOfItsTicketIsReadOnWithoutTheMouse: once it has the focus, the keys that move scroll it.
func TestCall_TextOfItsTicketIsReadOnWithoutTheMouse(t *testing.T) {
	desk := newConversation("Dark.\n\nThe very first line.", commented("Priya Natarajan", "A\n\nB\n\nC\n\nD\n\nE\n\nF\n\nG\n\nH\n\nI\n\nJ\n\nK", 5))
	uitest.Run(t, uitest.Options{Width: 120, Height: 30, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type(blackScreenTicket)
		s.Press("enter")
		s.RequireNoText("The very first line.")
		s.Press("tab", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown")
		s.RequireText("The very first line.", "Notes go to")
		s.Press("up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up", "up")
		s.RequireNoText("The very first line.")
	})
}
