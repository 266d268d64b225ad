package cli_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// writeUpdateFile adds that many tickets and writes a file that updates each.
func writeUpdateFile(t *testing.T, url string, tickets int) (path string) {
	t.Helper()
	content := "ticket_id,sub_status,comment\n"
	for n := range tickets {
		content += fmt.Sprintf("%s,P,\"update %d,\nof many\"\n", addTicket(t, url), n)
	}
	path = filepath.Join(t.TempDir(), "updates.csv")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// interceptUpdate handles the nth update, counted from 1, in the service's place.
func interceptUpdate(nth int64, does func(w http.ResponseWriter, r *http.Request, next http.Handler)) func(http.Handler) http.HandlerFunc {
	var updates atomic.Int64
	return func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) == "update-ticket" && updates.Add(1) == nth {
				does(w, r, next)
				return
			}
			next.ServeHTTP(w, r)
		}
	}
}

// requireEachUpdatedOnce checks the requests: every ticket was updated once.
func requireEachUpdatedOnce(t *testing.T, u *clitest.Upstream, tickets int) {
	t.Helper()
	seen := map[string]int{}
	for _, body := range u.Requests("update-ticket") {
		seen[body]++
	}
	if len(seen) != tickets {
		t.Errorf("%d updates of %d tickets", len(seen), tickets)
	}
	for body, n := range seen {
		if n != 1 {
			t.Errorf("sent %d times: %s", n, body)
		}
	}
}

func TestBulkUpdate_KilledProcessLosesNothingAndSendsNothingTwice(t *testing.T) {
	const tickets = 5
	for nth := int64(1); nth <= tickets; nth++ {
		for name, carriedOut := range map[string]bool{"carried out": true, "not carried out": false} {
			t.Run(fmt.Sprint("killed at update ", nth, ", ", name), func(t *testing.T) {
				t.Parallel()
				held := make(chan struct{})
				u, _ := clitest.NewRealUpstream(t, interceptUpdate(nth, func(_ http.ResponseWriter, r *http.Request, next http.Handler) {
					if carriedOut {
						next.ServeHTTP(httptest.NewRecorder(), r)
					}
					close(held)
					<-r.Context().Done()
				}))
				file := writeUpdateFile(t, u.URL, tickets)
				process := exec.CommandContext(t.Context(), "frontdesk", "ticket", "update", "--from-csv", file, "--pace", "1ms") // the test's own program
				process.Env = append(os.Environ(), "FRONTDESK_BASE_URL="+u.URL, "FRONTDESK_KMS_URL="+u.URL, "FRONTDESK_TOKEN="+clitest.Token, "HOME="+t.TempDir())
				if err := process.Start(); err != nil {
					t.Fatal(err)
				}
				<-held
				_ = process.Process.Kill()
				_ = process.Wait()
				results := strings.TrimSuffix(file, ".csv") + ".result.csv"
				got := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file, "--resume", results, "--pace", "1ms")
				says := map[bool]string{true: "the ticket shows the change, with its comment, which may have existed before", false: "the ticket does not show the change"}[carriedOut]
				if got.code != exitcode.Unknown || !strings.Contains(got.errOut, "the process ended while it was being sent; "+says) ||
					!strings.Contains(got.out, "4 of 5 updates done, 1 of unknown outcome") {
					t.Errorf("%s", got)
				}
				requireEachUpdatedOnce(t, u, tickets)
				again := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file, "--resume", results)
				if again.code != exitcode.Unknown {
					t.Errorf("%s", again)
				}
				requireEachUpdatedOnce(t, u, tickets)
			})
		}
	}
}

func TestBulkUpdate_ContinuesWhereItStopped(t *testing.T) {
	const tickets = 4
	slow := func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.WriteHeader(http.StatusTooManyRequests)
	}
	cut := func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		nth       int64
		does      func(http.ResponseWriter, *http.Request, http.Handler)
		stops     int
		says      string
		then      int
		sentTwice int // by the user's own word, after the service said that it had not looked
	}{
		"the service asks to slow down": {3, slow, exitcode.Failed, "a longer --pace leaves the service more time", exitcode.OK, 1},
		"the answer of one is lost":     {3, cut, exitcode.Unknown, "the ticket does not show the change", exitcode.Unknown, 0},
		"the first is lost":             {1, cut, exitcode.Unknown, "the ticket does not show the change", exitcode.Unknown, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, _ := clitest.NewRealUpstream(t, interceptUpdate(c.nth, c.does))
			file := writeUpdateFile(t, u.URL, tickets)
			results := file + ".results"
			got := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file, "--result", results, "--pace", "1ms")
			if got.code != c.stops || !strings.Contains(got.errOut, c.says) || !strings.Contains(got.errOut, "stopped; to continue, use --resume "+results) {
				t.Errorf("%s", got)
			}
			if n := len(u.Requests("update-ticket")); n != int(c.nth) {
				t.Errorf("%d were sent", n)
			}
			then := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file, "--resume", results, "--pace", "1ms")
			if then.code != c.then {
				t.Errorf("%s", then)
			}
			if n := len(u.Requests("update-ticket")); n != tickets+c.sentTwice {
				t.Errorf("%d were sent", n)
			}
		})
	}
}

func TestBulkUpdate_RowFoundDoneAfterALostAnswerStopsNothing(t *testing.T) {
	for nth := range int64(2) {
		u, _ := clitest.NewRealUpstream(t, signed("Asha Rao", interceptUpdate(nth+1, func(_ http.ResponseWriter, r *http.Request, next http.Handler) {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		})))
		got := runAsAsha(t, u.URL, "ticket", "update", "--from-csv", writeUpdateFile(t, u.URL, 3), "--pace", "1ms")
		if got.code != exitcode.OK || !strings.Contains(got.out, "3 of 3 updates done") ||
			!strings.Contains(got.errOut, "the answer was lost, but it is done: the ticket shows the change") {
			t.Errorf("row %d: %s", nth+1, got)
		}
		requireEachUpdatedOnce(t, u, 3)
	}
}

func TestBulkUpdate_InterruptStopsBetweenTwoRows(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	u, _ := clitest.NewRealUpstream(t, nil)
	file := writeUpdateFile(t, u.URL, 3)
	results := file + ".results"
	ended := make(chan commandResult, 1)
	go func() {
		ended <- runUntil(ctx, t, u.URL, "", "ticket", "update", "--from-csv", file, "--result", results, "--pace", "5m")
	}()
	for content := ""; !strings.Contains(content, ",done,"); { // the first row, then five minutes of nothing
		read, _ := os.ReadFile(results)
		content = string(read)
	}
	interrupt()
	if got := <-ended; got.code != exitcode.Interrupted || !strings.Contains(got.out, "1 of 3 updates done, 2 not sent") {
		t.Errorf("%s", got)
	}
	if got := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file, "--resume", results, "--pace", "1ms"); got.code != 0 {
		t.Errorf("%s", got)
	}
	requireEachUpdatedOnce(t, u, 3)
}

func TestBulkUpdate_FirstRowGoesAloneAndTheOthersAtTheirRate(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, interceptUpdate(1, func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.WriteHeader(http.StatusInternalServerError)
	}))
	file := writeUpdateFile(t, u.URL, 3)
	got := runAgainst(t, u.URL, "", "ticket", "update", "--from-csv", file)
	if n := len(u.Requests("update-ticket")); n != 1 || got.code != exitcode.Unknown {
		t.Errorf("%d were sent: %s", n, got)
	}
}
