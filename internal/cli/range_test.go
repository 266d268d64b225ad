package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// answerDays answers pulls of tickets: each day holds one, unless instead has another answer for it.
func answerDays(instead map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked []struct {
			Day   string `json:"start_date"`
			Limit int    `json:"limit"`
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		if other := instead[asked[0].Day]; other != nil {
			other(w, r)
			return
		}
		date := strings.Split(asked[0].Day, "-")
		_, _ = fmt.Fprintf(w, `{"totalCount":1,"message":[{"ticketId":"7%s","title":"T","date":"%s-%s-%s 09:00"}],"status":"success"}`,
			date[2], date[2], date[1], date[0])
	}
}

func parseTicketIDs(t *testing.T, out string) (ids []string) {
	t.Helper()
	var all []struct {
		ID string `json:"ticketId"`
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	for _, one := range all {
		ids = append(ids, one.ID)
	}
	return ids
}

func TestTicketPull_RangeIsReadDayByDayOldestFirst(t *testing.T) {
	u := clitest.NewUpstream(t, answerDays(nil))
	got := runAgainst(t, u.URL, "", "ticket", "pull", "--from", "2026-11-01", "--to", "2026-11-20", "--raw")
	ids := parseTicketIDs(t, got.out)
	if got.code != 0 || got.errOut != "" || len(ids) != 20 || ids[0] != "701" || ids[19] != "720" {
		t.Errorf("%s", got)
	}
	for _, body := range u.Requests("pull-ticket") {
		if !strings.Contains(body, `"start_date":"2026-11-`) || strings.Contains(body, "limit") {
			t.Errorf("sent %s", body)
		}
	}
}

// TestTicketList_MissingDaysAreNamed: a list without the tickets of a day is not the whole list.
func TestTicketList_MissingDaysAreNamed(t *testing.T) {
	t.Parallel()
	broken := answerWith(500, `{"status":"failed","message":"own fault"}`)
	u := clitest.NewUpstream(t, answerDays(map[string]http.HandlerFunc{"2026-11-02": broken}))
	args := []string{"ticket", "list", "--from", "2026-11-01", "--to", "2026-11-03", "--sort", "ticket", "--json=id", "--timeout", "300ms"}
	got := runAgainst(t, u.URL, "", args...)
	if got.code != exitcode.Partial || got.out != "[\n{\"id\":\"701\"},\n{\"id\":\"703\"}\n]\n" ||
		!strings.Contains(got.errOut, "2026-11-02: failed: pull-ticket: ") || !strings.Contains(got.errOut, `"not all tickets are known"`) {
		t.Errorf("%s", got)
	}
}

func TestTicketPull_MissingDaysAreNamed(t *testing.T) {
	broken := answerWith(500, `{"status":"failed","message":"own fault"}`)
	scanty := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"totalCount":50000,"message":[{"ticketId":"1"},{"ticketId":"2"}],"status":"success"}`)
	}
	twice := answerWith(200, `{"totalCount":2,"message":[{"ticketId":"703"},{"ticketId":"9"}],"status":"success"}`)
	for name, c := range map[string]struct {
		instead map[string]http.HandlerFunc
		code    int
		tickets int
		says    []string
	}{
		"a day fails":            {map[string]http.HandlerFunc{"2026-11-02": broken}, exitcode.Partial, 3, []string{"2026-11-02: pull-ticket: the service refused: own fault", "1 of 4 days are missing"}},
		"a day is cut":           {map[string]http.HandlerFunc{"2026-11-02": scanty}, exitcode.Partial, 5, []string{"2026-11-02: the service returned only 2 of 50000 tickets", "1 of 4 days are cut short"}},
		"a ticket of two days":   {map[string]http.HandlerFunc{"2026-11-04": twice}, exitcode.OK, 4, nil},
		"every day fails":        {map[string]http.HandlerFunc{"2026-11-01": broken, "2026-11-02": broken, "2026-11-03": broken, "2026-11-04": broken}, exitcode.Failed, 0, []string{"own fault"}},
		"the key expires midway": {map[string]http.HandlerFunc{"2026-11-01": answerWith(401, "")}, exitcode.Partial, 3, []string{"2026-11-01: pull-ticket: the service does not accept the credential"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := clitest.NewUpstream(t, answerDays(c.instead))
			args := []string{"ticket", "pull", "--from", "2026-11-01", "--to", "2026-11-04"}
			words, scripts := runAgainst(t, u.URL, "", args...), runAgainst(t, u.URL, "", append(args, "--raw")...)
			if words.code != c.code || scripts.code != c.code {
				t.Errorf("%s\n%s", words, scripts)
			}
			if c.tickets > 0 {
				if n := len(parseTicketIDs(t, scripts.out)); n != c.tickets || strings.Count(words.out, "\n") != c.tickets+1 {
					t.Errorf("%d tickets\n%s", n, words)
				}
			} else if words.out != "" || scripts.out != "" {
				t.Errorf("%s\n%s", words, scripts)
			}
			for _, line := range c.says {
				if !strings.Contains(words.errOut, line) || !strings.Contains(scripts.errOut, line) {
					t.Errorf("it does not say %q: %s", line, words)
				}
			}
		})
	}
}

func TestPull_DayThatIsMissingIsNotCalledEmpty(t *testing.T) {
	broken := answerWith(500, `{"status":"failed","message":"own fault"}`)
	empty := answerWith(200, `{"totalCount":0,"message":[],"status":"success"}`)
	days := map[string]http.HandlerFunc{"2026-11-01": empty, "2026-11-02": broken}
	for kind, answer := range map[string]http.HandlerFunc{
		"ticket": answerDays(days), "customer": answerCustomerDays(0, days),
	} {
		u := clitest.NewUpstream(t, answer)
		got := runAgainst(t, u.URL, "", kind, "pull", "--from", "2026-11-01", "--to", "2026-11-02")
		if got.code != exitcode.Partial || !strings.Contains(got.errOut, "s of the days that were loaded\n") {
			t.Errorf("%s", got)
		}
	}
}

func TestTicketPull_LimitAppliesToEachDay(t *testing.T) {
	u := clitest.NewUpstream(t, answerDays(nil))
	got := runAgainst(t, u.URL, "", "ticket", "pull", "--from", "2026-11-01", "--to", "2026-11-02", "--limit", "1", "--raw")
	if got.code != 0 || len(parseTicketIDs(t, got.out)) != 2 || len(u.Requests("pull-ticket")) != 2 || !strings.Contains(u.Requests("pull-ticket")[0], `"limit":1`) {
		t.Errorf("%s %q", got, u.Requests("pull-ticket"))
	}
}

func TestTicketPull_ServiceThatIsDownIsNotAskedForEveryDay(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(500, `{"status":"failed","message":"own fault"}`))
	got := runAgainst(t, u.URL, "", "ticket", "pull", "--from", "2026-01-01", "--to", "2026-11-20")
	if n := len(u.Requests("pull-ticket")); got.code != exitcode.Failed || n > 8 {
		t.Errorf("%d requests: %s", n, got)
	}
}
