package ui_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newGlobexDesk returns the desk of another account, on which Asha has promised a call at 14:12.
func newGlobexDesk() *store.Dataset {
	return newDesk(
		newTicket("713516990001", "Pump leaks oil", 1),
		newTicket("713516990002", "Valve is stuck", 2, func(t *store.Ticket) {
			t.NextFollowUp, t.Callback, t.AssignedName = minutes(10), true, "Asha Rao"
		}),
	)
}

// twoAccounts is a console with the accounts acme, which has seven tickets, and globex.
func twoAccounts(o uitest.Options) uitest.Options {
	other := uitest.Options{Account: "globex", Desk: newGlobexDesk(), Refresh: time.Minute, HoldBack: o.HoldBack}
	o.Account, o.Desk, o.Others = "acme", newDeskOfSeven(), []uitest.Options{other}
	o.Refresh = time.Minute
	return o
}

// goTo opens the list of accounts and goes to one by its number.
func goTo(s *uitest.Driver, number string) { s.Press("@", number) }

func TestAccounts_MarksAndFormAreThereAfterSwitchingBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("space", "space")
		s.RequireText("2 marked")
		before := s.Text()
		if n := s.Other("globex").Net.Calls(""); n != 0 {
			t.Errorf("globex was asked %d times before the agent went there", n)
		}
		s.Press("@")
		s.RequireRow("1", "acme", "acme.example.com", "here")
		s.RequireRow("2", "globex", "globex.example.com", "not opened")
		s.Press("enter")
		s.RequireText("globex · Asha Rao", "Pump leaks oil")
		s.RequireNoText("marked", "acme")
		s.Press("j", "c")
		s.Type("The valve was greased")
		form := s.Text()
		s.Press("ctrl+p")
		s.Type("accounts")
		s.Press("enter")
		s.RequireRow("1", "acme")
		s.Type("acm")
		s.RequireNoText("globex.example.com")
		s.Press("enter")
		if now := s.Text(); now != before {
			t.Errorf("acme is shown as\n%s\ninstead of as it was left:\n%s", now, before)
		}
		s.Press("@")
		s.RequireRow("2", "globex", "form open")
		s.Press("2")
		if now := s.Text(); now != form {
			t.Errorf("globex is shown as\n%s\ninstead of as it was left:\n%s", now, form)
		}
		s.Type(" today")
		s.Press("ctrl+s")
		s.Advance(time.Second)
		got := s.Other("globex").Ticket("713516990002").Timeline
		if len(got) != 1 || !strings.Contains(fmt.Sprint(got), "The valve was greased today") {
			t.Errorf("globex has %+v", got)
		}
	})
}

func TestAccounts_AnswerOfTheFirstDeskNeverShowsInTheSecond(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("enter")
		goTo(s, "1")
		slow := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			<-time.After(20 * time.Second)
			return pass()
		}
		s.Net.Intercept(slow)
		s.Press("r")
		goTo(s, "2")
		globex := s.Text()
		s.Advance(30 * time.Second) // acme's answers arrive
		if now := s.Text(); now != globex {
			t.Errorf("globex changed to\n%s\nfrom\n%s", now, globex)
		}
		s.Net.Intercept(func(*http.Request, uitest.Pass) (*http.Response, error) { panic("acme breaks") })
		s.Advance(time.Minute)
		s.RequireNoText("internal error", "acme")
		s.Press("esc", "j")
		s.RequireText("Valve is stuck")
		s.Net.Up()
		goTo(s, "1")
		s.RequireText("First", "713516550001 · Unattended")
		s.RequireNoText("Pump", "Valve")
	})
}

func TestAccounts_ReminderOfTheOtherAccount(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("j")
		goTo(s, "1")
		s.Advance(5 * time.Minute)
		s.RequireText("acme · Asha Rao", "☎ globex: call back at 14:12: Valve is stuck")
		if all := s.Alerts(); len(all) != 1 || all[0].Title != "frontdesk · globex" {
			t.Errorf("rang %+v", all)
		}
		s.Advance(10 * time.Minute)
		s.Press("@")
		s.RequireRow("globex", "☎ 1 due")
	})
}

func TestAccounts_HeldUpdateOfTheOtherAccountIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{HoldBack: 5 * time.Second}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("c")
		s.Type("Oil was sent")
		s.Press("ctrl+s")
		goTo(s, "1")
		s.RequireNoText("z undo")
		s.Advance(10 * time.Second)
		if n := comments(s.Other("globex"), "713516990001"); n != 1 {
			t.Errorf("globex has %d comments", n)
		}
		goTo(s, "2")
		s.RequireText("…990001 saved")
	})
}

func TestAccounts_WrongKeySaysWhyAndTheAgentStays(t *testing.T) {
	o := twoAccounts(uitest.Options{})
	o.Others[0].Token = "d3Jvbmc="
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("space")
		goTo(s, "2")
		s.RequireText("globex not opened: the service does not accept the credential", "1 marked", "acme · Asha Rao")
		s.Other("globex").Net.Down()
		goTo(s, "2")
		s.Advance(15 * time.Second)
		s.RequireText("globex not opened: the service", "1 marked")
		s.Press("@")
		s.RequireRow("globex", "not opened")
	})
}

