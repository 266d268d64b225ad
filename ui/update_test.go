package ui_test

import (
	"bytes"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

const blackScreenTicket = "713516551148" // the ticket under the cursor of three

func TestTicketUpdate_FromTheList(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.RequireText("Update "+blackScreenTicket, "▌ Sub-status")
		s.Type("PS")
		s.Press("enter", "tab", "tab", "tab")
		s.Type("Called back,\nno answer")
		s.Press("ctrl+s")
		s.RequireText("saved 14:02 ✓", "…551148 · ✓ Screen stays black AR ◐ Pending", "Called back,", "no answer")
		s.RequireNoText("Update " + blackScreenTicket)
		found := s.Ticket(blackScreenTicket)
		if got := found.SubStatus.Key().Raw(); got != "PS" && got != "P" {
			t.Errorf("the service holds sub-status %q", got)
		}
		if len(found.Timeline) != 1 || found.Timeline[0].Body.Text().String() != "Called back,\nno answer" {
			t.Errorf("the service holds the comments %+v", found.Timeline)
		}
	})
}

func TestTicketUpdate_SubStatusLearntMeanwhileIsSentByItsKey(t *testing.T) {
	for _, typed := range []string{"before", "after"} {
		t.Run("typed "+typed+" the days arrive", func(t *testing.T) {
			hang := sync.OnceValue(func() chan struct{} { return make(chan struct{}) }) // within the story's time
			bend := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
				if body := uitest.RequestBody(r); strings.Contains(body, "start_date") && !strings.Contains(body, "2026-11-20") {
					<-hang()
				}
				return pass()
			}
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Intercept: bend}, func(t *testing.T, s *uitest.Driver) {
				s.Press("u")
				release := func() { close(hang()); s.WaitIdle() }
				if typed == "after" {
					release()
				}
				s.Type("closed")
				s.Press("tab", "tab", "tab", "tab")
				s.Type("Solved")
				if typed == "before" {
					release()
				}
				s.Press("ctrl+s")
				s.RequireText("saved")
				if got := s.Ticket(blackScreenTicket).SubStatus.Key().Raw(); got != "CL" {
					t.Errorf("the service holds sub-status %q", got)
				}
			})
		})
	}
}

func TestTicketUpdate_CallbackIsShownAsADateEverywhere(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.Type("tomorrow 10:00")
		s.RequireText("→ Sat 2026-11-21 10:00 CET")
		s.Press("ctrl+s")
		s.RequireText("saved", "☎ Call back tomorrow 10:00", "Callbacks 1")
		if got := s.Ticket(blackScreenTicket).Callback.In(uitest.Zone); !got.Equal(time.Date(2026, 11, 21, 10, 0, 0, 0, uitest.Zone)) {
			t.Errorf("the service holds %v", got)
		}
	})
}

func TestTicketUpdate_AmbiguousCallbackIsNotSent(t *testing.T) {
	for _, typed := range []string{"tomorrow 10:00 or so", "25:00", "mon tue", "yesterday 9:00", "2026-02-30 10:00", "13:00"} {
		t.Run(typed, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
				s.Press("b")
				s.Type(typed)
				s.Press("ctrl+s")
				s.RequireText("✗", typed, "Update "+blackScreenTicket)
				if n := s.Net.Calls("update-ticket"); n != 0 {
					t.Errorf("%d updates were sent", n)
				}
			})
		})
	}
}

func TestTicketUpdate_UnchangedFormIsNotSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("u", "ctrl+s")
		s.RequireText("nothing is changed yet")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent", n)
		}
	})
}

func TestTicketUpdate_ClosingShowsAPreview(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("x")
		s.RequireText("Closed", "▌ Comment")
		if got := s.Ticket(blackScreenTicket).SubStatus.Key().Raw(); got != "US" {
			t.Fatalf("one key has set sub-status %q", got)
		}
		s.Type("Solved on the phone")
		s.Press("ctrl+s")
		s.RequireText("saved")
		if got := s.Ticket(blackScreenTicket).SubStatus.Key().Raw(); got != "CL" {
			t.Errorf("the service holds sub-status %q", got)
		}
	})
}

