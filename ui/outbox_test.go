package ui_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

// other is the second ticket of three.
const other = "713516550977"

// comment writes a comment into the form of the ticket under the cursor.
func comment(s *uitest.Story, text string) {
	s.Press("c")
	s.Type(text)
}

// unreachable sends a form while nobody answers, and puts it into the outbox.
func unreachable(s *uitest.Story, text string) {
	comment(s, text)
	s.Net.Down()
	s.Press("ctrl+s")
	s.Pass(40 * time.Second)
	s.Sees("✗ not sent:", "ctrl+o puts it into the outbox")
	s.Press("ctrl+o")
	s.Sees("put into the outbox: O lists it")
}

func TestACrashWithTwoDraftsOpenLosesNeither(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Said on the phone that")
		s.Press("esc", "n")
		s.Type("Voucher does not work")
	}) // the terminal is gone: nothing is flushed
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(t *testing.T, s *uitest.Story) {
		s.Sees("✎ 2 drafts wait: D lists them")
		s.Press("D")
		s.Sees("Drafts", "14:02 New ticket Voucher does not work", "14:02 Update ticket "+black+" Screen stays black Comment: Said on the phone that")
		s.Press("j", "enter")
		s.Sees("Update "+black, "Said on the phone that")
		s.Press("ctrl+s")
		s.Sees("saved")
		s.Press("D", "enter")
		s.Sees("New ticket", "Voucher does not work", "what you typed before is back")
		s.Press("esc", "D", "x")
		s.Sees("Throw this draft away?", "Voucher does not work")
		s.Press("x")
		s.Sees("No draft is kept")
		if n := len(s.Ticket(black).Timeline); n != 1 {
			t.Errorf("%d comments instead of one", n)
		}
	})
}

func TestWhatCouldNotLeaveGoesOutOfTheOutboxByWordOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir, Refresh: time.Minute}, func(t *testing.T, s *uitest.Story) {
		unreachable(s, "First")
		s.Misses("✎ "+black, "Update ticket "+black)
		s.Sees("⇪ outbox 1")
		s.Press("j")
		comment(s, "Second")
		s.Press("ctrl+s")
		s.Pass(40 * time.Second)
		s.Press("ctrl+o", "O")
		s.Sees("waiting 14:0", "Update ticket "+black+" Screen stays black Comment: First", "Update ticket "+other, "⇪ outbox 2")
		s.Press("esc")
		s.Net.Up()
		s.Pass(2 * time.Minute)
		s.Sees("the service answers again: O, S sends the 2 waiting")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Fatalf("%d updates left by themselves", n)
		}
		s.Press("O", "S")
		s.Pass(5 * time.Second)
		s.Sees("everything that waited in the outbox is sent ✓", "Nothing waits here")
		s.Misses("⇪")
		for _, id := range []string{black, other} {
			if n := len(s.Ticket(id).Timeline); n != 1 {
				t.Errorf("%s has %d comments", id, n)
			}
		}
		s.Press("esc", "L")
		s.Sees("What you wrote today", "stored Update ticket "+other+" Comment: Second", "stored Update ticket "+black+" Comment: First")
		s.Press("enter")
		s.Misses("What you wrote today")
	})
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		s.Misses("draft", "outbox")
		s.Press("L")
		s.Sees("Comment: Second")
	})
}

func TestAFormGoesIntoTheOutboxOnlyAfterItCouldNotLeave(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Not tried yet")
		s.Press("ctrl+o")
		s.Sees("the outbox takes what could not be sent: ctrl+s sends it", "Not tried yet")
		s.Misses("⇪")
	})
}

// blind loses the answers of updates, carried out or not, and everything that is asked afterwards.
func blind(s *uitest.Story, carriedOut bool) {
	lost := false
	s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		switch {
		case lost:
			return nil, uitest.ErrDown
		case !strings.Contains(r.URL.Path, "update-ticket"):
			return through()
		}
		lost = true
		if carriedOut {
			answer, err := through()
			if err != nil {
				return nil, err
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		uitest.Left(r)
		return nil, io.ErrUnexpectedEOF
	})
}

