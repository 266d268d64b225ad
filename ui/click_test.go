package ui_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/uitest"
)

// pointing runs a story on a desk with customers, orders and articles.
func pointing(t *testing.T, o uitest.Options, story func(t *testing.T, s *uitest.Driver)) {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 120, 36
	}
	if o.Desk == nil {
		o.Desk = newCustomerDesk()
		o.Desk.Articles, o.Desk.Categories = newDeskOfAnswers().Articles, newDeskOfAnswers().Categories
	}
	withAnswers(t, o, story)
}

// requireWrites fails unless so many updates of tickets were sent.
func requireWrites(t *testing.T, s *uitest.Driver, want int) {
	t.Helper()
	if got := s.Net.Calls("update-ticket"); got != want {
		t.Fatalf("%d updates were sent, want %d:\n%s", got, want, s.Text())
	}
}

// wait lets so much time pass that the next click is not the second of a double click.
func wait(s *uitest.Driver) { s.Advance(2e9) }

// TestMouse_LeadsFromAFormToTheFAQBesideItAndBack: the FAQ was open before the form.
func TestMouse_LeadsFromAFormToTheFAQBesideItAndBack(t *testing.T) {
	pointing(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "tab", "u")
		s.ClickOn("in the FAQ")
		s.Type("parcel")
		s.ClickOn("Comment")
		s.Type("Sent again")
		s.RequireText("Search: parcel", "Sent again")
		s.ClickOn("Search: parcel")
		s.Press("esc")
		s.Type(", and called")
		s.RequireText("Sent again, and called")
	})
}

func TestMouse_FieldsAndChoicesOfAForm(t *testing.T) {
	pointing(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.ClickOn("Comment")
		s.Type("Wire and cable")
		s.ClickOn("and cable")
		s.Type("new ")
		s.RequireText("Wire new and cable")
		s.ClickOn("Sub-status")
		s.RequireText("▸ Unattended")
		s.ClickOn("Closed · CL")
		s.RequireText("▸ Closed")
		s.ClickOn("Wire")
		s.Type("O")
		s.RequireText("OWire new", "Sub-status* Closed")
		requireWrites(t, s, 0)
		s.Press("ctrl+s")
		if got := s.Ticket("713516551148"); comment(s, "713516551148") != "OWire new and cable" || got.SubStatus.Key().Raw() != "CL" {
			t.Errorf("the service holds %s and %q", got.SubStatus.Label(), comment(s, "713516551148"))
		}
	})
}

func TestMouse_LongFormIsScrolledAndItsTextTooWithoutMovingTheCursor(t *testing.T) {
	pointing(t, uitest.Options{Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", ":edit-customer", "ctrl+t")
		first := s.Text()
		s.Wheel(30, 12, 2)
		if s.Text() == first {
			t.Fatalf("the form is not scrolled:\n%s", first)
		}
		s.Type("Q") // typing shows the field again
		s.RequireText("Q")
		s.Press("esc")
		s.Press("i", "c")
		for range 40 {
			s.Press("enter")
		}
		s.Type("End")
		s.Wheel(30, 12, -20)
		s.RequireNoText("End")
		s.Type("!")
		s.RequireText("End!")
	})
}

func TestMouse_DoubleClickPressesNothingThatItHasOpened(t *testing.T) {
	for _, on := range []string{"u update", "c comment", "x close", "d dates", "? help"} {
		pointing(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
			x, y := s.Place(on)
			s.Click(x, y)
			opened := s.Text()
			s.Press("esc", "i")
			s.DoubleClick(x, y)
			now := strings.Split(s.Text(), "\n")
			for i, row := range strings.Split(opened, "\n") {
				if row != now[i] {
					t.Errorf("a click on %s shows %q, and a double click %q", on, row, now[i])
				}
			}
			requireWrites(t, s, 0)
		})
	}
}

func TestMouse_ButtonsOfAQuestion(t *testing.T) {
	pointing(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half")
		s.Press("ctrl+x")
		x, y := s.Place("Discard my changes")
		s.Click(0, y) // beside the question
		s.RequireText("Half", "Discard my changes")
		s.Click(x, y)
		s.RequireNoText("Half", "ctrl+s")
		requireWrites(t, s, 0)
	})
}

