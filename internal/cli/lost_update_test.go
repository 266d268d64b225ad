package cli_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// addRecord runs a command that adds a record and returns its id, which scripts find under a block's member.
func addRecord(t *testing.T, url, block, member string, args ...string) string {
	t.Helper()
	got := runAgainst(t, url, "", append(args, "--raw")...)
	var answer map[string]json.RawMessage
	var inside map[string]json.RawMessage
	err := json.Unmarshal([]byte(got.out), &answer)
	if err == nil {
		err = json.Unmarshal(answer[block], &inside)
	}
	if err != nil || inside[member] == nil {
		t.Fatalf("%v: %s", err, got)
	}
	return string(inside[member])
}

// TestUpdate_LostAnswerIsCheckedOnTheRecordAndNotSentAgain: a record that shows every requested value confirms the
// write.
func TestUpdate_LostAnswerIsCheckedOnTheRecordAndNotSentAgain(t *testing.T) {
	customer, order := []string{"customer", "update", "CUSTOMER"}, []string{"order", "update", "ORDER", "--customer-name", "Asha Rao"}
	for name, c := range map[string]struct {
		carried bool
		args    []string
		blind   string // an operation that is refused
		code    int
		says    string
	}{
		"a customer's town":                       {true, append(customer, "--name", "Asha Rao", "--city", "Pune & more"), "", exitcode.OK, "the customer shows everything that was requested"},
		"a customer's phone":                      {true, append(customer, "--name", "Asha Rao", "--phone", "9800000002"), "", exitcode.OK, "the customer shows everything that was requested"},
		"a customer's contact":                    {true, append(customer, "--name", "Asha Rao", "--contact-name", "Ira", "--contact-phone", "77"), "", exitcode.OK, "the customer shows everything that was requested"},
		"a customer's town, not carried out":      {false, append(customer, "--name", "Asha Rao", "--city", "Pune"), "", exitcode.Unknown, "the customer does not show the change so far"},
		"a customer's phone, not carried out":     {false, append(customer, "--name", "Asha Rao", "--phone", "9800000002"), "", exitcode.Unknown, "the customer does not show the change so far"},
		"with what no record shows":               {true, append(customer, "--name", "Asha Rao", "--city", "Pune", "--enquiry-action", "call"), "", exitcode.Unknown, "shows what was requested, but no record shows enquiry_info.action"},
		"a customer who cannot be read":           {true, append(customer, "--name", "Asha Rao", "--city", "Pune"), "get-customer", exitcode.Unknown, "could not be read again to find out; see frontdesk customer get "},
		"an order's payment":                      {true, append(order, "--payment", "card"), "", exitcode.OK, "the order shows everything that was requested"},
		"an order's payment, of a customer by id": {true, append(order, "--payment", "card", "--customer", "CUSTOMER"), "", exitcode.OK, "the order shows everything that was requested"},
		"an order's payment, not carried out":     {false, append(order, "--payment", "card"), "", exitcode.Unknown, "the order does not show the change so far"},
		"an order with nothing that is shown":     {true, append(order, "--enquiry-action", "call"), "", exitcode.Unknown, "no record shows what was requested; see frontdesk order pull --name 'Asha Rao' --order "},
		"an order that cannot be read":            {true, append(order, "--payment", "card"), "pull-order", exitcode.Unknown, "could not be read again to find out; see frontdesk order pull --name 'Asha Rao' --order "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			op := "update-" + c.args[0]
			u, ids := newLosingDesk(t, op, c.carried, c.blind)
			args := strings.Split(ids.Replace(strings.Join(c.args, "\x00")), "\x00")
			got := runAgainst(t, u.URL, "", args...)
			if got.code != c.code || !strings.Contains(got.errOut, c.says) || (got.out != "") != (c.code == exitcode.OK) {
				t.Errorf("%s", got)
			}
			if n := len(u.Requests(updateOperation[op])); n != 1 {
				t.Errorf("it was sent %d times", n)
			}
			if c.code != exitcode.OK {
				return
			}
			scripts := runAgainst(t, u.URL, "", append(args, "--raw")...)
			if scripts.code != exitcode.OK || !json.Valid([]byte(scripts.out)) || !strings.Contains(scripts.out, `"status":"success"`) {
				t.Errorf("%s", scripts)
			}
		})
	}
}

// TestUpdate_MaskedOrDifferentRecordLeavesTheOutcomeUnknown: a value that cannot be compared is no proof that the
// change is missing.
func TestUpdate_MaskedOrDifferentRecordLeavesTheOutcomeUnknown(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		answer string
		says   string
	}{
		"a masked phone": {
			[]string{"customer", "update", "7", "--name", "Asha", "--phone", "98"},
			`{"status":"success","Customer Details":{"id":7,"name":"Asha","contacts":[{"id":3,"phone":"98******01","isMobileMasked":true}]}}`,
			"hides some of its phones or e-mails; see frontdesk customer get 7",
		},
		"another customer": {
			[]string{"customer", "update", "7", "--name", "Asha"}, `{"status":"success","Customer Details":{"id":8,"name":"Asha"}}`, "the customer could not be read again",
		},
		"other orders": {
			[]string{"order", "update", "7", "--customer-name", "Asha", "--payment", "card"},
			`{"status":"success","message":[{"order_id":"8","payment_mode":"card"}]}`, "the order could not be read again",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(clitest.OperationOf(r), "add-") {
					cutConnection(w, r)
				}
				answerWith(http.StatusOK, c.answer)(w, r)
			})
			if got := runAgainst(t, u.URL, "", c.args...); got.code != exitcode.Unknown || !strings.Contains(got.errOut, c.says) || got.out != "" {
				t.Errorf("%s", got)
			}
		})
	}
}

// updateOperation maps an update to the operation that the test's service sees, because it shares its path with adding.
var updateOperation = map[string]string{"update-customer": "add-customer", "update-order": "add-order"}

// newLosingDesk returns a desk with a customer and an order that drops the answers, or the requests, of one operation.
func newLosingDesk(t *testing.T, op string, carried bool, blind string) (*clitest.Upstream, *strings.Replacer) {
	t.Helper()
	var whole http.Handler
	cut := loseAnswers(updateOperation[op], carried)
	u, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		whole = next
		return func(w http.ResponseWriter, r *http.Request) {
			if clitest.OperationOf(r) == blind {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			cut(next)(w, r)
		}
	})
	direct := clitest.NewUpstream(t, whole.ServeHTTP).URL
	customer := addRecord(t, direct, "customer", "customer_id", "customer", "add", "--name", "Asha Rao", "--phone", "9800000001")
	order := addRecord(t, direct, "Order", "order_id", "order", "add", "--customer-name", "Asha Rao", "--payment", "cash")
	return u, strings.NewReplacer("CUSTOMER", customer, "ORDER", order)
}
