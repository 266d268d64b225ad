package ui_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
	"frontdesk/ui/terminal"
	"frontdesk/ui/uitest"
)

// requireTranscript compares what was printed and typed with a file.
func requireTranscript(t *testing.T, s *uitest.Lines, name string) {
	t.Helper()
	got := s.Transcript()
	requireWordsOnly(t, got)
	compareGolden(t, "the transcript "+name, t.Name(), "testdata/accessible/"+name+".txt", got)
}

// requireWordsOnly fails if a transcript holds an escape sequence, a control character or a mark.
func requireWordsOnly(t *testing.T, transcript string) {
	t.Helper()
	for line := range strings.Lines(transcript) {
		if at := strings.IndexFunc(strings.TrimSuffix(line, "\n"), isMark); at >= 0 {
			t.Errorf("%q stands in: %s", []rune(line[at:])[0], line)
		}
	}
}

// isMark reports whether a character is none of a text that is read out.
func isMark(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2190 && r < 0x2c00 || r == '·' || r == '…' || r == '›'
}

func TestAccessible_ExampleOfTheDocumentation(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("1", "comment The screen is replaced.", "send", "inbox", "close 3", "Refunded today.", "It takes three days.",
			".", "send", "quit")
		requireTranscript(t, s, "example")
	})
}

func TestAccessible_TriageWithACommentAndAClose(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("2", "", "comment", "The refund is on its way.", "It takes three days.", ".", "send",
			"inbox", "close 3", "Replaced under warranty.", ".", "send", "again", "quit")
		requireTranscript(t, s, "triage")
	})
}

func TestAccessible_ConflictIsSaidAndDecidedByNumber(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("update 1", "closed", "comment A part is ordered.")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "P", Comment: "Called back."})
		s.Enter("send", "1")
		requireTranscript(t, s, "conflict")
		if got := s.Ticket(blackScreenTicket).SubStatus.Key().Raw(); got != "CL" {
			t.Errorf("the sub-status is %s", got)
		}
	})
}

func TestAccessible_CallOfSomebodyWhoIsNotKnown(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("call", "Mira Kovac", "1", "Her washing machine leaks.", "Bought in May.", "new", ".", "title Washing machine leaks",
			"send", "1", "send", "my-work")
		requireTranscript(t, s, "unknown_caller")
		if n := len(s.TicketsToday("Washing machine leaks")); n != 1 {
			t.Errorf("%d tickets were opened", n)
		}
	})
}

func TestAccessible_AnswerFromTheFAQGoesIntoTheComment(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfAnswers()}, func(t *testing.T, s *uitest.Lines) {
		s.LearnArticles()
		s.Enter("comment 1 Please try this:", "search-faq", "reimbursement", "1", "choose", "4", "send")
		requireTranscript(t, s, "faq")
		if got, want := comment(s.Driver, blackScreenTicket), "Please try this:\n"+thirdSection; got != want {
			t.Errorf("the comment is %q, want %q", got, want)
		}
	})
}

func TestAccessible_ServiceThatGoesAwayAndComesBackIsSaidBetweenTheLines(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Net.Down()
		before := len(s.Transcript())
		s.Wait(3 * time.Minute)
		if said := s.Transcript()[before:]; said != "" {
			t.Errorf("said while nothing was typed: %q", said)
		}
		s.Enter("news", "comment 1 Is it better now?", "send", "move-to-outbox", "my-work", "back")
		s.Net.Up()
		s.Wait(3 * time.Minute)
		s.Enter("", "my-work", "send 1", "back")
		requireTranscript(t, s, "service_away")
		if got := comment(s.Driver, blackScreenTicket); got != "Is it better now?" {
			t.Errorf("the comment is %q", got)
		}
	})
}

func TestAccessible_EndOfTheInputKeepsWhatWasTypedAsADraft(t *testing.T) {
	dir := t.TempDir()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("comment 1 Half a sentence")
		if err := s.End(); !errors.Is(err, terminal.ErrTerminalClosed) {
			t.Errorf("ended with %v", err)
		}
	})
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(t *testing.T, s *uitest.Lines) {
		if said := s.Enter("my-work"); !strings.Contains(said, "Half a sentence") {
			t.Errorf("the draft is gone:\n%s", said)
		}
	})
}

func TestAccessible_NumbersMeanWhatWasReadEvenIfTheListHasChanged(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.OtherAgentAddsTicket("Arrived meanwhile")
		s.Wait(2 * time.Minute)
		if said := s.Enter("1"); !strings.Contains(said, "Ticket "+blackScreenTicket) {
			t.Errorf("1 opened another ticket:\n%s", said)
		}
	})
}