func TestAccounts_KeysPressedWhileAnAccountOpensStayWhereTheyWerePressed(t *testing.T) {
	o := twoAccounts(uitest.Options{})
	o.Others[0].Intercept = func(_ *http.Request, pass uitest.Pass) (*http.Response, error) {
		<-time.After(5 * time.Second)
		return pass()
	}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		defer s.Advance(10 * time.Second)
		defer s.Other("globex").Net.Up()
		goTo(s, "2")
		s.RequireText("opening globex…")
		s.Press("space", "space")
		s.Advance(10 * time.Second)
		s.RequireText("acme · Asha Rao", "2 marked", "globex is open now")
		goTo(s, "2")
		s.RequireText("globex · Asha Rao")
		s.RequireNoText("marked")
	})
}

func TestAccounts_LeavingAsksForWhatIsToBeSentInEach(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{HoldBack: time.Hour}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("c")
		s.Type("Oil was sent")
		s.Press("ctrl+s")
		goTo(s, "1")
		s.Press("q")
		s.RequireText("globex · Asha Rao", "An update is about to be sent")
		s.Press("esc")
		if s.HasQuit() {
			t.Fatal("esc has left")
		}
		s.RequireText("Pump leaks oil")
		goTo(s, "1")
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
		goTo(s, "2")
		s.Press("q", "d")
		s.RequireText("acme · Asha Rao", "An update is about to be sent")
		s.Press("d")
		if !s.HasQuit() {
			t.Fatalf("not left:\n%s", s.Text())
		}
		if got := s.Remaining(); !slices.Equal(got, []string{"acme: 1 draft", "globex: 1 draft"}) {
			t.Errorf("said %q", got)
		}
		if n := s.Other("globex").Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent", n)
		}
	})
}

func TestAccounts_CtrlCLeavesAllAtOnceAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{HoldBack: time.Hour}), func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half a sentence")
		s.Press("ctrl+p")
		s.Type("accounts")
		s.Press("enter", "2", "c")
		s.Type("Another half")
		s.Press("ctrl+s", "ctrl+c")
		if !s.HasQuit() {
			t.Fatalf("not left:\n%s", s.Text())
		}
		if got := s.Remaining(); !slices.Equal(got, []string{"acme: 1 draft", "globex: 1 draft"}) {
			t.Errorf("said %q", got)
		}
	})
}

func TestAccounts_OneThatWasNotVisitedForLongIsClosedAndItsDraftIsKept(t *testing.T) {
	o := twoAccounts(uitest.Options{MaxLive: 2})
	o.Others = append(o.Others, uitest.Options{Account: "initech", Desk: newGlobexDesk(), Refresh: time.Minute})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("c")
		s.Type("Half a sentence")
		s.Press("esc")
		goTo(s, "1")
		goTo(s, "3")
		s.RequireText("initech · Asha Rao")
		s.Press("@")
		s.RequireRow("1", "acme", "open")
		s.RequireRow("2", "globex", "1 draft")
		calls := s.Other("globex").Net.Calls("")
		s.Press("esc")
		s.Advance(30 * time.Minute)
		if n := s.Other("globex").Net.Calls("") - calls; n != 0 {
			t.Errorf("a closed account was asked %d times", n)
		}
		goTo(s, "2")
		s.RequireText("globex · Asha Rao", "Pump leaks oil")
		s.Press("c")
		s.RequireText("Half a sentence")
	})
}

func TestAccounts_OneInWhichAnUpdateWaitsIsNotClosed(t *testing.T) {
	o := twoAccounts(uitest.Options{MaxLive: 1, HoldBack: time.Minute})
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Press("c")
		s.Type("Oil was sent")
		s.Press("ctrl+s")
		goTo(s, "1")
		s.Press("@")
		s.RequireRow("globex", "⧗ 1 to send")
		s.Press("esc")
		s.Advance(2 * time.Minute)
		if n := comments(s.Other("globex"), "713516990001"); n != 1 {
			t.Errorf("globex has %d comments", n)
		}
	})
}

func TestAccounts_HiddenOneIsAskedLessOftenAndIsFreshWhenShown(t *testing.T) {
	t.Parallel()
	uitest.Run(t, twoAccounts(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		goTo(s, "2")
		s.Advance(2 * time.Minute)
		calls := s.Net.Calls("")
		s.Advance(20 * time.Minute)
		if n := s.Net.Calls("") - calls; n < 4 || n > 15 {
			t.Errorf("acme was asked %d times in 20 minutes", n)
		}
		s.OtherAgentAddsTicket("Came in meanwhile")
		goTo(s, "1")
		s.RequireText("1 new")
	})
}

func TestAccounts_OneAccountHasNoKeyForThem(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		before := s.Text()
		s.Press("@")
		if s.Text() != before {
			t.Errorf("@ shows\n%s", s.Text())
		}
		s.Press("?")
		s.RequireNoText("The accounts")
	})
}
