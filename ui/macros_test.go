package ui_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/macro"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// shiftMacros are the macros of the tests.
var shiftMacros = []macro.Macro{
	{Name: "Refund sent", Key: "r", SubStatus: "CL", Comment: "Refund for {{ticket}} is on its way."},
	{
		Name: "Not reached", Key: "n", Queue: "BL", Disposition: "Call|Not reached", Callback: "+2d",
		Comment: "Called, no answer.\nWe call again on {{callback}}. {{agent}}",
	},
	{Name: "Ask first", Key: "a", SubStatus: "PS", Confirm: true},
	{Name: "Greet", Key: "g", Comment: "Dear {{customer}}, about “{{title}}”"},
}

const addressTicket = "713516550977" // the second of three

func ofMina(d *store.Dataset) *store.Dataset {
	d.Customers = append(d.Customers, store.Customer{ID: 41, Name: "Mina Okafor"})
	for i := range d.Tickets {
		if d.Tickets[i].TicketID == blackScreenTicket {
			d.Tickets[i].CustomerID = 41
		}
	}
	return d
}

func TestMacro_VariablesWithoutAValueStandOutInTheComment(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("m", "end")
		s.RequireText("Dear {{customer}}, about “Screen stays black”")
		if frame := s.ANSI(); !regexp.MustCompile("\x1b\\[[0-9;]+m{{customer}}\x1b\\[").MatchString(frame) {
			t.Errorf("{{customer}} looks like the rest:\n%q", frame)
		}
	})
}

func TestMacro_AShiftWithMacros(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		// A look at what each would send, in words for the ticket under the cursor.
		s.Press("m")
		s.RequireText("Macros · "+blackScreenTicket+" Screen stays black", "Sub-status Unattended → Closed", "Queue stays Hardware",
			"Disposition stays", "Callback stays", "Comment Refund for "+blackScreenTicket+" is on its way.", "⏎ send · e open form")
		s.Press("down")
		s.RequireText("Sub-status stays Unattended", "Queue Hardware → Billing", "Disposition Call › Not reached",
			"Callback Sun 2026-11-22 14:02 CET", "Called, no answer.", "We call again on Sun 22 November 14:02. Asha Rao")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent by looking", n)
		}
		// Its own key sends one, wherever the cursor is.
		s.Press("r")
		s.RequireText("saved 14:02 ✓", "Closed")
		s.RequireNoText("Macros ·", "Update "+blackScreenTicket)
		found := s.Ticket(blackScreenTicket)
		if found.SubStatus.Key().Raw() != "CL" || found.Timeline[0].Body.Text().String() != "Refund for "+blackScreenTicket+" is on its way." {
			t.Errorf("the service holds %+v", found)
		}
		// Enter sends the one under the cursor.
		s.Press("j", "m", "down", "enter")
		s.RequireText("saved")
		found = s.Ticket(addressTicket)
		at := time.Date(2026, 11, 22, 14, 2, 0, 0, uitest.Zone)
		if found.DispositionPath.String() != "Call|Not reached" || !found.Callback.In(uitest.Zone).Equal(at) {
			t.Errorf("the service holds %q, %v", found.Disposition, found.Callback.In(uitest.Zone))
		}
		// The same again changes nothing but the comment.
		s.Press("k", "m", "r")
		s.RequireText("saved")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 2 {
			t.Errorf("%d comments", n)
		}
	})
}

func TestMacro_OneThatAsksIsSentOnlyAfterTheAnswer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("m")
		s.RequireText("Ask first · asks first")
		s.Press("a")
		s.RequireText("Send “Ask first”?", "Unattended", "PS")
		s.Press("esc")
		s.RequireNoText("Send “", "Update "+blackScreenTicket)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent without an answer", n)
		}
		s.Press("m", "a", "enter")
		s.RequireText("saved", "Pending")
		s.Press("m", "a")
		s.RequireText("not sent: no change: the ticket is already so")
	})
}

func TestMacro_OpensTheFormFilledToChangeItFirst(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("enter", "m", "e")
		s.RequireText("Update "+blackScreenTicket, "Closed", "Refund for "+blackScreenTicket+" is on its way.", "▌ Comment")
		s.Type(" Bye.")
		s.Press("ctrl+s")
		s.RequireText("saved")
		if got := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String(); !strings.HasSuffix(got, "on its way. Bye.") {
			t.Errorf("the service holds %q", got)
		}
	})
}

