package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/keymap"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// refundArticle has three sections; "reimbursement" stands in its body alone.
const refundArticle = `<p>All about money.</p><h2>By card</h2><p>Three days.</p><h2>In cash</h2><p>At the counter.</p>` +
	`<h2>By cheque</h2><ol><li>Write to <a href="https://example.org/c">accounts</a></li><li>Wait for the reimbursement &amp; <b>sign</b></li></ol>`

const thirdSection = "By cheque\n\n1. Write to accounts (https://example.org/c)\n2. Wait for the reimbursement & sign"

// newDeskOfAnswers returns a desk of three tickets with four articles.
func newDeskOfAnswers() *store.Dataset {
	d := newDeskOfThree()
	d.Tickets[2].Detail = "The screen stays black after the update, it beeps."
	d.Articles = append(
		d.Articles,
		store.Article{ID: 7, Title: "Money back", Detail: refundArticle, Enabled: true, CategoryID: 2, CategoryName: "Delivery"},
		store.Article{ID: 8, Title: "Black screen: first aid", Detail: "<p>Hold the power key.</p>", Enabled: true, CategoryID: 1, CategoryName: "Orders"},
	)
	return d
}

// withAnswers runs a story in which all articles are known here.
func withAnswers(t *testing.T, o uitest.Options, story func(t *testing.T, s *uitest.Driver)) {
	t.Helper()
	if o.Desk == nil {
		o.Desk = newDeskOfAnswers()
	}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.LearnArticles()
		story(t, s)
	})
}

func comment(s *uitest.Driver, ticket string) string {
	timeline := s.Ticket(ticket).Timeline
	if len(timeline) == 0 {
		return ""
	}
	return timeline[0].Body.Text().String()
}

func TestFAQ_AnswerFoundByAMisspeltWordInItsBodyIsSentBySection(t *testing.T) {
	for _, width := range []int{80, 120, 200} {
		withAnswers(t, uitest.Options{Width: width, Height: 24 + width/10}, func(t *testing.T, s *uitest.Driver) {
			s.Press("f")
			s.Type("reimbursment")
			s.RequireText("Loaded articles 1", "Money back", "All about money.")
			s.RequireNoText("From the service")
			s.Press("enter", "v")
			s.RequireText("The whole article, 14 lines", "1 By card", "2 In cash", "3 By cheque", "its number inserts this section")
			s.Press("3")
			s.RequireText("inserted ", "· ctrl+z undoes it", "1. Write to accounts")
			s.Press("ctrl+s")
			if got := comment(s, blackScreenTicket); got != thirdSection {
				t.Errorf("the comment is %q, want %q", got, thirdSection)
			}
		})
	}
}

func TestFAQ_AnswersForTheTicketAreListedBeforeAnythingIsTyped(t *testing.T) {
	for name, keys := range map[string][]string{"from the list": {"f"}, "from the ticket": {"enter", "f"}, "from its comment": {"c", "ctrl+f"}} {
		t.Run(name, func(t *testing.T) {
			for _, width := range []int{80, 120} {
				withAnswers(t, uitest.Options{Width: width, Height: 30}, func(t *testing.T, s *uitest.Driver) {
					s.Press(keys...)
					s.RequireText("Perhaps answers 1", "▌Black screen: first aid", "Hold the power key.", "4 articles loaded")
					s.Press("ctrl+o", "ctrl+s")
					if got := comment(s, blackScreenTicket); got != "Hold the power key." {
						t.Errorf("the comment is %q", got)
					}
				})
			}
		})
	}
}

func TestFAQ_KnownHereAndFromTheServiceAreOneListWithoutDoubles(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfAnswers()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund not")
		s.RequireText("From the service 1", "1 found · 1 article loaded so far")
		s.Press("esc", "f")
		s.Type("refund")
		s.RequireText("Loaded articles 1", "From the service 1", "2 found · 2 articles loaded so far")
		s.RequireRow("Refund not received")
		s.RequireRow("Return and refund")
		s.Press("esc", "f")
		s.Type("refund")
		s.RequireText("Loaded articles 2", "2 found · 2 articles loaded")
		s.RequireNoText("From the service")
	})
}

func TestFAQ_MatchesAreMarkedInTitleTextAndArticle(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 120, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("cheque")
		s.Type(" mone")
		const on, off = "\x1b[7m", "\x1b["
		for _, marked := range []string{"cheque", "Mone", "mone"} {
			if !strings.Contains(s.ANSI(), on+marked+off) {
				t.Errorf("%q is not marked: %q", marked, s.ANSI())
			}
		}
	})
}

