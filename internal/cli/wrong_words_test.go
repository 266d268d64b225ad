package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// TestWrongInvocations_GetOneLineThatSaysWhatToDo types what testdata/invocations.txt has.
func TestWrongInvocations_GetOneLineThatSaysWhatToDo(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "invocations.txt"))
	clitest.RequireNoError(t, err)
	t.Chdir(t.TempDir())
	tried := 0
	for line := range strings.Lines(string(content)) {
		parts := strings.SplitN(strings.TrimSpace(line), " | ", 3)
		if len(parts) < 3 {
			continue // a comment, or nothing
		}
		tried++
		got := runWith(t.Context(), map[string]string{"HOME": t.TempDir()}, "", strings.Fields(parts[1])...)
		isOneLine := strings.Count(got.errOut, "\n") == 1 && got.out == ""
		if strconv.Itoa(got.code) != parts[0] || !isOneLine || !strings.Contains(got.errOut, strings.TrimSpace(parts[2])) {
			t.Errorf("%s: %s", parts[1], got)
		}
	}
	if tried < 100 {
		t.Errorf("only %d were tried", tried)
	}
}

func TestSubStatus_AName_IsAnsweredWithItsKey(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	got := runAgainst(t, u.URL, "", "ticket", "update", addTicket(t, u.URL), "--sub-status", "closed")
	if !strings.Contains(got.errOut, `sub-status "closed" is not in the configuration; did you mean CL (Closed)?`) {
		t.Errorf("%s", got)
	}
}
