package submit_test

import (
	"net/http"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// comment returns an update with a comment.
func comment(id, text string) submit.Request {
	return submit.TicketChange{UpdateTicketRequest: wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Comment: text}}
}

// asBen sends what the test sends next with the credential of another agent.
func (b *testSender) asBen(t *testing.T, r submit.Request) {
	t.Helper()
	bend := b.bend
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		r.Header.Set("Authorization", "Basic "+bensKey)
		return through()
	}
	ben := *b.Sender
	ben.Signature = nil
	if got := ben.Send(t.Context(), r, record); got.Outcome != submit.Saved {
		t.Errorf("Ben: %v %v", got.Outcome, got.Err)
	}
	b.bend = bend
}

// TestSend_LostCommentUnderTheNameOfTheCredentialIsOurs once a comment of ours has been confirmed, which bears it too:
// agents of a host share a credential, whose name is none of theirs.
func TestSend_LostCommentUnderTheNameOfTheCredentialIsOurs(t *testing.T) {
	const text = "Called back"
	for name, c := range map[string]struct {
		before  func(t *testing.T, b *testSender, first, second string)
		carried bool
		want    submit.Verdict
		author  string
	}{
		"no comment was confirmed": {func(*testing.T, *testSender, string, string) {}, true, submit.ByOther, "Night shift"},
		"a comment on another ticket was": {func(t *testing.T, b *testSender, first, _ string) {
			t.Helper()
			b.Send(t.Context(), comment(first, "Asked for the order"), record)
		}, true, submit.Confirmed, "Night shift"},
		"a comment on the same ticket was": {func(t *testing.T, b *testSender, _, second string) {
			t.Helper()
			b.Send(t.Context(), comment(second, "Asked for the order"), record)
		}, true, submit.Confirmed, "Night shift"},
		"it has not arrived, and a colleague writes both": {func(t *testing.T, b *testSender, first, _ string) {
			t.Helper()
			b.Send(t.Context(), comment(first, "Asked for the order"), record)
			b.asBen(t, comment(first, "Asked for the order"))
		}, false, submit.ByOther, "Ben"},
		"it has not arrived, and a colleague writes the same": {func(t *testing.T, b *testSender, first, _ string) {
			t.Helper()
			b.Send(t.Context(), comment(first, "Asked for the order"), record)
		}, false, submit.ByOther, "Ben"},
	} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			b.Author, b.Signature = safetext.LineFromText("Asha Rao"), &submit.Signature{}
			first := b.Send(t.Context(), ticket("It hums."), record).Answer.Ticket.Ticket.ID.Raw()
			second := b.Send(t.Context(), ticket("It stands."), record).Answer.Ticket.Ticket.ID.Raw()
			c.before(t, b, first, second)
			b.loseAnswers(c.carried)
			got := b.Send(t.Context(), comment(second, text), func(submit.Prior) error {
				if !c.carried {
					b.asBen(t, comment(second, text))
				}
				return nil
			})
			isSaved := c.want == submit.Confirmed
			if got.Verdict != c.want || got.Author.String() != c.author ||
				(got.Outcome == submit.Saved) != isSaved || got.IsAsBefore != isSaved {
				t.Errorf("%s: %v, verdict %d, by %q, as before %v", name, got.Outcome, got.Verdict, got.Author, got.IsAsBefore)
			}
			if client.KindOf(got.Err) == "" {
				t.Errorf("%s: the answer was not lost: %v", name, got.Err)
			}
		})
	}
}
