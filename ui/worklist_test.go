package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// nth returns the number of the nth ticket of newDeskOfTen.
func nth(n int) string { return fmt.Sprint(713_516_560_000 + n) }

// title returns the title of the nth ticket of newDeskOfTen.
func title(n int) string { return fmt.Sprintf("Work %02d", n) }

// newDeskOfTen returns a desk with ten unattended tickets and two others, the newest first in the list.
func newDeskOfTen() *store.Dataset {
	var tickets []store.Ticket
	for n := 1; n <= 10; n++ {
		tickets = append(tickets, newTicket(nth(n), title(n), n))
	}
	pending := func(t *store.Ticket) { t.SubStatus = "P" }
	return newDesk(append(tickets, newTicket(nth(11), "Waits for an answer", 11, pending), newTicket(nth(12), "Was closed before", 12, func(t *store.Ticket) { t.SubStatus = "CL" }))...)
}

// working is a console that goes on to the next ticket after a save, in the view of unattended tickets (key 7).
func working(o uitest.Options) uitest.Options {
	o.AfterSave, o.Views, o.Desk = "next", waiting, newDeskOfTen()
	return o
}

// TestWorkList_AShift works through a queue of ten: eight saves, one skip, a colleague who closes one meanwhile, two new
// tickets, and the summary with the next queue.
func TestWorkList_AShift(t *testing.T) {
	for _, width := range []int{80, 140} {
		uitest.Run(t, working(uitest.Options{Width: width, Height: 36}), func(t *testing.T, s *uitest.Driver) {
			s.Press("7", "enter")
			s.RequireText("Waiting · 1 of 10", title(1))
			s.RequireNoText("done ·")
			s.Advance(3 * time.Minute)
			s.Press("x", "ctrl+s")
			s.RequireText(nth(1)+" saved 14:05 ✓", "Waiting · 2 of 10 · 1 done", nth(2)+" · Unattended")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: nth(4), SubStatus: "CL"})
			id := s.OtherAgentAddsTicket("Came meanwhile")
			s.OtherAgentAddsTicket("Came as well")
			s.Advance(minute)
			s.Press("x", "ctrl+s")
			s.RequireText("Waiting · 3 of 12 · 2 done", nth(3)+" · Unattended")
			s.Press("J") // nobody knows what to do with the third
			s.RequireText("Waiting · 4 of 12 · 2 done · 1 skipped", nth(4)+" · Closed")
			s.Press("J")
			s.RequireText("5 of 12 · 2 done · 1 skipped", nth(5)+" · Unattended") // what is closed is not skipped
			for n := 5; n <= 10; n++ {
				s.RequireText(nth(n) + " · Unattended")
				s.Press("x", "ctrl+s")
			}
			s.RequireText("11 of 12 · 8 done · 1 skipped", id+" · Unattended")
			s.Press("x", "ctrl+s", "x", "ctrl+s")
			s.RequireText("the end of the list: back to what was left open", "3 of 12 · 10 done · 1 skipped", nth(3)+" · Unattended")
			s.Press("J")
			s.RequireText("the end of Waiting: 10 done, 1 skipped")
			s.Press("esc", "1")
			s.RequireText("Next 2", title(3), "Waits for an answer")
			s.RequireNoText("Was closed before")
			s.Press("7")
			s.RequireText("Waiting · 1 of 1")
			s.RequireNoText("10 done") // it is entered anew
			for n := 1; n <= 10; n++ {
				if got := s.Ticket(nth(n)); n != 3 && !got.Marks.Has(desk.Closed) {
					t.Errorf("ticket %d is %s", n, got.SubStatus.Label())
				}
			}
		})
	}
}

func TestWorkList_NextTicketAfterASaveInTheList(t *testing.T) {
	t.Parallel()
	uitest.Run(t, working(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "j", "x", "ctrl+s")
		requireSelectedRow(t, s, title(3))
		requireTicketPane(t, s, title(3))
		s.RequireText("✓ "+title(2), "Unattended 9", "3 of 10")
		s.Press("J", "J", "K", "x", "ctrl+s")
		requireSelectedRow(t, s, title(5))
		s.RequireText("2 done · 1 skipped")
		s.Press("G", "x", "ctrl+s")
		requireSelectedRow(t, s, title(1)) // it was passed over
		s.RequireText("back to what was left open")
		s.Press("r")
		s.RequireNoText(title(2), title(4), title(10))
		requireSelectedRow(t, s, title(1))
		s.RequireText("1 of 7 · 3 done")
	})
}

