package backend_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

func TestCustomerPreview_WaitsByTheConsolesClock(t *testing.T) {
	c := newTestBackend(t, t.TempDir(), nil)
	c.PreviewDelay = time.Hour
	waited := time.Duration(0)
	c.Sleep = func(_ context.Context, d time.Duration) bool {
		waited = d
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.LoadCustomer(new(backend.Slot), backend.CustomerRef{ID: 5}, false, false)()
	}()
	select {
	case <-done:
	case <-t.Context().Done():
	case <-time.After(5 * time.Minute): // the machine may be slow
		t.Fatal("it waits by the machine's clock")
	}
	if waited != time.Hour {
		t.Errorf("it waited for %v", waited)
	}
}

// TestUpdate_OlderCommentAlikeIsNotTakenForOneThatWasNeverSent: the form was sent before its ticket was read, and the
// console died before anything left.
func TestUpdate_OlderCommentAlikeIsNotTakenForOneThatWasNeverSent(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		a, closed := newFaultyAgent(t, dir, &outcomeCounts{})
		defer closed()
		w := &agentWrite{mark: "older", Submission: backend.Submission{Form: backend.Form{Kind: backend.KindUpdate, Record: desk.NewID("7000"), Values: map[string]string{
			backend.FieldSubStatus: "P", backend.FieldComment: "Called back",
		}}}}
		a.net.prepareWrite(w.mark, 0, 0)
		if msg := runAndWait[backend.SubmitResultMsg](a, a.c.Submit(w.Submission)); msg.Outcome != backend.Saved {
			t.Fatalf("%+v", msg)
		}
		<-time.After(time.Hour)
		w.mark = "newer"
		a.net.prepareWrite(w.mark, 0, 0)
		runAndWait[backend.DraftsSaved](a, a.c.SaveDraft(w.draft()))
		a.net.set(false, false, cuts[0], func(write bool) bool {
			if write {
				a.copyFiles()
			}
			return !write
		})
		runAndWait[backend.SubmitResultMsg](a, a.c.Submit(w.Submission))
		a.net.set(false, false, cuts[0], nil)
		if end := a.resumeAfterCrash(w, "an older comment"); end != backend.NotKnown {
			t.Errorf("the update that never left is said to be %v", end)
		}
	})
}

// refusingNetwork answers every call with the same refusal.
type refusingNetwork string

func (message refusingNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `{"status":"failed","message":"` + string(message) + `"}`
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestRefusal_IsShownAtTheFieldOfItsLongestPhrase(t *testing.T) {
	refusal := refusingNetwork("the customer does not exist: the phone number should be ten digits")
	c := newTestBackend(t, t.TempDir(), refusal)
	for range 50 {
		msg, _ := c.Submit(backend.Submission{Form: backend.Form{Kind: backend.KindAddCustomer, Values: map[string]string{
			backend.FieldCustomerName: "Tom Reid", backend.FieldCustomerPhone: "5550177",
		}}})().(backend.SubmitResultMsg)
		if msg.Outcome != backend.Refused || msg.Field != backend.FieldCustomerName {
			t.Fatalf("outcome %v at %q: %v", msg.Outcome, msg.Field, msg.Err)
		}
	}
}
