package cli_test

import (
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestArticles_OnlyTheirSearchNeedsTheArticlesHost(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	id := addTicket(t, u.URL)
	values := testEnvironment(t, u.URL)
	delete(values, "FRONTDESK_KMS_URL")
	for name, c := range map[string]struct {
		stdin string
		args  []string
	}{
		"a ticket":           {"", []string{"ticket", "get", id}},
		"today's tickets":    {"", []string{"ticket", "pull", "--from", "today", "--to", "today"}},
		"a new ticket":       {"", []string{"ticket", "add", "--title", "Door does not open"}},
		"a new customer":     {"", []string{"customer", "add", "--name", "Meera Iyer", "--phone", "9000000001"}},
		"today's customers":  {"", []string{"customer", "pull", "--from", "today", "--to", "today"}},
		"today's orders":     {"", []string{"order", "pull", "--from", "today", "--to", "today"}},
		"the categories":     {"", []string{"faq", "categories"}},
		"a request as it is": {`{"ticket_ids":"` + id + `"}`, []string{"api", "get-ticket"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := runWith(t.Context(), values, c.stdin, c.args...); got.code != exitcode.OK {
				t.Errorf("%s", got)
			}
		})
	}
	for name, c := range map[string]struct {
		stdin string
		args  []string
	}{
		"words":              {"", []string{"faq", "search", "refund"}},
		"a request as it is": {`[{"search_key":"refund"}]`, []string{"api", "search-faq"}},
	} {
		t.Run("but not a search by "+name, func(t *testing.T) {
			got := runWith(t.Context(), values, c.stdin, c.args...)
			if got.code != exitcode.Usage || strings.Count(got.errOut, "\n") != 1 || !strings.Contains(got.errOut, "no address of the FAQ: set kms_url, or FRONTDESK_KMS_URL") {
				t.Errorf("%s", got)
			}
		})
	}
	if n := len(u.Requests("search-faq")); n != 0 {
		t.Errorf("the base host was asked for articles %d times", n)
	}
	dry := runWith(t.Context(), values, `[{"search_key":"refund"}]`, "api", "search-faq", "--dry-run")
	if dry.code != exitcode.OK || !strings.Contains(dry.out, "POST {kms_url}/search-faq-contents.html") {
		t.Errorf("%s", dry)
	}
}

func TestDoctor_MissingArticlesHostIsOnlyANote(t *testing.T) {
	t.Parallel()
	u, _ := clitest.NewRealUpstream(t, nil)
	said, code := runDoctorWith(t, "", map[string]string{"FRONTDESK_BASE_URL": u.URL, "FRONTDESK_TOKEN": clitest.Token})
	requireDoctorLines(t, said, code, exitcode.OK,
		"ok base host "+u.URL+": today's tickets can be pulled", "note articles host not checked: no address of the FAQ: set kms_url, or FRONTDESK_KMS_URL",
		"ok API key from FRONTDESK_TOKEN: accepted", "ok service clock")
}
