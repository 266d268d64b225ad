package ui_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newDeskToHandOver returns a desk with a call that is due, one that comes tomorrow, one next week, and a colleague's;
// and with a ticket at risk.
func newDeskToHandOver() *store.Dataset {
	callback := func(in time.Duration) func(*store.Ticket) {
		return func(t *store.Ticket) { t.NextFollowUp = uitest.Now.Add(in).Unix() }
	}
	return newDesk(
		newTicket("713516551101", "Refund not received", 30, callback(-time.Hour)),
		newTicket("713516551102", "Call of tomorrow", 29, callback(20*time.Hour)),
		newTicket("713516551103", "Call of next week", 28, callback(7*24*time.Hour)),
		newTicket("713516551104", "Call of a colleague", 27, callback(-time.Hour), func(t *store.Ticket) { t.AssignedName = "Ben" }),
		newTicket("713516551105", "Call of another one", 28, callback(-time.Hour), func(t *store.Ticket) { t.AssignedName = "Ben" }),
		newTicket("713516550977", "Change the delivery address", 20),
		newTicket("713516551148", "Screen stays black", 2),
	)
}

// TestHandover_TellsWhatBecameOfEachUpdate sends a comment that is saved, one that is refused and one whose answer is
// lost, leaves a draft and a form in the outbox, and hands over.
func TestHandover_TellsWhatBecameOfEachUpdate(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Height: 60, Desk: newDeskToHandOver(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Asked for a photo")
		s.Press("ctrl+s", "j")
		refuse(s, otherTicket, "the queue is closed")
		typeComment(s, "Sent to the courier")
		s.Press("ctrl+s", "esc", "j")
		typeComment(s, "Refund is on its way")
		s.Net.LoseAnswerAndGoDown("update-ticket", true)
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Press("o")
		s.Net.Up()
		s.Press("g", "H")
		s.RequireText("Handover · since Fri 20 Nov 00:00", "From Fri 20 Nov 2026 00:00 to 14:0", "1 confirmed, 1 refused, 1 not confirmed.",
			blackScreenTicket+" Screen stays black · now Unattended", "14:02 confirmed: Comment: Asked for a photo",
			otherTicket+" Change the delivery address · now Unattended", "refused: Comment: Sent to the courier", "the queue is closed",
			"not confirmed: Comment: Refund is on its way",
			"Calls due until Sat 21 Nov 23:59, of my tickets and those below", "Tickets at risk are those known of 14–20 Nov, callbacks", "13:02, overdue · 713516551101 Refund not received", "Sat 21 Nov 10:02 · 713516551102 Call of tomorrow",
			"Drafts, not sent", "Update ticket "+otherTicket+" Change the delivery address: Comment: Sent to the",
			"Outbox", "not confirmed since 14:0")
		requireOrder(t, s, "Calls due", "My tickets at risk", "Drafts, not sent", "Outbox", "Sent from the console")
		s.RequireText("13:02, overdue · 713516551104 Call of a colleague") // its outcome is not known
		s.RequireNoText("Call of next week", "Call of another one")
	})
}

func TestHandover_SaysWhatIsNotKnown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	agenttest.Must(t, agenttest.Open(t, agent.ThisHost{}, dir, "acme").Note(agent.Entry{
		At: uitest.Now.Add(-time.Hour), Kind: "update-ticket", Record: blackScreenTicket, Outcome: "saved",
	}))
	down := func(*http.Request, uitest.Pass) (*http.Response, error) {
		return nil, uitest.ErrDown
	}
	o := uitest.Options{Desk: newDesk(), Dir: dir, NoAgent: true, Intercept: down, Refresh: -1}
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("H")
		s.Advance(time.Minute)
		s.RequireText(blackScreenTicket+" (title never read) · status unknown", "Not known: no agent name is configured.", "1 title: never read here.",
			"How the tickets stand now. They could not be read again", "Of the tickets of 14–20 Nov some are not read: 14 Nov, 15 Nov")
	})
}

// TestHandover_IsPostedAsACommentByTheForm: nothing is sent before the form is, and what was typed before stays.
func TestHandover_IsPostedAsACommentByTheForm(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Asked for a photo")
		s.Press("ctrl+s", "j", "H", "c")
		s.RequireText("Update "+otherTicket, "## Sent from the console")
		if n := s.Net.Calls("update-ticket"); n != 1 {
			t.Fatalf("%d updates were sent", n)
		}
		s.Press("ctrl+s")
		s.RequireText("saved")
		notes := s.Ticket(otherTicket).Timeline
		if len(notes) != 1 || !strings.Contains(notes[0].Body.Text().String(), "confirmed: Comment: Asked for a photo") {
			t.Errorf("the comment is %+v", notes)
		}
	})
}

func TestHandover_IsCopiedAndSavedAsMarkdown(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Asked for a photo")
		s.Press("ctrl+s", "H", "y")
		s.RequireText("sent to the clipboard: the handover as markdown")
		if copied := s.Clipboard(); !strings.HasPrefix(copied, "# Handover: Asha Rao, acme\n") || !strings.Contains(copied, "\n## Sent from the console\n") {
			t.Errorf("copied is %q", copied)
		}
		saved := "saved to " + os.TempDir() // the whole path may be longer than the line
		for _, want := range []string{saved, "a file of that name exists already"} {
			s.Press("s")
			s.RequireText("Save the handover note", "handover-2026-11-20.md")
			s.Press("ctrl+u")
			s.Type("~/note.md")
			s.Press("enter")
			s.RequireText(want)
		}
		content, err := os.ReadFile(filepath.Join(home, "note.md"))
		if err != nil || string(content) != s.Clipboard() {
			t.Errorf("saved is %q, %v", content, err)
		}
	})
}

func TestHandover_NamesTheCallerOfACallThatWasLeft(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Height: 60, Desk: newDeskToHandOver(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("Mira Kovac")
		s.Press("ctrl+c", "d")
		s.Restart()
		s.Press("H")
		s.RequireText("draft since 14:02 · Call Mira Kovac")
		s.RequireNoText("202611") // the moment at which it began names it, for the program alone
	})
}

func TestHandover_IsNotSavedOverSSH(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Remote: true, Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("H")
		s.RequireText("y copy · c comment · e earlier")
		s.RequireNoText("s save")
		s.Press("s")
		s.RequireNoText("Save the handover note")
		s.Press("?")
		s.RequireText("Copy the note as markdown")
		s.RequireNoText("Save the note to a file")
	})
}

func TestHandover_BeginsADayEarlierOnRequest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Said yesterday")
		s.Press("ctrl+s")
		s.Advance(24 * time.Hour)
		s.Press("H")
		s.RequireText("since Sat 21 Nov 00:00", "Nothing in these hours.")
		s.Press("e")
		s.RequireText("since Fri 20 Nov 00:00", "Fri 20 Nov 14:02 confirmed: Comment: Said yesterday")
	})
}

// TestHistory_OpensItsTickets goes from what was written today to its tickets, and on to the next of them.
func TestHistory_OpensItsTickets(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "First")
		s.Press("ctrl+s", "G")
		typeComment(s, "Second")
		s.Press("ctrl+s", "g", "D")
		s.RequireText("My work")
		s.RequireRow("saved", "Refund not received", "Comment: Second")
		s.Press("j", "enter")
		s.RequireNoText("My work")
		requireTicketPane(t, s, "Screen stays black")
		s.Press("K")
		requireTicketPane(t, s, "Refund not received")
		s.Press("K")
		s.RequireText("this is the first ticket of what you sent today")
		s.Press("esc")
		s.RequireText("1 of 3")
	})
}
