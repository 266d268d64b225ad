package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/macro"
	"frontdesk/internal/presence"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// bulkTicket returns the number of the nth ticket of newDeskOfThirty.
func bulkTicket(n int) string { return fmt.Sprintf("7135165600%02d", n) }

// newDeskOfThirty returns a desk of thirty unattended tickets, the first of which is the newest.
func newDeskOfThirty() *store.Dataset {
	var all []store.Ticket
	for n := 1; n <= 30; n++ {
		all = append(all, newTicket(bulkTicket(n), fmt.Sprintf("Parcel %02d is late", n), n))
	}
	all = append(all, newTicket("713516569999", "Old one", 70, func(t *store.Ticket) { t.SubStatus = "CL" }))
	return newDesk(all...)
}

// refuse lets the service refuse updates of a ticket, until the returned function is called.
func refuse(s *uitest.Driver, ticket, message string) (end func()) {
	s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if !strings.Contains(r.URL.Path, "update-ticket") || !strings.Contains(uitest.RequestBody(r), ticket) {
			return pass()
		}
		return uitest.Response(r, http.StatusOK, `{"status":"failed","message":"`+message+`"}`), nil
	})
	return s.Net.Up
}

// requireClosed fails unless exactly the tickets for which closed holds are closed.
func requireClosed(t *testing.T, s *uitest.Driver, closed func(n int) bool) {
	t.Helper()
	for n := 1; n <= 30; n++ {
		if got := s.Ticket(bulkTicket(n)).SubStatus.Key().Raw() == "CL"; got != closed(n) {
			t.Errorf("ticket %d is closed: %t, want %t", n, got, closed(n))
		}
	}
}

func TestBulk_ThirtyAreClosedWithSixKeysAndTexts(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("parcel")
		s.Press("enter")

		s.Press("*", "x")
		s.RequireText("Update 30 tickets", "leave as is", "ctrl+s preview")
		s.Type("Refund sent")
		s.Press("ctrl+s")
		s.RequireText("Close 30 tickets with “Refund sent”", "30 tickets will change", "Unattended → Closed")
		s.RequireText("Sub-status: Unattended → Closed · Comment: Refund sent")
		s.Press("enter")
		s.RequireText("1 of 30 sent · 1 saved", "send the other 29")
		requireClosed(t, s, func(n int) bool { return n == 1 })
		s.Press("S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 30 saved")
		requireClosed(t, s, func(int) bool { return true })
		if got := s.Net.Calls("update-ticket"); got != 30 {
			t.Errorf("%d updates were sent", got)
		}
		s.Press("esc")
		s.RequireNoText("marked", "⇶")
	})
}

func TestBulk_ThreeOfThirtyAreNotClosedAndSayWhy(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Host: presence.New(presence.Options{}), Width: 160, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.OtherAgentEdits("Ben", bulkTicket(7))
		end := refuse(s, bulkTicket(20), "this ticket is locked")
		s.Press("/")
		s.Type("parcel")
		s.Press("enter", "*", "x", "ctrl+s")
		s.RequireText("Close 29 tickets", "29 tickets will change · 1 left out", "Ben is editing it on this host")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: bulkTicket(12), SubStatus: "CL", Comment: "Done by phone"})
		s.Press("S")
		s.Advance(5 * time.Second)
		s.RequireText(
			"finished · 27 saved · 1 refused · 1 changed by others",
			"refused: ", "this ticket is locked",
			"changed at 14:02: Sub-status, Timeline",
		)
		requireClosed(t, s, func(n int) bool { return n != 7 && n != 20 })

		s.Press("esc")
		s.RequireText("⇶ 2 of 29 not saved", "3 marked")
		s.Press("D")
		s.RequireRow("2 not saved", "Update many", "Close 29 tickets")
		s.Press("enter")
		s.RequireText("finished · 27 saved", "Ben is editing it on this host")
		end()
		s.Press("r")
		s.RequireText("28 saved · 1 changed by others")
		requireClosed(t, s, func(n int) bool { return n != 7 })
		s.Press("s")
		s.RequireText("Overwrite the changes of others?")
		s.Press("esc", "x")
		s.RequireNoText("⇶", "saved ·")
	})
}

