package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// otherTicket is the second ticket of newDeskOfThree.
const otherTicket = "713516550977"

// typeComment types a comment into the form of the selected ticket.
func typeComment(s *uitest.Driver, text string) {
	s.Press("c")
	s.Type(text)
}

// sendWhileDown sends a form while the service is down, and puts it into the outbox.
func sendWhileDown(s *uitest.Driver, text string) {
	typeComment(s, text)
	s.Net.Down()
	s.Press("ctrl+s")
	s.Advance(40 * time.Second)
	s.RequireText("✗ not sent:", "ctrl+o moves it to the outbox")
	s.Press("ctrl+o")
	s.RequireText("moved to the outbox: D lists it")
}

func TestOutbox_CrashWithTwoDraftsOpenLosesNeither(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Said on the phone that")
		s.Press("esc", "n")
		s.Type("Voucher does not work")
	}) // the terminal is gone: nothing is flushed
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("✎ 2 unsent drafts · D lists what is unsent")
		s.Press("D")
		s.RequireText("My work", "draft 14:02 New ticket Voucher does not work", "14:02 Update ticket "+blackScreenTicket+" Screen stays black Comment: Said on the phone that")
		s.Press("j", "enter")
		s.RequireText("Update "+blackScreenTicket, "Said on the phone that")
		s.Press("ctrl+s")
		s.RequireText("saved")
		s.Press("D", "enter")
		s.RequireText("New ticket", "Voucher does not work", "your draft is back")
		s.Press("esc", "D", "x")
		s.RequireText("Discard this draft?", "Voucher does not work")
		s.Press("x")
		s.RequireRow("discarded", "Voucher does not work")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments instead of one", n)
		}
	})
}

func TestOutbox_UnsentItemIsSentOnlyOnRequest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Refresh: time.Minute}, func(t *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.RequireNoText("✎ …551148", "Update ticket "+blackScreenTicket)
		s.RequireText("⇪ outbox 1")
		s.RequireRow("⇪", "…551148")
		s.Press("j")
		typeComment(s, "Second")
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.Press("ctrl+o", "D")
		s.RequireText("waiting 14:0", "Update ticket "+blackScreenTicket+" Screen stays black Comment: First", "Update ticket "+otherTicket, "⇪ outbox 2")
		s.Press("esc")
		s.Net.Up()
		waitFor(s, "the service answers again: 2 in the outbox can go now · D, then S")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates left by themselves", n)
		}
		s.Press("D", "S")
		s.Advance(5 * time.Second)
		s.RequireText("everything in the outbox was sent ✓")
		s.RequireNoText("⇪")
		for _, id := range []string{blackScreenTicket, otherTicket} {
			if n := len(s.Ticket(id).Timeline); n != 1 {
				t.Errorf("%s has %d comments", id, n)
			}
		}
		s.Press("esc", "D")
		s.RequireRow("saved", "Update ticket "+otherTicket, "Comment: Second")
		s.RequireRow("saved", "Update ticket "+blackScreenTicket, "Comment: First")
		s.Press("enter")
		s.RequireNoText("My work")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireNoText("draft", "outbox")
		s.Press("D")
		s.RequireText("Comment: Second")
	})
}

func TestOutbox_FormIsPutInOnlyAfterItCouldNotBeSent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Not tried yet")
		s.Press("ctrl+o")
		s.RequireText("only forms that failed to send go to the outbox: ctrl+s sends it", "Not tried yet")
		s.RequireNoText("⇪")
	})
}

func TestOutbox_LostAnswerIsCheckedAndNotSentTwice(t *testing.T) {
	for name, arrived := range map[string]bool{"it had arrived": true, "it had not": false} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
				typeComment(s, "Once")
				s.Net.LoseAnswerAndGoDown("update-ticket", arrived)
				s.Press("ctrl+s")
				s.Advance(2 * time.Minute)
				s.RequireText("We could not confirm this was saved")
				s.Press("o", "D")
				s.RequireText("not confirmed", "Update ticket "+blackScreenTicket)
				s.Net.Up()
				s.RequireNoText("send all")
				s.Press("S", "l")
				if arrived {
					s.RequireText("it was saved ✓")
				} else {
					s.RequireText("checked: not found", "does not show the change so far", "Checked at 14:0")
					s.Press("s")
					s.RequireText("Send it again? It may already be saved")
					s.Press("s")
					s.RequireText(" saved 14:0")
				}
				if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
					t.Errorf("%d comments instead of one", n)
				}
				s.Press("esc", "D")
				s.RequireNoText("..", "broke off")
				if list := s.Text(); strings.Count(list, "was not confirmed") != 1 || strings.Count(list, "│ saved ") != 1 {
					t.Errorf("what was sent today is not one update that was not confirmed and then saved:\n%s", list)
				}
			})
		})
	}
}

