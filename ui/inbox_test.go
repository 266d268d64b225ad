package ui_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui"
	"frontdesk/ui/uitest"
)

// newTicket returns a stored ticket that was opened some hours before the test begins.
func newTicket(id, title string, hours int, change ...func(*store.Ticket)) store.Ticket {
	t := store.Ticket{
		TicketID: id, Title: title, Created: uitest.Now.Add(-time.Duration(hours) * time.Hour).Unix(),
		SubStatus: "US", QueueKey: "HW", Priority: "Normal", AssignedName: "Asha Rao", Email: "customer@example.com", Phone: "5550100",
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

// newDesk returns a desk with these tickets.
func newDesk(tickets ...store.Ticket) *store.Dataset {
	for i := range tickets {
		tickets[i].TaskID = int64(i + 1)
	}
	return &store.Dataset{
		Queues:  []store.Queue{{Key: "HW", Name: "Hardware"}, {Key: "BL", Name: "Billing"}},
		Tickets: tickets,
		Articles: []store.Article{
			{ID: 5, Title: "Refund not received", Detail: "&lt;p&gt;Wait &lt;b&gt;five&lt;/b&gt; days.&lt;/p&gt;", Enabled: true, CategoryID: 2, CategoryName: "Delivery"},
			{ID: 6, Title: "Return and refund", Detail: "<ul><li>Pack it</li><li>Send it back</li></ul>", Enabled: true, CategoryID: 2, CategoryName: "Delivery"},
		},
		Categories: []store.Category{{ID: 1, Name: "Orders"}, {ID: 2, Name: "Delivery", Parent: "Orders", Path: "1/"}},
	}
}

// newDeskOfThree returns a desk with three tickets, the newest first in the list.
func newDeskOfThree() *store.Dataset {
	return newDesk(
		newTicket("713516551101", "Refund not received", 30, func(t *store.Ticket) { t.QueueKey = "BL" }),
		newTicket("713516550977", "Change the delivery address", 20, func(t *store.Ticket) { t.SubStatus = "CL" }),
		newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) { t.Detail = "It beeps &amp; <b>stays</b> dark.&nbsp;" }),
	)
}

func TestInbox_ShowsTheTicketsOfTheLastDays(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 300, Height: 50, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("6 All 3", "5 Unattended 2", "713516551148 · Normal Screen stays black Asha Rao ○ Unattended Hardware 2h",
			"Change the delivery address", "Closed", "Billing", "1 of 3", "as of 14:02")
	})
}

func TestInbox_FilterNarrowsTheListAndEscRemovesIt(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("refu")
		s.RequireText("Refund not received", "1 of 1")
		s.RequireNoText("Screen stays black")
		s.Type("x")
		s.RequireText("No ticket of 14–20 Nov matches “refux”")
		s.Press("backspace", "enter")
		s.RequireText("1 of 1")
		s.Press("esc")
		s.RequireRow("▌", "…551101")
	})
}

func TestInbox_FilterSearchesEveryColumn(t *testing.T) {
	for words, want := range map[string]string{
		"551101": "Refund not received", "billing": "Refund not received", "asha black": "Screen stays black",
		"BLACK": "Screen stays black", "closed": "Change the delivery address", "customer@example.com black": "Screen stays black",
	} {
		t.Run(words, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("/")
				s.Type(words)
				s.RequireText(want, "1 of 1")
			})
		})
	}
}

func TestInbox_ViewsAreReachedByKeyAndByNumber(t *testing.T) {
	views := []desk.View{{Name: "Money", Filter: "queue:=BL"}}
	uitest.Run(t, uitest.Options{Width: 200, Height: 50, Desk: newDeskOfThree(), Views: views}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("7 Money 1")
		s.Press("7")
		s.RequireText("▏7 Money 1▕", "1 of 1")
		s.Press("5")
		s.RequireText("▏5 Unattended 2▕", "1 of 2")
		s.Press("4")
		s.RequireText("▏4 At risk 0▕", "No ticket in At risk")
		s.Press("6")
		s.RequireText("▏6 All 3▕")
		s.Press("1")
		s.RequireText("▏1 Next")
		s.Press("8")
		s.RequireText("there is no view 8: 0 lists them", "▏1 Next")
	})
}

func TestInbox_EveryColumnSortsBothWays(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 200, Height: 50, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		first := func() string {
			for row := range strings.SplitSeq(s.Text(), "\n") {
				if strings.HasPrefix(row, "▌") {
					return row
				}
			}
			return ""
		}
		s.RequireText("by age")
		s.Press("S", "g")
		s.RequireText("by age, reversed")
		if !strings.Contains(first(), "Refund") {
			t.Errorf("oldest first begins with %q", first())
		}
		s.Press("S", "s", "s")
		s.RequireText("by clock")
		seen := map[string]bool{}
		for range 10 {
			s.Press("s")
			_, order, _ := strings.Cut(s.Text(), " · by ")
			order, _, _ = strings.Cut(order, "│")
			seen[strings.TrimSpace(order)] = true
		}
		if len(seen) != 10 {
			t.Errorf("s went through %d orders more: %v", len(seen), seen)
		}
	})
}

