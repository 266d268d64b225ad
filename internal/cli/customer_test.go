package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// answerCustomerDays answers pulls of customers: each day holds so many, with ids such as 20002 for the third of 20
// November, newest first; instead replaces the answers of single days.
func answerCustomerDays(each int, instead map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Day    string `json:"createStartDate"`
			Limit  int    `json:"limit"`
			Offset int    `json:"offset"`
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		if other := instead[asked.Day+"+"+strconv.Itoa(asked.Offset)]; other != nil {
			other(w, r)
			return
		}
		if other := instead[asked.Day]; other != nil {
			other(w, r)
			return
		}
		var records []string
		date := strings.TrimPrefix(asked.Day[8:], "0")
		for n := asked.Offset; n < min(each, asked.Offset+asked.Limit); n++ {
			records = append(records, fmt.Sprintf(`{"id":%s%03d,"name":"N","generationDate":"Nov %s, 2026 9:%02d:%02d AM"}`,
				date, n, date, (each-n)/60, (each-n)%60))
		}
		_, _ = fmt.Fprintf(w, `{"status":"success","message":[%s]}`, strings.Join(records, ","))
	}
}

func parseCustomerIDs(t *testing.T, out string) (ids []int) {
	t.Helper()
	var all []struct {
		ID int `json:"id"`
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	for _, one := range all {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestCustomerPull_RangeIsReadDayByDayOldestFirst(t *testing.T) {
	u := clitest.NewUpstream(t, answerCustomerDays(3, nil))
	args := []string{"customer", "pull", "--from", "2026-11-01", "--to", "2026-11-20", "--name", "N", "--zone", "4,5", "--assigned-to", "7", "--attr", "15=x"}
	got := runAgainst(t, u.URL, "", append(args, "--raw")...)
	ids := parseCustomerIDs(t, got.out)
	if got.code != 0 || got.errOut != "" || len(ids) != 60 || ids[0] != 1002 || ids[2] != 1000 || ids[59] != 20000 {
		t.Errorf("%v %s", ids, got.errOut)
	}
	sent := u.Requests("pull-customer")
	if len(sent) != 20 {
		t.Errorf("%d calls for 20 days", len(sent))
	}
	for _, body := range sent {
		for _, part := range []string{`"cm_id":1,`, `"createStartDate":"2026-11-`, `"name":"N"`, `"zoneIdStr":"4,5"`, `"assignedToId":7`, `"attr15":"x"`} {
			if !strings.Contains(body, part) {
				t.Errorf("sent %s without %s", body, part)
			}
		}
	}
	if words := runAgainst(t, u.URL, "", args...); words.code != 0 || strings.Count(words.out, "\n") != 61 {
		t.Errorf("%s", words)
	}
}

func TestCustomerPull_LongDayIsReadPageByPage(t *testing.T) {
	u := clitest.NewUpstream(t, answerCustomerDays(250, nil))
	got := runAgainst(t, u.URL, "", "customer", "pull", "--from", "2026-11-20", "--to", "2026-11-20", "--raw")
	if ids := parseCustomerIDs(t, got.out); got.code != 0 || len(ids) != 250 || ids[0] != 20249 {
		t.Errorf("%d customers, %d, %s", len(ids), got.code, got.errOut)
	}
	if n := len(u.Requests("pull-customer")); n != 3 {
		t.Errorf("%d calls", n)
	}
	got = runAgainst(t, u.URL, "", "customer", "pull", "--from", "2026-11-20", "--to", "2026-11-20", "--limit", "20", "--offset", "240", "--raw")
	if ids := parseCustomerIDs(t, got.out); got.code != 0 || len(ids) != 10 {
		t.Errorf("%d customers, %d, %s", len(ids), got.code, got.errOut)
	}
}

func TestCustomerPull_MissingDaysAreNamed(t *testing.T) {
	broken, page := answerWith(500, `{"status":"failed","message":"own fault"}`), answerCustomerDays(250, nil)
	again := func(w http.ResponseWriter, _ *http.Request) {
		r, _ := http.NewRequest(http.MethodPost, "/", strings.NewReader(`{"createStartDate":"2026-11-02","limit":100}`))
		page(w, r)
	}
	twice := answerWith(200, `{"status":"success","message":[{"id":3000,"name":"N"},{"id":9,"name":"M"}]}`)
	all := map[string]http.HandlerFunc{"2026-11-01": broken, "2026-11-02": broken, "2026-11-03": broken, "2026-11-04": broken}
	for name, c := range map[string]struct {
		instead   map[string]http.HandlerFunc
		code      int
		customers int
		says      []string
	}{
		"a day fails":             {map[string]http.HandlerFunc{"2026-11-02": broken}, exitcode.Partial, 3, []string{"2026-11-02: pull-customer: the service refused: own fault", "1 of 4 days are missing"}},
		"its second page fails":   {map[string]http.HandlerFunc{"2026-11-02+100": broken, "2026-11-02": again}, exitcode.Partial, 103, []string{"2026-11-02: pull-customer: the service refused: own fault"}},
		"offset is not looked at": {map[string]http.HandlerFunc{"2026-11-02": again}, exitcode.Partial, 103, []string{"2026-11-02: the service returned the same records again"}},
		"a customer of two days":  {map[string]http.HandlerFunc{"2026-11-04": twice}, exitcode.OK, 4, nil},
		"every day fails":         {all, exitcode.Failed, 0, []string{"own fault"}},
		"the key is not accepted": {map[string]http.HandlerFunc{"2026-11-01": answerWith(401, "")}, exitcode.Partial, 3, []string{"does not accept the credential"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := clitest.NewUpstream(t, answerCustomerDays(1, c.instead))
			got := runAgainst(t, u.URL, "", "customer", "pull", "--from", "2026-11-01", "--to", "2026-11-04", "--raw")
			if got.code != c.code {
				t.Errorf("%s", got)
			}
			for _, says := range c.says {
				if !strings.Contains(got.errOut, says) {
					t.Errorf("it does not say %q: %s", says, got.errOut)
				}
			}
			if c.customers == 0 {
				if got.out != "" {
					t.Errorf("it printed %s", got.out)
				}
			} else if ids := parseCustomerIDs(t, got.out); len(ids) != c.customers {
				t.Errorf("%d customers", len(ids))
			}
		})
	}
}

func TestCustomerPull_LongRangeEndsSoonWhenNothingWorks(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(401, ""))
	got := runAgainst(t, u.URL, "", "customer", "pull", "--from", "2026-01-01", "--to", "2026-11-20")
	if n := len(u.Requests("pull-customer")); got.code != exitcode.Denied || n > 16 {
		t.Errorf("%d calls: %s", n, got)
	}
}

func TestCustomerPull_InterruptedRangePrintsWhatCame(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	var calls atomic.Int32
	day := answerCustomerDays(1, nil)
	u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 10 {
			interrupt()
		}
		day(w, r)
	})
	got := runUntil(ctx, t, u.URL, "", "customer", "pull", "--from", "2026-11-01", "--to", "2026-11-20", "--raw")
	if ids := parseCustomerIDs(t, got.out); got.code != exitcode.Interrupted || len(ids) == 0 || len(ids) > 16 {
		t.Errorf("%d customers: %s", len(ids), got)
	}
}