func TestMouse_ArticlesAndTheirSections(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		pointing(t, uitest.Options{Width: width, Height: 36, Desk: newDeskOfAnswers()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("f")
			s.Type("back")
			s.ClickOn("Money back")
			s.RequireText("Loaded articles", "Money back")
			s.DoubleClickOn("Money back")
			s.Press("v")
			s.ClickOn("2 In cash")
			s.RequireText("1 By card", "2 In cash")
			requireWrites(t, s, 0)
			wait(s)
			s.DoubleClickOn("2 In cash")
			s.RequireText("inserted ", "· ctrl+z undoes it", "At the counter.")
			s.Press("ctrl+s")
			if got := comment(s, blackScreenTicket); got != "In cash\n\nAt the counter." {
				t.Errorf("the comment is %q", got)
			}
		})
	}
}

func TestMouse_CategoriesAndTheSearchOfTheFAQ(t *testing.T) {
	pointing(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "ctrl+t")
		s.RequireNoText("Delivery")
		s.DoubleClickOn("▸ Orders") // opens it once
		s.RequireText("▾ Orders", "Delivery")
		wait(s)
		s.ClickOn("Delivery")
		s.RequireText("Delivery 3", "Money back")
		s.ClickOn("Search:")
		s.Type("black")
		s.RequireText("Black screen: first aid")
	})
}

func TestMouse_CardsOfACustomer(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		pointing(t, uitest.Options{Width: width, Height: 50}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("enter", "C")
			s.ClickOn("▸ 1 Nov")
			s.RequireText("Two-person delivery")
			wait(s)
			s.ClickOn("▾ 1 Nov")
			s.RequireNoText("Two-person delivery")
			x, y := s.Place("○ 2d")
			s.Click(x, y)
			s.RequireText("Priya Natarajan")
			s.DoubleClick(x, y)
			s.RequireText("713516550800 · Closed", "Wed 18 Nov 12:02")
		})
	}
}

func TestMouse_FoldsOfATicket(t *testing.T) {
	pointing(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.ClickOn("▸ Whole record")
		s.RequireNoText("▸ Whole record")
		wait(s)
		s.ClickOn("── Whole record")
		s.RequireText("▸ Whole record")
	})
}

func TestMouse_BarsOfTheBoard(t *testing.T) {
	pointing(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B", "tab")
		_, bar, tickets := barUnderCursor(t, s)
		x, y := s.Place("▌ ")
		s.Press("tab", "tab")
		s.DoubleClick(x+4, y) // the second click meets the inbox, and is none there
		if got := listedTickets(s); got != tickets {
			t.Errorf("%s has %d tickets, and %d are listed", bar, tickets, got)
		}
		s.RequireText("Filter:")
		s.Press("esc")
		if _, now, _ := barUnderCursor(t, s); now != bar {
			t.Errorf("the cursor is on %s, and %s was clicked", now, bar)
		}
		board := s.Text()
		s.Wheel(30, 12, 3)
		s.Wheel(30, 12, -30)
		if s.Text() != board {
			t.Errorf("the board is scrolled there and not back:\n%s", s.Text())
		}
	})
}

func TestMouse_ScreenOfACall(t *testing.T) {
	for _, width := range []int{80, 120} {
		pointing(t, uitest.Options{Width: width, Height: 36}, func(t *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.ClickOn("what is said")
			s.Type("Asks for Friday")
			s.ClickOn("Caller")
			s.Type("713516551148")
			s.ClickOn("“Screen")
			wait(s)
			s.DoubleClickOn("“Screen")
			s.RequireText("Notes go to 713516551148", "Door lock jams")
			s.ClickOn("Door lock jams")
			s.RequireText("Notes go to 713516550800")
			s.Wheel(5, 5, 3) // looks, and chooses nothing
			s.RequireText("Notes go to 713516550800")
			s.ClickOn("Friday")
			s.Type("next ")
			s.RequireText("Asks for next Friday")
			s.ClickOn("Answers")
			s.Type("money")
			s.ClickOn("Money back")
			requireWrites(t, s, 0)
			s.Press("ctrl+s")
			requireWrites(t, s, 1)
			if got := comment(s, "713516550800"); !strings.HasSuffix(got, "Asks for next Friday") {
				t.Errorf("the comment is %q", got)
			}
		})
	}
}