func TestInbox_MarkedTicketsAreCopiedTogether(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("y")
		if got := s.Clipboard(); got != "713516551148" {
			t.Errorf("copied %q", got)
		}
		s.Press("space", "space")
		s.RequireText("2 marked", "■ …551148")
		s.Press("y")
		if got := s.Clipboard(); got != "713516550977\n713516551148" {
			t.Errorf("copied %q", got)
		}
		s.Press("k", "space")
		s.RequireText("1 marked")
	})
}

func TestInbox_CursorStaysOnItsTicketWhenOthersArrive(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j")
		s.RequireRow("▌", "…550977")
		s.Advance(time.Minute)
		s.OtherAgentAddsTicket("A new one")
		s.Press("r")
		s.RequireText("1 new", "3 of 4", "A new one")
	})
}

func TestInbox_NewTicketsAreMarkedUntilRead(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireNoText("● 1 new")
		s.Advance(time.Minute)
		id := s.OtherAgentAddsTicket("A new one")
		s.Advance(2 * time.Minute)
		s.RequireText("● 1 new", "● "+id, "1 new at the end, r sorts")
		s.Press("G", "enter", "esc")
		s.RequireNoText("● 1 new", "● "+id)
	})
}

func TestInbox_RefreshesItselfAlsoPastMidnight(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.OtherAgentAddsTicket("Came by itself")
		s.Advance(61 * time.Second)
		s.RequireText("Came by itself", "1 of 4")
		s.RequireText("14–20 Nov")
	})
	seldom := uitest.Options{Desk: newDeskOfThree(), Refresh: 10 * time.Minute} // ten hours of minutes take long
	uitest.Run(t, seldom, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("14–20 Nov")
		s.Advance(10 * time.Hour)
		s.RequireText("15–21 Nov", "as of 00:0")
	})
}

func TestInbox_DaysAreChosenAndInvalidOnesReported(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("d")
		s.RequireText("Days to show", "last 14 days")
		s.Type("last")
		s.RequireText("last 7 days", "last 30 days")
		s.RequireNoText("“last”") // cannot be shown
		s.Press("ctrl+u")
		s.Type("2026-11-19 .. 2026-11-1x")
		s.Press("enter")
		s.RequireText("✗", "Days to show")
		s.RequireNoText("▸ “2026") // nobody can choose it
		s.Press("esc", "d")
		s.Type("2026-11-19")
		s.Press("enter")
		s.RequireText("19 Nov", "1 of 2")
		s.Press("d")
		s.Type("today")
		s.Press("enter")
		s.RequireText("today", "1 of 1")
		s.Press("d")
		s.Type("14-20 nov")
		s.RequireText("2026-11-14 – 2026-11-20")
		s.Press("enter")
		s.RequireText("14–20 Nov")
	})
}

func TestInbox_FailedDayIsNamedAndTheOthersAreShown(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(uitest.RequestBody(r), "2026-11-19") {
				return nil, uitest.ErrDown
			}
			return pass()
		})
		s.Press("r")
		s.Advance(40 * time.Second)
		s.RequireText("✗ 19 Nov is out of date", "Screen stays black")
		s.Net.Up()
		s.Advance(70 * time.Second)
		s.RequireNoText("out of date")
		s.RequireText("1 of 3")
	})
}

func TestInbox_EmptyDeskSaysSo(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("No tickets of 14–20 Nov", "n opens a new ticket", "No ticket is chosen",
			"The one under the list's cursor", "n opens a new one.")
		s.Press("enter", "u")
		s.RequireText("no ticket is chosen")
	})
}

func TestInbox_EmptyDeskSaysWhereCustomersStandAndHowToFindOne(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDesk(), Width: 200, Height: 50}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("No ticket is chosen.", "F finds a customer by phone")
	})
}

func TestInbox_SaysThatTheFirstDaysAreLoading(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		wait := make(chan struct{})
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if body := uitest.RequestBody(r); strings.Contains(body, "2026-11-01") || strings.Contains(body, "2026-11-02") {
				<-wait
			}
			return pass()
		})
		s.Press("d")
		s.Type("2026-11-01 .. 2026-11-05")
		s.Press("enter")
		s.RequireText("3/5 days", "█")
		close(wait)
		s.WaitIdle()
		s.RequireNoText("/5 days")
		s.RequireText("No tickets of 1–5 Nov")
	})
}

