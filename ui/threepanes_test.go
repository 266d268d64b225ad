package ui_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

// commentRow is a row of the box of a text.
var commentRow = regexp.MustCompile(`│ │( [^│]* )│ │`)

// paneRows returns the text of a column of the screen, counted from 0 and from the left.
func paneRows(s *uitest.Driver, column int) string {
	var rows []string
	for line := range strings.SplitSeq(s.Text(), "\n") {
		line = commentRow.ReplaceAllString(line, "│$1│")
		if cells := strings.Split(line, "│"); len(cells) > column {
			rows = append(rows, strings.TrimSpace(cells[column]))
		}
	}
	return strings.Join(rows, "\n")
}

// requirePane fails unless a column of the screen has all of the texts.
func requirePane(t *testing.T, s *uitest.Driver, column int, texts ...string) {
	t.Helper()
	pane := paneRows(s, column)
	for _, text := range texts {
		if !strings.Contains(pane, text) {
			t.Fatalf("column %d lacks %q:\n%s", column, text, s.Text())
		}
	}
}

func TestThreePanes_CustomerFollowsTheCursor(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		requirePane(t, s, 1, "First")
		requirePane(t, s, 2, "names no customer")
		s.Press("j")
		requirePane(t, s, 1, "Second")
		requirePane(t, s, 2, "Priya Natarajan")
		s.Press("enter", "J")
		requirePane(t, s, 1, "Third")
		requirePane(t, s, 2, "names no customer")
	})
}

// TestThreePanes_OfKnownTicketsWaitWhileTheyArePassedBy: on a slow line the next keys would wait behind what nobody
// reads.
func TestThreePanes_OfKnownTicketsWaitWhileTheyArePassedBy(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "j", "k", "k", "j") // all three are known, and the cursor has rested on the second
		s.TypeAhead("j")
		requirePane(t, s, 1, "Third")
		if strings.Contains(paneRows(s, 1), "Loading the ticket") {
			t.Fatalf("the first key after a pause waits:\n%s", s.Text())
		}
		s.TypeAhead("k")
		requirePane(t, s, 1, "Second", "Loading the ticket")
		if strings.Contains(paneRows(s, 2), "Priya Natarajan") {
			t.Fatalf("the customer of a ticket that is passed by is drawn:\n%s", s.Text())
		}
		s.WaitIdle()
		requirePane(t, s, 2, "Priya Natarajan")
		if strings.Contains(paneRows(s, 1), "Loading the ticket") {
			t.Fatalf("the cursor has rested, and the ticket is not drawn:\n%s", s.Text())
		}
	})
}

func TestThreePanes_CustomerIsAskedForOnceTheCursorRests(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		before := s.Net.Calls("")
		s.Type("jjjjkjkjkj")
		requirePane(t, s, 2, "Priya Natarajan")
		if calls := s.Net.Calls("") - before; calls > 3 {
			t.Errorf("ten keys made %d calls; the ticket, its customer and the orders are three", calls)
		}
		before = s.Net.Calls("get-customer")
		s.Press("k", "j")
		requirePane(t, s, 2, "Priya Natarajan")
		if s.Net.Calls("get-customer") > before {
			t.Error("a customer that is known is asked for again")
		}
	})
}

func TestThreePanes_FocusMovesToTheCustomerAndBack(t *testing.T) {
	for _, keys := range [][4]string{{"l", "l", "h", "h"}, {"enter", "right", "left", "left"}, {"tab", "tab", "esc", "esc"}, {"enter", "C", "esc", "esc"}} {
		uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("j", keys[0])
			s.RequireText("C customer", "esc back")
			s.Press(keys[1])
			s.RequireText("C full screen", "e edit", "Second")
			s.Press(keys[2])
			s.RequireText("C customer", "esc back")
			s.Press(keys[3])
			s.RequireText("q quit", "Priya Natarajan")
		})
	}
}

func TestThreePanes_CustomerFromTheListThenAlone(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "C")
		s.RequireText("C full screen", "Second", "All 7", "Priya Natarajan")
		s.Press("C")
		s.RequireText("zoomed", "Priya Natarajan")
		s.RequireNoText("All 7")
		s.Press("esc")
		s.RequireText("C full screen", "All 7")
		s.Press("esc")
		s.RequireText("q quit")
	})
}

func TestThreePanes_WindowBecomesNarrowerAndWiderAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "l", "l")
		before := s.Text()
		s.Resize(120, 40)
		s.RequireText("C full screen", "All 7", "Priya Natarajan")
		s.Resize(80, 24)
		s.RequireText("Priya Natarajan")
		s.RequireNoText("All 7")
		s.Resize(200, 50)
		if s.Text() != before {
			t.Errorf("the window shows something else than before:\n%s", s.Text())
		}
	})
}

func TestThreePanes_FormIsBelowTheConversation(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "c")
		s.Type("Called back.")
		requirePane(t, s, 0, "All 7", "Second")
		requirePane(t, s, 1, "Sub-status", "Called back.")
		s.RequireText("Priya Natarajan")
		if text := s.Text(); strings.Index(text, "Whole record") > strings.Index(text, "Called back.") {
			t.Errorf("the ticket is not above its form:\n%s", text)
		}
		s.Press("ctrl+s")
		s.RequireText("saved 14:02")
		s.RequireNoText("ctrl+s send")
	})
}

