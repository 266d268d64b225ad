package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/oneshot"
)

func answers(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// hangs never answers.
func hangs(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// points redirects to another machine, where no credential may go.
func points(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
}

// lost carries nothing out that anybody could see and cuts the connection.
func lost(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

var (
	reads = [][]string{
		{"ticket", "get", "71"},
		{"ticket", "get", "71", "--json"},
		{"ticket", "pull", "--from", "2026-11-20", "--to", "2026-11-20"},
		{"ticket", "pull", "--from", "2026-11-20", "--to", "2026-11-20", "--json"},
		{"faq", "search", "refund"},
		{"faq", "categories", "--json"},
		{"customer", "get", "71"},
		{"customer", "pull", "--from", "2026-11-20", "--to", "2026-11-20", "--json"},
		{"order", "pull", "--customer", "71"},
	}
	writes = [][]string{
		{"ticket", "update", "71", "--sub-status", "CL", "--comment", "done"},
		{"ticket", "update", "71", "--sub-status", "CL", "--json"},
		{"ticket", "add", "--title", "Drum does not turn"},
		{"customer", "add", "--name", "Asha", "--phone", "1"},
		{"order", "update", "71", "--customer-name", "Asha"},
	}
)

func TestWhateverTheUpstreamDoesTheExitCodeTells(t *testing.T) {
	const (
		failed  = oneshot.Failed
		denied  = oneshot.Denied
		unknown = oneshot.Unknown
	)
	for _, c := range []struct {
		name        string
		does        http.HandlerFunc
		read, write int
		says        string
		again       bool // reads are tried again
	}{
		{"a failure at HTTP 200", answers(200, `{"status":"failed","message":"No &lt;such&gt; thing"}`), failed, failed, "No <such> thing", false},
		{"a failure with capitals", answers(200, `{"Status":"failed","Message":"Nope"}`), failed, failed, "Nope", false},
		{"a wrong key at HTTP 200", answers(200, `{"message":"Invalid Auth Key","status":"failed"}`), denied, denied, "does not accept the credential", false},
		{"a wrong key at 401", answers(401, `<html>`), denied, denied, "does not accept the credential", false},
		{"a page of a proxy", answers(500, "<html><h1>It broke</h1></html>"), failed, unknown, "cannot be read", false},
		{"a page at HTTP 200", answers(200, "<!doctype html><p>Welcome"), failed, unknown, "cannot be read", false},
		{"an empty answer", answers(200, ""), failed, unknown, "cannot be read", false},
		{"an answer of nothing", answers(200, "null"), failed, unknown, "cannot be read", false},
		{"half an answer", answers(200, `{"status":"success","message":[{"ticketId":"7`), failed, unknown, "cannot be read", true},
		{"a refusal at 429", answers(429, `{"status":"failed","message":"slow down"}`), failed, failed, "asks to slow down", true},
		{"a redirect", points, failed, failed, "points elsewhere", false},
		{"a lost answer", lost, failed, unknown, "cannot be reached", true},
		{"a hang", hangs, failed, unknown, "did not answer in time", true},
	} {
		timeout, asked := "20s", reads
		if c.again {
			asked = [][]string{reads[0], reads[3]} // each takes a second and more
		}
		if c.name == "a hang" {
			timeout = "1s"
		}
		for _, read := range asked {
			t.Run(c.name+"/"+strings.Join(read, " "), func(t *testing.T) {
				t.Parallel()
				got := against(t, newUpstream(t, c.does).URL, "", append(read, "--timeout", timeout)...)
				if got.code != c.read || !strings.Contains(got.errOut, c.says) || got.out != "" {
					t.Errorf("%s", got)
				}
			})
		}
		for _, write := range writes {
			t.Run(c.name+"/"+strings.Join(write, " "), func(t *testing.T) {
				t.Parallel()
				u := newUpstream(t, c.does)
				got := against(t, u.URL, "", append(write, "--timeout", timeout)...)
				if got.code != c.write || !strings.Contains(got.errOut, c.says) || got.out != "" {
					t.Errorf("%s", got)
				}
				if n := len(u.requests("update-ticket")) + len(u.requests("add-ticket")) + len(u.requests("add-customer")) + len(u.requests("add-order")); n != 1 {
					t.Errorf("the write was sent %d times", n)
				}
				if (got.code == unknown) != strings.Contains(got.errOut, "outcome is not known") {
					t.Errorf("it does not say what is known: %s", got)
				}
			})
		}
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	_ = listener.Close()
	for _, args := range append(writes, reads[0], reads[2]) {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			got := against(t, url, "", args...)
			if got.code != oneshot.Failed || !strings.Contains(got.errOut, "cannot be reached") || got.out != "" {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestAHangEndsSoonAfterItsTimeout(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, hangs)
	began := time.Now()
	for _, args := range [][]string{reads[0], {"ticket", "pull", "--from", "2026-01-01", "--to", "2026-11-20"}, writes[0]} {
		if got := against(t, u.URL, "", append(args, "--timeout", "300ms")...); got.code == 0 {
			t.Errorf("%s", got)
		}
	}
	if took := time.Since(began); took > 20*time.Second { // three calls and a look; the range alone would take minutes
		t.Errorf("it took %v", took)
	}
}

func TestNumbersAsTextAndNullsAreReadAndScriptsGetThemAsTheyCame(t *testing.T) {
	const record = `{"ticketId":713,"title":null,"taskTitle":"Drum &amp; belt","date":"20-11-2026 10:00","customerId":"61104","odd":[1.50,"x"]}`
	u := newUpstream(t, answers(200, `{"totalCount":null,"message":[`+record+`],"status":"success"}`))
	words := against(t, u.URL, "", reads[2]...)
	if words.code != 0 || !strings.Contains(words.out, "713  ") || !strings.Contains(words.out, "Drum & belt") {
		t.Errorf("%s", words)
	}
	scripts := against(t, u.URL, "", reads[3]...)
	if scripts.code != 0 || scripts.out != "[\n"+record+"\n]\n" {
		t.Errorf("%s", scripts)
	}
}

func TestALargeGzippedDay(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		_, _ = fmt.Fprintf(z, `{"totalCount":"%d","message":[`, largeDay)
		for n := range largeDay {
			_, _ = fmt.Fprintf(z, `{"ticketId":"%d","title":"Ticket %d","detail":%q,"date":"20-11-2026 10:%02d"},`, n, n, strings.Repeat("word ", 100), n%60)
		}
		_, _ = io.WriteString(z, `{"ticketId":"0"}],"status":"success"}`)
	})
	got := against(t, u.URL, "", reads[3]...)
	var all []map[string]any
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || got.code != 0 || len(all) != largeDay {
		t.Errorf("%d %d %v %s", got.code, len(all), err, got.errOut)
	}
}

func TestABombIsGivenUp(t *testing.T) {
	t.Parallel()
	if !bombs {
		t.Skip("too slow here")
	}
	u := newUpstream(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
		defer z.Close()
		block := []byte(strings.Repeat(" ", 1<<20))
		for range 300 {
			if _, err := z.Write(block); err != nil {
				return
			}
		}
	})
	got := against(t, u.URL, "", reads[0]...)
	if got.code != oneshot.Failed || !strings.Contains(got.errOut, "too large") {
		t.Errorf("%s", got)
	}
}
