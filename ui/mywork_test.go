package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// requireOrder fails unless the texts are on the screen in this order, from top to bottom.
func requireOrder(t *testing.T, s *uitest.Driver, texts ...string) {
	t.Helper()
	rest := s.Text()
	for _, text := range texts {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Fatalf("%q is not on the screen, or not in the order of %q:\n%s", text, texts, s.Text())
		}
		rest = after
	}
}

// TestMyWork_WhatNeedsTheAgentIsFirst lists something of every stage.
func TestMyWork_WhatNeedsTheAgentIsFirst(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{Width: 120, Height: 40, HoldBack: 30 * time.Second}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Saved before")
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		typeComment(s, "Refused by the service")
		s.Net.Answer("update-ticket", `{"status":"failed","message":"something is wrong"}`)
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.Press("down")
		typeComment(s, "Waits for the service")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Net.Up()
		s.Press("down")
		typeComment(s, "Half a")
		s.Press("esc", "g")
		s.Press("n")
		s.Type("About to be thrown away")
		s.Press("esc", "D", "j", "j", "x")
		s.RequireText("Discard this draft?", "About to be thrown away")
		s.Press("x", "esc", "g")
		s.Press("G")
		typeComment(s, " sentence")
		s.Press("ctrl+s", "D")
		requireOrder(t, s, "My work", "State", "refused", "waiting", "in 28 s", "discarded", "saved")
	})
}

func TestMyWork_UpdateThatIsAboutToBeSentIsSentAtOnceOrTakenBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{HoldBack: 30 * time.Second}), func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Without waiting")
		s.Press("ctrl+s", "down")
		typeComment(s, "With a second look")
		s.Press("ctrl+s", "D")
		s.RequireText("z take back · s send now")
		s.Press("j", "s")
		s.RequireText("saved 14:02 ✓")
		s.RequireRow("saved", "Without waiting")
		if comments(s, blackScreenTicket) != 1 || comments(s, otherTicket) != 0 {
			t.Errorf("the service has %d and %d comments", comments(s, blackScreenTicket), comments(s, otherTicket))
		}
		s.Press("j", "z") // what is saved is not taken back
		s.RequireText("too late: it was sent", "My work")
		s.Press("k", "z")
		s.RequireText("Update "+otherTicket, "With a second look", "undone: nothing was sent")
		s.RequireNoText("My work")
	})
}

func TestMyWork_SaysThatAKeyIsNotForARow(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "Not sent yet")
		s.Press("j")
		typeComment(s, "Half a sentence")
		s.Press("esc", "D", "j", "l")
		s.RequireText("this is not for the row under the cursor", "My work")
		s.Press("s")
		s.RequireText("a draft is sent from its form: ⏎ opens it", "My work")
		s.Press("?")
		s.RequireText("Keys: List", "– this is not for the row under the cursor")
	})
}

// TestMyWork_WhatTheRowSaysIsNotSaidAgain: only what is cut off stands below the list.
func TestMyWork_WhatTheRowSaysIsNotSaidAgain(t *testing.T) {
	t.Parallel()
	long := "The customer is on the train until six and asks for a mail with all that was said instead."
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 140, Height: 30}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Short")
		s.Press("esc", "D")
		if n := strings.Count(s.Text(), "Comment: Short"); n != 1 {
			t.Errorf("it is said %d times:\n%s", n, s.Text())
		}
		s.Press("esc", "j")
		typeComment(s, long)
		s.Press("esc", "D")
		s.RequireText("Comment: " + long)
	})
}

func TestMyWork_RowsAreFilteredByTyping(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		uitest.Run(t, heldBack(uitest.Options{Width: width, Height: 30}), func(t *testing.T, s *uitest.Driver) {
			for _, text := range []string{"About the invoice", "About the parcel", "On the phone"} {
				typeComment(s, text)
				s.Press("esc", "down")
			}
			s.Press("D", "/")
			s.Type("screen stays")
			s.RequireText("Filter: screen stays", "Screen stays black", "⏎ keep the filter", "esc clear it")
			s.RequireNoText("713516551101 Refund not received")
			s.Press("enter", "x")
			s.RequireText("Discard this draft?", "713516551148 Screen stays black")
			s.Press("esc")
			s.RequireText("Filter: screen stays", "esc clear the filter")
			s.Press("esc")
			s.RequireText("My work", "713516551148 Screen stays black", "713516551101 Refund not received")
			s.Press("/")
			s.Type("nothing of this")
			s.RequireText("No row matches.")
			s.Press("esc", "esc")
			s.RequireNoText("My work")
			requireWrites(t, s, 0)
		})
	}
}

func TestMyWork_NewRecordIsNamedOnce(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 200, Height: 30, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("n")
		s.Type("Voucher does not work")
		s.Press("esc", "D")
		s.RequireRow("draft", "New ticket", "Voucher does not work")
		if n := strings.Count(s.Text(), "Voucher does not work"); n != 1 {
			t.Errorf("it is named %d times:\n%s", n, s.Text())
		}
	})
}

func TestMyWork_OverAFormSaysHowToCheckWhatIsInTheOutbox(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Once")
		s.Net.LoseAnswerAndGoDown("update-ticket", true)
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Press("o")
		s.Net.Up()
		s.Press("n", ":my-work", "s")
		s.RequireText("Send it again? It may already be saved", "may save it twice: l checks")
		s.RequireNoText("in the form moves it")
	})
}
