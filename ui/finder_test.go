package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

// findRow returns the number of the first row on the screen that contains a text; -1 when none does.
func findRow(s *uitest.Driver, text string) int {
	for i, row := range strings.Split(s.Text(), "\n") {
		if strings.Contains(row, text) {
			return i
		}
	}
	return -1
}

func TestFinder_LocalPhoneNumberFindsTheCustomerFirst(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "F")
		s.Type("5550100")
		found, asked := findRow(s, "Priya Natarajan   "), findRow(s, "Load customer number 5550100")
		if found < 0 || asked < found {
			t.Errorf("the match is in row %d, the customer's number in row %d:\n%s", found, asked, s.Text())
		}
		s.Press("enter")
		s.RequireText("Priya Natarajan", "4 Temple Road")
	})
}

func TestFinder_UnknownLocalPhoneNumberIsNotTakenForACustomersNumber(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("4477123")
		back, asked := findRow(s, "Search older customers, day by day"), findRow(s, "Load customer number 4477123")
		if back < 0 || asked < back {
			t.Errorf("looking back is in row %d, the customer's number in row %d:\n%s", back, asked, s.Text())
		}
	})
}

func TestFinder_TicketIsFoundByItsCreator(t *testing.T) {
	d := newCustomerDesk()
	d.Tickets[2].CreatorName = "Wilhelmina Ærø" // of the ticket that names no customer
	for _, typed := range []string{"wilhelmina", "aero wilh", "Wilhelmine"} {
		uitest.Run(t, uitest.Options{Desk: d}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("F")
			s.Type(typed)
			s.RequireText("maybe Wilhelmina Ærø: “Who is this”")
			s.RequireNoText("No matching customer is loaded", "Refund not received”")
		})
	}
}

func TestFinder_EnterBeforeTheHitsOpensTheBestOfThem(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "F")
		s.Paste("61001\n")
		s.Press("enter")
		s.RequireText("Priya Natarajan", "4 Temple Road")
	})
}

// boxRows returns the rows of the border of the box that is open.
func boxRows(s *uitest.Driver, title string) (top, bottom int) {
	for i, row := range strings.Split(s.Text(), "\n") {
		switch {
		case strings.Contains(row, "╭─ "+title):
			top = i
		case strings.Contains(row, "╰"):
			bottom = i
		}
	}
	return top, bottom
}

func TestFinder_BoxKeepsItsPlaceAndSizeWhateverIsFound(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 50}} {
		o := uitest.Options{Width: size[0], Height: size[1], Desk: newCustomerDesk()}
		for keys, title := range map[string]string{"F": "Find a customer", "ctrl+p": "Commands"} {
			uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
				s.Press(keys)
				top, bottom := boxRows(s, title)
				for _, letter := range "pri9876x" {
					s.Type(string(letter))
					if nowTop, nowBottom := boxRows(s, title); nowTop != top || nowBottom != bottom || top == bottom {
						t.Fatalf("%v: the box is in rows %d–%d, it was in %d–%d:\n%s", size, nowTop, nowBottom, top, bottom, s.Text())
					}
				}
			})
		}
	}
}
