package client_test

import (
	"bytes"
	"compress/gzip"
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
	if err.Error() != "pull-ticket: the service's answer is too large" {
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
