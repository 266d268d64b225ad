package ui_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/backend"
	"frontdesk/ui/uitest"
)

// keptCalls returns how many calls are kept as drafts.
func keptCalls(s *uitest.Driver) int {
	n := 0
	msg, _ := s.Backend().LoadDrafts().(backend.DraftsLoaded)
	for _, d := range msg.Value {
		if d.Kind == backend.KindCall {
			n++
		}
	}
	return n
}

func TestCall_KnownCallerByPhone(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.RequireText("☎ 00:0", "Who calls?")
		s.Type("+91 98765-43210")
		s.RequireText("Priya Natarajan", "phone", "Found 1 among 1 customer and 5 tickets loaded")
		s.Press("enter")
		s.RequireText("Priya Natarajan · +91 9876543210 · priya@example.com · customer 61001",
			"Tickets 2 · 14–20 Nov", "Screen stays black", "Door lock jams", "Orders 2", "1 Nov  Shipped · Card",
			"Notes go to 713516551148 Screen stays black")
		s.Advance(2 * time.Minute)
		s.Type("Wants the technician on Friday")
		s.RequireText("☎ 02:", "Wants the technician")
		s.Press("ctrl+s")
		s.RequireText("call noted on 713516551148, saved")
		s.RequireNoText("☎ 02:")
		said := s.Ticket("713516551148").Timeline
		if text := said[len(said)-1].Body.Text().String(); !strings.HasPrefix(text, "Call of 2m0") || !strings.HasSuffix(text, ": Wants the technician on Friday") {
			t.Errorf("the comment is %q", text)
		}
		if n := keptCalls(s); n != 0 {
			t.Errorf("%d calls are kept", n)
		}
	})
}

func TestCall_NamesHaveTheRoomThatOtherColumnsLeave(t *testing.T) {
	desk := newDesk(newTicket(blackScreenTicket, "Screen stays black", 30, func(t *store.Ticket) {
		t.CreatorName = "Wilhelmina Oosterhuis"
	}))
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type(blackScreenTicket)
		s.RequireText("Wilhelmina Oosterhuis: “Screen stays black”")
	})
}

func TestCall_EndsWithSubStatusAndCallbackOnTheChosenTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("713516551148") // a ticket's number finds its customer too
		s.Press("enter", "down")
		s.RequireText("Notes go to 713516550800 Door lock jams · Closed")
		s.Type("Jams again")
		s.Press("tab")
		s.Type("PS")
		s.Press("tab")
		s.Type("tomorrow 10:00")
		s.RequireText("→ Sat 2026-11-21 10:00")
		s.Press("ctrl+s")
		s.RequireText("call noted on 713516550800, saved")
		found := s.Ticket("713516550800")
		if found.SubStatus.Key().Raw() != "PS" || found.Callback.In(uitest.Zone).Format("2006-01-02 15:04") != "2026-11-21 10:00" {
			t.Errorf("the ticket is %s, called back at %s", found.SubStatus.Label(), found.Callback.In(uitest.Zone))
		}
	})
}

func TestCall_MaskedNumbersAreShownAsTheyAre(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "C", "esc", "p")
		s.Type("0199")
		s.RequireText("last digits")
		s.Press("enter")
		s.RequireText("Jonas Lindqvist · XXXXXX0199 · customer 61002", "Refund not received")
	})
}

func TestCall_PastingANumberIntoTheInboxAnswers(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc")
		s.Paste("+91 98765 43210\n")
		s.RequireText("☎ 00:0", "Priya Natarajan ·", "Notes go to 713516551148")
		s.Press("esc")
		s.Paste("713516550977")
		s.RequireText("Who is this", "☎ 00:0")
	})
}

func TestCall_PastedNumberLikeATicketsIsAskedForFirst(t *testing.T) {
	desk := newCustomerDesk()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		late := s.OtherAgentAddsTicket("Arrived this minute") // nobody has told the console
		s.Paste(late)
		s.RequireText("Arrived this minute", late)
		s.RequireNoText("☎")
		s.Press("esc")
		s.Paste("713599999999")
		s.RequireText("☎ 00:0", "taken for a caller's number: no ticket is 713599999999")
	})
}

