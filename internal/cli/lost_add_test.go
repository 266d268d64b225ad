package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// TestAdd_LostAnswerIsCheckedInTheRecords: a reference, a code or an ERP id identifies the record.
func TestAdd_LostAnswerIsCheckedInTheRecords(t *testing.T) {
	ticket := []string{"ticket", "add", "--title", "Drum & belt", "--details", "It <b>hums</b>.\n", "--ref", "A-1"}
	plain := []string{"ticket", "add", "--title", "Drum & belt"}
	customer := []string{"customer", "add", "--name", "Ravi", "--phone", "98", "--code", "C 7"}
	order := []string{"order", "add", "--customer-name", "Asha", "--erp-order", "E-7"}
	for name, c := range map[string]struct {
		op      string
		carried bool
		args    []string
		code    int
		says    string
		id      string // where scripts find the id
	}{
		"a ticket is there":                 {"add-ticket", true, ticket, exitcode.OK, "has ref: A-1", "ticket_id"},
		"a ticket without details is there": {"add-ticket", true, append(plain, "--ref", "A-1"), exitcode.OK, "has ref: A-1", "ticket_id"},
		"a ticket is not there":             {"add-ticket", false, ticket, exitcode.Unknown, "no ticket with ref: A-1 has been added since it was sent", ""},
		"a ticket of the title was added":   {"add-ticket", true, plain, exitcode.Unknown, "check the tickets just added with this title: 7135", ""},
		"no ticket of the title was added":  {"add-ticket", false, plain, exitcode.Unknown, "no ticket with this title has been added since it was sent", ""},
		"a customer is there":               {"add-customer", true, customer, exitcode.OK, "has the code C 7", "customer customer_id"},
		"a customer is not there":           {"add-customer", false, customer, exitcode.Unknown, "no customer with the code C 7", ""},
		"an order is there":                 {"add-order", true, order, exitcode.OK, "has the ERP id E-7", "Order order_id"},
		"an order is not there":             {"add-order", false, order, exitcode.Unknown, "no order with the ERP id E-7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cut := loseAnswers(c.op, c.carried)
			var whole http.Handler
			u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
				whole = next
				return cut(next)
			})
			direct := clitest.NewUpstream(t, whole.ServeHTTP) // for what was there before
			runAgainst(t, direct.URL, "", "customer", "add", "--name", "Asha", "--phone", "1", "--code", "C 70")
			runAgainst(t, direct.URL, "", "ticket", "add", "--title", "Another drum", "--ref", "A-12")
			got := runAgainst(t, u.URL, "", c.args...)
			if got.code != c.code || !strings.Contains(got.errOut, c.says) || (got.out != "") != (c.code == exitcode.OK) {
				t.Errorf("%s", got)
			}
			if n := len(u.Requests(c.op)); n != 1 {
				t.Errorf("it was sent %d times", n)
			}
			if c.id == "" {
				return
			}
			scripts := runAgainst(t, u.URL, "", append(changeReference(c.args), "--raw")...)
			var record any
			if err := json.Unmarshal([]byte(scripts.out), &record); err != nil {
				t.Fatalf("%v: %s", err, scripts)
			}
			for _, member := range strings.Fields(c.id) {
				block, _ := record.(map[string]any)
				record = block[member]
			}
			if scripts.code != exitcode.OK || record == nil || record == "" || record == 0.0 {
				t.Errorf("%v in %s", record, scripts)
			}
			clean := runAgainst(t, u.URL, "", append(changeReference(changeReference(c.args)), "--json")...)
			var saved map[string]any
			noun := strings.TrimPrefix(c.op, "add-") + "_id"
			if err := json.Unmarshal([]byte(clean.out), &saved); err != nil || saved["id"] == nil && saved[noun] == nil {
				t.Errorf("%v: %s", err, clean)
			}
		})
	}
}

// changeReference returns the same arguments with another reference, code or ERP id.
func changeReference(args []string) []string {
	last := len(args) - 1
	return append(append([]string{}, args[:last]...), args[last]+"b")
}

func TestTicketAdd_ReferenceThatOlderTicketsCarryTellsTheNewOne(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, loseAnswers("add-ticket", true))
	args := []string{"ticket", "add", "--title", "Drum", "--ref", "A-1"}
	first, second := runAgainst(t, u.URL, "", args...), runAgainst(t, u.URL, "", args...)
	for _, got := range []commandResult{first, second} {
		if got.code != exitcode.OK || !strings.Contains(got.errOut, "has ref: A-1") {
			t.Errorf("%s", got)
		}
	}
	if first.out == second.out {
		t.Errorf("both are said to be %s", first.out)
	}
}

