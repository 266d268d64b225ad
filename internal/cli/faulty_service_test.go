package cli_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func answerWith(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

// hang never answers.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// redirect leads to another machine, where no credential may go.
func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "http://192.0.2.1/", http.StatusTemporaryRedirect)
}

// cutConnection carries nothing out and closes the connection.
func cutConnection(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// addOneDay adds the flags of a range of one day.
func addOneDay(args ...string) []string {
	return append(args, "--from", "2026-11-20", "--to", "2026-11-20")
}

// reads and writes are every command that sends something, without the ones for scripts.
var (
	reads = [][]string{
		{"ticket", "get", "71"},
		addOneDay("ticket", "pull"),
		{"faq", "search", "refund"},
		{"faq", "search", "refund", "--titles"},
		{"faq", "categories"},
		{"customer", "get", "71"},
		addOneDay("customer", "pull"),
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

// interceptWrites handles writes in the service's place; reads find nothing.
func interceptWrites(does http.HandlerFunc) http.HandlerFunc {
	nothing := answerWith(http.StatusOK, `{"status":"success","message":[]}`)
	return func(w http.ResponseWriter, r *http.Request) {
		if op := clitest.OperationOf(r); strings.HasPrefix(op, "add-") || op == "update-ticket" {
			does(w, r)
			return
		}
		nothing(w, r)
	}
}

// addScriptForms returns the commands, each followed by its form for scripts.
func addScriptForms(commands [][]string) (all [][]string) {
	for _, args := range commands {
		all = append(all, args)
		if args[0] != "api" {
			all = append(all, append(slices.Clip(args), "--raw"))
		}
	}
	return all
}

// runInParallel runs all commands at once, since most of their time is waiting.
func runInParallel(t *testing.T, commands [][]string, run func(t *testing.T, args []string)) {
	t.Helper()
	var group sync.WaitGroup
	for _, args := range commands {
		group.Go(func() { run(t, addUpdateFile(t, args)) })
	}
	group.Wait()
}

// addUpdateFile replaces the file of updates in the arguments, if any, by a new file with one.
func addUpdateFile(t *testing.T, args []string) []string {
	args = slices.Clone(args)
	if at := slices.IndexFunc(args, func(arg string) bool { return filepath.Base(arg) == "updates.csv" }); at >= 0 {
		args[at] = filepath.Join(t.TempDir(), "updates.csv")
		if err := os.WriteFile(args[at], []byte("ticket_id,sub_status,comment\n71,CL,done\n"), 0o600); err != nil {
			t.Error(err)
		}
	}
	return args
}

// printsNoResult reports whether a command that failed has printed no result. A raw answer is printed whatever it is,
// and a file of updates has its summary. Of a write whose outcome is not known, scripts get what was found.
func printsNoResult(args []string, got commandResult) bool {
	isFinding := got.code == exitcode.Unknown && slices.Contains(args, "--raw") &&
		strings.HasPrefix(got.out, `{"status":"not confirmed",`)
	return got.out == "" || isFinding || args[0] == "api" || slices.Contains(args, "--from-csv")
}

func TestExitCode_TellsWhatTheServiceDid(t *testing.T) {
	t.Parallel()
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
		{"a failure at HTTP 200", answerWith(200, `{"status":"failed","message":"No &lt;such&gt; thing"}`), failed, failed, "No <such> thing"},
		{"a failure with capitals", answerWith(200, `{"Status":"failed","Message":"Nope"}`), failed, failed, "Nope"},
		{"a wrong key at HTTP 200", answerWith(200, `{"message":"Invalid Auth Key","status":"failed"}`), denied, denied, "does not accept the credential"},
		{"a wrong key at 401", answerWith(401, `<html>`), denied, denied, "does not accept the credential"},
		{"a page of a proxy", answerWith(500, "<html><h1>It broke</h1></html>"), failed, unknown, "cannot be read"},
		{"a page at HTTP 200", answerWith(200, "<!doctype html><p>Welcome"), failed, unknown, "cannot be read"},
		{"an empty answer", answerWith(200, ""), failed, unknown, "cannot be read"},
		{"an answer of nothing", answerWith(200, "null"), failed, unknown, "cannot be read"},
		{"half an answer", answerWith(200, `{"status":"success","message":[{"ticketId":"7`), failed, unknown, "cannot be read"},
		{"a refusal at 429", answerWith(429, `{"status":"failed","message":"slow down"}`), failed, failed, "asks to slow down"},
		{"a redirect", redirect, failed, failed, "points elsewhere"},
		{"a lost answer", cutConnection, failed, unknown, "broke off"},
		{"a hang", hang, failed, unknown, "did not answer in time"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			timeout, longest := 20*time.Second, 20*time.Second
			if c.name == "a hang" {
				timeout, longest = time.Second, 5*time.Minute // a slow machine may take longer for the look before a write
			}
			runInParallel(t, addScriptForms(reads), func(t *testing.T, args []string) {
				got := runAgainst(t, clitest.NewUpstream(t, c.does).URL, "{}", append(args, "--timeout", timeout.String())...)
				if got.code != c.read || !strings.Contains(got.errOut, c.says) || !printsNoResult(args, got) {
					t.Errorf("%s: %s", strings.Join(args, " "), got)
				}
			})
			runInParallel(t, addScriptForms(writes), func(t *testing.T, args []string) {
				does := c.does
				if slices.Contains([]string{"a lost answer", "a hang", "a page of a proxy", "a refusal at 429"}, c.name) {
					does = interceptWrites(c.does) // where it is of reads too, some writes are not sent at all
				}
				got, sent := commandResult{}, 0
				for limit := timeout; limit <= longest && sent == 0; limit *= 2 {
					u := clitest.NewUpstream(t, does)
					args = addUpdateFile(t, args) // an earlier try has left its results beside the file
					got = runAgainst(t, u.URL, "{}", append(args, "--timeout", limit.String())...)
					sent = len(slices.Concat(
						u.Requests("update-ticket"), u.Requests("add-ticket"), u.Requests("add-customer"), u.Requests("add-order"),
					))
				}
				if got.code != c.write || !strings.Contains(got.errOut, c.says) || !printsNoResult(args, got) {
					t.Errorf("%s: %s", strings.Join(args, " "), got)
				}
				if sent != 1 {
					t.Errorf("%s: it was sent %d times", strings.Join(args, " "), sent)
				}
				if (got.code == unknown) != strings.Contains(got.errOut, "is not known") {
					t.Errorf("%s: it does not say what is known: %s", strings.Join(args, " "), got)
				}
			})
		})
	}
}

// nobodyURL is an address at which no service listens. A port that was free a moment ago may be another test's by now.
const nobodyURL = "http://127.0.0.1:1"

func TestExitCode_ServiceThatIsNotRunning(t *testing.T) {
	t.Parallel()
	runInParallel(t, addScriptForms(append(slices.Clip(writes), reads...)), func(t *testing.T, args []string) {
		got := runAgainst(t, nobodyURL, "{}", args...)
		if got.code != exitcode.Failed || !strings.Contains(got.errOut, "cannot be reached") || !printsNoResult(args, got) {
			t.Errorf("%s: %s", strings.Join(args, " "), got)
		}
	})
}

func TestTimeout_EndsACommandWhoseServiceHangs(t *testing.T) {
	t.Parallel()
	u := clitest.NewUpstream(t, hang)
	for _, args := range [][]string{reads[0], {"ticket", "pull", "--from", "2026-01-01", "--to", "2026-11-20"}, writes[0]} {
		if got := runAgainst(t, u.URL, "", append(args, "--timeout", "300ms")...); got.code == 0 {
			t.Errorf("%s", got)
		}
	}
	if n := len(u.Sent()); n > 30 { // three calls and a look; the range alone would be hundreds
		t.Errorf("it sent %d requests", n)
	}
}
