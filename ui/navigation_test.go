package ui_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// row is the row of the list that is highlighted; empty when there is none.
func row(s *uitest.Driver) string {
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
		uitest.Run(t, uitest.Options{Width: width, Height: 40, Desk: served()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("C", "i", "j", "c")
			s.Type("Called back.")
			s.Press("ctrl+f", "esc", "F")
			s.Type("9876543210")
			s.Press("enter")
			s.RequireText("4 Temple Road")
			s.Press("i")
			s.RequireText("1 All 5", "kept as a draft")
			s.RequireNoText("Called back.")
			s.Press("j", "enter")
			s.RequireText("713516550977", "Who is this")
		})
	}
}

func TestNavigation_TabAndEscFromBesideAFormGoBackToTheForm(t *testing.T) {
	for _, key := range []string{"tab", "esc"} {
		t.Run(key, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: served()}, func(t *testing.T, s *uitest.Driver) {
				s.Press("C", "i", "j", "c", "ctrl+f", "esc", "F")
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
	uitest.Run(t, uitest.Options{Desk: served()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Called back.")
		s.Press("ctrl+s", "j", "C")
		s.RequireText("Jonas Lindqvist")
		s.Press("L", "enter")
		s.RequireText("Screen stays black", "Called back.", "Timeline")
		s.RequireNoText("Jonas Lindqvist")
		s.Press("esc")
		s.RequireText("Jonas Lindqvist", "1 All 5")
	})
}

func TestNavigation_PageKeysInAFormScrollWhatStandsBesideIt(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 16, Desk: served()}, func(t *testing.T, s *uitest.Driver) {
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

// waiting is a desk of seven tickets, the newest first in the list, of which the last is closed and no other was attended to.
func waiting() *store.Dataset {
	d := served()
	d.Tickets = shop(
		ticket("713516550001", "First", 1), ticket("713516550002", "Second", 2, of(61001)), ticket("713516550003", "Third", 3),
		ticket("713516550004", "Fourth", 4), ticket("713516550005", "Fifth", 5, of(61001)), ticket("713516550006", "Sixth", 6),
		ticket("713516550007", "Done", 60, func(t *store.Ticket) { t.SubStatus = "CL" }),
	).Tickets
	return d
}

// reads fails unless a ticket is shown in the ticket's pane, by its title.
func reads(t *testing.T, s *uitest.Driver, title string) {
	t.Helper()
	for line := range strings.SplitSeq(s.Text(), "\n") {
		if _, beside, found := strings.Cut(line, "│ "); found && beside == title {
			return
		}
	}
	t.Fatalf("%s is not what is read:\n%s", title, s.Text())
}

// highlights fails unless the highlighted row of the list is that of a ticket; empty for none.
func highlights(t *testing.T, s *uitest.Driver, title string) {
	t.Helper()
	if got := row(s); !strings.Contains(got, title) || title == "" && got != "" {
		t.Fatalf("the row %q is highlighted, not that of %q:\n%s", got, title, s.Text())
	}
}

func TestInbox_NextTicketAfterSave(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("4", "j", "enter", "x", "ctrl+s")
		s.RequireText("saved 14:02", "4 Unattended 5", "not in this list of 5")
		reads(t, s, "Second")
		highlights(t, s, "")
		s.Press("J")
		reads(t, s, "Third")
		highlights(t, s, "Third")
		s.Press("x", "ctrl+s", "K")
		reads(t, s, "First")
		s.Press("J")
		reads(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterTheLastOneIsClosed(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("4", "G", "enter", "x", "ctrl+s", "J")
		s.RequireText("this is the last ticket of the list")
		reads(t, s, "Sixth")
		s.Press("K")
		reads(t, s, "Fifth")
	})
}

func TestInbox_TheListGoesOnWithTheNextTicketAfterClose(t *testing.T) {
	for _, keys := range [][]string{{"x", "ctrl+s"}, {"enter", "x", "ctrl+s", "esc"}} {
		uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("4", "j")
			s.Press(keys...)
			highlights(t, s, "Third")
			reads(t, s, "Third")
		})
	}
}

func TestInbox_NextTicketWhenAColleagueClosesItAndOthersArrive(t *testing.T) {
	for _, opened := range []bool{true, false} {
		uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("4", "j", "j")
			if opened {
				s.Press("enter")
			}
			s.UpdateTicket(wire.UpdateTicketRequest{TicketID: "713516550003", SubStatus: "CL"})
			s.AddTicket("Arrived meanwhile")
			s.AddTicket("Arrived as well")
			s.Press("r")
			s.RequireText("4 Unattended 7")
			if opened {
				reads(t, s, "Third")
				highlights(t, s, "")
				s.Press("J")
			}
			reads(t, s, "Fourth")
			highlights(t, s, "Fourth")
		})
	}
}