// sendTwice carries an operation's requests out once for another client that sends the same, and, where carriedOut,
// once for the caller, who gets no answer.
func sendTwice(op string, carriedOut bool) func(http.Handler) http.HandlerFunc {
	return func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) != op {
				next.ServeHTTP(w, r)
				return
			}
			body, _ := io.ReadAll(r.Body)
			times := 1
			if carriedOut {
				times++
			}
			for range times {
				r.Body = io.NopCloser(bytes.NewReader(body))
				next.ServeHTTP(httptest.NewRecorder(), r)
			}
			panic(http.ErrAbortHandler)
		}
	}
}

// TestAdd_TwinOfAnotherClientIsNotTakenForOurs: what another client adds at the same time, the same to the last byte,
// tells nothing about what was sent here.
func TestAdd_TwinOfAnotherClientIsNotTakenForOurs(t *testing.T) {
	for name, c := range map[string]struct {
		op         string
		carriedOut bool
		args       []string
		says       string
	}{
		"a ticket without a reference": {"add-ticket", false, []string{"ticket", "add", "--title", "Drum"}, "before you add it again, check the tickets just added with this title"},
		"a reference twice":            {"add-ticket", true, []string{"ticket", "add", "--title", "Drum", "--ref", "A-1"}, "all have ref: A-1"},
		"a customer without a code":    {"add-customer", false, []string{"customer", "add", "--name", "Ravi", "--phone", "98"}, "before you add the customer again, search for it"},
		"a code twice":                 {"add-customer", true, []string{"customer", "add", "--name", "Ravi", "--phone", "98", "--code", "C 7"}, "before you add the customer again, search for it"},
		"an order without an ERP id":   {"add-order", false, []string{"order", "add", "--customer-name", "Asha", "--payment", "card"}, "before you add the order again, search for it"},
		"an ERP id twice":              {"add-order", true, []string{"order", "add", "--customer-name", "Asha", "--erp-order", "E-7"}, "before you add the order again, search for it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, _ := clitest.NewRealUpstream(t, sendTwice(c.op, c.carriedOut))
			if c.op == "add-order" {
				runAgainst(t, u.URL, "", "customer", "add", "--name", "Asha", "--phone", "1")
			}
			got := runAgainst(t, u.URL, "", c.args...)
			if got.code != exitcode.Unknown || !strings.Contains(got.errOut, c.says) || got.out != "" {
				t.Errorf("%s", got)
			}
		})
	}
}

// TestWrite_LookThatFailedLeavesTheOutcomeUnknown: the look before the write is refused once, the one after it is not,
// and the service never sees the write. What is found then may have been there before.
func TestWrite_LookThatFailedLeavesTheOutcomeUnknown(t *testing.T) {
	for name, c := range map[string]struct {
		look, op string
		args     []string
		says     string
	}{
		"a ticket":   {"pull-ticket", "add-ticket", []string{"ticket", "add", "--title", "Drum", "--ref", "A-1"}, "has ref: A-1, but may have existed before"},
		"a customer": {"pull-customer", "add-customer", []string{"customer", "add", "--name", "Ravi", "--phone", "98", "--code", "C 7"}, "has the code C 7, but may have existed before"},
		"an order":   {"pull-order", "add-order", []string{"order", "add", "--customer-name", "Asha", "--erp-order", "E-7"}, "has the ERP id E-7, but may have existed before"},
		"a comment":  {"get-ticket", "update-ticket", []string{"ticket", "update", "TICKET", "--sub-status", "P", "--comment", "Called back"}, "which may have existed before"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var whole http.Handler
			cut := loseAnswers(c.op, false)
			var looked atomic.Bool
			u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
				whole = next
				return func(w http.ResponseWriter, r *http.Request) {
					if clitest.OperationOf(r) == c.look && !looked.Swap(true) {
						answerWith(http.StatusBadRequest, `{"status":"failed","message":"fault"}`)(w, r)
						return
					}
					cut(next)(w, r)
				}
			})
			direct := clitest.NewUpstream(t, whole.ServeHTTP).URL // by which another client has done the same before
			runAgainst(t, direct, "", "customer", "add", "--name", "Asha", "--phone", "1")
			id := addTicket(t, direct)
			args := strings.Split(strings.ReplaceAll(strings.Join(c.args, "\x00"), "TICKET", id), "\x00")
			if before := runAgainst(t, direct, "", args...); before.code != exitcode.OK {
				t.Fatalf("%s", before)
			}
			got := runAgainst(t, u.URL, "", args...)
			if got.code != exitcode.Unknown || !strings.Contains(got.errOut, c.says) || got.out != "" || !looked.Load() {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestTicketUpdate_OlderCommentAlikeIsNotTakenForOurs(t *testing.T) {
	t.Parallel()
	var whole http.Handler
	u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		whole = next
		return cutBefore(next)
	})
	direct := clitest.NewUpstream(t, whole.ServeHTTP).URL
	id := addTicket(t, direct)
	args := []string{"ticket", "update", id, "--sub-status", "P", "--comment", "Called back"}
	runAgainst(t, direct, "", args...) // a colleague, a moment ago
	if got := runAgainst(t, u.URL, "", args...); got.code != exitcode.Unknown || !strings.Contains(got.errOut, "does not show the change") {
		t.Errorf("%s", got)
	}
}