func TestWorkList_SaveLeadsToTheListOrStays(t *testing.T) {
	for after, want := range map[string]int{"list": 3, "stay": 2} {
		o := working(uitest.Options{})
		o.AfterSave = after
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("7", "j", "enter", "x", "ctrl+s")
			requireTicketPane(t, s, title(want))
			requireSelectedRow(t, s, title(want))
			if after == "stay" {
				s.RequireNoText("Waiting · ")
				return
			}
			s.Press("space")
			s.RequireText("1 marked") // the list has the keys
		})
	}
}

// TestWorkList_HeldUpdateLeadsToTheNextTicket: undoing it, and a failure, take it out of what is done.
func TestWorkList_HeldUpdateLeadsToTheNextTicket(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "enter", "x", "ctrl+s")
		requireTicketPane(t, s, title(2))
		s.RequireText("z undo", "2 of 10")
		s.RequireNoText("done ·", "1 done")
		s.Press("z")
		s.RequireText("Update " + nth(1))
		s.Press("ctrl+s")
		requireTicketPane(t, s, title(2))
		s.Advance(10 * time.Second)
		s.RequireText("2 of 10 · 1 done", "✓ "+title(1))
		s.Net.Down()
		s.Press("x", "ctrl+s")
		requireTicketPane(t, s, title(3))
		s.Advance(2 * minute)
		s.RequireText("outbox 1", "3 of 10 · 1 done")
		s.RequireNoText("✓ " + title(2))
		s.Net.Up()
		s.Press("esc", "G", "x", "ctrl+s")
		requireTicketPane(t, s, title(2)) // it is still to do
	})
}

func TestWorkList_NothingJumpsWhileOthersWork(t *testing.T) {
	t.Parallel()
	uitest.Run(t, working(uitest.Options{Width: 80, Height: 24}), func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "j", "j", "j")
		before := rowsOf(s)
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: nth(2), SubStatus: "CL"})
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: nth(4), SubStatus: "P"})
		s.OtherAgentAddsTicket("Came meanwhile")
		s.Advance(61 * time.Second)
		after := rowsOf(s)
		for i, row := range before {
			if number := strings.Fields(strings.TrimLeft(row, "▌● "))[0]; !strings.Contains(after[i], number) {
				t.Errorf("%q became %q", row, after[i])
			}
		}
		requireSelectedRow(t, s, "✓ "+title(4)) // somebody has changed it
		s.RequireText("✓ "+title(2), "1 new at the end, r sorts", "Unattended 9")
		s.Press("G")
		requireSelectedRow(t, s, "Came meanwhile")
		s.Press("r")
		s.RequireNoText(title(2), title(4), "at the end")
		requireSelectedRow(t, s, "Came meanwhile")
		if top := rowsOf(s)[0]; !strings.Contains(top, "Came meanwhile") {
			t.Errorf("sorted again, the list begins with %q", top)
		}
	})
}

// rowsOf returns the rows of the list that hold a ticket.
func rowsOf(s *uitest.Driver) []string {
	var rows []string
	for row := range strings.SplitSeq(s.Text(), "\n") {
		if strings.Contains(row, "7135") || strings.Contains(row, "Came") {
			rows = append(rows, row)
		}
	}
	return rows
}

func TestWorkList_SaveOfACustomersTicketStaysWithTheCustomer(t *testing.T) {
	o := working(uitest.Options{Width: 140, Height: 50})
	o.Desk = newDeskOfSeven()
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "enter", "C")
		s.RequireText("Loaded tickets 2")
		s.Press("j", "enter")
		requireTicketPane(t, s, "Second")
		s.RequireNoText("Next · ")
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
		requireTicketPane(t, s, "Fifth") // her other one
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
		requireTicketPane(t, s, "Fifth")
	})
}