func TestCall_PastedNumberOfATicketWithoutTheService(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 140, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			return nil, io.ErrUnexpectedEOF
		})
		s.Paste("713599999999")
		s.Advance(time.Minute)
		s.RequireText("☎", "taken for a caller's number: not searched among tickets, the service cannot be reached")
	})
}

func TestCall_UnknownCallerGetsATicketThatNamesThem(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("+49 170 5551234")
		s.RequireText("Found nobody among", "+ Add this caller as a customer")
		s.Press("ctrl+s")
		s.RequireText("✗ no ticket yet: ctrl+n opens one, ctrl+x discards the call")
		s.Press("ctrl+n")
		s.RequireText("Not linked to a customer: tickets are linked by e-mail,", "and none is known. The details say who called.",
			"Phone: +49 170 5551234", "☎ 00:0")
		s.Type("Asks for an invoice")
		s.Press("ctrl+s")
		s.RequireText("☎ 00:0", "Asks for an invoice", "Notes go to")
		s.Type("Will write an e-mail")
		s.Press("ctrl+s")
		s.RequireText("call noted on")
		made := s.TicketsToday("Asks for an invoice")
		if len(made) != 1 {
			t.Fatalf("%d tickets were opened", len(made))
		}
		if n := requireCommentEnds(t, s, made[0].ID.Raw(), ": Will write an e-mail"); n != 1 {
			t.Errorf("it has %d comments", n)
		}
		if body := s.Ticket(made[0].ID.Raw()).Body.Text().String(); !strings.Contains(body, "Phone: +49 170 5551234") {
			t.Errorf("the details are %q", body)
		}
	})
}

// requireCommentEnds fails unless the newest comment of a ticket ends so, and returns how many it has.
func requireCommentEnds(t *testing.T, s *uitest.Driver, ticket, end string) int {
	t.Helper()
	said := s.Ticket(ticket).Timeline
	if len(said) == 0 || !strings.HasSuffix(said[len(said)-1].Body.Text().String(), end) {
		t.Errorf("%s says %v, not …%q", ticket, said, end)
	}
	return len(said)
}

func TestCall_UnknownCallerIsAddedAsACustomer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 50, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("+49 170 5551234")
		s.Press("ctrl+t")
		s.RequireText("New customer of this call", "491705551234")
		s.Type("Mina Wolf")
		s.Press("ctrl+s", "enter")
		s.RequireText("☎ 00:", "Mina Wolf · ", "Tickets")
		if made := s.CustomersToday(); len(made) != 1 || made[0].Name.String() != "Mina Wolf" {
			t.Errorf("the service has added %v", made)
		}
	})
}

func TestCall_ServiceAwayAtTheEnd(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("713516550977")
		s.Press("enter")
		s.Type("Said nothing")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.RequireText("not sent:", "ctrl+o moves it to the outbox", "Said nothing")
		requireTicketPane(t, s, "Who is this")
		s.Press("ctrl+o", "D")
		s.RequireText("waiting", "713516550977", "Said nothing")
		s.Net.Up()
		s.Press("S")
		s.Press("esc")
		if n := requireCommentEnds(t, s, "713516550977", ": Said nothing"); n != 1 {
			t.Errorf("it was written %d times", n)
		}
	})
}

func TestCall_LostAnswerIsLookedForAndNotSentTwice(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("713516550977")
		s.Press("enter")
		s.Type("Said once")
		s.Net.LoseAnswers("update-ticket", true)
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.Net.Up()
		s.RequireText("call noted on 713516550977")
		if n := requireCommentEnds(t, s, "713516550977", ": Said once"); n != 1 {
			t.Errorf("it was written %d times", n)
		}
	})
}

func TestCall_OlderTicketsAreAskedForOnAKey(t *testing.T) {
	desk := newCustomerDesk()
	desk.Tickets = append(desk.Tickets, newTicket("713516540001", "Old complaint", 24*9, withCustomer(61001)))
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireNoText("Old complaint")
		s.Press("ctrl+r")
		s.RequireText("Tickets 3 · 7–20 Nov", "Old complaint")
	})
}

