package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
)

// addTicket adds a ticket and returns its id.
func addTicket(t *testing.T, url string) string {
	t.Helper()
	got := runAgainst(t, url, "", "ticket", "add", "--title", "Drum does not turn", "--raw")
	var added struct {
		ID string `json:"ticket_id"`
	}
	if err := json.Unmarshal([]byte(got.out), &added); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	return added.ID
}

// loseAnswers drops the answers of an operation, or, where nothing is carried out, its requests.
func loseAnswers(op string, carriedOut bool) func(http.Handler) http.HandlerFunc {
	return func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) != op {
				next.ServeHTTP(w, r)
				return
			}
			if carriedOut {
				next.ServeHTTP(httptest.NewRecorder(), r)
			}
			panic(http.ErrAbortHandler)
		}
	}
}

var cutAfter, cutBefore = loseAnswers("update-ticket", true), loseAnswers("update-ticket", false)

// signed lets the service sign everything with a name.
func signed(author string, around func(http.Handler) http.HandlerFunc) func(http.Handler) http.HandlerFunc {
	return func(next http.Handler) http.HandlerFunc {
		return around(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(desk.WithAgent(r.Context(), safetext.LineFromText(author))))
		}))
	}
}

// runAsAsha runs a command of an agent whose name is configured.
func runAsAsha(t *testing.T, url string, args ...string) commandResult {
	t.Helper()
	return runWith(t.Context(), testEnvironment(t, url), "", append(args, "--config", agentFile(t, "Asha Rao"))...)
}

// agentFile writes a configuration with the name of the agent.
func agentFile(t *testing.T, name string) string {
	t.Helper()
	return writePrivateFile(t, filepath.Join(t.TempDir(), "config.toml"), fmt.Sprintf("agent = %q\n", name))
}

// TestTicketUpdate_LostAnswerIsCheckedOnTheTicketAndNotSentAgain: a ticket that shows every requested value, and an
// entry of the agent, confirms the write.
func TestTicketUpdate_LostAnswerIsCheckedOnTheTicketAndNotSentAgain(t *testing.T) {
	blind := func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) == "get-ticket" {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			cutAfter(next)(w, r)
		}
	}
	for name, c := range map[string]struct {
		around func(http.Handler) http.HandlerFunc
		args   []string
		code   int
		says   string
	}{
		"carried out":                     {cutAfter, []string{"--sub-status", "CL", "--comment", "It <turns> &\nturns"}, exitcode.OK, "but it is done: the ticket shows the change, with its comment"},
		"with everything":                 {cutAfter, []string{"--sub-status", "P", "--comment", "x", "--callback", "2126-12-24 18:30", "--disposition", "A|B"}, exitcode.OK, "the ticket shows the change"},
		"without a comment":               {cutAfter, []string{"--sub-status", "CL"}, exitcode.OK, "the ticket shows everything that was requested"},
		"it stood so before":              {cutBefore, []string{"--sub-status", "US"}, exitcode.Unknown, "the ticket shows everything that was requested, but did so before"},
		"not carried out":                 {cutBefore, []string{"--sub-status", "CL", "--comment", "It turns"}, exitcode.Unknown, "does not show the change so far"},
		"a comment alone not there":       {cutBefore, []string{"--sub-status", "US", "--comment", "It turns"}, exitcode.Unknown, "does not show the change so far"},
		"the ticket cannot be read again": {blind, []string{"--sub-status", "CL"}, exitcode.Unknown, "could not be read again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, _ := clitest.NewRealUpstream(t, signed("Asha Rao", c.around))
			id := addTicket(t, u.URL)
			args := append([]string{"ticket", "update", id}, c.args...)
			got := runAsAsha(t, u.URL, args...)
			isUnknown := c.code == exitcode.Unknown
			if got.code != c.code || !strings.Contains(got.errOut, c.says) || strings.Contains(got.errOut, "the outcome is not known") != isUnknown ||
				strings.Contains(got.out, id) == isUnknown {
				t.Errorf("%s", got)
			}
			if n := len(u.Requests("update-ticket")); n != 1 {
				t.Errorf("it was sent %d times", n)
			}
			if isUnknown {
				return
			}
			scripts := runAsAsha(t, u.URL, append(args, "--raw")...)
			if scripts.code != exitcode.OK || !json.Valid([]byte(scripts.out)) || !strings.Contains(scripts.out, `"ticketId":"`+id) {
				t.Errorf("%s", scripts)
			}
		})
	}
}