func TestAccessible_RowsKeepTheirNumbersBesideTheListOfCommands(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		if said := s.Enter("help", "comment 2 It is on its way.", "send", "?", "2"); !strings.Contains(said, "It is on its way.") {
			t.Errorf("2 is not the second row any more:\n%s", said)
		}
		if said := s.Enter("back", "help", "", "1"); !strings.Contains(said, "Ticket "+blackScreenTicket) {
			t.Errorf("1 is not the first row any more:\n%s", said)
		}
	})
}

func TestAccessible_SaysWhatComesNearestToACommandThatDoesNotExist(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		for typed, says := range map[string]string{
			"assign 1":  "cannot assign a ticket to someone. Another queue comes nearest. Type update",
			"reply 2":   "Type comment or macro.",
			"delete":    "cannot delete a ticket. Closing it comes nearest. Type close.",
			"drafts":    "List your work: drafts, the outbox, what is about to be sent and what was sent today. Type my-work.",
			"outbox 1":  "Type my-work.",
			"zeppelin1": "Type ? for the commands.",
		} {
			if said := s.Enter(typed); !strings.Contains(said, says) {
				t.Errorf("%s: %s", typed, said)
			}
		}
	})
}

func TestAccessible_CommandOnMarkedTicketsTakesNoRow(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		if said := s.Enter("mark 1 3", "comment 2 Hello"); !strings.Contains(said, "Comment applies to all 2 marked tickets") {
			t.Errorf("a row was taken, or its number became text:\n%s", said)
		}
	})
}

func TestAccessible_EveryViewAndListIsWithoutMarks(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfAnswers(), HoldBack: time.Minute}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("?", "", "", "views", "2", "sort", "3", "dates", "7 days", "mark 1 2", "comment", "Many at once.", ".", "send", "back",
			"back", "my-work", "back", "handover", "", "back", "find-customer", "55", "back", "faq", "categories",
			"1", "back", "back", "customer 1", "", "back", "copy-more 1", "1", "comment 1 Held back.", "send", "my-work", "back", "undo", "back",
			"new-customer", ".", "fields", "back", "quit")
		requireWordsOnly(t, s.Transcript())
		if strings.Contains(s.Transcript(), "is not a command here") {
			t.Errorf("a command is missing:\n%s", s.Transcript())
		}
		if ended, err := s.Ended(); !ended || err != nil {
			t.Errorf("not left: %v\n%s", err, s.Transcript())
		}
	})
}

// TestAccessible_CommandOfTheScreenBelowAListSaysHowToComeThere: nobody is stuck in a list.
func TestAccessible_CommandOfTheScreenBelowAListSaysHowToComeThere(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("views", "quit", "comment 1")
		for _, way := range []string{"Type back, then quit.", "Type back, then comment."} {
			if said := s.Transcript(); !strings.Contains(said, way) {
				t.Errorf("it does not say %q:\n%s", way, said)
			}
		}
	})
}

func TestAccessible_HowToSeeAllTicketsIsACommand(t *testing.T) {
	t.Parallel()
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree()}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("views", "1", "filter zzz")
		if said := s.Transcript(); !strings.Contains(said, "views lists All and the other views") ||
			strings.Contains(said, "6 shows All") {
			t.Errorf("it says:\n%s", said)
		}
	})
}

// TestAccessible_TheListIsReadOnceItsTicketsHaveCome: days without tickets are answered first.
func TestAccessible_TheListIsReadOnceItsTicketsHaveCome(t *testing.T) {
	t.Parallel()
	slowly := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		answer, err := pass()
		if err != nil || !strings.Contains(r.URL.Path, "select-ticket-between") {
			return answer, err
		}
		body, err := io.ReadAll(answer.Body)
		if strings.Contains(string(body), "ticketId") {
			guard.Sleep(r.Context(), 3*time.Second)
		}
		answer.Body = io.NopCloser(bytes.NewReader(body))
		return answer, err
	}
	uitest.RunLines(t, uitest.Options{Desk: newDeskOfThree(), Intercept: slowly}, func(t *testing.T, s *uitest.Lines) {
		s.Enter("1")
		if said := s.Transcript(); strings.Contains(said, "Rows appear") || strings.Contains(said, "Not used") {
			t.Errorf("the list is read out before it has come:\n%s", said)
		}
	})
}
