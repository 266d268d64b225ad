package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"

	"frontdesk/internal/client"
)

// sendRequest sends one request to a handler in this process.
func sendRequest(ctx context.Context, t *testing.T, transport http.RoundTripper) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://embedded.invalid"+"/pull?day=today", strings.NewReader("the body"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Basic c2VjcmV0")
	return (&http.Client{Transport: transport}).Do(r)
}

// inProcessFor returns a transport over the handler, closed at the end of the test: one whose handler hangs fails it.
func inProcessFor(t *testing.T, handler http.HandlerFunc) *client.HandlerTransport {
	t.Helper()
	transport := client.NewHandlerTransport(handler)
	t.Cleanup(transport.Close)
	return transport
}

func TestAHandlerInThisProcessSeesWhatAServerSees(t *testing.T) {
	answer, err := sendRequest(t.Context(), t, inProcessFor(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != "the body" || r.RequestURI != "/pull?day=today" || r.Host != "embedded.invalid" ||
			r.Header.Get("Authorization") != "Basic c2VjcmV0" || r.RemoteAddr == "" {
			t.Errorf("it got %q, %v, %+v", body, err, r)
		}
		r.Header.Set("Authorization", "spoiled")
		w.Header().Set("X-Day", "today")
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
		w.Header().Set("X-Day", "changed later")
		_, _ = io.WriteString(w, "short and stout")
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || string(body) != "short and stout" || answer.Status != "418 I'm a teapot" || answer.Header.Get("X-Day") != "today" {
		t.Errorf("%q %v %+v", body, err, answer)
	}
	if answer.Request.Header.Get("Authorization") != "Basic c2VjcmV0" {
		t.Error("the handler changed the caller's request")
	}
}

func TestAHandlerThatSaysNothingAnswers200(t *testing.T) {
	answer, err := sendRequest(t.Context(), t, inProcessFor(t, func(http.ResponseWriter, *http.Request) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || len(body) != 0 || answer.StatusCode != http.StatusOK {
		t.Errorf("%d %q %v", answer.StatusCode, body, err)
	}
}

func TestRecordsAreHandedOverWhileOthersAreStillWritten(t *testing.T) {
	firstSeen := make(chan struct{})
	answer, err := sendRequest(t.Context(), t, inProcessFor(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "first")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-firstSeen:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, " second")
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(answer.Body, first); err != nil || string(first) != "first" {
		t.Fatalf("%q %v", first, err)
	}
	close(firstSeen)
	if rest, err := io.ReadAll(answer.Body); err != nil || string(rest) != " second" {
		t.Errorf("%q %v", rest, err)
	}
}

// untilEnded writes until it is stopped, and reports when.
func untilEnded(ended chan<- error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		line := []byte(strings.Repeat("x", 1<<10))
		for {
			if _, err := w.Write(line); err != nil {
				<-r.Context().Done()
				ended <- context.Cause(r.Context())
				return
			}
		}
	}
}

func TestAPullThatIsGivenUpEndsItsHandler(t *testing.T) {
	for name, giveUp := range map[string]func(*http.Response, context.CancelFunc){
		"by cancelling the call":  func(_ *http.Response, cancel context.CancelFunc) { cancel() },
		"by closing the answer":   func(answer *http.Response, _ context.CancelFunc) { _ = answer.Body.Close() },
		"by closing it too often": func(answer *http.Response, _ context.CancelFunc) { _, _ = answer.Body.Close(), answer.Body.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			answer, err := sendRequest(ctx, t, inProcessFor(t, untilEnded(ended)))
			if err != nil {
				t.Fatal(err)
			}
			giveUp(answer, cancel)
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if _, err := io.ReadAll(answer.Body); err == nil {
				t.Error("half an answer looked like a whole one")
			}
			_ = answer.Body.Close()
		})
	}
}

func TestACallThatIsGivenUpBeforeAnyAnswerReturnsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answer, err := sendRequest(ctx, t, inProcessFor(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	if err == nil {
		_ = answer.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAPanicIsA500OrACutAnswerAndNeverTakesTheConsoleAlong(t *testing.T) {
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		code    int // 0 for no answer at all
		cut     bool
	}{
		{"before the head", func(http.ResponseWriter, *http.Request) { panic("no") }, http.StatusInternalServerError, true},
		{"in the body", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "[{")
			panic("no")
		}, http.StatusOK, true},
		{"meant, before the head", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, true},
		{"meant, in the body", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusOK)
			panic(http.ErrAbortHandler)
		}, http.StatusOK, true},
	} {
		answer, err := sendRequest(t.Context(), t, inProcessFor(t, c.handler))
		if err != nil {
			if c.code != 0 {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		_, err = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != c.code || (err != nil) != c.cut {
			t.Errorf("%s: %d %v", c.name, answer.StatusCode, err)
		}
	}
}

func TestOnlyARequestThatAHandlerSawCountsAsSent(t *testing.T) {
	transport := inProcessFor(t, func(http.ResponseWriter, *http.Request) {})
	sent := false
	traced := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{WroteHeaders: func() { sent = true }})
	canceled, cancel := context.WithCancel(traced)
	cancel()
	unsent, err := sendRequest(canceled, t, transport)
	if err == nil {
		_ = unsent.Body.Close()
	}
	if err == nil || sent {
		t.Error(err, sent)
	}
	answer, err := sendRequest(traced, t, transport)
	if err != nil || !sent {
		t.Fatal(err, sent)
	}
	_ = answer.Body.Close()
}

func TestAClosedDeskEndsWhatRunsAndBeginsNothing(t *testing.T) {
	ended := make(chan error, 1)
	transport := client.NewHandlerTransport(untilEnded(ended))
	answer, err := sendRequest(t.Context(), t, transport)
	if err != nil {
		t.Fatal(err)
	}
	transport.Close()
	if err := <-ended; !errors.Is(err, client.ErrClosed) {
		t.Error(err)
	}
	if _, err := io.ReadAll(answer.Body); !errors.Is(err, client.ErrClosed) {
		t.Error(err)
	}
	_ = answer.Body.Close()
	answer, err = sendRequest(t.Context(), t, transport)
	if err == nil {
		_ = answer.Body.Close()
	}
	if !errors.Is(err, client.ErrClosed) {
		t.Error(err)
	}
}
