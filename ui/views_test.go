package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// assignedTo gives a ticket to an agent.
func assignedTo(name string) func(*store.Ticket) {
	return func(t *store.Ticket) { t.AssignedName = name }
}

// isClosed closes a ticket.
func isClosed(t *store.Ticket) { t.SubStatus = "CL" }

func TestViews_TheConsoleBeginsWithOpenTicketsByDeadline(t *testing.T) {
	goods := newDesk(
		newTicket("713516551101", "Came first", 9),
		newTicket("713516551102", "Done", 1, isClosed),
		newTicket("713516551103", "Came last", 2, assignedTo("Ben Okafor")),
	)
	uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("▏1 Next 2▕", "2 Mine 1", "All 3", "1 of 2")
		s.RequireRow("▌", "Came first")
		s.RequireNoText("Done")
		s.Press("2")
		s.RequireText("▏2 Mine 1▕", "Came first")
		s.RequireNoText("Came last")
		s.Press("6")
		s.RequireText("by age", "Done")
		s.Press("1")
		s.RequireText("by clock")
		s.Press("9")
		s.RequireText("there is no view 9: 0 lists them")
	})
}

func TestViews_MineIsWhoeverTheConfigurationNames(t *testing.T) {
	goods := newDesk(newTicket("713516551101", "Written otherwise", 2, assignedTo("ASHA rào")), newTicket("713516551102", "Somebody's", 3, assignedTo("Asha")))
	uitest.Run(t, uitest.Options{Desk: goods, View: "Mine"}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("▏2 Mine 1▕", "Written otherwise")
		s.RequireNoText("Somebody's")
	})
	uitest.Run(t, uitest.Options{Desk: goods, NoAgent: true, AsInstalled: true}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("▏1 Next 2▕ 2 Callbacks 0")
		s.RequireNoText("Mine")
	})
}

func TestViews_AnEmptyViewSaysWhatItHides(t *testing.T) {
	goods := newDesk(newTicket("713516551101", "Done", 2, isClosed), newTicket("713516551102", "Done too", 30, isClosed))
	views := []desk.View{{Name: "Late money", Filter: "queue:=Billing is:late,risk"}}
	uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true, Views: views, Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("No ticket in Next", "Next holds open tickets; 2 tickets of 14–20 Nov are hidden.", "6 shows All")
		s.Press("2")
		s.RequireText("Mine holds open tickets of Asha Rao; 2 tickets")
		s.Press("7")
		s.RequireText("Late money holds open tickets in Billing that are late or at risk; 2 tickets")
		s.Press("/")
		s.Type("done")
		s.Press("enter")
		s.RequireText("Nothing in Late money matches “done”", "Without the filter Late money has 0, All has 2.", "esc clears the filter, 6 shows All")
		s.Press("6")
		s.RequireText("1 of 2", "Done too")
	})
	uitest.Run(t, uitest.Options{Desk: goods, NoAgent: true, AsInstalled: true}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("5 shows All")
		s.Press("5")
		s.RequireText("Done too")
	})
}

func TestViews_EveryTabIsReachedAndNamedAtEveryWidth(t *testing.T) {
	views := []desk.View{{Name: "Refunds of this week"}, {Name: "Spare parts"}, {Name: "Business customers"}, {Name: "Abroad"}, {Name: "Tenth", Filter: "is:open"}}
	names := []string{"Next 2", "Mine 2", "Callbacks 0", "At risk 0", "Unattended 2", "All 3", "Refunds of this week 3", "Spare parts 3", "Business customers 3", "Abroad 3", "Tenth 2"}
	for _, width := range []int{50, 80, 100, 120, 200} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Views: views, AsInstalled: true, Width: width, Height: 24}, func(t *testing.T, s *uitest.Driver) {
			for i, name := range names {
				row := strings.Split(s.Text(), "\n")[1]
				row, _, _ = strings.Cut(row, "│")
				shown := 0
				for _, other := range names {
					if strings.Contains(row, other) {
						shown++
					}
				}
				before, after := 0, 0
				if left, _, cut := strings.Cut(row, " … "); cut {
					_, _ = fmt.Sscanf(left, " +%d", &before)
				}
				if _, right, cut := strings.Cut(row, "… +"); cut {
					_, _ = fmt.Sscan(right, &after)
				}
				if !strings.Contains(row, name+"▕") || shown+before+after != len(names) {
					t.Errorf("at %d, view %d: %d are shown, %d before and %d after are said: %s", width, i+1, shown, before, after, row)
				}
				if i+2 <= 9 {
					s.Press(strconv.Itoa(i + 2))
				} else { // the list of views has the others
					s.Press("0", "down", "enter")
				}
			}
			s.Press("1")
			s.RequireText("Next 2▕")
		})
	}
}

func TestViews_TheListOfViewsGoesToOne(t *testing.T) {
	views := []desk.View{{Name: "A"}, {Name: "B"}, {Name: "C"}, {Name: "Tenth", Filter: "queue:=BL"}}
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Views: views, Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("0")
		s.RequireText("Views", "Unattended 2", "Tenth 1", "6 All 3")
		s.Press("down", "down", "down", "down", "enter")
		s.RequireText("Tenth 1▕", "Refund not received", "1 of 1")
		s.Press("0", "2")
		s.RequireText("Mine 2▕")
		s.Press("ctrl+p")
		s.Type("views")
		s.Press("enter")
		s.RequireText("Tenth 1", "or its digit")
	})
}

// TestViews_ATicketThatTheFormClosesIsClosedInTheList: an account may call its sub-status and its status as it likes.
func TestViews_ATicketThatTheFormClosesIsClosedInTheList(t *testing.T) {
	noFault := store.SubStatus{Key: "CN", Name: "Closed - no fault", Status: "P", StatusName: "Resolved"}
	done := store.SubStatus{Key: "DN", Name: "Done", Status: "C", StatusName: "Closed by us"}
	for _, own := range []store.SubStatus{noFault, done} {
		goods := newDesk(
			newTicket("713516551101", "Screen stays black", 2),
			newTicket("713516551102", "Was closed", 3, func(t *store.Ticket) { t.SubStatus = own.Key }),
		)
		goods.SubStatuses = []store.SubStatus{own}
		uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true}, func(_ *testing.T, s *uitest.Driver) {
			s.RequireText("Next 1▕")
			s.RequireNoText("Was closed")
			s.Press("x")
			s.RequireText(own.Name)
			s.Type("It works again.")
			s.Press("ctrl+s")
			s.RequireText("Next 0")
		})
	}
}