func TestWrite_ServiceThatCannotBeLookedAtIsSentNothing(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) == "get-ticket" {
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		}
	})
	id := addTicket(t, u.URL)
	got := runAgainst(t, u.URL, "", "ticket", "update", id, "--sub-status", "P", "--comment", "Called back")
	if got.code != exitcode.Failed || !strings.Contains(got.errOut, "nothing was sent") || len(u.Requests("update-ticket")) != 0 {
		t.Errorf("%s", got)
	}
}

func TestTicketAdd_ReferenceIsTheLastWordOfTheDetails(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","ticket_id":"7"}`))
	runAgainst(t, u.URL, "It hums.\n\n", "ticket", "add", "--title", "Drum", "--details", "-", "--ref", "2026/A-1")
	runAgainst(t, u.URL, "", "ticket", "add", "--title", "Drum", "--ref", "A-1")
	runAgainst(t, u.URL, "", "ticket", "add", "--title", "Drum", "--details", "It hums.")
	for n, details := range []string{`"It hums.\n\nref: 2026/A-1"`, `"ref: A-1"`, `"It hums."`} {
		if sent := u.Requests("add-ticket"); len(sent) != 3 || !strings.Contains(sent[n], `"ticket_details":`+details) {
			t.Errorf("sent %q", sent)
		}
	}
	for _, ref := range []string{"", "a b", "a\nb", "é", "<a>", "a&b", strings.Repeat("a", 65)} {
		got := runAgainst(t, u.URL, "", "ticket", "add", "--title", "Drum", "--ref", ref)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, "1 to 64 letters, digits") {
			t.Errorf("%q: %s", ref, got)
		}
	}
	if n := len(u.Requests("add-ticket")); n != 3 {
		t.Errorf("%d were sent", n)
	}
}

// TestAdd_ServiceThatIgnoresTheFilterLeavesTheOutcomeUnknown: one page of other records does not say that ours is not
// there.
func TestAdd_ServiceThatIgnoresTheFilterLeavesTheOutcomeUnknown(t *testing.T) {
	record := `{"id":%[1]d,"customerCode":"C-%[1]d","order_id":"%[1]d","erp_order_id":"E-%[1]d"}`
	all := make([]string, wire.DefaultPageSize)
	for n := range all {
		all[n] = fmt.Sprintf(record, n+1)
	}
	page := answerWith(http.StatusOK, `{"status":"success","message":[`+strings.Join(all, ",")+`]}`)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"customer", "add", "--name", "Ravi", "--phone", "98", "--code", "C-7000"}, "before you add the customer again, search for it"},
		{[]string{"order", "add", "--customer-name", "Ravi", "--erp-order", "E-7000"}, "before you add the order again, search for it"},
	} {
		u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
			if op := clitest.OperationOf(r); op == "add-customer" || op == "add-order" {
				cutConnection(w, r)
			}
			page(w, r)
		})
		if got := runAgainst(t, u.URL, "", c.args...); got.code != exitcode.Unknown || !strings.Contains(got.errOut, c.says) {
			t.Errorf("%s", got)
		}
	}
}