func TestInbox_NextTicketWhenItIsReopenedMeanwhile(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("4", "j", "enter", "x", "ctrl+s")
		highlights(t, s, "")
		s.UpdateTicket(wire.UpdateTicketRequest{TicketID: "713516550002", SubStatus: "US"})
		s.Press("r")
		highlights(t, s, "Second")
		s.Press("J")
		reads(t, s, "Third")
	})
}

func TestInbox_NextTicketInAFilteredAndSortedList(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("/")
		s.Type("unattended")
		s.Press("enter", "S", "g", "j", "enter") // the oldest first
		reads(t, s, "Fifth")
		s.Press("x", "ctrl+s")
		s.RequireText("not in this list of 5")
		s.Press("J")
		reads(t, s, "Fourth")
		s.Press("esc", "s", "esc")
		highlights(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterOneFromTheFinder(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 140, Height: 50, Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "C", "i", "j", "enter") // her record is known then
		reads(t, s, "Third")
		s.Press("F")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("Tickets known here · 2")
		s.Press("j", "j", "enter")
		reads(t, s, "Fifth")
		highlights(t, s, "Fifth")
		s.Press("J")
		s.RequireText("this is the last ticket of this customer")
		s.Press("K")
		reads(t, s, "Second")
		highlights(t, s, "Second")
		s.Press("esc", "esc")
		reads(t, s, "Third")
		highlights(t, s, "Third")
		s.Press("J")
		reads(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterOneFromTheJournal(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("One.")
		s.Press("ctrl+s", "j", "c")
		s.Type("Two.")
		s.Press("ctrl+s", "j", "j", "L", "enter")
		reads(t, s, "Second")
		highlights(t, s, "Second")
		s.Press("J")
		reads(t, s, "First")
		s.Press("J")
		s.RequireText("this is the last ticket of what you wrote today")
		s.Press("esc")
		highlights(t, s, "Fourth")
		reads(t, s, "Fourth")
	})
}

func TestInbox_NextTicketAfterTheCustomersOtherTicket(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 140, Height: 50, Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "enter", "C")
		s.RequireText("Tickets known here · 2")
		s.Press("j", "j", "enter")
		reads(t, s, "Fifth")
		s.Press("esc", "esc")
		reads(t, s, "Second")
		s.Press("J")
		reads(t, s, "Third")
	})
}

func TestInbox_NextTicketAfterADraftOfAnotherTicket(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("4", "G", "c")
		s.Type("Later.")
		s.Press("esc", "g", "enter", "D", "enter")
		s.RequireText("Later.")
		s.Press("esc")
		reads(t, s, "Sixth")
		s.Press("J")
		s.RequireText("this is the last ticket of what was kept")
		s.Press("esc")
		reads(t, s, "First")
		s.Press("J")
		reads(t, s, "Second")
	})
}

func TestTicket_EndGoesToTheNewestMessage(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 80, Height: 20, Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
		for i := range 9 {
			s.UpdateTicket(wire.UpdateTicketRequest{TicketID: "713516550002", SubStatus: "P", Comment: "Comment number " + strconv.Itoa(i+1)})
			s.Advance(time.Minute)
		}
		s.Press("j", "enter", "r", "G")
		s.RequireText("Comment number 9", "Comment number 8")
		s.RequireNoText("Whole record")
		s.Press("G")
		s.RequireText("100%", "Last conversation id")
		s.RequireNoText("Comment number 8")
	})
}

func TestQuit_InATicketGoesBackAndOnlyTheListEndsTheProgram(t *testing.T) {
	for name, keys := range map[string][]string{
		"ticket": {"enter"}, "customer": {"C", "tab"}, "FAQ": {"f", "esc"}, "ticket of a customer": {"j", "C", "tab", "j", "enter"},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 200, Height: 70, Desk: waiting()}, func(t *testing.T, s *uitest.Driver) {
				s.Press(keys...)
				s.RequireNoText("q quit")
				s.Press("?")
				s.RequireText("Leave frontdesk from the list; elsewhere back")
				s.Press("esc")
				for range 3 {
					if strings.Contains(s.Text(), "q quit") {
						break
					}
					s.Press("q")
				}
				s.RequireText("q quit", "1 All 7")
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
	uitest.Run(t, uitest.Options{Desk: served()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "i")
		before := s.Text()
		s.Press("f", "esc", "F")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("4 Temple Road")
		s.Press("f", "esc", "esc")
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
