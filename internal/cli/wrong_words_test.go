package cli_test

import (
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestWrongIDs_AreRefusedBeforeAnythingIsSent(t *testing.T) {
	u := clitest.NewUpstream(t, answerWith(200, `{"status":"success","message":[]}`))
	for _, id := range []string{"abc", "12x", "-3", "0", "1,abc", "1;2", "1,,2"} {
		for _, args := range [][]string{
			{"order", "pull", "--customer", id},
			{"order", "pull", "--customer", "7", "--order", id},
			{"order", "pull", "--enquiry", id},
			{"order", "pull", "--customer", "7", "--zone", id},
			{"order", "pull", "--creator", id},
			{"order", "pull", "--customer", "7", "--lead", id},
			slices.Concat(reads[6], []string{"--assigned-to", id}), slices.Concat(reads[6], []string{"--zone", id}),
			slices.Concat(reads[6], []string{"--id", id}),
			{"customer", "get", id},
			{"customer", "update", id, "--name", "x"},
			{"order", "update", id, "--customer-name", "x"},
			{"customer", "update", "7", "--name", "x", "--contact-id", id},
		} {
			got := runAgainst(t, u.URL, "", args...)
			if got.code != exitcode.Usage || got.out != "" || strings.Contains(got.errOut, "no such") {
				t.Errorf("%s: %s", strings.Join(args, " "), got)
			}
		}
	}
	if sent := u.Sent(); len(sent) > 0 {
		t.Errorf("requests were sent: %q", sent)
	}
	if got := runAgainst(t, u.URL, "", "order", "pull", "--customer", "7, 8"); got.code != 0 || !strings.Contains(u.Sent()[0], `"customerIds":"7,8"`) {
		t.Errorf("two ids: %s, %q", got, u.Sent())
	}
}

func TestTicketUpdate_UnknownTicketIsNamed(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	got := runAgainst(t, u.URL, "", "ticket", "update", "999", "--sub-status", "CL")
	if got.code != exitcode.Failed || !strings.Contains(got.errOut, "the service has no ticket 999") {
		t.Errorf("%s", got)
	}
}

func TestWrongCommands_AreAnsweredWithTheRightOne(t *testing.T) {
	for line, want := range map[string]string{
		"ticket create --title x":     `unknown command "create"; did you mean frontdesk ticket add?`,
		"ticket --title x create":     "--title goes after the command",
		"ticket view 7":               "did you mean frontdesk ticket get?",
		"ticket close 7":              "did you mean frontdesk ticket update --sub-status CL?",
		"ticket updat 7 --comment x":  "did you mean update?",
		"ticket search refund":        "did you mean frontdesk ticket list --filter?",
		"order list":                  "did you mean frontdesk order pull?",
		"order search":                "did you mean frontdesk order pull --name?",
		"order view 7":                "did you mean frontdesk order pull?",
		"order get 7":                 "did you mean frontdesk order pull?",
		"ticket import x.csv":         "did you mean frontdesk ticket update --from-csv?",
		"order close 7":               `unknown command "close"; frontdesk order --help lists the commands`,
		"foo":                         `unknown command "foo"; frontdesk --help lists the commands`,
		"start":                       `unknown command "start"; frontdesk --help lists the commands`,
		"tikcet get 7":                "did you mean ticket?",
		"cust":                        "did you mean customer?",
		"--theme nord":                "set FRONTDESK_THEME, or theme in the configuration",
		"--symbols plain":             "unknown flag: --symbols; set symbols in the configuration",
		"--token x":                   "unknown flag: --token; frontdesk --help lists the flags",
		"customer show 7":             "did you mean frontdesk customer get?",
		"faq list":                    "did you mean frontdesk faq categories?",
		"faq find x":                  "did you mean frontdesk faq search?",
		"import desk":                 "did you mean frontdesk desk import?",
		"list":                        "did you mean frontdesk ticket list?",
		"create --title x":            "did you mean frontdesk ticket add?",
		"close 7":                     "did you mean frontdesk ticket update --sub-status CL?",
		"login":                       "did you mean frontdesk init?",
		"ticket update 7 --status CL": "did you mean --sub-status?",
		"ticket pull --status Open":   "did you mean --filter?",
		"ticket add --subject x":      "did you mean --title?",
		"ticket add --description x":  "did you mean --details?",
		"ticket pull --since today":   "did you mean --from?",
		"ticket get 7 -o json":        "did you mean --json?",
		"ticket get 7 --output json":  "did you mean --json?",
		"ticket get 7 --format=json":  "did you mean --json?",
	} {
		got := runWith(t.Context(), map[string]string{"HOME": t.TempDir()}, "", strings.Fields(line)...)
		if got.code != exitcode.Usage || !strings.Contains(got.errOut, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestFilesThatAreNotThere_AreNamedWithoutTheSystemCall whose name says nothing to who typed the file's.
func TestFilesThatAreNotThere_AreNamedWithoutTheSystemCall(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"backup --db " + dir + "/no.db --to " + dir + "/y": "there is no desk to copy: " + dir + "/no.db: no such file or directory",
		"desk import " + dir + "/no --db " + dir + "/d.db": "the desk's files cannot be read: " + dir + "/no: no such file or directory",
	} {
		got := runWith(t.Context(), map[string]string{"HOME": dir}, "", strings.Fields(line)...)
		if got.code == exitcode.OK || !strings.Contains(got.errOut, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
}

func TestSubStatus_AName_IsAnsweredWithItsKey(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	got := runAgainst(t, u.URL, "", "ticket", "update", addTicket(t, u.URL), "--sub-status", "closed")
	if !strings.Contains(got.errOut, `sub-status "closed" is not in the configuration; did you mean CL (Closed)?`) {
		t.Errorf("%s", got)
	}
}
