package ui_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// heldBack is a console that holds updates back for five seconds. Each key of a test takes a second.
func heldBack(o uitest.Options) uitest.Options {
	o.HoldBack, o.Desk, o.Refresh = cmp.Or(o.HoldBack, 5*time.Second), newDeskOfThree(), -1
	return o
}

// refundTicket is the third ticket of newDeskOfThree.
const refundTicket = "713516551101"

// comments returns how many comments a ticket has.
func comments(s *uitest.Driver, ticket string) int { return len(s.Ticket(ticket).Timeline) }

func TestHold_UndoInTimeOpensTheFormAsItWas(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("PS")
		s.Press("tab", "tab", "tab", "tab")
		s.Type("The parcel is back")
		s.Press("left", "left", "left", "left", "ctrl+s")
		s.RequireText("updating …551148 in 4 s · z undo", "⇡ …551148")
		s.RequireNoText("saved", "Update "+blackScreenTicket)
		s.Press("down")
		s.RequireText("in 3 s")
		s.Press("z")
		s.RequireText("Update "+blackScreenTicket, "undone: nothing was sent", "The parcel is back")
		s.RequireNoText("⇡", "z undo")
		if before := s.CursorAt(); !strings.HasSuffix(before, "The parcel is ") {
			t.Errorf("the cursor stands after %q", before)
		}
		s.Advance(time.Minute)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent", n)
		}
		s.Type("not ")
		s.Press("ctrl+s")
		s.Advance(10 * time.Second)
		s.RequireText("…551148 saved 14:03 ✓")
		if n := s.Net.Calls("update-ticket"); n != 1 || comments(s, blackScreenTicket) != 1 {
			t.Errorf("%d updates were sent, %d comments are stored", n, comments(s, blackScreenTicket))
		}
	})
}

func TestHold_UndoTooLateSaysHowToCorrect(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("z")
		s.RequireText("nothing is about to be sent")
		typeComment(s, "Once")
		s.Press("ctrl+s")
		s.Advance(5 * time.Second)
		s.RequireText("…551148 saved 14:02 ✓")
		s.Press("z")
		s.RequireText("too late: …551148 was sent · open it and press u")
		if comments(s, blackScreenTicket) != 1 {
			t.Error("the comment is not stored")
		}
	})
}

func TestHold_NextTicketIsWorkedMeanwhile(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "First")
		s.Press("ctrl+s", "G", "x")
		s.Type("Second")
		s.RequireText("updating …551148 in 1 s · ctrl+p undo")
		s.Advance(time.Second)
		s.RequireText("…551148 saved 14:02 ✓", "Update "+refundTicket, "Second")
		s.Press("ctrl+s")
		s.RequireText("closing …551101 in 4 s · z undo")
		s.Advance(5 * time.Second)
		s.RequireText("…551101 saved 14:02 ✓")
		if comments(s, blackScreenTicket) != 1 || comments(s, refundTicket) != 1 {
			t.Error("a comment is not stored")
		}
	})
}

func TestHold_ConflictBecomesAnOutboxEntryWhileACommentIsTyped(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("PS")
		s.Press("ctrl+s")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Comment: "Theirs"})
		s.Press("down")
		typeComment(s, "I am typing this")
		s.Advance(10 * time.Second)
		s.RequireText("…551148 not sent: it has changed", "⇪ outbox 1", "I am typing this")
		s.RequireNoText("This ticket has changed")
		s.Type(", and go on")
		s.RequireText("I am typing this, and go on")
		s.Press("esc", "D")
		s.RequireText("changed", "the record has changed: open it to see the changes")
		s.Press("enter")
		s.RequireText("This ticket has changed since you opened the form")
		s.Press("esc", "ctrl+s")
		s.RequireText("This ticket has changed since you opened the form")
		s.Press("s")
		s.RequireText("saved 14:02 ✓")
		if got := s.Ticket(blackScreenTicket); got.SubStatus.Key().Raw() != "PS" {
			t.Errorf("the service holds %s", got.SubStatus.Key().Raw())
		}
	})
}

func TestHold_TwoUpdatesOfOneTicketAreOne(t *testing.T) {
	t.Parallel()
	uitest.Run(t, heldBack(uitest.Options{}), func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "First")
		s.Press("ctrl+s")
		typeComment(s, " and second")
		s.RequireText("First and second")
		s.Advance(time.Minute)
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates were sent while the form was open", n)
		}
		s.Press("ctrl+s")
		s.Advance(10 * time.Second)
		found := s.Ticket(blackScreenTicket).Timeline
		if len(found) != 1 || !strings.Contains(fmt.Sprint(found[0].Body), "First and second") {
			t.Errorf("the service holds %+v", found)
		}
		typeComment(s, "Third")
		s.Press("ctrl+s")
		s.Advance(10 * time.Second)
		s.RequireText("saved 14:03 ✓")
		s.RequireNoText("outbox")
	})
}

func TestHold_LeavingAsksWhatBecomesOfTwo(t *testing.T) {
	for _, c := range []struct {
		key  string
		sent int
	}{{"s", 1}, {"d", 0}, {"ctrl+c", 0}} {
		t.Run(c.key, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "drafts")
			uitest.Run(t, heldBack(uitest.Options{Dir: dir, HoldBack: 20 * time.Second}), func(t *testing.T, s *uitest.Driver) {
				typeComment(s, "1")
				s.Press("ctrl+s", "down")
				typeComment(s, "2")
				s.Press("ctrl+s", "q")
				s.RequireText("2 updates are about to be sent", "updating "+blackScreenTicket, "updating "+otherTicket)
				requireNextRow(t, s, "updating "+blackScreenTicket, "updating "+otherTicket)
				s.Advance(time.Minute)
				if n := s.Net.Calls("update-ticket"); n != 0 {
					t.Fatalf("%d updates were sent while the question was open", n)
				}
				s.Press(c.key)
				if !s.HasQuit() {
					t.Fatalf("the console goes on:\n%s", s.Text())
				}
				if comments(s, blackScreenTicket) != c.sent || comments(s, otherTicket) != c.sent {
					t.Errorf("%d and %d comments are stored", comments(s, blackScreenTicket), comments(s, otherTicket))
				}
			})
			uitest.Run(t, heldBack(uitest.Options{Dir: dir, HoldBack: 20 * time.Second}), func(t *testing.T, s *uitest.Driver) {
				if c.sent > 0 {
					s.RequireNoText("draft", "outbox")
					return
				}
				s.RequireText("2 unsent drafts")
				s.Advance(time.Minute)
				if n := s.Net.Calls("update-ticket"); n != 0 {
					t.Errorf("%d updates were sent by themselves", n)
				}
			})
		})
	}
}

// requireNextRow requires a text in the row below another one.
func requireNextRow(t *testing.T, s *uitest.Driver, above, below string) {
	t.Helper()
	rows := strings.Split(s.Text(), "\n")
	at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, above) })
	if at < 0 || at+1 == len(rows) || !strings.Contains(rows[at+1], below) {
		t.Errorf("%q is not below %q:\n%s", below, above, s.Text())
	}
}