// TestBulk_CountsInTheFiguresOfTheWork: tickets that were updated together are done like others.
func TestBulk_CountsInTheFiguresOfTheWork(t *testing.T) {
	t.Parallel()
	uitest.Run(t, working(uitest.Options{Width: 140, Height: 36}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "enter")
		s.Advance(3 * time.Minute)
		s.Press("x", "ctrl+s", "esc")
		s.RequireText("1 done")
		s.Press("space", "space", "space", "x")
		s.Type("Alike")
		s.Press("ctrl+s", "S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 3 saved")
		s.Press("esc")
		s.RequireText("4 done")
	})
}

// TestBulk_CannedTextsAreOffered: their variables stay, to be filled in for each ticket.
func TestBulk_CannedTextsAreOffered(t *testing.T) {
	texts := []macro.Text{{Name: "Thanks", Body: "Thank you for your patience."}, {Name: "Greeting", Body: "This is about {{ticket}}:"}}
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Texts: texts}, func(t *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "c")
		s.Type("::tha")
		s.RequireText("▸ Thanks")
		s.Press("enter")
		s.RequireText("Thank you for your patience.")
		s.Type(" ??refu")
		s.RequireText("▸ Refund not received")
		s.Press("enter")
		s.RequireText("Wait five days.")
		s.Type(" ::gre")
		s.Press("enter")
		s.RequireText("about {{ticket}}:")
		s.Press("ctrl+s", "S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 2 saved")
		for n := 1; n <= 2; n++ {
			if got := s.Ticket(bulkTicket(n)).Timeline[0].Body.Text().String(); !strings.HasSuffix(got, "about "+bulkTicket(n)+":") {
				t.Errorf("ticket %d has the comment %q", n, got)
			}
		}
	})
}

func TestBulk_PauseGoOnAndCancel(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(t *testing.T, s *uitest.Driver) {
		hold, went := make(chan struct{}), 0
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "update-ticket") {
				if went++; went == 3 {
					<-hold
				}
			}
			return pass()
		})
		s.Press("space", "space", "space", "space", "space", "x", "ctrl+s", "S")
		s.RequireText("sending 3 of 5 · 2 saved", "sending…", "p pause", "x cancel", "goes on in the background")
		s.Press("esc")
		s.RequireText("⇶ 2/5", "3 marked:")
		s.Press("j", "enter", "esc") // the console stays usable
		s.Press("q")
		s.RequireText("Leave while tickets are being updated?")
		s.Press("esc", "D", "enter", "p")
		s.RequireText("stopping after the one that is being sent")
		close(hold)
		s.WaitIdle()
		s.RequireText("3 of 5 sent · 3 saved", "S send the other 2")
		s.Press("x")
		s.RequireText("cancelled · 3 saved · 2 not sent")
		requireClosed(t, s, func(n int) bool { return n <= 3 })
		s.Press("r")
		s.RequireText("finished · 5 saved")
	})
}

func TestBulk_EscKeepsTheMarksAndSendsNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "c")
		s.Type("Half a sentence")
		s.Press("ctrl+s")
		s.RequireText("Update 2 tickets with “Half a sentence”", "esc keep the marks")
		s.Press("esc")
		s.RequireText("Half a sentence") // the form is still there
		s.Press("esc")
		s.RequireText("2 marked", "kept as a draft")
		s.Press("u")
		s.RequireText("Half a sentence")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent", n)
		}
	})
}

func TestBulk_WhatTheFilterHidesIsNamedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "space", "/")
		s.Type("parcel 20")
		s.Press("enter", "space", "x")
		s.RequireText("Update 4 tickets · the list does not show 3 of them")
		s.Press("ctrl+s")
		s.RequireText("4 tickets will change · the list does not show 3 of them")
		s.Press("esc", "esc", "/")
		s.Type(" nothing has this")
		s.Press("enter", "u")
		s.RequireText("Update 4 tickets · the list does not show 4 of them")
	})
}