func TestFAQ_OneKeyLeavesFromEveryState(t *testing.T) {
	states := map[string][]string{
		"typing":             {"r", "e", "f"},
		"suggestions":        {},
		"reading":            {"enter"},
		"search inside":      {"enter", "/", "x"},
		"sections":           {"m", "o", "n", "enter", "v"},
		"lines":              {"m", "o", "n", "enter", "v", "v", "j", "v", "j"},
		"categories":         {"ctrl+t"},
		"an open category":   {"ctrl+t", "enter", "j", "enter"},
		"nothing was found":  {"z", "z", "z", "z", "z", "enter"},
		"the ticket":         {"tab"},
		"an article's match": {"enter", "/", "h", "enter", "n"},
	}
	for name, keys := range states {
		t.Run(name, func(t *testing.T) {
			for from, width := range map[string]int{"": 80, "enter": 120, "c": 120} {
				withAnswers(t, uitest.Options{Width: width, Height: 30}, func(t *testing.T, s *uitest.Driver) {
					open := "f"
					if from != "" {
						s.Press(from)
					}
					if from == "c" {
						open = "ctrl+f"
					}
					before := s.Text()
					s.Press(open)
					s.Press(keys...)
					s.Press("esc")
					if got := s.Text(); got != before && name != "the ticket" {
						t.Errorf("from %q at %d columns:\n%s\nwant\n%s", from, width, got, before)
					}
					s.RequireNoText("Search:")
				})
			}
		})
	}
}

func TestFAQ_StandsBesideTheTicketWhereThereIsRoom(t *testing.T) {
	for width, beside := range map[int]bool{99: false, 100: true, 120: true, 200: true} {
		withAnswers(t, uitest.Options{Width: width, Height: 40}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("enter", "f")
			s.RequireText("Search:")
			if !beside {
				s.RequireNoText("The screen stays black after")
				s.Press("tab")
				s.RequireNoText("Search:")
			}
			s.RequireText("The screen stays black after")
			s.Press("tab")
			s.RequireText("Search:")
			s.Press("esc")
			s.RequireNoText("Search:")
		})
	}
}

func TestFAQ_IsAThirdPaneInAWideWindow(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 200, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		for _, first := range []string{"j", "enter", "C"} {
			s.Press("i", "g", first)
			before := s.Text()
			s.Press("f")
			requirePane(t, s, 0, "All 3", "Refund not received", "Screen stays black")
			s.Type("money")
			requirePane(t, s, 2, "Search: money", "Money back", "Three days.")
			list := paneRows(s, 0)
			s.Wheel(20, 5, 1) // looks, and leaves nothing
			if s.RequireText("Search:"); paneRows(s, 0) != list {
				t.Errorf("the cursor moved in the list beside the FAQ:\n%s", s.Text())
			}
			s.Press("esc")
			if s.Text() != before {
				t.Errorf("the FAQ leaves\n%s\nof\n%s", s.Text(), before)
			}
		}
	})
}

func TestFAQ_CommentIsWrittenBesideTheAnswer(t *testing.T) {
	withAnswers(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "f", "tab", "c")
		s.Type("Please")
		s.RequireText("Please", "Hold the power key.", "Black screen: first aid")
		s.Press("esc")
		s.RequireText("kept as a draft", "Hold the power key.")
	})
}

func TestFAQ_LinesAreChosenAndInserted(t *testing.T) {
	withAnswers(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("See: ")
		s.Press("ctrl+f")
		s.Type("money")
		s.Press("enter", "v", "v")
		s.RequireText("All about money.", "Three days.")
		s.Press("g", "j", "j", "j", "v", "j", "j")
		s.RequireText("inserts 5 lines")
		s.Press("i")
		s.RequireText("inserted 5 lines")
		s.Press("ctrl+s")
		if got := comment(s, blackScreenTicket); got != "See: Three days.\n\nIn cash\n\nAt the counter." {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestFAQ_ArticlesThatArriveAreCounted(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfAnswers()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.RequireText("0 articles loaded so far")
		s.LearnArticles()
		s.Advance(5 * time.Second)
		s.RequireText("4 articles loaded so far")
	})
}

func TestFAQ_NothingFoundSaysWhatWasSearched(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfAnswers()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("zeppelin")
		s.RequireText("No title has these words", "the texts of 0 articles")
		s.LearnArticles()
		s.Advance(5 * time.Second)
		s.RequireText("No title has these words", "the texts of 4 articles")
	})
}

func TestFAQ_SectionBeyondTheNinthIsChosenByItsNumber(t *testing.T) {
	var body strings.Builder
	for i := range 12 {
		fmt.Fprintf(&body, "<h2>Step %d</h2><p>Do part %d.</p>", i+1, i+1)
	}
	d := newDeskOfAnswers()
	d.Articles[0].Title, d.Articles[0].Detail = "Twelve steps", body.String()
	withAnswers(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("twelve")
		s.Press("enter", "v")
		s.RequireText(" 1 Step 1", " 9 Step 9", "12 Step 12")
		s.Press("1")
		s.RequireText("1… a second digit, or i inserts section 1")
		s.Press("1")
		s.RequireText("inserted the section “Step 11”", "Do part 11.")
		s.Press("ctrl+f")
		s.Type("twelve")
		s.Press("enter", "v", "1", "i")
		s.RequireText("inserted the section “Step 1”", "Do part 1.")
	})
}