func TestMacro_NothingIsSentWithoutTheCustomersName(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: ofMina(newDeskOfThree()), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "m", "g")
		s.RequireText("✗ the customer's name is not known", "Dear {{customer}}, about “Change the delivery address”")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent", n)
		}
		s.Press("esc", "k", "m", "g")
		s.RequireText("saved")
		if got := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String(); got != "Dear Mina Okafor, about “Screen stays black”" {
			t.Errorf("the service holds %q", got)
		}
	})
}

// TestMacro_IsSentWhenWhatItNeedsHasBeenRead: m and the key typed in one go.
func TestMacro_IsSentWhenWhatItNeedsHasBeenRead(t *testing.T) {
	slow := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(r.URL.Path, "search-ticket") || strings.Contains(r.URL.Path, "search-customer") {
			<-time.After(3 * time.Second) // virtual
		}
		return pass()
	}
	uitest.Run(t, uitest.Options{Desk: ofMina(newDeskOfThree()), Macros: shiftMacros, Intercept: slow}, func(t *testing.T, s *uitest.Driver) {
		s.Press("m", "g")
		s.RequireText("sends once")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent unread", n)
		}
		s.Advance(20 * time.Second)
		s.RequireText("saved")
		if got := s.Ticket(blackScreenTicket).Timeline[0].Body.Text().String(); got != "Dear Mina Okafor, about “Screen stays black”" {
			t.Errorf("the service holds %q", got)
		}
	})
}

func TestMacro_ADraftOfTheTicketIsKept(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half a sentence")
		s.Press("esc", "m")
		s.RequireText("✎ your draft of this ticket is kept")
		s.Press("r")
		s.RequireText("saved", "✎")
		found := s.Ticket(blackScreenTicket)
		if len(found.Timeline) != 1 || strings.Contains(found.Timeline[0].Body.Text().String(), "Half") {
			t.Errorf("the service holds %+v", found.Timeline)
		}
		s.Press("D")
		s.RequireRow("draft", "Half a sentence")
		s.RequireRow("saved", "Comment: Refund for") // it is no draft any more
		if n := strings.Count(s.Text(), "│ draft "); n != 1 {
			t.Errorf("%d drafts are listed:\n%s", n, s.Text())
		}
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, "Half a sentence")
	})
}

// TestMacro_AChangeBySomebodyElseIsShownBeforeAnythingIsSent: what was looked at is no longer so.
func TestMacro_AChangeBySomebodyElseIsShownBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(t *testing.T, s *uitest.Driver) {
		s.Press("m")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "PS", Comment: "Mine already"})
		s.Press("r")
		s.RequireText("This ticket has changed since you opened the form", "Mine already")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments", n)
		}
	})
}

func TestMacro_OneThatCannotBeSentStaysInTheForm(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("m")
		s.Net.Down()
		s.Press("r")
		s.Advance(time.Minute)
		s.RequireText("not sent", "Update "+blackScreenTicket, "Refund for "+blackScreenTicket+" is on its way.", "outbox")
	})
}

func TestMacro_WithoutMacrosTheListSaysHowOneIsWritten(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("m")
		s.RequireText("No macros yet", "“Save the form as a macro” makes one (ctrl+p)", "[[macros]]", `key = "r"`, "frontdesk docs configuration")
		s.Press("esc")
		s.RequireNoText("No macro")
	})
}

func TestMacro_ThePaletteListsEachByName(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("ctrl+p")
		s.Type("not reached")
		s.RequireText("m n Macro: Not reached")
		s.Press("enter")
		s.RequireText("Macros · "+blackScreenTicket, "Queue Hardware → Billing")
		s.Press("enter")
		s.RequireText("saved")
	})
}

// TestMacro_IsHeldBackLikeAForm: it can be undone, and a second one of the ticket waits for it.
func TestMacro_IsHeldBackLikeAForm(t *testing.T) {
	o := uitest.Options{Desk: newDeskOfThree(), Macros: shiftMacros, HoldBack: 5 * time.Second}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press("m", "r")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent at once", n)
		}
		s.Press("m", "n")
		s.RequireText("✗ an update of this ticket is about to be sent: z undoes it", "not sent")
		s.Press("esc", "z")
		s.Advance(10 * time.Second)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent although one was taken back", n)
		}
	})
}

func TestMacro_ForManyNamesEachCustomerOrWhatStandsInTheirPlace(t *testing.T) {
	greet := macro.Macro{Name: "Greet", Key: "g", Comment: "Dear {{customer|there}}, we are on it."}
	options := uitest.Options{Width: 120, Height: 40, Desk: newCustomerDesk(), Macros: []macro.Macro{greet}}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("*", "m", "g")
		s.RequireText("Dear Priya Natarajan, we are on it.")
		s.Press("down", "down")
		s.RequireText("Dear there, we are on it.")
		s.RequireNoText("name is not known")
	})
}
