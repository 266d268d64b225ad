package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// selectedRow returns the highlighted row of the list; empty when there is none.
func selectedRow(s *uitest.Driver) string {
	for line := range strings.SplitSeq(s.Text(), "\n") {
		if strings.HasPrefix(line, "▌") {
			list, _, _ := strings.Cut(line, "│")
			return list
		}
	}
	return ""
}

func TestNavigation_InboxFromAFormLeavesTheForm(t *testing.T) {
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Width: width, Height: 40, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("C", "i", "j", "c")
			s.Type("Called back.")
			s.Press("ctrl+f", "ctrl+t", "F")
			s.Type("9876543210")
			s.Press("enter")
			s.RequireText("4 Temple Road")
			s.Press("i")
			s.RequireText("All 5", "kept as a draft")
			s.RequireNoText("Called back.")
			s.Press("j", "enter")
			s.RequireText("713516550977", "Who is this")
		})
	}
}

func TestNavigation_TabAndEscFromBesideAFormGoBackToTheForm(t *testing.T) {
	for _, key := range []string{"tab", "esc"} {
		t.Run(key, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
				s.Press("C", "i", "j", "c", "ctrl+f", "ctrl+t", "F")
				s.Type("9876543210")
				s.Press("enter")
				s.RequireText("4 Temple Road")
				s.Press(key)
				if key == "esc" { // the FAQ was beside the form before
					s.Press("esc")
				}
				s.Type("Written in the comment")
				s.RequireText("Written in the comment")
			})
		})
	}
}

func TestNavigation_JournalOpensTheTicketOverTheCustomer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Called back.")
		s.Press("ctrl+s", "j", "C")
		s.RequireText("Jonas Lindqvist")
		s.Press("D", "enter")
		s.RequireText("Screen stays black", "Called back.", "1 message")
		s.RequireNoText("Jonas Lindqvist")
		s.Press("esc")
		s.RequireText("Jonas Lindqvist", "All 5")
	})
}

func TestNavigation_PageKeysInAFormScrollThePaneBesideIt(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 16, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "u")
		s.RequireText("Priya Natarajan")
		before := s.Text()
		s.Press("pgdown")
		if s.Text() == before {
			t.Errorf("the customer beside the form did not move:\n%s", before)
		}
		s.Press("pgup")
		if s.Text() != before {
			t.Errorf("the customer beside the form did not come back:\n%s", s.Text())
		}
	})
}

// newDeskOfSeven returns a desk with seven tickets, the newest first in the list. The last is closed and no other is
// attended to.
func newDeskOfSeven() *store.Dataset {
	d := newCustomerDesk()
	d.Tickets = newDesk(
		newTicket("713516550001", "First", 1), newTicket("713516550002", "Second", 2, withCustomer(61001)), newTicket("713516550003", "Third", 3),
		newTicket("713516550004", "Fourth", 4), newTicket("713516550005", "Fifth", 5, withCustomer(61001)), newTicket("713516550006", "Sixth", 6),
		newTicket("713516550007", "Done", 60, func(t *store.Ticket) { t.SubStatus = "CL" }),
	).Tickets
	return d
}

// requireTicketPane fails unless the ticket's pane shows a ticket, by its title.
func requireTicketPane(t *testing.T, s *uitest.Driver, title string) {
	t.Helper()
	for line := range strings.SplitSeq(s.Text(), "\n") {
		if _, beside, found := strings.Cut(line, "│ "); found && beside == title {
			return
		}
	}
	t.Fatalf("%s is not what is read:\n%s", title, s.Text())
}

// requireSelectedRow fails unless the highlighted row of the list is that of a ticket; empty for none.
func requireSelectedRow(t *testing.T, s *uitest.Driver, title string) {
	t.Helper()
	if got := selectedRow(s); !strings.Contains(got, title) || title == "" && got != "" {
		t.Fatalf("the row %q is highlighted, not that of %q:\n%s", got, title, s.Text())
	}
}

// waiting is a view of unattended tickets, newest first, on the key 7.
var waiting = []desk.View{{Name: "Waiting", Filter: "is:unattended"}}

func TestInbox_NextTicketAfterSave(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "j", "enter", "x", "ctrl+s")
		s.RequireText("saved 14:02", "Unattended 5", "2 of 6")
		requireTicketPane(t, s, "Second")
		requireSelectedRow(t, s, "✓ Second")
		s.Press("J")
		requireTicketPane(t, s, "Third")
		requireSelectedRow(t, s, "Third")
		s.Press("x", "ctrl+s", "K", "K")
		requireTicketPane(t, s, "First")
		s.Press("J", "J", "J")
		requireTicketPane(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterTheLastOneIsClosed(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "G", "enter", "x", "ctrl+s", "J")
		s.RequireText("this is the last ticket of the list")
		requireTicketPane(t, s, "Sixth")
		s.Press("K")
		requireTicketPane(t, s, "Fifth")
	})
}

func TestInbox_TheListGoesOnWithTheNextTicketAfterClose(t *testing.T) {
	for _, keys := range [][]string{{"x", "ctrl+s", "r"}, {"enter", "x", "ctrl+s", "esc", "r"}} {
		uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("7", "j")
			s.Press(keys...)
			requireSelectedRow(t, s, "Third")
			requireTicketPane(t, s, "Third")
		})
	}
}

