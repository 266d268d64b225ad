package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/safetext"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// hostileTexts returns the hostile texts, the long ones cut short: how much text a record may hold is tested in package
// safetext.
func hostileTexts(t *testing.T) []texttest.Case {
	t.Helper()
	return texttest.Some(t, 400, 2000)
}

// quoteJSON returns a text as JSON, with broken UTF-8 replaced.
func quoteJSON(s string) string {
	q, _ := json.Marshal(strings.ToValidUTF8(s, "\ufffd"))
	return string(q)
}

// joinRecords formats one record for each text; %[1]s stands for the text, %[2]d for its number.
func joinRecords(cases []texttest.Case, record string) string {
	all := make([]string, len(cases))
	for n, c := range cases {
		all[n] = fmt.Sprintf(record, quoteJSON(c.Text), n)
	}
	return strings.Join(all, ",")
}

func requireHarmless(t *testing.T, name string, got commandResult) {
	t.Helper()
	for _, s := range []string{got.out, got.errOut} {
		if harm := texttest.Forbidden(s); harm != nil {
			t.Errorf("%s: %v", name, harm)
		}
	}
}

func TestHostileTexts_AreHarmlessInEveryColourProfile(t *testing.T) {
	t.Parallel()
	for _, c := range hostileTexts(t) {
		for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
			look := markdown.Options{Theme: theme.New(true, profile == colorprofile.ASCII)}
			for _, line := range output.Draw(safetext.NewHTML("<h2>Hi</h2>"+c.Text), look, 60, profile) {
				if harm := texttest.Forbidden(line); harm != nil {
					t.Errorf("%s: %v", c.Name, harm)
				}
			}
		}
	}
}

const hostileTicket = `{"ticketId":"%[2]d","title":%[1]s,"detail":%[1]s,"substatus":%[1]s,"substatusKey":%[1]s,"queueName":%[1]s,"status":%[1]s,
	"priority":%[1]s,"email":%[1]s,"slaStatus":%[1]s,%[1]s:%[1]s,"attachments":[{"name":%[1]s,"url":%[1]s}],"date":%[1]s}`

const hostileCustomer = `{"id":1%[2]d,"name":%[1]s,"customerCode":%[1]s,"city":%[1]s,"classification":%[1]s,"generationDate":%[1]s,"remarks":%[1]s,%[1]s:%[1]s,
	"own":{%[1]s:%[1]s},"contacts":[{"id":1,"contactPerson":%[1]s,"phone":%[1]s,"email":%[1]s,%[1]s:%[1]s}]}`

