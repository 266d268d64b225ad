package ui_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/ui/uitest"
)

func TestHeader_MarkIsGoneWithTheFirstAnswerAfterTheServiceIsBack(t *testing.T) {
	for name, keys := range map[string][]string{
		"a ticket that is opened": {"enter"},
		"a comment that is saved": {"c", "d", "o", "n", "e", "ctrl+s"},
		"a customer":              {"F", "9", "8", "7", "enter"},
		"words in the FAQ":        {"f", "r", "e", "f", "u", "n", "d"},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
				s.Net.Down()
				s.Advance(10 * minute) // the next pull is a minute away
				s.RequireText("✗ no answer since 14:0")
				s.Net.Up()
				s.Press(keys...)
				s.WaitIdle()
				s.RequireNoText("✗")
				s.RequireText("as of 14:1")
			})
		})
	}
}

func TestRefresh_SessionsOfOneAccountAskInStep(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfThree(), Refresh: time.Minute, SharedAge: 54 * time.Second}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Advance(30 * time.Second)
		today := desk.DateRange{From: s.Backend().Today(), To: s.Backend().Today()}
		at, err := s.Backend().Cache.Refresh(t.Context(), today, cache.MaxAge{}) // another session does
		if err != nil {
			t.Fatal(err)
		}
		s.Advance(at.Add(55 * time.Second).Sub(s.Backend().Now()))
		calls := s.Net.Calls("")
		s.Advance(10 * time.Second)
		if n := s.Net.Calls("") - calls; n != 1 {
			t.Errorf("a minute after the answer to the other session the service was asked %d times", n)
		}
	})
}

func TestHeader_KeepsWhatIsWrongAndWaitsAtEightyColumns(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Advance(10 * minute)
		s.RequireText("✗ no answer since 14:0", "⇪ outbox 1")
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		s.Press("r")
		s.RequireText("✗ no answer since 14:0", "⇪ outbox 1", "0/")
	})
}

func TestFAQ_AsksAgainOnceTheServiceIsBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("f")
		s.Type("refund")
		s.Advance(3 * minute)
		s.RequireText("✗ no answer since", "retries")
		s.Net.Up()
		waitFor(s, "the service answers again")
		waitFor(s, "2 found") // the pause before a search is tried again is random
		s.RequireNoText("✗")
	})
}

func TestFAQ_CategoriesAreAskedForAgainByHand(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("f", "ctrl+t")
		s.RequireText("2 categories")
		before := s.Net.Calls("faq-categories")
		s.Press("r")
		if after := s.Net.Calls("faq-categories"); after != before+1 {
			t.Errorf("the service was asked %d times for the categories by r", after-before)
		}
		s.RequireNoText("asking again")
		s.Net.Down()
		s.Press("r")
		s.Advance(minute)
		s.RequireText("▸ Orders", "✗")
	})
}

// TestInbox_AsksForOneDayUntilTheServiceIsBack: a console that waits for a service does not ask for all its days, and
// asks for them once the service answers.
func TestInbox_AsksForOneDayUntilTheServiceIsBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Advance(10 * minute)
		s.RequireText("✗ no answer since 14:0")
		before := s.Net.Calls("select-ticket")
		s.Advance(10 * minute)
		if asked := s.Net.Calls("select-ticket") - before; asked == 0 || asked > 10*12 {
			t.Errorf("the service was asked %d times for days in ten minutes, more than the 12 tries a minute of one day", asked)
		}
		before = s.Net.Calls("select-ticket")
		s.Net.Up()
		s.Advance(2 * minute)
		s.RequireNoText("✗")
		if asked := s.Net.Calls("select-ticket") - before; asked < 7 {
			t.Errorf("the service that is back was asked for %d days", asked)
		}
	})
}

// TestHeader_SaysThatTheServiceIsAwayBehindAGateway: a gateway that answers for a service says nothing of days.
func TestHeader_SaysThatTheServiceIsAwayBehindAGateway(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 160, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			return uitest.Response(r, http.StatusBadGateway, "<html>bad gateway</html>"), nil
		})
		s.Press("r")
		s.Advance(minute)
		s.RequireText("✗ no answer since 14:0", "a gateway answered for the service (502)")
		s.RequireNoText("days failed", "cannot be read")
	})
}