func TestInbox_NextTicketWhenAColleagueClosesItAndOthersArrive(t *testing.T) {
	for _, opened := range []bool{true, false} {
		uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("7", "j", "j")
			if opened {
				s.Press("enter")
			}
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550003", SubStatus: "CL"})
			s.OtherAgentAddsTicket("Arrived meanwhile")
			s.OtherAgentAddsTicket("Arrived as well")
			s.Press("r")
			s.RequireText("Unattended 7")
			if opened {
				requireTicketPane(t, s, "Third")
				requireSelectedRow(t, s, "✓ Third")
				s.Press("J")
			}
			requireTicketPane(t, s, "Fourth")
			requireSelectedRow(t, s, "Fourth")
		})
	}
}

func TestInbox_NextTicketWhenItIsReopenedMeanwhile(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "j", "enter", "x", "ctrl+s")
		requireSelectedRow(t, s, "✓ Second")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550002", SubStatus: "US"})
		s.Press("r")
		requireSelectedRow(t, s, "· Second")
		s.Press("J")
		requireTicketPane(t, s, "Third")
	})
}

func TestInbox_NextTicketInAFilteredAndSortedList(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("unattended")
		s.Press("enter", "S", "g", "j", "enter") // the oldest first
		requireTicketPane(t, s, "Fifth")
		s.Press("x", "ctrl+s")
		s.RequireText("2 of 6", "✓ Fifth")
		s.Press("J")
		requireTicketPane(t, s, "Fourth")
		s.Press("esc", "s", "esc")
		requireSelectedRow(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterOneFromTheFinder(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 140, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "C", "i", "j", "enter") // her record is known then
		requireTicketPane(t, s, "Third")
		s.Press("F")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("Loaded tickets 2")
		s.Press("j", "j", "enter")
		requireTicketPane(t, s, "Fifth")
		requireSelectedRow(t, s, "Fifth")
		s.Press("J")
		s.RequireText("this is the last ticket of this customer")
		s.Press("K")
		requireTicketPane(t, s, "Second")
		requireSelectedRow(t, s, "Second")
		s.Press("esc", "esc")
		requireTicketPane(t, s, "Third")
		requireSelectedRow(t, s, "Third")
		s.Press("J")
		requireTicketPane(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterOneFromTheJournal(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("One.")
		s.Press("ctrl+s", "j", "c")
		s.Type("Two.")
		s.Press("ctrl+s", "j", "j", "D", "enter")
		requireTicketPane(t, s, "Second")
		requireSelectedRow(t, s, "Second")
		s.Press("J")
		requireTicketPane(t, s, "First")
		s.Press("J")
		s.RequireText("this is the last ticket of what you sent today")
		s.Press("esc")
		requireSelectedRow(t, s, "Fourth")
		requireTicketPane(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterTheCustomersOtherTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 140, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "enter", "C")
		s.RequireText("Loaded tickets 2")
		s.Press("j", "j", "enter")
		requireTicketPane(t, s, "Fifth")
		s.Press("esc", "esc")
		requireTicketPane(t, s, "Second")
		s.Press("J")
		requireTicketPane(t, s, "Third")
	})
}

func TestInbox_NextTicketAfterADraftOfAnotherTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Views: waiting, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("7", "G", "c")
		s.Type("Later.")
		s.Press("esc", "g", "enter", "D", "enter")
		s.RequireText("Later.")
		s.Press("esc")
		requireTicketPane(t, s, "Sixth")
		s.Press("J")
		s.RequireText("no next ticket here · esc goes back")
		s.Press("esc")
		requireTicketPane(t, s, "First")
		s.Press("J")
		requireTicketPane(t, s, "Second")
	})
}

func TestQuit_InATicketGoesBackAndOnlyTheListEndsTheProgram(t *testing.T) {
	for name, keys := range map[string][]string{
		"ticket": {"enter"}, "customer": {"C"}, "FAQ": {"f", "ctrl+t"}, "ticket of a customer": {"j", "C", "tab", "j", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 200, Height: 70, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
				s.Press(keys...)
				s.RequireNoText("q quit")
				s.Press("?")
				s.RequireText("Quit frontdesk from the inbox; elsewhere go back")
				s.Press("esc")
				for range 3 {
					if strings.Contains(s.Text(), "q quit") {
						break
					}
					s.Press("q")
				}
				s.RequireText("q quit", "All 7")
				if s.HasQuit() {
					t.Fatal("q has quit before the list was reached")
				}
				s.Press("q")
				if !s.HasQuit() {
					t.Error("q in the list does not quit")
				}
			})
		})
	}
}

func TestNavigation_BackGoesThroughEveryPlaceOnce(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "i")
		before := s.Text()
		s.Press("f", "ctrl+t", "F")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("4 Temple Road")
		s.Press("f", "esc")
		s.RequireText("4 Temple Road")
		s.Press("esc")
		s.RequireText("Search:")
		s.RequireNoText("4 Temple Road")
		s.Press("esc")
		if s.Text() != before {
			t.Errorf("going back does not end where it began:\n%s", s.Text())
		}
	})
}