func TestForm_ThatMayHaveArrivedIsSentAgainOnlyOnRequest(t *testing.T) {
	again := "Send it again? It may already be saved"
	for name, back := range map[string]func(s *uitest.Driver){
		"the question was put off": func(s *uitest.Driver) { s.Press("esc") },
		"out of the outbox": func(s *uitest.Driver) {
			s.Press("o", "D", "enter")
			s.RequireText("this was sent before and not confirmed")
		},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
				typeComment(s, "Once")
				s.Net.LoseAnswerAndGoDown("update-ticket", true)
				s.Press("ctrl+s")
				s.Advance(2 * time.Minute)
				s.RequireText("We could not confirm this was saved")
				s.Net.Up()
				back(s)
				before := s.Net.Calls("update-ticket")
				s.Press("ctrl+s")
				s.RequireText(again)
				s.Press("esc")
				s.RequireNoText(again)
				s.RequireText("Once")
				if n := s.Net.Calls("update-ticket") - before; n != 0 {
					t.Errorf("it was sent %d times without a word", n)
				}
				s.Press("ctrl+s")
				s.RequireText(again)
				s.Press("s")
				s.Advance(time.Minute)
				s.RequireNoText(again)
			})
		})
	}
}

// TestForm_ThatMayHaveArrivedAsksUntilItIsSaved: an attempt that was not sent says nothing about the one before.
func TestForm_ThatMayHaveArrivedAsksUntilItIsSaved(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Once")
		s.Net.LoseAnswerAndGoDown("update-ticket", true)
		s.Press("ctrl+s")
		s.Advance(2 * time.Minute)
		s.Press("esc")
		s.Net.Down()
		s.Press("ctrl+s", "s")
		s.Advance(2 * time.Minute)
		s.RequireText("✗ not sent:")
		s.Net.Up()
		s.Press("ctrl+s")
		s.RequireText("Send it again? It may already be saved")
		s.Press("esc", "ctrl+o", "D")
		s.RequireText("not confirmed", "Comment: Once")
		s.Press("l")
		s.RequireText("it was saved ✓")
		if n := s.Net.Calls("update-ticket"); n != 1 {
			t.Errorf("it was sent %d times", n)
		}
	})
}

// TestForm_ThatMayHaveArrivedAsksAlsoAfterARestart opens a form whose outcome is unknown from the outbox, types into it
// or not, and starts the console anew.
func TestForm_ThatMayHaveArrivedAsksAlsoAfterARestart(t *testing.T) {
	for name, text := range map[string]string{"as it was": "", "with more typed": " and again"} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "drafts")
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
				typeComment(s, "Once")
				s.Net.LoseAnswerAndGoDown("update-ticket", true)
				s.Press("ctrl+s")
				s.Advance(2 * time.Minute)
				s.Press("o", "D", "enter")
				s.RequireText("this was sent before and not confirmed")
				s.Type(text)
				s.Advance(5 * time.Second)
			})
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir, Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
				s.Press("D", "enter")
				s.RequireText("Once"+text, "this was sent before and not confirmed")
				s.Press("ctrl+s")
				s.RequireText("Send it again? It may already be saved")
				if n := s.Net.Calls("update-ticket"); n != 0 {
					t.Errorf("it was sent %d times without a word", n)
				}
				s.Press("s")
				s.RequireText("saved")
			})
		})
	}
}

func TestOutbox_FormInFlightAtACrashIsNotSentAgainByItself(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	left := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
		typeComment(s, "Half way")
		defer s.Net.HoldAnswers("update-ticket")()
		s.Press("ctrl+s")
		s.RequireText("Saving…")
		if err := os.CopyFS(left, os.DirFS(dir)); err != nil { // what a kill at this moment leaves
			t.Fatal(err)
		}
		s.Advance(time.Minute)
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: left}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("a form was being sent when the last console ended · D lists what is unsent")
		s.Press("D")
		s.RequireText("not confirmed", "it was sent and not confirmed", "Comment: Half way")
		s.Press("l")
		s.RequireText("Checked at")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent by themselves", n)
		}
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, "Half way", "✗ this was sent before and not confirmed")
		s.RequireNoText("⇪")
	})
}

