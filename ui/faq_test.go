package ui_test

import (
	"net/http"
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

func TestFAQ_ArticleIsFoundAsItsTitleIsTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund not")
		s.RequireText("Refund not received", "From the service 1", "1 found · 1 article loaded so far", "Wait five days.", "Delivery")
		s.Press("enter")
		s.RequireText("Wait five days.", "Delivery")
		s.RequireNoText("<p>", "&lt;", "<b>")
		s.Press("esc")
		s.RequireText("All 3")
	})
}

func TestFAQ_HelpIsAKeyAwayWhileASearchIsTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund")
		s.RequireText("f1 help  esc leave")
		s.Press("f1")
		s.RequireText("Keys: FAQ", "Insert the part that")
		s.Press("esc")
		s.RequireText("refund")
	})
}

func TestFAQ_EverySampleArticleReadsAsText(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 160, Height: 50}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("r")
		s.Press("enter")
		for range 12 {
			screen := s.Text()
			for _, unwanted := range []string{"&nbsp;", "&amp;", "&lt;", "</", "<p", "style=", "\u00a0"} {
				if strings.Contains(screen, unwanted) {
					t.Fatalf("%q is on the screen:\n%s", unwanted, screen)
				}
			}
			s.Press("J")
		}
	})
}

func TestFAQ_TypingSearchesOnceAfterAPause(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund")
		if n := s.Net.Calls("search-faq"); n > 1 {
			t.Errorf("%d searches for one word", n)
		}
		s.RequireText("2 found")
	})
}

func TestFAQ_EarlierHitsAreShownWhileTheServiceIsDown(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund")
		s.RequireText("2 found")
		s.Press("esc", "f")
		wait := make(chan struct{})
		s.Net.Intercept(func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
			<-wait
			return pass()
		})
		s.Type("received")
		s.RequireText("Loaded articles 1", "Refund not received", "searching the service… · 2 articles loaded so far")
		close(wait)
		s.WaitIdle()
		s.RequireText("1 found")
	})
}

func TestFAQ_WithoutTheArticlesAddressThePaneSaysSo(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), ArticlesNotConfigured: "set FRONTDESK_KMS_URL"}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("All 3")
		s.Press("f")
		s.RequireText("▸ Orders", "2 categories")
		s.Type("refund")
		s.RequireText("Not loaded: set FRONTDESK_KMS_URL")
		s.RequireNoText("✗", "retries")
		if n := s.Net.Calls("search-faq"); n != 0 {
			t.Errorf("articles were searched %d times", n)
		}
	})
}

func TestFAQ_TheKeysBelowAreThoseThatWork(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("f")
		s.WaitIdle()
		s.RequireText("⏎ retries", "⏎ retry  f1 help")
		s.RequireNoText("↑ ↓ choose", "⏎ open")
		s.Type("refund")
		s.WaitIdle()
		s.RequireText("⏎ retry  ctrl+t categories")
	})
}

func TestFAQ_CategoriesAreATree(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.RequireText("▸ Orders", "2 categories")
		s.Press("enter")
		s.RequireText("▾ Orders", "Delivery")
		s.Press("j", "enter")
		s.RequireText("Nothing seen in “Delivery” yet", "type a word")
		s.Press("/")
		s.Type("refund")
		s.RequireText("2 found")
		s.Press("ctrl+t", "j", "enter")
		s.RequireText("Refund not received", "Return and refund", "2 seen so far; type words for more")
	})
}

func TestFAQ_ArticleIsInsertedIntoTheComment(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("c")
			s.Type("Dear customer, ")
			s.Press("ctrl+f")
			s.Type("return")
			s.Press("enter", "i")
			s.RequireText("Dear customer,", "Pack it", "Send it back")
			s.Type("!")
			s.Press("ctrl+s")
			s.RequireText("saved")
			body := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String()
			if !strings.Contains(body, "Pack it") || !strings.HasSuffix(strings.TrimSpace(body), "!") || strings.Contains(body, "<") {
				t.Errorf("the comment is %q", body)
			}
		})
	}
}

func TestFAQ_ArticleIsCopiedAsPlainText(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("return")
		s.Press("enter", "y")
		s.RequireText("sent to the clipboard: the article")
		if got := s.Clipboard(); !strings.Contains(got, "Pack it") || strings.Contains(got, "<") {
			t.Errorf("copied %q", got)
		}
	})
}