func TestThreePanes_FormWithEveryFieldIsBesideTicketAndCustomer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", ":edit-customer")
		requirePane(t, s, 0, "All 7")
		requirePane(t, s, 1, "Second", "Edit customer")
		requirePane(t, s, 2, "Priya Natarajan")
		s.Press("ctrl+t")
		requirePane(t, s, 0, "Edit customer")
		requirePane(t, s, 1, "Second")
		requirePane(t, s, 2, "Priya Natarajan")
	})
}

func TestZoom_EveryPaneAndBack(t *testing.T) {
	for pane, keys := range map[string][]string{
		"list": {"j"}, "ticket": {"j", "l"}, "customer": {"j", "l", "l"}, "FAQ": {"j", "f", "ctrl+t", "g"},
	} {
		for _, width := range []int{120, 200} {
			for _, back := range []string{":zoom", "esc"} {
				t.Run(fmt.Sprint(pane, width, back), func(t *testing.T) {
					uitest.Run(t, uitest.Options{Check: checkLayout, Width: width, Height: 40, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
						s.Press(keys...)
						before := s.Text()
						s.Press(":zoom")
						s.RequireText("zoomed: ", "esc ")
						if strings.Contains(s.Text(), "┬") {
							t.Errorf("something else is on the screen:\n%s", s.Text())
						}
						s.Press(back)
						if s.Text() != before {
							t.Errorf("after %s the window is not as it was:\n%s\n%s", back, before, s.Text())
						}
					})
				})
			}
		}
	}
}

func TestZoom_TicketOfAZoomedListIsBesideItAndBackIsTheZoomedList(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 120, Height: 40, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":zoom", "j")
		zoomed := s.Text()
		s.Press("enter")
		requirePane(t, s, 0, "All 7")
		requirePane(t, s, 1, "Second")
		s.Press("esc")
		if s.Text() != zoomed {
			t.Errorf("the list is not as it was:\n%s", s.Text())
		}
	})
}

func TestZoom_IsNotThereWhereOneThingIsShown(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 80, Height: 24, Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireNoText("Z zoom")
		s.Press(":zoom")
		s.RequireText("this part has the whole window already")
	})
}

func TestZoom_FormByName(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "c")
		s.Type("Zebra")
		before := s.Text()
		for range 2 {
			s.Press("ctrl+p")
			s.Type("whole window")
			s.Press("enter")
			s.RequireText("Zebra")
			if strings.Contains(s.Text(), "All 7") == strings.Contains(s.Text(), "zoomed") {
				t.Errorf("zoomed and not:\n%s", s.Text())
			}
		}
		if s.Text() != before {
			t.Errorf("the form is not as it was:\n%s", s.Text())
		}
	})
}

func TestForm_CommentTakesTheRoom(t *testing.T) {
	for size, want := range map[[2]int]int{{80, 24}: 12, {120, 36}: 20, {200, 50}: 12, {240, 60}: 16} {
		options := uitest.Options{Check: checkLayout, Width: size[0], Height: size[1], Desk: newDeskOfSeven()}
		uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
			s.Press("c")
			for i := range want {
				s.Type(fmt.Sprintf("Line %d.", i+1))
				s.Press("enter")
			}
			s.RequireText("Line 1.", fmt.Sprintf("Line %d.", want))
			s.Type("Last.")
			for range 30 {
				s.Press("enter")
			}
			s.RequireNoText("Last.")
		})
	}
}

func TestThreePanes_HeavyRuleIsAboveThePaneThatHasTheKeys(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50, Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
		requireHeavy := func(want int) {
			t.Helper()
			rules := strings.FieldsFunc(strings.Split(s.Text(), "\n")[1], func(r rune) bool { return r == '┬' })
			for i, rule := range rules {
				if strings.Contains(rule, "━") != (i == want) {
					t.Errorf("pane %d has the keys, and the rules are %q", want, rules)
				}
			}
		}
		s.Press("j")
		requireHeavy(0)
		s.Press("l")
		requireHeavy(1)
		s.Press("l")
		requireHeavy(2)
		s.Press("?")
		requireHeavy(-1) // the keys go to the overlay
		s.Press("esc", "h", "u")
		requireHeavy(-1) // the form is below the conversation
		s.RequireText("├─━")
	})
}

func TestThreePanes_AnswersForTheTicketStandBelowTheCustomer(t *testing.T) {
	withAnswers(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "k") // the articles are known by now
		requirePane(t, s, 2, "Perhaps answers · f reads", "Black screen: first aid")
		s.Press("G")
		requirePane(t, s, 2, "Refund not received")
		if strings.Contains(paneRows(s, 2), "Black screen: first aid") {
			t.Errorf("the answers are those of another ticket:\n%s", s.Text())
		}
		s.Resize(200, 28)
		s.RequireNoText("Perhaps answers")
	})
}

func TestThreePanes_ClickOnAnAnswerReadsItInTheFAQ(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Check: checkLayout, Width: 200, Height: 50}, func(_ *testing.T, s *uitest.Driver) {
		s.LearnArticles()
		s.Press("j")
		x, y := s.Place("Perhaps answers")
		title := strings.TrimSpace(string([]rune(strings.Split(s.Text(), "\n")[y+1])[x:]))
		s.Click(x+2, y+1)
		s.RequireText("Search:", "▌"+strings.TrimSuffix(title, "…"))
		s.Press("esc")
		s.RequireText("Perhaps answers")
	})
}