// TestTicketUpdate_OnlyACommentOfTheAgentOrWithTheMarkIsTakenForOurs: the update is cut off, and a colleague, a script
// with the same credential or somebody without a name writes the same.
func TestTicketUpdate_OnlyACommentOfTheAgentOrWithTheMarkIsTakenForOurs(t *testing.T) {
	const alike = "the ticket looks like it, with a new comment like this one, but "
	for name, c := range map[string]struct {
		author, agent string
		args          []string
		code          int
		says          string
	}{
		"a colleague":               {"Ben Okafor", "Asha Rao", nil, exitcode.Unknown, alike + "that is by Ben Okafor"},
		"the agent":                 {"Asha Rao", "Asha Rao", nil, exitcode.OK, "it is done: the ticket shows the change, with its comment"},
		"nobody":                    {"", "Asha Rao", nil, exitcode.Unknown, alike + "nobody is named as its author"},
		"somebody, without a name":  {"Ben Okafor", "", nil, exitcode.Unknown, alike + "it is by Ben Okafor, and your own name is not configured"},
		"nobody, without a name":    {"", "", nil, exitcode.Unknown, alike + "nobody is named as its author"},
		"a shared key, with a mark": {"Night shift", "Asha Rao", []string{"--ref", "A-1"}, exitcode.OK, "it is done: the ticket shows the change, with its comment"},
		"nobody, with a mark":       {"", "", []string{"--ref", "A-1"}, exitcode.OK, "it is done: the ticket shows the change, with its comment"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, _ := clitest.NewRealUpstream(t, signed(c.author, cutAfter))
			environment := testEnvironment(t, u.URL)
			if c.agent != "" {
				c.args = append(c.args, "--config", agentFile(t, c.agent))
			}
			id := addTicket(t, u.URL)
			update := append([]string{"ticket", "update", id, "--sub-status", "P", "--comment", "Called back"}, c.args...)
			got := runWith(t.Context(), environment, "", update...)
			if got.code != c.code || !strings.Contains(got.errOut, c.says) {
				t.Errorf("%s", got)
			}
			if c.code == exitcode.OK {
				return
			}
			id = addTicket(t, u.URL)
			update[2] = id
			scripts := runWith(t.Context(), environment, "", append(update, "--json")...)
			var found struct {
				Status, Message, Author string
				Matches                 []string
			}
			if err := json.Unmarshal([]byte(scripts.out), &found); err != nil || scripts.code != exitcode.Unknown {
				t.Fatalf("%v: %s", err, scripts)
			}
			if found.Status != "not confirmed" || found.Author != c.author || !slices.Equal(found.Matches, []string{id}) ||
				!strings.Contains(found.Message, c.says) {
				t.Errorf("%+v", found)
			}
			if !strings.Contains(scripts.errOut, `{"code":5,"message":"`) || !strings.Contains(scripts.errOut, `"may_have_happened":true}`) {
				t.Errorf("the error is %s", scripts.errOut)
			}
		})
	}
}

func TestInterrupt_EndsAReadAndReportsTheOutcomeOfAWrite(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"a read":  {[]string{"faq", "categories"}, exitcode.Interrupted, "cancelled"},
		"a range": {[]string{"ticket", "pull", "--from", "2026-11-01", "--to", "2026-11-20", "--raw"}, exitcode.Interrupted, ""},
		"a write": {[]string{"ticket", "update", "ID", "--sub-status", "CL", "--comment", "done"}, exitcode.OK, "the ticket shows the change"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, interrupt := context.WithCancel(t.Context())
			var armed atomic.Bool
			u, _ := clitest.NewRealUpstream(t, signed("Asha Rao", func(next http.Handler) http.HandlerFunc {
				return func(w http.ResponseWriter, r *http.Request) {
					if !armed.Load() || clitest.OperationOf(r) == "get-ticket" {
						next.ServeHTTP(w, r)
						return
					}
					next.ServeHTTP(httptest.NewRecorder(), r)
					interrupt()
					<-r.Context().Done()
				}
			}))
			id := addTicket(t, u.URL)
			armed.Store(true)
			for i, arg := range c.args {
				if arg == "ID" {
					c.args[i] = id
				}
			}
			got := runUntil(ctx, t, u.URL, "", append(c.args, "--config", agentFile(t, "Asha Rao"))...)
			if got.code != c.code || !strings.Contains(got.errOut, c.says) {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestInterrupt_EndsACommandThatReadsStandardInput(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	never, typed := io.Pipe()
	defer typed.Close()
	var errOut bytes.Buffer
	interrupt()
	arguments := []string{"ticket", "update", "71", "--sub-status", "P", "--comment", "-"}
	code := cli.Run(ctx, arguments, func(string) string { return "" }, never, io.Discard, &errOut)
	if code != exitcode.Interrupted || errOut.String() != "frontdesk: interrupted\n" {
		t.Errorf("it ended with %d: %s", code, &errOut)
	}
}

func TestTicketUpdate_CallbackStoredAtAnotherTimeIsReported(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":"ok",
		"ticket":{"ticketId":"71","substatus":"P","substatusName":"Pending","nextFollowUp":"2126-12-24 00:30:00"}}`))
	got := runAgainst(t, u.URL, "", "ticket", "update", "71", "--sub-status", "CL", "--callback", "2126-12-24 12:30")
	if got.code != 0 || !strings.Contains(got.errOut, "Callback mismatch: you set 2126-12-24 12:30:00, the service saved 2126-12-24 00:30") ||
		!strings.Contains(got.errOut, "Sub-status mismatch") {
		t.Errorf("%s", got)
	}
}
