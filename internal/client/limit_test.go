package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

// clientOf returns a client of a real server on loopback that serves every request with serve.
func clientOf(t *testing.T, limits client.Config, serve http.HandlerFunc) *client.Client {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	limits.BaseURL, limits.KMSURL, limits.Token = server.URL, server.URL, "t"
	c, err := client.New(limits)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestASmallAnswerThatUnpacksToAHugeOneIsRefused(t *testing.T) {
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	_, _ = io.WriteString(zip, `{"status":"success","message":[`)
	spaces := bytes.Repeat([]byte{' '}, 1<<20)
	for range 16 {
		_, _ = zip.Write(spaces)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	asked := 0
	c := clientOf(t, client.Config{MaxResponseBytes: 1 << 20}, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	_, err := client.Call(t.Context(), c, wire.PullTicket, today())
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind != client.ResponseTooLarge || asked != 1 || bomb.Len() > 1<<20 {
		t.Errorf("asked %d times with %d bytes: %v", asked, bomb.Len(), err)
	}
	if err.Error() != "pull-ticket: the service's answer is too large: it has more than 1 MiB" {
		t.Errorf("it says %q", err)
	}
}

func TestAnAnswerIsTakenUpToTheLimitAndNoFurther(t *testing.T) {
	for name, send := range map[string]func(w http.ResponseWriter, body string){
		"with a length": func(w http.ResponseWriter, body string) { _, _ = io.WriteString(w, body) },
		"in chunks": func(w http.ResponseWriter, body string) {
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, body)
		},
		"packed": func(w http.ResponseWriter, body string) {
			w.Header().Set("Content-Encoding", "gzip")
			zip := gzip.NewWriter(w)
			_, _ = io.WriteString(zip, body)
			_ = zip.Close()
		},
	} {
		for size, want := range map[int]client.Kind{1<<20 - 1: "", 1 << 20: "", 1<<20 + 1: client.ResponseTooLarge} {
			c := clientOf(t, client.Config{MaxResponseBytes: 1 << 20}, func(w http.ResponseWriter, _ *http.Request) {
				head := `{"status":"success","message":[{"ticketId":"1"}]`
				send(w, head+strings.Repeat(" ", size-len(head)-1)+"}")
			})
			page, err := client.Call(t.Context(), c, wire.PullTicket, today())
			if kind(t, err) != want || want == "" && len(page.Tickets) != 1 {
				t.Errorf("%s, %d bytes: %v", name, size, err)
			}
		}
	}
}

// emptyRecords is an answer to any read with a number of records without content, three bytes each.
func emptyRecords(n int) string {
	list := "[" + strings.Repeat("{},", n-1) + "{}]"
	return `{"status":"success","message":` + list + `}`
}

func TestAnswer_OfTooManyRecordsEndsAtTheLimitThatItNames(t *testing.T) {
	const limit = 50_000
	for _, n := range []int{limit, limit + 1, 2_000_000} {
		asked, sent := 0, emptyRecords(n)
		c := clientOf(t, client.Config{}, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			_, _ = io.WriteString(w, sent)
		})
		for what, read := range map[string]func() error{
			"articles": func() error {
				_, err := client.Call(t.Context(), c, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "a"})
				return err
			},
			"customers": func() error {
				_, err := client.Call(t.Context(), c, wire.PullCustomer, wire.PullCustomerRequest{"cm_id": int64(1)})
				return err
			},
			"categories": func() error {
				_, err := client.Call(t.Context(), c, wire.FAQCategories, wire.EmptyRequest{})
				return err
			},
			"tickets by id": func() error {
				_, err := client.Call(t.Context(), c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: "1"})
				return err
			},
		} {
			asked = 0
			err := read()
			if n == limit {
				if err != nil {
					t.Errorf("%d %s: %v", n, what, err)
				}
				continue
			}
			if kind(t, err) != client.ResponseTooLarge || asked != 1 ||
				!strings.HasSuffix(err.Error(), ": the service's answer is too large: it has more than 50,000 records") {
				t.Errorf("%d %s, asked %d times: %v", n, what, asked, err)
			}
		}
	}
}

func TestWrite_WithAHugeAnswerHasAnUnknownOutcome(t *testing.T) {
	sent := `{"ticket":{"ticketId":"1"},"Additional_details":` + strings.Repeat("[", 3) + strings.Repeat("{},", 6_000_000) +
		`{}]]],"status":"success"}`
	c := clientOf(t, client.Config{}, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, sent) })
	_, err := client.Call(t.Context(), c, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"})
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind != client.ResponseTooLarge || !fault.OutcomeUnknown() {
		t.Errorf("%v", err)
	}
	if err != nil && err.Error() != "update-ticket: the service's answer is too large: it has more than 16 MiB" {
		t.Errorf("it says %q", err)
	}
}

// TestAnswer_IsNoLongerReadWhenTheCallerHasGone: the answer is there at once, and takes long to read.
func TestAnswer_IsNoLongerReadWhenTheCallerHasGone(t *testing.T) {
	block := strings.Repeat("[{},", 4) + strings.Repeat("{},", 2_000_000) + "{}" + strings.Repeat("]", 4)
	for name, body := range map[string]string{
		"many records": emptyRecords(200_000),
		"one block":    `{"status":"success","message":[{"task_details":{"ticketId":"1","additional_info":` + block + `}}]}`,
	} {
		ctx, leave := context.WithCancel(t.Context())
		c := clientOf(t, client.Config{Transport: answerAtOnce{body, leave}}, nil)
		_, err := client.Call(ctx, c, wire.PullTicket, today())
		if name == "one block" {
			_, err = client.Call(ctx, c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: "1"})
		}
		if kind(t, err) != client.Canceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// answerAtOnce answers with a body that does not end with the context, and lets the caller leave while it is read.
type answerAtOnce struct {
	body  string
	leave func()
}

func (a answerAtOnce) RoundTrip(r *http.Request) (*http.Response, error) {
	whole := strings.NewReader(a.body)
	return &http.Response{StatusCode: 200, Request: r, Header: http.Header{}, Body: io.NopCloser(readFunc(func(p []byte) (int, error) {
		a.leave()
		return whole.Read(p)
	}))}, nil
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func TestAnAnswerThatDripsEndsWithTheTimeLimit(t *testing.T) {
	c := clientOf(t, client.Config{Timeout: 50 * time.Millisecond}, func(w http.ResponseWriter, r *http.Request) {
		drip := time.NewTicker(time.Millisecond)
		defer drip.Stop()
		for next := strings.NewReader(`{"status":"success","message":["` + strings.Repeat("x", 1<<20)); ; {
			if _, err := io.CopyN(w, next, 1); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-drip.C:
			case <-r.Context().Done():
				return
			}
		}
	})
	_, err := client.Call(t.Context(), c, wire.PullTicket, today())
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind != client.Timeout {
		t.Errorf("%v", err)
	}
	if err != nil && err.Error() != "pull-ticket: the service did not answer in time" {
		t.Errorf("it says %q", err)
	}
}
