package ui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// rowOf returns the row of the screen that begins with a text, apart from blanks.
func rowOf(t *testing.T, s *uitest.Driver, text string) int {
	t.Helper()
	for y, row := range strings.Split(s.Text(), "\n") {
		if strings.HasPrefix(strings.TrimSpace(row), text) {
			return y
		}
	}
	t.Fatalf("no row begins with %q:\n%s", text, s.Text())
	return -1
}

func TestCustomer_TitlesOfTicketsHaveTheRoomThatIsLeft(t *testing.T) {
	const title = "Vertical pink line on the Halden 55 QLED TV"
	desk := newCustomerDesk()
	desk.Tickets = append(desk.Tickets, newTicket("713516550700", title, 60, withCustomer(61001)))
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 240, Height: 60, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Loaded tickets 3", "Unattended "+title)
		s.Resize(200, 50)
		s.RequireText("the Halden 55 QLED TV", "▸ Whole record")
		s.RequireNoText("Vertical pink line…", "Vertical pink line on…")
	})
}

func TestCustomer_AllLinesOfATitleAreUnderTheCursor(t *testing.T) {
	desk := newCustomerDesk()
	const title = "Vertical pink line on the new Halden 55 QLED television set in our kitchen"
	desk.Tickets = append(desk.Tickets, newTicket("713516550700", title, 60, withCustomer(61001)))
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 36, Desk: desk}, func(t *testing.T, s *uitest.Driver) {
		lastLine := func() (y int, drawn string) {
			for y, row := range strings.Split(s.Text(), "\n") {
				if _, customer, has := strings.Cut(row, "│"); has && strings.HasSuffix(strings.TrimSpace(customer), "kitchen") {
					return y, strings.Split(s.ANSI(), "\n")[y]
				}
			}
			t.Fatalf("the title does not end in a line of its own:\n%s", s.Text())
			return 0, ""
		}
		s.Press("C", "tab")
		y, before := lastLine()
		s.Click(100, y)
		if _, after := lastLine(); after == before {
			t.Errorf("the last line of the title looks as before: %q", after)
		}
		s.Press("enter")
		s.RequireText("713516550700")
	})
}

func TestCustomer_RemarksKeepTheirLines(t *testing.T) {
	desk := newCustomerDesk()
	desk.Customers[0].Remarks = "Calls after six.\nInvoices to the office."
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 160, Height: 50, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C")
		s.RequireText("“Calls after six.")
		s.RequireNoText("Calls after six. Invoices")
	})
}

func TestCustomer_DatesOfAnOrderAreReadAsElsewhere(t *testing.T) {
	desk := newCustomerDesk()
	desk.Sales[0].Order.CreateDate, desk.Sales[0].Order.InvoiceDate = "2026-11-01 10:20:30", "11/02/2026"
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 160, Height: 50, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "tab", "j", "j", "j", "enter")
		s.RequireText("Created 1 Nov", "Invoiced 11/02/2026")
	})
}

// TestCall_NotesTakeRowsAsTheyAreWritten: until then tickets, orders and answers have them.
func TestCall_NotesTakeRowsAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("+91 98765-43210")
		s.Press("enter")
		empty := rowOf(t, s, "Notes go to")
		for range 9 {
			s.Type("One more line")
			s.Press("enter")
		}
		written := rowOf(t, s, "Notes go to")
		if empty < 25 || written >= empty {
			t.Errorf("the notes begin below row %d, and %d when nine lines are written", empty, written)
		}
		s.RequireText("Tickets 2", "Screen stays black")
	})
}

// TestCall_WordsOfATicketAreNotCutWhileThereIsRoom also where they are long.
func TestCall_WordsOfATicketAreNotCutWhileThereIsRoom(t *testing.T) {
	desk := newCustomerDesk()
	desk.Tickets[0].Detail = strings.Repeat("It goes on and on. ", 20) + "This is its end."
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("+91 98765-43210")
		s.Press("enter")
		s.RequireText("Tickets 2", "This is its end.")
	})
}

func TestBoard_TheBarUnderTheCursorKeepsItsColours(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 36}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B", "tab", "tab", "tab")
		s.RequireText("At risk by queue: Hardware")
		s.Do(func(m tea.Model) {
			for row := range strings.SplitSeq(m.View().Content, "\n") {
				if _, after, found := strings.Cut(row, "▌ Hardware"); found {
					label, bar, _ := strings.Cut(after, "▇")
					if !strings.Contains(label, "255;129;129") || !strings.Contains(bar, "▂") {
						t.Errorf("what is late is not told from the rest: %q", row)
					}
					return
				}
			}
			t.Error("no bar is under the cursor")
		})
	})
}

func TestTicket_ZoomedMessagesAreNotWiderThanGoodToRead(t *testing.T) {
	long := strings.Repeat("word ", 60)
	desk := newDesk(newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) { t.Detail = long }))
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 240, Height: 60, Desk: desk}, func(t *testing.T, s *uitest.Driver) {
		s.Press("enter", ":zoom")
		s.RequireText("word word word")
		for row := range strings.SplitSeq(s.Text(), "\n") {
			if strings.Contains(row, "word word") && len(strings.TrimSpace(row)) > 110 {
				t.Errorf("a line has %d columns: %q", len(strings.TrimSpace(row)), row)
			}
		}
	})
}

func TestFinder_NamesHaveTheRoomThatOtherColumnsLeave(t *testing.T) {
	desk := newCustomerDesk()
	desk.Tickets[2].CreatorName = "Wilhelmina Ærø" // of the ticket that names no customer
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 80, Height: 24, Desk: desk}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "F")
		s.Type("priya natarajan")
		rowOf(t, s, "│ Priya Natarajan") // without a column for “maybe”
		s.Press("ctrl+u")
		s.Type("wilhelmina")
		s.RequireText("maybe Wilhelmina Ærø: “Who is this”")
	})
}

func TestBoard_FilterOfTheBarIsWholeOrNotThere(t *testing.T) {
	o := uitest.Options{Check: checkLayout, Width: 80, Height: 24, Desk: newDeskOfThree()}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("Tickets: created 3 tickets", "↓ more charts")
		s.RequireNoText("lists created:")
		s.Resize(160, 50)
		s.RequireText("⏎ lists created:2026-11-14..2026-11-20")
	})
}
