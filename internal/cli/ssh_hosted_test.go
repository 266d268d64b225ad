package cli

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"frontdesk/internal/exitcode"
)

// The library prints what it completes, and what goes wrong with it, on the host's own standard error.
func TestSSHCommand_WritesNothingToTheOperatorsTerminal(t *testing.T) {
	h := startSSHHost(t, []string{"Asha Rao"})
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
		_, out, errOut := h.runCommand("Asha Rao", command, "")
		if strings.Contains(out+errOut, "\x1b") {
			t.Errorf("%q prints %q", command, out+errOut)
		}
	}
	h.terminate()
	if written, err := os.ReadFile(terminal.Name()); err != nil || len(written) > 0 {
		t.Errorf("on the operator's terminal stands %q, %v", written, err)
	}
	if strings.Contains(h.out.String(), "\x1b") || strings.Contains(h.out.String(), "\nforged") {
		t.Errorf("the log holds\n%q", h.out)
	}
}

// listHostedFlags returns the flags of the commands that agents may run, by command and name.
func listHostedFlags() map[string]*pflag.Flag {
	all := map[string]*pflag.Flag{}
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { all[c.CommandPath()+" --"+f.Name] = f })
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add(newHostedRoot(func(string) string { return "" }, nil, nil, nil))
	return all
}

func TestSSHCommand_NoFlagNamesAFileOfTheHost(t *testing.T) {
	t.Parallel()
	speaksOfFiles := regexp.MustCompile(`(?i)file|folder|directory|path|csv`)
	notFiles := []string{"frontdesk ticket update --disposition"} // a path of names
	var refused []string
	for name, flag := range listHostedFlags() {
		if namesFile(flag) {
			refused = append(refused, name)
		} else if speaksOfFiles.MatchString(flag.Name+" "+flag.Usage) && !slices.Contains(notFiles, name) {
			t.Errorf("%s may name a file of the host: %s", name, flag.Usage)
		}
	}
	for _, name := range []string{"frontdesk ticket update --from-csv", "frontdesk ticket update --result", "frontdesk ticket update --resume", "frontdesk ticket get --config"} {
		if !slices.Contains(refused, name) {
			t.Errorf("%s is allowed", name)
		}
	}
}

func TestSSHApi_AnswerIsHarmlessWithoutATerminalToo(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b]0;forged\x07\u009b31m\u202e"
	service := newUpstream(t, func(w http.ResponseWriter, r *http.Request) {
		if operationOf(r) == "search-faq" {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = fmt.Fprint(w, "<html>"+hostile)
			return
		}
		_, _ = fmt.Fprint(w, "{\"status\":\"success\",\"message\":\"\u009b31m\u202e\"}\n")
	})
	h := newSSHHost(t, []string{"Asha Rao"})
	h.writeConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = \"YXNoYQ==\"\nrefresh = \"0s\"\n", service.URL))
	h.start()
	for _, command := range []string{"api faq-categories", "api search-faq", "api faq-categories --json"} {
		_, out, errOut := h.runCommand("Asha Rao", command, "{}")
		if strings.ContainsAny(out+errOut, "\x1b\x07\u009b\u202e") {
			t.Errorf("%s prints %q %q", command, out, errOut)
		}
	}
	if _, out, _ := h.runCommand("Asha Rao", "api faq-categories", "{}"); out != `{"status":"success","message":"\u009b31m\u202e"}`+"\n" {
		t.Errorf("it says something else now: %q", out)
	}
}

// Who reads the audit and who reads the request must understand the same.
func TestSSHApi_AmbiguousWriteIsNotSent(t *testing.T) {
	t.Parallel()
	service, _ := newRealUpstream(t, nil)
	h := newSSHHost(t, []string{"Asha Rao"})
	h.writeConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"0s\"\n", service.URL, token))
	h.start()
	for _, body := range []string{
		`[{"ticket_id":"1","ticket_id":"2","sub_status":"P"}]`, `[{"ticket_id":"1","sub_status":"P",}]`, `[{"ticket_id":"1"}] [{"ticket_id":"2"}]`,
		"[{\"ticket_id\":\"1\",\"sub_status\":\"\xff\"}]", "",
	} {
		if code, out, errOut := h.runCommand("Asha Rao", "api update-ticket", body); code != exitcode.Usage || !strings.Contains(errOut, "the body") {
			t.Errorf("%q: %d %s %s", body, code, out, errOut)
		}
	}
	if sent := service.requests("update-ticket"); len(sent) > 0 {
		t.Errorf("it was sent: %q", sent)
	}
}
