package ui_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

func TestHold_HangUpKeepsADraftThatIsNeverSentByItself(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, heldBack(uitest.Options{Dir: dir}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Nearly sent")
		s.Press("ctrl+s")
		s.RequireText("updating …551148 in 4 s")
	}) // the terminal is gone
	uitest.Run(t, heldBack(uitest.Options{Dir: dir}), func(t *testing.T, s *uitest.Driver) {
		s.RequireText("✎ an update was not sent · D lists what is unsent")
		s.Advance(time.Minute)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent by themselves", n)
		}
		s.Press("D")
		s.RequireText("It should have been sent at 14:02 and was not", "Comment: Nearly sent")
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, "Nearly sent", "your draft is back")
		s.Press("ctrl+s")
		s.Advance(5 * time.Second)
		s.RequireText("saved")
		if comments(s, blackScreenTicket) != 1 {
			t.Error("the comment is not stored")
		}
	})
}

func TestHold_ListUndoesAnyUpdate(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{HoldBack: 30 * time.Second}), func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "First")
		s.Press("ctrl+s", "down")
		typeComment(s, "Second")
		s.Press("ctrl+s", "down")
		s.RequireText("2 to be sent · …550977 in 28 s · z undo")
		typeComment(s, "Third, half")
		s.Press("ctrl+p")
		s.Type("about to be sent")
		s.Press("enter")
		s.RequireText("My work", "Update ticket "+otherTicket, "Update ticket "+blackScreenTicket+" Screen stays black")
		s.Press("j")
		s.RequireText("Comment: First")
		s.Press("z")
		s.RequireText("Update "+blackScreenTicket, "First", "undone: nothing was sent")
		s.RequireNoText("My work", "Third")
		s.Press("esc", "D")
		s.RequireRow("in ", "Second") // it is not a draft: it will be sent
		s.RequireRow("draft", "First")
		s.RequireRow("draft", "Third, half")
		s.Press("esc")
		s.Advance(time.Minute)
		if comments(s, otherTicket) != 1 || comments(s, blackScreenTicket) != 0 || comments(s, refundTicket) != 0 {
			t.Errorf("the service has %d, %d and %d comments", comments(s, otherTicket), comments(s, blackScreenTicket), comments(s, refundTicket))
		}
	})
}

func TestHold_UndoFromAFormKeepsWhatIsTypedThere(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{Width: 80, Height: 24, HoldBack: 30 * time.Second}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "First")
		s.Press("ctrl+s", "down")
		typeComment(s, "Second zzz")
		s.RequireText("updating …551148 in 26 s · ctrl+p undo", "Second zzz")
		s.Press("ctrl+p")
		s.Type("undo")
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, "First")
		s.Press("esc", "D")
		s.RequireText("Update ticket " + otherTicket)
	})
}

func TestHold_WhileItIsOnItsWayNothingCanUndoOrRepeatIt(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(r.URL.Path, "update-ticket") {
				<-time.After(8 * time.Second)
			}
			return pass()
		})
		typeComment(s, "Once")
		s.Press("ctrl+s")
		s.Advance(5 * time.Second)
		s.RequireText("sending …551148…", "⇡ …551148")
		s.Press("z")
		s.RequireText("too late: …551148 is on its way · open it and press u")
		s.Press("u")
		s.RequireText("…551148 is being sent: wait for the answer")
		s.RequireNoText("Update " + blackScreenTicket)
		s.Advance(10 * time.Second)
		s.RequireText("…551148 saved 14:02 ✓")
		s.RequireNoText("⇡")
		if n := s.Net.Calls("update-ticket"); n != 1 || comments(s, blackScreenTicket) != 1 {
			t.Errorf("%d updates were sent, %d are stored", n, comments(s, blackScreenTicket))
		}
	})
}

func TestHold_UnsentGoesToTheOutboxWithItsReason(t *testing.T) {
	type fault func(*uitest.Driver)
	for said, c := range map[string]struct {
		fault fault
		state string
	}{
		"not sent: the service cannot be reached": {func(s *uitest.Driver) { s.Net.Down() }, "waiting"},
		"was sent and not confirmed":              {func(s *uitest.Driver) { s.Net.LoseAnswerAndGoDown("update-ticket", true) }, "not confirmed"},
		"refused: something is wrong": {func(s *uitest.Driver) {
			s.Net.Answer("update-ticket", `{"status":"failed","message":"something is wrong"}`)
		}, "refused"},
	} {
		t.Run(c.state, func(t *testing.T) {
			uitest.Run(t, heldBack(uitest.Options{Width: 160, Height: 40}), func(_ *testing.T, s *uitest.Driver) {
				typeComment(s, "About the parcel")
				s.Press("ctrl+s")
				c.fault(s)
				s.Press("n")
				s.Type("A new ticket, meanwhile")
				s.Advance(3 * time.Minute)
				s.RequireText("…551148 "+said, "⇪ outbox 1", "A new ticket, meanwhile")
				s.Press("esc", "z") // which does not call it sent
				s.RequireText("…551148 ", " · D lists it")
				s.RequireNoText("too late")
				s.Net.Up()
				s.Press("D")
				s.RequireText(c.state, "Update ticket "+blackScreenTicket)
				if list := s.Text(); strings.Count(list, "Comment: About the parcel") != 1 {
					t.Errorf("it is listed more than once:\n%s", list)
				}
			})
		})
	}
}

func TestHold_EditOfACustomerIsHeldAfterTheReview(t *testing.T) {
	o := heldBack(uitest.Options{})
	o.Desk = newOrderDesk()
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		s.Press(":edit-customer")
		replaceText(t, s, "City", "Edinburgh")
		s.Press("ctrl+s", "enter")
		s.RequireText("updating customer 5 in 4 s · z undo")
		s.Press(":edit-customer")
		s.RequireText("Edit customer 5", "City Edinburgh", "its update was not sent yet")
		s.Press("ctrl+s", "enter")
		s.Advance(5 * time.Second)
		s.RequireText("customer 5 saved 14:02 ✓")
		if c := s.Customer(5); c.Text("city").String() != "Edinburgh" {
			t.Errorf("the service holds %s", c.Text("city"))
		}
	})
}

func TestHold_OffSendsAtOnce(t *testing.T) {
	o := heldBack(uitest.Options{})
	o.HoldBack = 0
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "At once")
		s.Press("ctrl+s")
		s.RequireText("saved 14:02 ✓")
		s.Press("z")
		s.RequireText("too late: …551148 was sent · open it and press u")
	})
}

// messagesInAnHour returns how many messages the console handles in the next hour.
func messagesInAnHour(s *uitest.Driver) int {
	before := s.Messages()
	s.Advance(time.Hour)
	return s.Messages() - before
}

func TestHold_IdleConsoleDoesNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute) // the start is over, and where the cursor is has been saved
		usual := messagesInAnHour(s)
		typeComment(s, "Once")
		s.Press("ctrl+s")
		s.Advance(10 * time.Second)
		s.RequireText("saved")
		if n := messagesInAnHour(s); n > usual {
			t.Errorf("%d messages in an idle hour, %d in one before", n, usual)
		}
	})
}

func TestHeldBack_PreviewIsOfTheNextTicketWhileTheServiceIsAway(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{Width: 100, Height: 30, AfterSave: "next"}), func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Called")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(8 * time.Second)
		s.RequireRow("▌", "Refund not received")
		s.RequireText("│ Refund not received")
	})
}