func TestBulk_PreviewSaysWhatChangesNothingAndWhatHasChanged(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: 160, Height: 50}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "c")
		s.Type("A draft")
		s.Press("esc", "g", "*")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: bulkTicket(3), SubStatus: "P", Comment: "Asked the carrier"})
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: bulkTicket(4), SubStatus: "CL"})
		s.Press("x", "ctrl+s")
		s.RequireText("28 tickets will change · 3 left out", "you have an unsent draft of it, which stays",
			"changed at 14:02 since it was marked", "closed at 14:02 since it was marked", "already so: nothing would change")
	})
}

func TestBulk_PreviewOfNothingSaysSo(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "x", "ctrl+s", "S")
		s.RequireText("finished · 2 saved")
		s.Press("esc", "/")
		s.Type("is:closed")
		s.Press("enter", "*", "x", "ctrl+s")
		s.RequireText("Nothing to send", "no ticket will change · 3 left out")
		s.RequireNoText("Close 0", "0 tickets", "send all")
	})
}

func TestBulk_PreviewNamesWhatChangesWithoutAColumnOfItsOwn(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "u", "tab", "tab")
		s.Type("Delivery|Late")
		s.Press("ctrl+s")
		s.RequireText("2 tickets will change", "Parcel 01 is late Unattended Disposition: ", "Late")
	})
}

func TestBulk_InterruptedRunIsOfferedAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "space", "x", "ctrl+s", "enter")
		s.RequireText("1 of 3 sent")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("2 not sent, D continues: Close 3 tickets", "⇶ 2 of 3 wait")
		s.Press("D")
		s.RequireNoText("D continues")
		s.RequireText("2 not sent", "Close 3 tickets", "s send the other 2")
		s.Press("s")
		s.RequireText("finished · 3 saved")
		requireClosed(t, s, func(n int) bool { return n == 2 || n == 3 }) // the first went to the desk of the first console
	})
}

func TestBulk_FooterNamesTheMarkedTickets(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: width, Height: 30}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("space", "space")
			s.RequireText("2 marked: u update c comment b call back x close")
			s.Press("esc")
			s.RequireNoText("marked")
		})
	}
}

func TestBulk_MacroIsFilledInForEachTicket(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfThirty(), Macros: shiftMacros, Width: 160, Height: 40}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("parcel")
		s.Press("enter", "*", "m")
		s.RequireText("Macros · 30 tickets", "Refund sent", "⏎ preview")
		s.Press("r")
		s.RequireText("Send “Refund sent” to 30 tickets", "Refund for "+bulkTicket(2)+" is on its way.")
		s.Press("enter", "S")
		s.Advance(5 * time.Second)
		s.RequireText("finished · 30 saved")
		for _, n := range []int{1, 17, 30} {
			timeline := s.Ticket(bulkTicket(n)).Timeline
			if got := timeline[len(timeline)-1].Body.Text().String(); !strings.Contains(got, bulkTicket(n)) {
				t.Errorf("the comment on %s is %q", bulkTicket(n), got)
			}
		}
	})
}

func TestBulk_TypedCommentMayHaveVariables(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: 160, Height: 40}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "c")
		s.Type("About {{tikket}}")
		s.Press("ctrl+s")
		s.RequireRow("✗ comment has the variable {{tikket}}")
		s.RequireNoText("refused") // by no service
		s.Press("backspace", "backspace")
		for range "tikket" {
			s.Press("backspace")
		}
		s.Type("ticket}}")
		s.Press("ctrl+s")
		s.RequireText("About " + bulkTicket(1))
	})
}

func TestBulk_TicketShownMeansItselfWhateverIsMarked(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Macros: shiftMacros}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "enter", "m")
		s.RequireText("Macros · " + bulkTicket(3))
		s.Press("esc", "x")
		s.RequireText("Update " + bulkTicket(3))
	})
}

func TestBulk_TicketWithAnUpdateThatIsHeldBackIsLeftOut(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfThirty(), HoldBack: time.Minute, Width: 160, Height: 40}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("x", "ctrl+s", "g", "space", "space", "x", "ctrl+s")
		s.RequireText("1 ticket will change · 1 left out", "your own update of it is about to be sent")
	})
}