func TestRepeat_LastUpdateOnTheSelectedTicket(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", ".")
		s.RequireText("nothing to repeat")
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.Press("ctrl+s")
		requireSelectedRow(t, s, title(2))
		s.Press(":")
		s.Type("repeat")
		s.RequireText("Repeat on this ticket · Callback: tomorrow 10:00")
		s.Press("esc", ".", ".")
		requireSelectedRow(t, s, title(4))
		s.Press("K", ".")
		s.RequireText("not repeated: about to be sent")
		s.Press("j", "c")
		s.Type("Half a sentence")
		s.Press("esc", ".")
		s.RequireText("not repeated: this was typed here", "Half a sentence")
		s.Advance(10 * time.Second)
		for n, want := range map[int]bool{1: true, 2: true, 3: true, 4: false} {
			if got := s.Ticket(nth(n)); got.Callback.IsZero() == want {
				t.Errorf("ticket %d is called back at %v", n, got.Callback)
			}
		}
	})
}

// TestRepeat_TicketThatSomebodyHasChangedIsNotOverwritten: it was not read yet when . was pressed and the next ticket
// came on the screen.
func TestRepeat_TicketThatSomebodyHasChangedIsNotOverwritten(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "x")
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "search-ticket-by-ticket-id") {
				<-time.After(3 * time.Second)
			}
			return pass()
		})
		s.Press("ctrl+s", ".")
		requireSelectedRow(t, s, title(3))
		s.Advance(3 * time.Second)
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: nth(2), SubStatus: "P"})
		s.Advance(20 * time.Second)
		s.RequireText("outbox 1")
		if got := s.Ticket(nth(2)); got.Marks.Has(desk.Closed) {
			t.Error("it was closed although somebody has changed it")
		}
	})
}

func TestRepeat_WithoutHoldingBackTheFilledFormOpens(t *testing.T) {
	t.Parallel()
	uitest.Run(t, working(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "c")
		s.Type("Called back")
		s.Press("ctrl+s", ".")
		s.RequireText("Update "+nth(2), "Called back")
		s.Press("ctrl+s")
		if n := comments(s, nth(2)); n != 1 {
			t.Errorf("%d comments", n)
		}
	})
}

// TestRepeat_MacroIsFilledInForEachTicket: and a comment that names another ticket is not sent without a look.
func TestRepeat_MacroIsFilledInForEachTicket(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1, Macros: shiftMacros})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "m", "r", ".", ".", ".")
		requireSelectedRow(t, s, title(5))
		s.Advance(10 * time.Second)
		for n := 1; n <= 4; n++ {
			if found := s.Ticket(nth(n)); len(found.Timeline) != 1 || found.Timeline[0].Body.Text().String() != "Refund for "+nth(n)+" is on its way." {
				t.Errorf("ticket %d: %+v", n, found.Timeline)
			}
		}
		s.Press("c")
		s.Type("See " + nth(5))
		s.Press("ctrl+s", ".")
		s.RequireText("Update "+nth(6), "See "+nth(5))
	})
}

// TestWorkList_TheLastUpdateCanBeUndoneAtTheEnd: that is said, and asks nothing.
func TestWorkList_TheLastUpdateCanBeUndoneAtTheEnd(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1})
	o.Views = []desk.View{{Name: "One", Filter: nth(1)}}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "x", "ctrl+s")
		s.RequireText("the end of One: 1 about to be sent")
		s.Press("z")
		s.RequireText("Update "+nth(1), "nothing was sent")
		s.RequireNoText("the end of One")
		s.Press("ctrl+s")
		s.RequireText("the end of One")
		s.Advance(10 * time.Second)
		s.Press("z")
		s.RequireText("too late: …560001 was sent")
		if got := s.Ticket(nth(1)); !got.Marks.Has(desk.Closed) {
			t.Errorf("the ticket is %s", got.SubStatus.Label())
		}
	})
}

func TestWorkList_HeaderSaysThatAFormIsForTheMarkedTickets(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, working(uitest.Options{Width: width, Height: 24}), func(_ *testing.T, s *uitest.Driver) {
			s.Press("7", "space", "space", "j", "j", "u")
			s.RequireText("Update 2 tickets", "Waiting · 2 marked")
			s.RequireNoText("of 10")
			s.Press("esc")
			s.RequireText("Waiting · 5 of 10")
		})
	}
}