func TestALostAnswerIsLookedForFromTheOutboxAndNotSentTwice(t *testing.T) {
	for name, arrived := range map[string]bool{"it had arrived": true, "it had not": false} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(t *testing.T, s *uitest.Story) {
				comment(s, "Once")
				blind(s, arrived)
				s.Press("ctrl+s")
				s.Pass(2 * time.Minute)
				s.Sees("Was it carried out? That is not known")
				s.Press("o", "O")
				s.Sees("not known", "Update ticket "+black)
				s.Net.Up()
				s.Misses("send all")
				s.Press("S", "l")
				if arrived {
					s.Sees("it had arrived ✓", "Nothing waits here")
				} else {
					s.Sees("looked for, and not found", "does not show it", "Looked for at 14:0")
					s.Press("s")
					s.Sees("Send it although it may have arrived?")
					s.Press("s")
					s.Sees("is saved ✓", "Nothing waits here")
				}
				if n := len(s.Ticket(black).Timeline); n != 1 {
					t.Errorf("%d comments instead of one", n)
				}
			})
		})
	}
}

func TestAFormThatWasBeingSentWhenTheConsoleDiedIsNotSentAgainByItself(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	left := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(t *testing.T, s *uitest.Story) {
		comment(s, "Half way")
		dead := make(chan struct{})
		defer close(dead)
		s.Net.Bend(func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			if !strings.Contains(r.URL.Path, "update-ticket") {
				return through()
			}
			uitest.Left(r)
			<-dead
			return nil, context.Canceled
		})
		s.Press("ctrl+s")
		s.Sees("Saving…")
		if err := os.CopyFS(left, os.DirFS(dir)); err != nil { // what a kill at this moment leaves
			t.Fatal(err)
		}
		s.Pass(time.Minute)
	})
	uitest.Run(t, uitest.Options{Desk: three(), Dir: left}, func(t *testing.T, s *uitest.Story) {
		s.Sees("a form was being sent when the last console ended: O lists it")
		s.Press("O")
		s.Sees("not known", "it was sent, and its end was not seen", "Comment: Half way")
		s.Press("l")
		s.Sees("Looked for at")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent by themselves", n)
		}
		s.Press("enter")
		s.Sees("Update "+black, "Half way", "✗ this was sent before, and it is not known whether it")
		s.Misses("⇪")
	})
}

func TestSendingAllStopsAtTheFirstThatFails(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(t *testing.T, s *uitest.Story) {
		unreachable(s, "First")
		s.Press("j")
		comment(s, "Second")
		s.Press("ctrl+s")
		s.Pass(40 * time.Second)
		s.Press("ctrl+o", "O")
		s.Net.Up()
		s.UpdateTicket(wire.TicketUpdate{TicketID: black, SubStatus: "CL", Comment: "Theirs"})
		s.Press("S")
		s.Sees("not sent: the record has changed meanwhile", "⇪ outbox 2", "open it to see how")
		if n := len(s.Ticket(other).Timeline); n != 0 {
			t.Fatalf("the second was sent although the first was not")
		}
		s.Press("enter")
		s.Sees("Update "+black, "First", "⇪ outbox 1")
		s.Press("ctrl+s")
		s.Sees("Someone changed this ticket while you were editing")
		s.Press("esc", "esc", "O", "x")
		s.Sees("Throw this item away?", other)
		s.Press("x")
		s.Sees("Nothing waits here")
	})
}

func TestACallbackInTheOutboxMeansTheMomentThatWasMeant(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three(), Refresh: -1}, func(t *testing.T, s *uitest.Story) {
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Pass(40 * time.Second)
		s.Press("ctrl+o")
		s.Pass(12 * time.Hour)
		s.Net.Up()
		s.Press("O", "s")
		s.Sees("is saved ✓", "Nothing waits here")
		if got := s.Ticket(black).Callback.In(uitest.Zone); !got.Equal(time.Date(2026, 11, 21, 10, 0, 0, 0, uitest.Zone)) {
			t.Errorf("the service holds %v", got)
		}
	})
}