func TestTicketUpdate_TypedTextIsKeptAsADraft(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Half a sent")
		s.Press("esc")
		s.RequireText("✎ kept as a draft", "✎ …551148")
		s.Press("j", "c")
		s.RequireNoText("Half a sent")
		s.Press("esc", "D", "enter")
		s.RequireText("Half a sent", "your draft is back")
		s.Press("ctrl+x", "x")
		s.RequireText("draft discarded")
		s.RequireNoText("✎ " + blackScreenTicket)
	})
}

func TestTicketUpdate_DraftIsDescribedByItsText(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("j", "c")
		s.Type("Half a sent")
		s.Press("esc", "D")
		s.RequireText("Comment: Half a sent")
		s.RequireNoText("Sub-status: ")
	})
}

func TestTicketUpdate_TypedTextSurvivesTheEndOfTheConsole(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Said on the phone that")
	}) // the terminal is closed: nothing is flushed
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("✎ 1 unsent draft · D lists what is unsent", "✎ …551148")
		s.Press("D", "enter")
		s.RequireText("Said on the phone that")
		if at := s.CursorAt(); !strings.HasSuffix(at, "Said on the phone that") {
			t.Errorf("the cursor stands behind %q", at)
		}
	})
}

func TestTicketUpdate_ChangedTicketIsShownBeforeAnythingIsSent(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Mine")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "CL", Comment: "Theirs"})
		s.Press("ctrl+s")
		s.RequireText("This ticket has changed since you opened the form", "When you opened it Now After saving", "Sub-status Unattended Closed Closed")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Fatalf("%d entries although nothing was to be sent", n)
		}
		s.Press("esc")
		s.RequireText("Mine", "not sent: the ticket changed after you opened the form")
		s.Press("ctrl+s", "s")
		s.RequireText("saved")
		found := s.Ticket(blackScreenTicket)
		if n := len(found.Timeline); n != 2 || found.SubStatus.Key().Raw() != "CL" {
			t.Errorf("%d entries after sending all the same, and what they closed is %s", n, found.SubStatus.Label())
		}
	})
}

func TestTicketUpdate_RefusedFormStaysOpen(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("NOSUCH")
		s.Press("tab", "tab", "tab", "tab")
		s.Type("A comment")
		s.Press("ctrl+s")
		s.RequireText("✗ refused:", "A comment", "NOSUCH")
	})
}

func TestTicketUpdate_RefusedFormOpenedFromTheOutboxSaysWhyAtItsField(t *testing.T) {
	uitest.Run(t, heldBack(uitest.Options{}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("NOSUCH")
		s.Press("tab", "tab", "tab", "tab")
		s.Type("A comment")
		s.Press("ctrl+s")
		s.Advance(10 * time.Second)
		s.Press("D", "enter")
		s.RequireText("▌ Sub-status* NOSUCH", "✗ refused: “Sub-status” is missing or", "A comment")
	})
}

func TestTicketUpdate_UnsentFormStaysOpenAndIsSentLater(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("A comment")
		s.Net.Down()
		s.Press("ctrl+s")
		s.Advance(40 * time.Second)
		s.RequireText("✗ not sent:", "A comment")
		s.Net.Up()
		s.Press("ctrl+s")
		s.RequireText("saved")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments instead of one", n)
		}
	})
}

// TestTicketUpdate_SameCommentOfAColleagueIsNotTakenForOurs: the update hangs and is cut off, and a colleague writes the
// same.
func TestTicketUpdate_SameCommentOfAColleagueIsNotTakenForOurs(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		same := wire.UpdateTicketRequest{
			TicketID: blackScreenTicket, SubStatus: s.Ticket(blackScreenTicket).SubStatus.Key().Raw(), Comment: "Called back",
		}
		s.Net.InterceptPath("update-ticket", func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			s.ColleagueUpdatesTicket("Ben Okafor", same)
			uitest.MarkSent(r)
			return nil, io.ErrUnexpectedEOF
		})
		s.Press("c")
		s.Type("Called back")
		s.Press("ctrl+s")
		s.RequireText("We could not confirm this was saved", "like this one, but that is by Ben")
		s.RequireNoText("Saved with a warning")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments", n)
		}
	})
}