// TestInbox_SaysNoTicketsOnlyOfDaysThatAnswered: a list may be made before its days are asked for.
func TestInbox_SaysNoTicketsOnlyOfDaysThatAnswered(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		var list tea.Cmd
		today := s.Backend().Today()
		s.Look(func() { list = s.Console().ListDays(desk.DateRange{From: today.Add(-19), To: today.Add(-15)}) })
		s.Receive(list())
		s.RequireText("Loading the tickets of 1–5 Nov")
		s.RequireNoText("No tickets of")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(uitest.RequestBody(r), "2026-11-03") {
				return &http.Response{StatusCode: http.StatusFound, Body: http.NoBody, Request: r}, nil // not asked again
			}
			return pass()
		})
		s.Press("d")
		s.Type("2026-11-01 .. 2026-11-05")
		s.Press("enter")
		s.RequireText("No tickets of the days that answered", "✗ 3 Nov is missing")
		s.Press("r")
		s.RequireNoText("No tickets of 1–5 Nov")
	})
}

func TestInbox_EachViewKeepsItsPosition(t *testing.T) {
	shut := func(t *store.Ticket) { t.SubStatus = "CL" }
	goods := newDesk(
		newTicket("713516551101", "Closed one", 1, shut), newTicket("713516551102", "Closed two", 2, shut), newTicket("713516551103", "Closed three", 3, shut),
		newTicket("713516551104", "Open one", 4), newTicket("713516551105", "Open two", 5), newTicket("713516551106", "Open three", 6),
		newTicket("713516551107", "Closed four", 7, shut),
	)
	uitest.Run(t, uitest.Options{Views: waiting, Width: 80, Height: 24, Desk: goods}, func(_ *testing.T, s *uitest.Driver) {
		under := func(title string) { s.RequireRow("▌", title) }
		s.Press("j", "j", "7")
		under("713516551104 · Open one")
		s.Press("j", "j")
		under("713516551106 · Open three")
		s.Press("6")
		under("713516551106 · Open three") // it is here too
		s.Press("G", "7")
		under("713516551106 · Open three") // where it was left
		s.Press("/")
		s.Type("closed")
		s.Press("enter", "6")
		under("713516551107 · Closed four")
		s.Press("/", "ctrl+u")
		s.Type("open")
		under("713516551104 · Open one")
	})
}

// TestInbox_OpenAllDayKeepsItsTickets: the cache forgets days after some hours, but not those on the screen.
func TestInbox_OpenAllDayKeepsItsTickets(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: uitest.ManyTickets(40), Days: 30, Refresh: time.Hour}, func(t *testing.T, s *uitest.Driver) {
		before := countShownTickets(s)
		s.Advance(9 * time.Hour)
		if after := countShownTickets(s); before == 0 || after != before {
			t.Errorf("%d tickets are shown of %d", after, before)
		}
	})
}

// countShownTickets returns how many tickets the inbox lists.
func countShownTickets(s *uitest.Driver) (n int) {
	s.Do(func(m tea.Model) {
		if c, ok := m.(*ui.Console); ok {
			n = c.TicketCount()
		}
	})
	return n
}

func TestInbox_SelectedRowStaysInPlaceInAScrolledList(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press("G", "k", "k", "k", "k")
		row := func() int {
			for y, row := range strings.Split(s.Text(), "\n") {
				if strings.HasPrefix(row, "▌") {
					return y
				}
			}
			return -1
		}
		before := row()
		s.Advance(time.Minute)
		s.OtherAgentAddsTicket("A new one")
		s.Press("r")
		s.RequireText("1 new", "155 of 159")
		if row() != before {
			t.Errorf("the row under the cursor moved from %d to %d", before, row())
		}
	})
}

func TestInbox_SaysWhenWhatWasReadCannotBeSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Width: 160, Height: 40}, func(t *testing.T, s *uitest.Driver) {
		s.Advance(minute)
		s.OtherAgentAddsTicket("Came in just now")
		putInTheWay(t, dir)
		s.Advance(2 * minute)
		s.Press("G", "enter")
		s.RequireText("what you read may show as new again:")
	})
}

func TestInbox_NewCountStaysWhenATicketOutsideTheListIsRead(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Width: 160, Height: 40}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("5")
		s.Advance(minute)
		for id, subStatus := range map[string]string{"713516551101": "US", "713516550977": "US", "713516550800": "CL"} {
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: id, SubStatus: subStatus, Comment: "By a colleague"})
		}
		s.Press("r")
		s.RequireText("● 2 new")
		s.Press("C", "C", "down", "down", "enter") // the closed ticket of the customer, which this view does not list
		s.RequireText("Door lock jams", "By a colleague", "● 2 new")
	})
}
