package submit_test

import (
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func TestSign_IsTheLastLineOnce(t *testing.T) {
	asha := safetext.LineFromText("Asha Rao")
	for comment, want := range map[string]string{
		"":                                     "",
		" \n":                                  " \n",
		"Called back":                          "Called back\n\n— Asha Rao",
		"Called back\n":                        "Called back\n\n— Asha Rao",
		"Called back\n\n— Asha Rao":            "Called back\n\n— Asha Rao",
		"Called back\n\n— Asha Rao\n\nref: A1": "Called back\n\n— Asha Rao\n\nref: A1",
		"Called back\n\nref: A1":               "Called back\n\n— Asha Rao\n\nref: A1",
		"ref: A1":                              "ref: A1",
		"Told her — Asha Rao":                  "Told her — Asha Rao\n\n— Asha Rao",
		"— Ben Lee":                            "— Ben Lee\n\n— Asha Rao",
	} {
		if got := submit.Sign(comment, asha); got != want || submit.Sign(got, asha) != got {
			t.Errorf("%q becomes %q", comment, got)
		}
	}
	if got := submit.Sign("Called back", safetext.Line{}); got != "Called back" {
		t.Errorf("without a name it becomes %q", got)
	}
}

// TestSigned_ALostAnswerIsFoundByTheNameInTheComment though the service signs everything with the name of the key.
func TestSigned_ALostAnswerIsFoundByTheNameInTheComment(t *testing.T) {
	for name, c := range map[string]struct {
		signs     bool
		carried   bool
		colleague bool // has sent the same meanwhile, and signed it
		want      submit.Outcome
	}{
		"signed":                            {true, true, false, submit.Saved},
		"not signed":                        {false, true, false, submit.NotKnown},
		"lost on the way":                   {true, false, false, submit.NotKnown},
		"lost on the way, a colleague's is": {true, false, true, submit.NotKnown},
	} {
		t.Run(name, func(t *testing.T) {
			runWithSender(t, func(t *testing.T, b *testSender) {
				b.Author, b.Signs = safetext.LineFromText("Asha Rao"), c.signs
				added := b.Send(t.Context(), ticket("It hums."), record)
				id := added.Answer.Ticket.Ticket.ID.Raw()
				update := func(comment string) submit.Request {
					return submit.UpdateTicket(wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Comment: comment})
				}
				b.loseAnswers(c.carried)
				lose, sent := b.bend, 0
				b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
					if sent++; c.colleague && isWrite(r) {
						other := *b.Sender
						other.Author = safetext.LineFromText("Ben Lee")
						b.bend = nil
						other.Send(t.Context(), update("Called back"), record)
					}
					return lose(r, through)
				}
				got := b.Send(t.Context(), update("Called back"), record)
				if got.Outcome != c.want {
					t.Errorf("%v, %v", got.Outcome, got.Verdict)
				}
			})
		})
	}
}

// TestSigned_WithoutANameNothingIsSent: nobody would know who wrote it.
func TestSigned_WithoutANameNothingIsSent(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		b.Signs = true
		got := b.Send(t.Context(), ticket("It hums."), record)
		if got.Outcome != submit.NotSent || !strings.Contains(got.Err.Error(), "agent must be set") || b.writes != 0 {
			t.Errorf("%v, %v, sent %d times", got.Outcome, got.Err, b.writes)
		}
	})
}