func TestTicketUpdate_LostAnswerIsCheckedAndNotSentTwice(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Once")
		s.Net.LoseAnswers("update-ticket", true)
		s.Press("ctrl+s")
		s.RequireText("Saved with a warning", "The answer was lost, but the ticket shows the change, with its comment")
		s.Press("enter")
		s.RequireText("saved")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments instead of one", n)
		}
	})
}

func TestTicketUpdate_UnknownOutcomeIsSentAgainOnlyOnRequest(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Type("Once")
		s.Net.LoseAnswers("update-ticket", false)
		s.Press("ctrl+s")
		s.RequireText("We could not confirm this was saved")
		if n := s.Net.Calls("update-ticket"); n != 1 {
			t.Fatalf("%d updates were sent", n)
		}
		s.Press("esc")
		s.RequireText("Once", "this was not confirmed")
		s.Net.Up()
		s.Press("ctrl+s")
		s.RequireText("Send it again? It may already be saved")
		s.Press("s")
		s.RequireText("saved")
		if n := len(s.Ticket(blackScreenTicket).Timeline); n != 1 {
			t.Errorf("%d comments instead of one", n)
		}
	})
}

func TestTicketUpdate_CallbackStoredAtAnotherTimeIsReported(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			answer, err := pass()
			if err != nil || !strings.Contains(r.URL.Path, "update-ticket") {
				return answer, err
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				return nil, err
			}
			body = bytes.ReplaceAll(body, []byte("12:30"), []byte("00:30"))
			answer.Body = io.NopCloser(bytes.NewReader(body))
			return answer, nil
		})
		s.Press("b")
		s.Type("tomorrow 12:30")
		s.Press("ctrl+s")
		s.RequireText("Saved with a warning", "12:30", "00:30")
	})
}

func TestNewTicket_IsAdded(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("n", "ctrl+s")
		s.RequireText("✗ is needed")
		s.Type("Voucher does not work")
		s.Press("tab")
		s.Type("asha@example")
		s.Press("tab", "tab")
		s.Type("It says expired.")
		s.Press("ctrl+s")
		s.RequireText("opened 7", "Voucher does not work", "4 of 4")
		if n := s.Net.Calls("add-ticket"); n != 1 {
			t.Errorf("%d tickets were sent", n)
		}
	})
}

func TestTicketUpdate_CommentHasARealCursorAndTakesAPaste(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.Paste("First line\rSecond\x1b]52;c;eA==\x07 line\u202e")
		s.RequireText("First line", "Second")
		if at := s.CursorAt(); !strings.Contains(at, "line") {
			t.Errorf("the cursor stands behind %q", at)
		}
		s.Press("up", "home")
		s.Type("> ")
		s.RequireText("> First line")
	})
}

func TestConsole_LeavingSavesDrafts(t *testing.T) {
	for _, key := range []string{"ctrl+c"} {
		dir := filepath.Join(t.TempDir(), "drafts")
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Driver) {
			s.Press("c")
			s.Type("Not sent yet")
			s.Press(key)
			if !s.HasQuit() {
				t.Error("the console is still there")
			}
		})
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("c")
			s.RequireText("Not sent yet")
		})
	}
}

func TestTicketUpdate_TicketIsWatchedAlsoAfterARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	old := newDesk(newTicket(blackScreenTicket, "Screen stays black", 24*20), newTicket("713516551149", "Another", 1))
	uitest.Run(t, uitest.Options{Desk: old, Dir: dir, Days: 30}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("G", "c")
		s.RequireText("Update " + blackScreenTicket)
		s.Type("First look")
		s.Press("ctrl+s")
		s.RequireText("saved")
	})
	uitest.Run(t, uitest.Options{Desk: old, Dir: dir, Days: 7}, func(t *testing.T, s *uitest.Driver) {
		var asked atomic.Int32
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(uitest.RequestBody(r), blackScreenTicket) {
				asked.Add(1)
			}
			return pass()
		})
		s.Press("r")
		if asked.Load() == 0 {
			t.Error("nobody asked for the ticket, which no pull of these days returns")
		}
	})
}

const unattendedHint = "stays unattended with this comment"