// TestHeader_SaysThatTheServiceIsAwayFromTheFirstTry: days that are tried again are not on their way.
func TestHeader_SaysThatTheServiceIsAwayFromTheFirstTry(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("r")
		s.Advance(2 * time.Second) // the first tries have failed
		for range 20 {
			s.RequireText("✗ no answer")
			s.RequireNoText("/7 days", "slow")
			s.Advance(250 * time.Millisecond)
		}
		s.Net.Up()
		s.Advance(10 * time.Second)
		s.RequireText("as of 14:0")
		s.RequireNoText("✗")
	})
}

// TestNotice_AnswersAgainGoesWhenTheServiceIsAwayAgain: nothing says that the service answers while it does not.
func TestNotice_AnswersAgainGoesWhenTheServiceIsAwayAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Advance(3 * minute)
		s.Net.Up()
		waitFor(s, "the service answers again")
		s.Net.Down()
		s.Advance(2 * minute)
		s.RequireText("✗ no answer since")
		s.RequireNoText("answers again")
	})
}

// TestNotice_AnswersAgainGivesTheFooterBack: it is read in a moment, or with the next key, and the keys are needed.
func TestNotice_AnswersAgainGivesTheFooterBack(t *testing.T) {
	for _, width := range []int{80, 120} {
		for _, wait := range []bool{true, false} {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: width, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
				sendWhileDown(s, "For the outbox")
				s.Advance(3 * minute)
				s.Net.Up()
				waitFor(s, "in the outbox can go now · D")
				if wait {
					s.Advance(minute)
				} else {
					s.Press("j")
				}
				s.RequireText("c comment", "⇪ outbox 1")
				s.RequireNoText("can go now")
			})
		}
	}
}

// waitFor lets the time go on in small steps until a text is on the screen.
func waitFor(s *uitest.Driver, text string) {
	for range 60 {
		if strings.Contains(s.Text(), text) {
			break
		}
		s.Advance(2 * time.Second)
	}
	s.RequireText(text)
}

// TestTicket_IsLoadedAgainAfterAPullThatWasTriedAgain: the service was away for a while, although no pull failed.
func TestTicket_IsLoadedAgainAfterAPullThatWasTriedAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		s.Press("r")
		s.Advance(40 * time.Second)
		s.RequireText("✗ no answer, trying again", "did not answer in time")
		s.Net.Up()
		s.Advance(45 * time.Second)
		s.RequireNoText("✗", "answers again")
	})
}

// TestHeader_CountsNoDaysWhileItAsksWhetherTheServiceIsBack: the other days are not on their way.
func TestHeader_CountsNoDaysWhileItAsksWhetherTheServiceIsBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 160, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Advance(5 * minute)
		s.RequireText("✗ no answer since 14:0")
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		for range 12 {
			s.Advance(5 * time.Second)
			s.RequireNoText("/7 days")
		}
		s.RequireText("✗ no answer since 14:0")
	})
}

// TestHeader_SaysAtOnceThatTheServiceIsDown when anything shows it, and not only at the next refresh.
func TestHeader_SaysAtOnceThatTheServiceIsDown(t *testing.T) {
	t.Parallel()
	for name, shows := range map[string]func(s *uitest.Driver){
		"a ticket that is opened":   func(s *uitest.Driver) { s.Press("j", "enter") },
		"a comment that is sent":    func(s *uitest.Driver) { s.Press("c"); s.Type("Hello."); s.Press("ctrl+s") },
		"a refresh by the agent":    func(s *uitest.Driver) { s.Press("r") },
		"a customer that is opened": func(s *uitest.Driver) { s.Press("C") },
	} {
		uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Width: 80, Height: 24}, func(t *testing.T, s *uitest.Driver) {
			s.RequireText("as of 14:02")
			s.Net.Down()
			shows(s)
			s.Advance(2 * time.Second)
			header, _, _ := strings.Cut(s.Text(), "\n")
			if !strings.Contains(header, "✗ no answer") || strings.Contains(header, "as of") {
				t.Errorf("%s: the header says %q", name, header)
			}
		})
	}
}

// TestOutbox_SaysThatItCanGoAfterAShortOutage that no refresh noticed.
func TestOutbox_SaysThatItCanGoAfterAShortOutage(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 80, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Net.Up()
		waitFor(s, "1 in the outbox can go now · D, then s")
		s.Advance(10 * time.Second) // the first answer may be that of another request than of the days
		s.RequireText("as of 14:0")
		s.RequireNoText("✗")
	})
}