func TestFAQ_LongArticleIsSearched(t *testing.T) {
	for _, width := range []int{80, 160} {
		uitest.Run(t, uitest.Options{Width: width, Height: 24}, func(t *testing.T, s *uitest.Driver) {
			s.Press("f")
			s.Type("complete guide")
			s.Press("enter", "/")
			s.Type("E18")
			if at := s.CursorAt(); !strings.HasSuffix(at, "Search: E18") {
				t.Errorf("the cursor stands behind %q", at)
			}
			s.Press("enter")
			s.RequireText("Search: E18 ·", "lines", "E18")
			s.Press("n", "/", "ctrl+u")
			s.RequireNoText("Search: E18")
			s.Press("enter", "f")
			s.RequireText("Search: complete guide")
		})
	}
}

func TestFAQ_CategoryIsFoundByItsNameAndDescription(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "ctrl+t", "j", "j", "enter", "j", "enter")
		s.RequireText("Dishwasher", "Washing machine", "Fridge", "seen so far")
	})
}

func TestFAQ_HitsAreShownBesideTheOpenArticle(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 160, Height: 40, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Paste("refund")
		s.RequireText("2 found", "── Refund not received")
		s.Press("tab", "i", "f")
		s.RequireText("│")
	})
}

func TestFAQ_HitsAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund")
		s.Press("enter")
		first := s.Text()
		s.Press("J")
		second := s.Text()
		s.Press("J")
		if s.Text() != second || first == second {
			t.Errorf("the last of two is followed by another, or the first by itself:\n%s", s.Text())
		}
		s.Press("K", "K")
		if s.Text() != first {
			t.Errorf("not the first article:\n%s", s.Text())
		}
	})
}

func TestFAQ_SearchInAnArticleIsClearedAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("refund not")
		s.Press("enter", "/")
		s.Type("wait")
		s.RequireText("Search: wait", "go to the first match")
		s.Press("enter", "N", "n")
		s.RequireText("Search: wait · 1 line")
		s.Press("/", "ctrl+u", "enter")
		s.RequireNoText("Search: wait")
		s.RequireText("Wait five days.")
		s.Press("h")
		s.RequireText("Search: refund not")
	})
}

func TestFAQ_OpenCategoryIsFoldedAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "enter")
		s.RequireText("▾ Orders", "Delivery")
		s.Press("enter")
		s.RequireText("▸ Orders", "2 categories")
		s.RequireNoText("▾ Orders", "Delivery")
	})
}

func TestFAQ_ArticlesOfACategoryWithChildrenAreListed(t *testing.T) {
	d := newDeskOfThree()
	d.Articles[0].CategoryID, d.Articles[0].CategoryName, d.Articles[0].Title = 1, "Orders", "Orders by phone"
	uitest.Run(t, uitest.Options{Desk: d}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f", "enter", "G")
		s.RequireText("Articles in Orders")
		s.Press("enter")
		s.RequireText("Orders by phone", "1 seen so far")
		s.RequireNoText("Return and refund")
		s.Press("h")
		s.RequireText("▾ Orders", "Delivery", "2 categories")
	})
}

func TestFAQ_RefreshIsOverWhenTheServiceHasAnswered(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		for _, words := range []string{"", "refund"} {
			s.Press("f")
			s.Type(words)
			if words == "" {
				s.Press("ctrl+t")
			} else {
				s.Press("enter", "h")
			}
			wait := make(chan struct{})
			s.Net.Intercept(func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
				<-wait
				return pass()
			})
			s.Press("r")
			close(wait)
			s.WaitIdle()
			s.RequireNoText("refreshing…")
			s.Press("i")
		}
	})
}

func TestFAQ_EnterBeforeTheHitsArriveOpensTheFirst(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		wait := make(chan struct{})
		s.Net.Intercept(func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
			<-wait
			return pass()
		})
		s.Type("refund not")
		s.Press("enter")
		s.RequireNoText("Wait five days.")
		close(wait)
		s.WaitIdle()
		s.RequireText("Wait five days.")
	})
}

func TestFAQ_EnterNeverOpensAHitForOtherWords(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("f")
		s.Type("return")
		s.RequireText("1 found")
		wait := make(chan struct{})
		s.Net.Intercept(func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
			<-wait
			return pass()
		})
		for range "return" {
			s.Press("backspace")
		}
		s.Type("not received")
		s.Press("enter", "ctrl+o")
		s.RequireNoText("Pack it", "Wait five days.")
		close(wait)
		s.WaitIdle()
		s.RequireText("Wait five days.")
		s.RequireNoText("Pack it")
	})
}
