package cli_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// The library prints what it completes, and what goes wrong with it, on the host's own standard error.
func TestSSHCommand_WritesNothingToTheOperatorsTerminal(t *testing.T) {
	h := clitest.StartHost(t, []string{"Asha Rao"})
	terminal, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = terminal
	defer func() { os.Stderr = before }()
	for _, command := range []string{
		"--a=b __complete ticket get '\x1b]0;forged\x07'", "__complete ticket get '\x1b]0;forged\x07'", "--help __complete '\x1b]0;forged\x07'",
		"help '\x1b]0;forged\x07'", "'\x1b]0;forged\x07'", "-- '\x1b]0;forged\x07'", "ticket '\x1b]0;forged\x07'", "ticket get --'\x1b]0;forged\x07'",
	} {
		_, out, errOut := h.RunCommand("Asha Rao", command, "")
		if strings.Contains(out+errOut, "\x1b") {
			t.Errorf("%q prints %q", command, out+errOut)
		}
	}
	h.Terminate()
	if written, err := os.ReadFile(terminal.Name()); err != nil || len(written) > 0 {
		t.Errorf("on the operator's terminal stands %q, %v", written, err)
	}
	if strings.Contains(h.Log.String(), "\x1b") || strings.Contains(h.Log.String(), "\nforged") {
		t.Errorf("the log holds\n%q", h.Log)
	}
}

func TestSSHApi_AnswerIsHarmlessWithoutATerminalToo(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b]0;forged\x07\u009b31m\u202e"
	service := clitest.NewUpstream(t, func(w http.ResponseWriter, r *http.Request) {
		if clitest.OperationOf(r) == "search-faq" {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = fmt.Fprint(w, "<html>"+hostile)
			return
		}
		_, _ = fmt.Fprint(w, "{\"status\":\"success\",\"message\":\"\u009b31m\u202e\"}\n")
	})
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = \"YXNoYQ==\"\nrefresh = \"0s\"\n", service.URL))
	h.Start()
	for _, command := range []string{"api faq-categories", "api search-faq", "api faq-categories --json"} {
		_, out, errOut := h.RunCommand("Asha Rao", command, "{}")
		if strings.ContainsAny(out+errOut, "\x1b\x07\u009b\u202e") {
			t.Errorf("%s prints %q %q", command, out, errOut)
		}
	}
	if _, out, _ := h.RunCommand("Asha Rao", "api faq-categories", "{}"); out != `{"status":"success","message":"\u009b31m\u202e"}`+"\n" {
		t.Errorf("it says something else now: %q", out)
	}
}

// Who reads the audit and who reads the request must understand the same.
func TestSSHApi_AmbiguousWriteIsNotSent(t *testing.T) {
	t.Parallel()
	service, _ := clitest.NewRealUpstream(t, nil)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"0s\"\n", service.URL, clitest.Token))
	h.Start()
	for body, says := range map[string]string{
		`[{"ticket_id":"1","ticket_id":"2","sub_status":"P"}]`: "the body", `[{"ticket_id":"1","sub_status":"P",}]`: "the body",
		`[{"ticket_id":"1"}] [{"ticket_id":"2"}]`: "the body", "": "the body",
		"[{\"ticket_id\":\"1\",\"sub_status\":\"\xff\"}]": "line 1 has a byte that is not UTF-8",
	} {
		if code, out, errOut := h.RunCommand("Asha Rao", "api update-ticket", body); code != exitcode.Usage || !strings.Contains(errOut, says) {
			t.Errorf("%q: %d %s %s", body, code, out, errOut)
		}
	}
	if sent := service.Requests("update-ticket"); len(sent) > 0 {
		t.Errorf("it was sent: %q", sent)
	}
}