func TestAdd_LostAnswerNamesTheCommandThatFindsTheRecord(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"add by code":       {[]string{"customer", "add", "--name", "Asha", "--phone", "98", "--code", "C 7's"}, `--to today --code 'C 7'\''s'`},
		"add by phone":      {[]string{"customer", "add", "--name", "Asha", "--contact-phone", "98", "--email", "a@b.example"}, "--to today --phone 98"},
		"add by e-mail":     {[]string{"customer", "add", "--name", "Asha", "--email", "a@b.example"}, "--to today --email a@b.example"},
		"update":            {[]string{"customer", "update", "7", "--name", "Asha", "--raw"}, "frontdesk customer get 7"},
		"order by ERP id":   {[]string{"order", "add", "--customer-name", "Asha", "--customer", "7", "--erp-order", "E-7"}, "frontdesk order pull --customer 7 --erp-order E-7"},
		"order without one": {[]string{"order", "add", "--customer-name", "Asha Rao"}, "frontdesk order pull --name 'Asha Rao' --from 20"},
		"order update":      {[]string{"order", "update", "9", "--customer-name", "Asha"}, "frontdesk order pull --name Asha --order 9 --whole"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var gone atomic.Bool // since the write
			u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(clitest.OperationOf(r), "add-") {
					gone.Store(true)
					cutConnection(w, r)
				}
				if gone.Load() { // a refusal, because a service that cannot be reached is asked again for ten seconds
					answerWith(http.StatusForbidden, `{"status":"failed","message":"not now"}`)(w, r)
					return
				}
				answerWith(http.StatusOK, `{"status":"success","message":[]}`)(w, r)
			})
			got := runAgainst(t, u.URL, "", c.args...)
			if got.code != exitcode.Unknown || !strings.Contains(got.errOut, "the outcome is not known") || !strings.Contains(got.errOut, c.says) || !printsNoResult(c.args, got) {
				t.Errorf("%s", got)
			}
			if n := len(u.Requests("add-customer")) + len(u.Requests("add-order")); n != 1 {
				t.Errorf("it was sent %d times", n)
			}
		})
	}
}

func TestOrderPull_OrdersOfEveryPageAndShapeArePrinted(t *testing.T) {
	paged := func(second http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), `"offset":"100"`) {
				second(w, r)
				return
			}
			records := make([]string, 100)
			for n := range records {
				records[n] = fmt.Sprintf(`{"order_id":%d,"customer_name":"A"}`, n)
			}
			_, _ = fmt.Fprintf(w, `{"status":"success","totalCount":101,"message":[%s]}`, strings.Join(records, ","))
		}
	}
	for name, c := range map[string]struct {
		does   http.HandlerFunc
		code   int
		orders int
		says   string
	}{
		"two pages":        {paged(answerWith(200, `{"status":"success","message":[{"order_id":100},{"order_id":5}]}`)), exitcode.OK, 101, ""},
		"the second fails": {paged(answerWith(400, `{"status":"failed","message":"no more"}`)), exitcode.Partial, 100, "after 100 of 101 orders: pull-order: the service refused: no more"},
		"another shape":    {answerWith(200, `{"status":"success","orders":[{"orderNo":"X-1"}]}`), exitcode.OK, 1, ""},
		"none":             {answerWith(200, `{"status":"success","message":[]}`), exitcode.OK, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := clitest.NewUpstream(t, c.does)
			got := runAgainst(t, u.URL, "", "order", "pull", "--customer", "1", "--raw")
			var all []any
			if err := json.Unmarshal([]byte(got.out), &all); err != nil || got.code != c.code || len(all) != c.orders || !strings.Contains(got.errOut, c.says) {
				t.Errorf("%d orders, %v, %s", len(all), err, got)
			}
			if words := runAgainst(t, u.URL, "", "order", "pull", "--customer", "1"); words.code != c.code || (words.out == "") != (c.orders == 0) {
				t.Errorf("%s", words)
			}
		})
	}
}