func TestCall_OlderCustomersAreAskedForDayByDay(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Natarajan")
		s.RequireText("Found nobody among")
		s.Press("ctrl+r")
		s.Advance(time.Minute)
		s.RequireText("Found 1 customer among those added from", "Priya Natarajan")
		s.Press("enter")
		s.RequireText("Priya Natarajan · +91 9876543210")
	})
}

func TestCall_WaitsForAHeldUpdateOfItsTicket(t *testing.T) {
	o := uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk(), HoldBack: 20 * time.Second}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "c")
		s.Type("Before the call")
		s.Press("ctrl+s", "p")
		s.Type("713516550977")
		s.Press("enter")
		s.Type("During the call")
		s.Press("ctrl+s")
		s.RequireText("your update of this ticket is sent first: then end the call again")
		s.Press("ctrl+s")
		s.RequireText("updating …550977 in ")
		s.Advance(21 * time.Second)
		said := s.Ticket("713516550977").Timeline
		if len(said) != 2 || said[0].Body.Text().String() != "Before the call" {
			t.Errorf("the ticket has %d comments, the first %q", len(said), said[0].Body.Text().String())
		}
	})
}

func TestCall_OrdersShowWhatTheirFieldsSayAndNothingOfRemarks(t *testing.T) {
	desk := newCustomerDesk()
	desk.Sales[0].Order.DealDetails, desk.Sales[0].Order.UnitName = "1 × Tarn 8 kg washer", "A-12"
	desk.Sales[0].Order.Remarks = "paid 17,490 in cash"
	desk.Sales[1].Order.CreateDate = "2026-11-15"
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("1 Nov   1 × Tarn 8 kg", "washer", "ACM-5", "15 Nov  Packed")
		s.RequireNoText("17,490", "In the order of the service")
		if text := s.Text(); strings.Index(text, "15 Nov") > strings.Index(text, "1 Nov   1 × Tarn") {
			t.Error("the newest order is not the first")
		}
	})
}

func TestCall_TabGoesFromPartToPart(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Someone")
		s.Press("tab", "tab")
		s.RequireText("▌ Notes")
		s.Press("tab")
		s.RequireText("▌ Sub-status", "stays as it is")
		s.Press("tab", "tab")
		s.RequireText("☎ Take the call as “Someone”")
		s.Press("shift+tab")
		s.RequireText("▌ Callback")
	})
}

func TestCall_TicketNamesItsAssigneeOnce(t *testing.T) {
	d := newCustomerDesk()
	d.Tickets[0].AssignedName = "Mei Lin"
	o := uitest.Options{Width: 120, Height: 36, Desk: d}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("713516551148")
		s.Press("enter")
		s.RequireText("Unattended", "Mei Lin")
		if n := strings.Count(s.Text(), "Mei Lin"); n != 1 {
			t.Errorf("the assignee is named %d times:\n%s", n, s.Text())
		}
	})
	d = newConversation("Dark.", commented("Mei Lin", "The technician comes on Friday.", 5))
	d.Tickets[0].AssignedName = "Mei Lin"
	o.Desk = d
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type(blackScreenTicket)
		s.Press("enter")
		s.RequireText("The technician comes on Friday.")
		if n := strings.Count(s.Text(), "Mei Lin"); n != 1 {
			t.Errorf("the assignee who wrote is named %d times:\n%s", n, s.Text())
		}
	})
}

func TestCall_NextOneBeginsWithAllItsKeys(t *testing.T) {
	o := uitest.Options{Width: 80, Height: 24, Desk: newCustomerDesk(), AfterSave: "next", AsInstalled: true}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("713516551148")
		s.Press("enter")
		s.Type("Wants a refund")
		s.Press("ctrl+s")
		s.RequireText(" call noted on 713516551148, saved 14:02 ✓")
		s.RequireNoText("713516551148 call noted")
		s.Press("B")
		s.RequireText("tab next chart", "esc leave")
		s.RequireNoText("call noted")
		s.Press("esc", "p")
		s.RequireText("ctrl+s end call", "ctrl+n new ticket", "esc leave")
		s.RequireNoText("call noted")
	})
}