func TestFAQ_TextThatDoesNotFitIsNotInserted(t *testing.T) {
	d := newDeskOfAnswers()
	d.Articles[2].Detail = "<h2>First</h2><p>" + strings.Repeat("Wort für Wort. ", 4_300) + "</p><h2>Second</h2><p>short</p>"
	withAnswers(t, uitest.Options{Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Hello")
		s.Press("ctrl+f")
		s.Type("money")
		s.Press("ctrl+o")
		s.RequireText("not inserted, too long by", "v chooses a part")
		s.Press("enter", "v", "2")
		s.RequireText("inserted the section “Second”")
		s.Press("ctrl+s")
		if got := comment(s, blackScreenTicket); got != "Hello\nSecond\n\nshort" {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestFAQ_WhatWasInsertedLastComesFirst(t *testing.T) {
	withAnswers(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund")
		s.RequireRow("▌", "Refund not received")
		s.Press("down", "ctrl+o", "ctrl+x", "x", "f")
		s.Type("refund")
		s.RequireRow("▌", "Return and refund")
	})
}

func TestFAQ_ArticleWithoutHeadingsIsChosenByLines(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 160, Height: 40}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "enter", "v")
		s.RequireText("The whole article, 1 line", "i inserts this line")
		s.RequireNoText("its number inserts", "Its link")
	})
}

func TestFAQ_WithoutTheServiceWhatIsKnownIsFound(t *testing.T) {
	withAnswers(t, uitest.Options{}, func(t *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(*http.Request, uitest.Pass) (*http.Response, error) {
			return nil, fmt.Errorf("no network")
		})
		s.Press("f")
		s.Type("counter")
		s.Advance(time.Minute)
		s.RequireText("Loaded articles 1", "Money back", "✗", "4 articles loaded")
		s.Press("ctrl+o")
		s.RequireText("At the counter.", "inserted the section “In cash”, 3 lines · ctrl+z undoes it")
	})
}

func TestFAQ_WithoutATicketNothingIsInserted(t *testing.T) {
	d := newDeskOfAnswers()
	d.Tickets = nil
	withAnswers(t, uitest.Options{Desk: d}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("money")
		s.RequireText("Loaded articles 1")
		s.Press("ctrl+o")
		s.RequireText("no ticket is chosen that it could be a comment on")
		s.Press("tab")
		s.RequireNoText("Search:")
	})
}

func TestFAQ_SummaryOfKeysNamesWhatCanBeInserted(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 160, Height: 120}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "enter", "?")
		for _, b := range keymap.Default().ForScope(keymap.FAQ)[:6] {
			s.RequireText(strings.Join(strings.Fields(b.Description)[:2], " "))
		}
	})
}

func TestFAQ_BesideAnotherTicketAnswersThatOne(t *testing.T) {
	d := newDeskOfAnswers()
	d.Tickets[1].Title = "Money back by cheque"
	withAnswers(t, uitest.Options{Width: 200, Height: 50, Desk: d}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.RequireText("▌Black screen: first aid")
		s.Press("tab", "J")
		s.RequireText("Perhaps answers", "▌Money back")
		s.RequireNoText("first aid")
		s.Press("tab", "enter", "i", "3", "ctrl+s") // no word of its title is in it: a part is chosen
		if got := comment(s, d.Tickets[1].TicketID); !strings.Contains(got, "By cheque") {
			t.Errorf("the comment on the ticket that is read is %q", got)
		}
		if got := comment(s, blackScreenTicket); got != "" {
			t.Errorf("the other ticket has the comment %q", got)
		}
	})
}

func TestFAQ_WhatWasTypedStaysBesideAnotherTicket(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 200, Height: 50}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("cheque")
		s.RequireText("Loaded articles 1", "▌Money back")
		s.Press("tab", "J")
		s.RequireText("Search: cheque", "Loaded articles 1", "Money back")
	})
}

func TestFAQ_AnswerDoesNotRunIntoTheWordsThatWereTypedBefore(t *testing.T) {
	withAnswers(t, uitest.Options{Width: 120, Height: 36}, func(t *testing.T, s *uitest.Driver) {
		insert := func(words string, keys ...string) {
			s.Press("ctrl+f")
			s.Type(words)
			s.Press(keys...)
		}
		s.Press("c")
		s.Type("Hello,")
		insert("first aid", "ctrl+o") // a single line
		s.Type(" Or else:")
		insert("reimbursment", "enter", "v", "3") // several
		s.Press("ctrl+s")
		if got, want := comment(s, blackScreenTicket), "Hello, Hold the power key. Or else:\n"+thirdSection; got != want {
			t.Errorf("the comment is %q, want %q", got, want)
		}
	})
}