// TestMouse_AnywhereOnACall: what the clicks say or open is nothing to the call, which goes on.
func TestMouse_AnywhereOnACall(t *testing.T) {
	for _, caller := range []string{"no such caller", "priya"} {
		pointing(t, uitest.Options{Width: 60, Height: 16}, func(t *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type(caller)
			s.Press("enter")
			for y := range 15 {
				for x := 0; x < 60; x += 15 {
					s.Click(x, y)
				}
			}
			s.RequireText("☎")
			requireWrites(t, s, 0)
		})
	}
}

// TestMouse_BelowTheCallersThatWereFoundIsNothing: a click there says nothing, and goes nowhere.
func TestMouse_BelowTheCallersThatWereFoundIsNothing(t *testing.T) {
	pointing(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("no such caller")
		for y := range 30 {
			s.Click(40, y)
			wait(s)
		}
		s.RequireText("no such caller", "Who calls?")
	})
}

func TestMouse_MacrosAreLookedAtByOneClickAndSentByTwo(t *testing.T) {
	pointing(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("m")
		for range 2 { // on the one under the cursor as well
			s.ClickOn("Not reached")
			s.RequireText("Queue Hardware → Billing")
			wait(s)
		}
		requireWrites(t, s, 0)
		s.DoubleClickOn("Ask first") // asks, as its key does
		s.RequireText("Send “Ask first”?")
		requireWrites(t, s, 0)
		s.Press("esc", "i", "m")
		wait(s)
		s.DoubleClickOn("Refund sent")
		s.RequireText("saved 14:02 ✓")
		requireWrites(t, s, 1)
	})
}

func TestMouse_FinderPaletteAndDays(t *testing.T) {
	pointing(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("d")
		s.ClickOn("Days")
		s.ClickOn("yesterday")
		s.RequireText("→ 2026-11-19")
		wait(s)
		s.DoubleClickOn("▸ yesterday")
		s.RequireText("acme · Asha Rao", "All 2")
		s.RequireNoText("Days to show")
		s.Press("C", "F")
		s.Type("Jonas")
		s.ClickOn("Jonas Lindqvist ")
		wait(s)
		s.RequireText("C-77")
		s.Press("i", "ctrl+p")
		s.Type("outbx")
		s.ClickOn("x ")
		s.Type("o")
		s.ClickOn("List your work")
		wait(s)
		s.RequireText("My work")
	})
}

func TestMouse_AccountsAreGoneToByAClick(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{Width: 120, Height: 36}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("@")
		s.ClickOn("globex")
		wait(s)
		s.RequireText("globex")
		s.RequireNoText("go there")
	})
}

func TestMouse_SecondClickAtTheEdgeOfALongListMeetsTheSameTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 24}, func(t *testing.T, s *uitest.Driver) {
		rows := strings.Split(s.Text(), "\n")
		y := len(rows) - 3
		for !strings.Contains(rows[y], " │ ") || strings.TrimSpace(strings.Split(rows[y], "│")[0]) == "" {
			y--
		}
		wanted := strings.Fields(rows[y])[0]
		s.Click(30, y)
		if !strings.HasPrefix(strings.TrimLeft(strings.Split(s.Text(), "\n")[y], "▌ "), wanted) {
			t.Fatalf("the list is scrolled under the pointer:\n%s", s.Text())
		}
		wait(s)
		s.DoubleClick(30, y)
		s.RequireText("K previous", wanted)
	})
}

// TestMouse_ClicksAnywhereWriteNothing clicks on everything but the keys of the last line, which do what they say. The
// race detector sees a few clicks on each screen: more of them run the same goroutines.
func TestMouse_ClicksAnywhereWriteNothing(t *testing.T) {
	clicks := 60
	if texttest.Race {
		clicks = 6
	}
	for _, at := range [][]string{{}, {"u"}, {"f"}, {"C"}, {"B"}, {"p"}, {":edit-customer"}, {"m"}, {"s"}, {"enter", "c"}, {"F"}} {
		t.Run("after "+strings.Join(at, " "), func(t *testing.T) {
			t.Parallel()
			options := uitest.Options{Width: 200, Height: 50, Macros: shiftMacros}
			pointing(t, options, func(t *testing.T, s *uitest.Driver) {
				s.Press(at...)
				random := rand.New(rand.NewPCG(7, uint64(len(at))))
				for range clicks {
					x, y := random.IntN(200), random.IntN(49)
					s.Click(x, y)
					s.Wheel(x, y, random.IntN(3)-1)
				}
				requireWrites(t, s, 0)
			})
		})
	}
}