func TestOutbox_SendAllStopsAtTheFirstFailure(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Press("j")
		typeComment(s, "Second")
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.Press("ctrl+o", "D")
		s.Net.Up()
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Comment: "Theirs"})
		s.Press("S")
		s.RequireText("not sent: the record has changed", "⇪ outbox 2", "open it to see the changes")
		if n := len(s.Ticket(otherTicket).Timeline); n != 0 {
			t.Fatalf("the second was sent although the first was not")
		}
		s.Press("enter")
		s.RequireText("Update "+blackScreenTicket, "First", "⇪ outbox 1")
		s.Press("ctrl+s")
		s.RequireText("This ticket has changed since you opened the form")
		s.Press("esc", "esc", "D", "x")
		s.RequireText("Discard this form?", otherTicket)
		s.Press("x")
		s.RequireNoText("waiting", "⇪")
	})
}

func TestOutbox_FormThatNeedsTheAgentDoesNotWait(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.Press("j")
		typeComment(s, "Second")
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.Press("ctrl+o", "D")
		s.RequireText("waiting")
		s.Net.Up()
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Comment: "Theirs"})
		s.Press("S")
		s.RequireText("changed", "the record has changed: open it to see the changes")
		s.Press("S")
		s.RequireText("what was waiting is sent ✓ · left in the outbox: 1")
		s.RequireNoText("everything in the outbox was sent")
		if n := len(s.Ticket(otherTicket).Timeline); n != 1 {
			t.Errorf("the second form was sent %d times", n)
		}
		s.Press("S")
		s.RequireText("nothing is waiting")
		s.Press("enter")
		s.RequireText("moved from the outbox back into its form", "First")
	})
}

func TestOutbox_RelativeCallbackKeepsItsTime(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.Press("ctrl+o")
		s.Advance(12 * time.Hour)
		s.Net.Up()
		s.Press("D", "s")
		s.RequireText(" saved 02:0")
		if got := s.Ticket(blackScreenTicket).Callback.In(uitest.Zone); !got.Equal(time.Date(2026, 11, 21, 10, 0, 0, 0, uitest.Zone)) {
			t.Errorf("the service holds %v", got)
		}
	})
}

// TestOutbox_TwoFormsOfTheAgentsOwnForOneTicketAreBothNamed: the first is no change by somebody else, and neither is
// lost.
func TestOutbox_TwoFormsOfTheAgentsOwnForOneTicketAreBothNamed(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: width, Height: 30}, func(t *testing.T, s *uitest.Driver) {
			sendWhileDown(s, "First words")
			sendWhileDown(s, "Second words")
			s.Net.Up()
			s.Advance(time.Minute)
			s.Press("D")
			s.RequireRow("waiting", "Comment: First")
			s.RequireRow("waiting", "Comment: Second")
			s.RequireText("One of your 2 unsent forms for " + blackScreenTicket + " Screen stays black")
			s.Press("S")
			s.Advance(time.Minute)
			s.RequireNoText("One of your")
			s.Press("enter")
			s.RequireText("This ticket has changed since you opened the form", "● Asha Rao: First words", "In this form: Comment: Second words")
			s.Press("c")
			s.Advance(time.Minute)
			said := s.Ticket(blackScreenTicket).Timeline
			if n := len(said); n != 2 || said[0].Body.Text().String() != "First words" || said[1].Body.Text().String() != "Second words" {
				t.Errorf("the ticket has %d comments: %v", n, said)
			}
		})
	}
}

// TestOutbox_FormThatIsOpenedAgainBesideAnotherDraftSaysSo: both are drafts then, and what one says is true of each.
func TestOutbox_FormThatIsOpenedAgainBesideAnotherDraftSaysSo(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 100, Height: 30}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First words")
		s.Net.Up()
		s.Advance(time.Minute)
		typeComment(s, "Second words")
		s.Press("esc", "D", "enter")
		s.RequireText("First words")
		s.Press("esc", "D")
		s.RequireText("One of your 2 unsent forms for " + blackScreenTicket + " Screen stays black")
		s.RequireRow("Update", "Comment: First")
		s.RequireRow("Update", "Comment: Second")
		s.RequireNoText("Another console")
		s.Press("esc", "c")
		s.RequireText("Second words", "your draft is back")
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.RequireRow("✎", "Screen stays black")
		s.Press("c")
		s.RequireText("First words")
	})
}
