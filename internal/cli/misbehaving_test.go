package cli

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/exitcode"
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

// day is a range of one day.
func day(args ...string) []string {
	return append(args, "--from", "2026-11-20", "--to", "2026-11-20")
}

// reads and writes are every command that sends something, without the ones for scripts.
var (
	reads = [][]string{
		{"ticket", "get", "71"},
		day("ticket", "pull"),
		{"faq", "search", "refund"},
		{"faq", "search", "refund", "--titles"},
		{"faq", "categories"},
		{"customer", "get", "71"},
		day("customer", "pull"),
		{"order", "pull", "--customer", "71"},
		{"order", "pull", "--customer", "71", "--whole"},
		{"api", "pull-ticket"},
	}
	writes = [][]string{
		{"ticket", "update", "71", "--sub-status", "CL", "--comment", "done"},
		{"ticket", "update", "--from-csv", "updates.csv"},
		{"ticket", "add", "--title", "Drum does not turn"},
		{"ticket", "add", "--title", "Drum does not turn", "--ref", "A-1"},
		{"customer", "add", "--name", "Asha", "--phone", "1"},
		{"customer", "add", "--name", "Asha", "--phone", "1", "--code", "C-1"},
		{"customer", "update", "71", "--name", "Asha"},
		{"order", "add", "--customer-name", "Asha"},
		{"order", "add", "--customer-name", "Asha", "--erp-order", "E-1"},
		{"order", "update", "71", "--customer-name", "Asha"},
		{"api", "add-ticket"},
	}
)

// ofWrites does something to writes; reads find nothing.
func ofWrites(does http.HandlerFunc) http.HandlerFunc {
	nothing := answers(http.StatusOK, `{"status":"success","message":[]}`)
	return func(w http.ResponseWriter, r *http.Request) {
		if op := opOf(r); strings.HasPrefix(op, "add-") || op == "update-ticket" {
			does(w, r)
			return
		}
		nothing(w, r)
	}
}

// forScripts are commands, and the same for scripts.
func forScripts(commands [][]string) (all [][]string) {
	for _, args := range commands {
		all = append(all, args)
		if args[0] != "api" {
			all = append(all, append(slices.Clip(args), "--json"))
		}
	}
	return all
}

// eachAtOnce runs commands all at once: most of their time is waiting.
func eachAtOnce(t *testing.T, commands [][]string, run func(t *testing.T, args []string)) {
	t.Helper()
	var group sync.WaitGroup
	for _, args := range commands {
		group.Go(func() { run(t, withFile(t, args)) })
	}
	group.Wait()
}

// withFile puts a file of updates in the place of its name.
func withFile(t *testing.T, args []string) []string {
	args = slices.Clone(args)
	if at := slices.Index(args, "updates.csv"); at >= 0 {
		args[at] = filepath.Join(t.TempDir(), "updates.csv")
		if err := os.WriteFile(args[at], []byte("ticket_id,sub_status,comment\n71,CL,done\n"), 0o600); err != nil {
			t.Error(err)
		}
	}
	return args
}

// silent says whether a command that failed has printed no result: a raw answer is printed whatever it is, and a file
// of updates has its summary.
func silent(args []string, got outcome) bool {
	return got.out == "" || args[0] == "api" || slices.Contains(args, "--from-csv")
}

func TestWhateverTheUpstreamDoesTheExitCodeTells(t *testing.T) {
	const (
		failed  = exitcode.Failed
		denied  = exitcode.Denied
		unknown = exitcode.Unknown
	)
	for _, c := range []struct {
		name        string
		does        http.HandlerFunc
		read, write int
		says        string
	}{
		{"a failure at HTTP 200", answers(200, `{"status":"failed","message":"No &lt;such&gt; thing"}`), failed, failed, "No <such> thing"},
		{"a failure with capitals", answers(200, `{"Status":"failed","Message":"Nope"}`), failed, failed, "Nope"},
		{"a wrong key at HTTP 200", answers(200, `{"message":"Invalid Auth Key","status":"failed"}`), denied, denied, "does not accept the credential"},
		{"a wrong key at 401", answers(401, `<html>`), denied, denied, "does not accept the credential"},
		{"a page of a proxy", answers(500, "<html><h1>It broke</h1></html>"), failed, unknown, "cannot be read"},
		{"a page at HTTP 200", answers(200, "<!doctype html><p>Welcome"), failed, unknown, "cannot be read"},
		{"an empty answer", answers(200, ""), failed, unknown, "cannot be read"},
		{"an answer of nothing", answers(200, "null"), failed, unknown, "cannot be read"},
		{"half an answer", answers(200, `{"status":"success","message":[{"ticketId":"7`), failed, unknown, "cannot be read"},
		{"a refusal at 429", answers(429, `{"status":"failed","message":"slow down"}`), failed, failed, "asks to slow down"},
		{"a redirect", points, failed, failed, "points elsewhere"},
		{"a lost answer", lost, failed, unknown, "broke off"},
		{"a hang", hangs, failed, unknown, "did not answer in time"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			timeout := "20s"
			if c.name == "a hang" {
				timeout = "1s"
			}
			eachAtOnce(t, forScripts(reads), func(t *testing.T, args []string) {
				got := against(t, newUpstream(t, c.does).URL, "{}", append(args, "--timeout", timeout)...)
				if got.code != c.read || !strings.Contains(got.errOut, c.says) || !silent(args, got) {
					t.Errorf("%s: %s", strings.Join(args, " "), got)
				}
			})
			eachAtOnce(t, forScripts(writes), func(t *testing.T, args []string) {
				does := c.does
				if c.name == "a lost answer" || c.name == "a hang" {
					does = ofWrites(c.does) // where it is of reads too, some writes are not sent at all
				}
				u := newUpstream(t, does)
				got := against(t, u.URL, "{}", append(args, "--timeout", timeout)...)
				if got.code != c.write || !strings.Contains(got.errOut, c.says) || !silent(args, got) {
					t.Errorf("%s: %s", strings.Join(args, " "), got)
				}
				if n := len(u.requests("update-ticket")) + len(u.requests("add-ticket")) + len(u.requests("add-customer")) + len(u.requests("add-order")); n != 1 {
					t.Errorf("%s: it was sent %d times", strings.Join(args, " "), n)
				}
				if (got.code == unknown) != strings.Contains(got.errOut, "is not known") {
					t.Errorf("%s: it does not say what is known: %s", strings.Join(args, " "), got)
				}
			})
		})
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	_ = listener.Close()
	eachAtOnce(t, forScripts(append(slices.Clip(writes), reads...)), func(t *testing.T, args []string) {
		got := against(t, url, "{}", args...)
		if got.code != exitcode.Failed || !strings.Contains(got.errOut, "cannot be reached") || !silent(args, got) {
			t.Errorf("%s: %s", strings.Join(args, " "), got)
		}
	})
}

func TestAHangEndsSoonAfterItsTimeout(t *testing.T) {
	t.Parallel()
	u := newUpstream(t, hangs)
	for _, args := range [][]string{reads[0], {"ticket", "pull", "--from", "2026-01-01", "--to", "2026-11-20"}, writes[0]} {
		if got := against(t, u.URL, "", append(args, "--timeout", "300ms")...); got.code == 0 {
			t.Errorf("%s", got)
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.sent) > 30 { // three calls and a look; the range alone would be hundreds
		t.Errorf("it sent %d requests", len(u.sent))
	}
}