func TestHostileTexts_CustomerIsHarmless(t *testing.T) {
	var said string
	u := clitest.NewUpstream(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"status":"success","Customer Details":`+hostileCustomer+`}`, quoteJSON(said), 7)
	})
	for _, c := range hostileTexts(t) {
		said = c.Text
		for _, args := range [][]string{{"customer", "get", "71"}, {"customer", "get", "71", "--raw"}} {
			got := runAgainst(t, u.URL, "", args...)
			requireHarmless(t, c.Name, got)
			if got.code != 0 {
				t.Errorf("%s: %s", c.Name, got)
			}
		}
	}
}

func TestHostileTexts_RepliesToWritesAreHarmless(t *testing.T) {
	for _, c := range hostileTexts(t) {
		if strings.HasPrefix(c.Text, "-") {
			continue // a flag
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			said := quoteJSON(c.Text)
			block := fmt.Sprintf(`{"result":%[1]s,"order_id":%[1]s,"action":%[1]s,"action_event":%[1]s}`, said)
			u := clitest.NewUpstream(t, answerWith(http.StatusOK, fmt.Sprintf(`{"status":"success","message":%s,"customer":%s,"Order":%s}`, said, block, block)))
			found := answerWith(http.StatusOK, fmt.Sprintf(`{"status":"success","message":[{"id":7,"ticketId":%[1]s,"title":%[1]s,"detail":%[1]s,
				"customerCode":%[1]s,"erp_order_id":%[1]s,"order_id":7}]}`, said))
			cut := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) { // and what was added is looked for
				if op := clitest.OperationOf(r); op == "add-customer" || op == "add-order" || op == "add-ticket" {
					cutConnection(w, r)
				}
				found(w, r)
			})
			for _, args := range [][]string{
				{"customer", "add", "--name", c.Text, "--email", c.Text, "--code", c.Text, "--field", c.Text + "=" + c.Text},
				{"order", "add", "--customer-name", c.Text, "--erp-order", c.Text},
				{"ticket", "add", "--title", c.Text, "--details", c.Text},
				{"customer", "update", c.Text},
				{"customer", "add", "--name", c.Text, "--phone", c.Text},
				{"customer", "pull", "--attr", c.Text},
				{"order", "pull", "--from", c.Text},
			} {
				requireHarmless(t, strings.Join(args[:2], " "), runAgainst(t, u.URL, "", args...))
				requireHarmless(t, "lost", runAgainst(t, cut.URL, "", args...))
				requireHarmless(t, "for scripts", runAgainst(t, u.URL, "", append(args, "--raw")...))
				requireHarmless(t, "as a record", runAgainst(t, u.URL, "", append(args, "--json")...))
			}
		})
	}
}

func TestHostileTexts_RecordsAreHarmlessInEveryOutput(t *testing.T) {
	cases := hostileTexts(t)
	said := map[string]string{
		"get-ticket": "[" + joinRecords(cases, `{"task_details":`+hostileTicket+
			`,"history":{%[1]s:[{"date":%[1]s,"detail":%[1]s,"creatorName":%[1]s}]},"additional_info":{%[1]s:{%[1]s:%[1]s}}}`) + "]",
		"pull-ticket": `{"status":"success","message":[` + joinRecords(cases, hostileTicket) + "," + joinRecords(cases, `{"ticketId":%[1]s,"title":"%[2]d"}`) + `]}`,
		"search-faq": `{"status":"success","message":{"contents":[` +
			joinRecords(cases, `{"id":%[2]d,"title":%[1]s,"detail":%[1]s,"categoryName":%[1]s,"attachmentDetail":%[1]s}`) + `]}}`,
		"faq-categories": `{"status":"success","message":{"category":[` + joinRecords(cases, `{"id":%[2]d,"name":%[1]s,"detail":%[1]s,"categoryPath":%[1]s}`) + `]}}`,
	}
	said["pull-customer"] = `{"status":"success","message":[` + joinRecords(cases, hostileCustomer) + `]}`
	said["pull-order"] = `{"status":"success","message":[` + joinRecords(cases, `{"order_id":"%[2]d","customer_name":%[1]s,"delivery_status":%[1]s,"erp_order_id":%[1]s,
		"create_date":%[1]s,"ticket_id":%[1]s,%[1]s:%[1]s,"associate_fields":{%[1]s:%[1]s}}`) + `]}`
	u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, said[clitest.OperationOf(r)]) })
	ids := "999"
	for n := range cases {
		ids += fmt.Sprint(",", n)
	}
	for _, args := range [][]string{
		{"ticket", "get", ids},
		{"ticket", "pull", "--from", "2026-11-20", "--to", "2026-11-20"},
		{"faq", "search", "x"},
		{"faq", "search", "x", "--titles"},
		{"faq", "categories"},
		{"customer", "pull", "--from", "2026-11-20", "--to", "2026-11-20", "--limit", "1000"},
		{"order", "pull", "--customer", "1", "--limit", "1000"},
		{"order", "pull", "--customer", "1", "--limit", "1000", "--whole"},
	} {
		t.Run(args[0]+" "+args[1], func(t *testing.T) {
			t.Parallel()
			words := runAgainst(t, u.URL, "", args...)
			scripts := runAgainst(t, u.URL, "", append(args, "--raw")...)
			requireHarmless(t, "words", words)
			requireHarmless(t, "scripts", scripts)
			for _, as := range [][]string{{"--json"}, {"--ndjson"}, {"--csv"}, {"--jq", ".[] | tostring, .id, keys[]"}, {"--raw", "--jq", ".[] | ..|strings"}} {
				got := runAgainst(t, u.URL, "", append(args, as...)...)
				requireHarmless(t, strings.Join(as, " "), got)
				if got.code != words.code || len(got.out) < 10*len(cases) {
					t.Errorf("%v ended with %d and %d bytes: %s", as, got.code, len(got.out), got.errOut)
				}
			}
			var all []any
			if err := json.Unmarshal([]byte(scripts.out), &all); err != nil || len(all) < len(cases) || len(words.out) < 40*len(cases) {
				t.Errorf("%d records, %d bytes of words: %v", len(all), len(words.out), err)
			}
		})
	}
}

func TestHostileTexts_RepliesAndArgumentsAreHarmless(t *testing.T) {
	t.Parallel()
	var said string
	u := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
		if clitest.OperationOf(r) == "update-ticket" {
			_, _ = fmt.Fprintf(w, `{"status":"success","message":%[1]s,"Additional_details":{%[1]s:%[1]s},
				"ticket":{"ticketId":%[1]s,"substatus":%[1]s,"substatusName":%[1]s,"taskTitle":%[1]s}}`, quoteJSON(said))
			return
		}
		_, _ = fmt.Fprintf(w, `{"status":"failed","message":%s}`, quoteJSON(said))
	})
	for _, c := range hostileTexts(t) {
		if strings.HasPrefix(c.Text, "-") {
			continue // a flag
		}
		said = c.Text
		for _, args := range [][]string{
			{"ticket", "update", "71", "--sub-status", c.Text, "--comment", c.Text},
			{"ticket", "update", "71", "--sub-status", c.Text, "--comment", c.Text, "--raw"},
			{"ticket", "update", c.Text, "--sub-status", c.Text, "--queue", c.Text, "--dry-run"},
			{"ticket", "update", "71", "--sub-status", "P", "--callback", c.Text},
			{"ticket", "add", "--title", c.Text},
			{"ticket", "pull", "--from", c.Text},
			{"api", c.Text},
			{"api", "add-ticket", "--dry-run"},
			{"ticket", c.Text},
			{c.Text},
		} {
			requireHarmless(t, c.Name+": "+args[0], runAgainst(t, u.URL, c.Text, args...))
		}
	}
}
