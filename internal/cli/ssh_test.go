package cli_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

const ctrlS = "\x13"

func TestSSHHost_WorkOnATicketIsSeenByTheOthers(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration("open_since = 0\n") // with tickets of older days the first row may be another one a moment later
	h.Start()
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	asha.WaitForText("sample desk · Asha Rao")
	ben.WaitForText("sample desk · Ben Carter")
	asha.SelectNewest()
	ben.SelectNewest()
	asha.Press("c")
	asha.WaitForText("Comment")
	ben.WaitForText("◇ Asha Rao is editing 7135")
	asha.Press("The customer was called")
	asha.WaitForText("The customer was called")
	asha.Press(ctrlS)
	asha.WaitForText("saved")
	ben.WaitForTextGone("is editing")
	ben.Press("\r")
	ben.PressUntil("j", "The customer was called")
	h.WaitForLog("msg=wrote")
	if audit := h.Log.String(); !regexp.MustCompile(`msg=wrote .*agent="Asha Rao" from=127.0.0.1 operation=update-ticket records="\[ticket_id=\d+\]" outcome=done`).MatchString(audit) ||
		strings.Contains(audit, "was called") {
		t.Errorf("the audit says\n%s", audit)
	}
}

func TestSSHHost_DroppedConnectionKeepsTheForm(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("half a sentence that")
	asha.WaitForText("half a sentence that")
	if err := asha.Client.Close(); err != nil {
		t.Fatal(err)
	}
	h.WaitForLog("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.OpenConsole("Asha Rao")
	again.WaitForText("1 unsent draft")
	again.Press("D")
	again.WaitForText("⏎ open")
	again.Press("\r")
	again.WaitForText("half a sentence that")
	again.Press(" goes on")
	again.WaitForText("half a sentence that goes on")

	h.Terminate() // and the end of the host keeps it too
	h.Start()
	once := h.OpenConsole("Asha Rao")
	once.WaitForText("1 unsent draft")
	once.Press("D")
	once.WaitForText("⏎ open")
	once.Press("\r")
	once.WaitForText("half a sentence that goes on")
}

func TestSSHHost_StopIsAnnouncedOnEveryScreen(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"}, "--drain", "1h")
	asha, ben, chen := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter"), h.OpenConsole("Chen Li")
	asha.SelectNewest()
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("half a sentence")
	asha.WaitForText("half a sentence")
	ben.WaitForText("1 of ")
	chen.WaitForText("1 of ")
	chen.Press("?")
	chen.WaitForText("Keys: Inbox")
	h.Stop()
	for _, agent := range []*clitest.Screen{asha, ben, chen} {
		agent.WaitForText("the host stops in 60 min")
	}
	late := h.OpenConsole("Ben Carter")
	late.WaitForText("the host is about to stop")
	late.RequireExit(75)
	ben.Press("q")
	ben.RequireExit(exitcode.OK)
	h.DropConnection(asha)
	h.DropConnection(chen)
	h.Wait() // nobody is left: the hour is not waited for

	h.Start()
	again := h.OpenConsole("Asha Rao")
	again.WaitForText("1 unsent draft")
}

func TestSSHHost_EditorIsNamedUntilTheirConnectionDrops(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao", "Ben Carter"})
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	asha.SelectNewest()
	ben.SelectNewest()
	asha.Press("c")
	ben.WaitForText("◇ Asha Rao is editing 7135")
	ben.Press("c") // it is a warning and no lock
	ben.WaitForText("Comment")
	asha.WaitForText("◇ Ben Carter is editing 7135")
	h.DropConnection(asha)
	ben.WaitForTextGone("is editing")
}

func TestSSHHost_CommandsKeepTheirOutputAndExitCodes(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	id := h.AnyTicket("Asha Rao")
	passwords := filepath.Join(h.Dir, "keys")
	tests := map[string]struct {
		command, stdin string
		code           int
		says           string // on either stream
	}{
		"a search":                    {"faq search refund", "", 0, "Refund"},
		"a ticket for scripts":        {"ticket get " + id + " --json", "", 0, `"timeline":[`},
		"a list":                      {"ticket list --view all --json=id", "", 0, `{"id":"` + id + `"}`},
		"an expression of jq":         {"ticket get " + id + " --jq .", "", 2, "--jq is not available over SSH"},
		"a comment by standard input": {"ticket update " + id + " --sub-status P --comment -", "Called back", 0, "updated"},
		"a ticket that is not there":  {"ticket get 1", "", 1, "has no ticket 1"},
		"a flag that is not there":    {"ticket get --nonsense", "", 2, "unknown flag"},
		"help":                        {"ticket --help", "", 0, "Available Commands"},
		"the version":                 {"--version", "", 0, "frontdesk version"},
		"a raw body":                  {"api faq-categories", "{}", 0, ""},
		"a configuration of the host": {"faq search refund --config " + passwords, "", 2, "cannot be read or written over SSH"},
		"a body of two MiB":           {"api add-ticket", `[{"title":"` + strings.Repeat("x", 2<<20) + `"}]`, 2, "standard input is larger than 1024 KiB"},
		"a comment of two MiB":        {"ticket update 7 --sub-status PS --comment -", strings.Repeat("x", 2<<20), 2, "standard input is larger than 128 KiB"},
		"a file of updates":           {"ticket update --from-csv " + passwords, "", 2, "cannot be read or written over SSH"},
		"a file of results":           {"ticket update --result /tmp/x", "", 2, "cannot be read or written over SSH"},
		"the service":                 {"serve --db x", "", 2, "serve is not available over SSH"},
		"the host's configuration":    {"config", "", 2, "config is not available over SSH"},
		"the host's health":           {"doctor", "", 2, "doctor is not available over SSH"},
		"another host":                {"ssh", "", 2, "ssh is not available over SSH"},
		"a copy of the desk":          {"backup --db x --to y", "", 2, "backup is not available over SSH"},
		"another account":             {"--account other faq search refund", "", 2, "name a command"},
		"the console of this machine": {"--", "", 2, "name a command"},
		"completion after a flag":     {"--a=b __complete ticket get ''", "", 2, "name a command"},
		"completion after dashes":     {"-- __complete ticket get ''", "", 2, "name a command"},
		"completion after help":       {"help __complete", "", 2, "unknown command"},
		"completion without its help": {"__completeNoDesc ticket get ''", "", 2, "unknown command"},
		"help on a command":           {"help ticket", "", 0, "Available Commands"},
		"completion":                  {"__complete ticket get ''", "", 2, "unknown command"},
		"a title of two words":        {"ticket add --title two words", "", 2, `unexpected argument "words"; ssh drops one level of quotes`},
		"a flag of another program":   {"ticket list --status open", "", 2, "did you mean --filter?"},
		"a command of another one":    {"ticket create --title x", "", 2, "did you mean frontdesk ticket add?"},
		"a setting of the host":       {"ticket list --theme nord", "", 2, "unknown flag: --theme; frontdesk ticket list --help"},
		"a command for the version":   {"version", "", 0, "frontdesk version"},
		"a shell":                     {"sh -c 'id'", "", 2, `unknown command "sh"`},
		"a copy by scp":               {"scp -t /tmp", "", 2, `unknown command "scp"`},
		"a quote that is not closed":  {"faq search 'refund", "", 2, "a quote is not closed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			code, out, errOut := h.RunCommand("Asha Rao", test.command, test.stdin)
			if code != test.code || !strings.Contains(out+errOut, test.says) {
				t.Errorf("code %d, not %d; %q, not %q\n%s", code, test.code, errOut, test.says, out)
			}
		})
	}
}

func TestSSHHost_ChangeByACommandIsSeenInConsoles(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao", "Ben Carter"})
	asha := h.OpenConsole("Asha Rao")
	asha.SelectNewest() // a ticket that comes with the first answers is not new
	asha.Press("6")
	asha.WaitForText("▏All")
	code, _, errOut := h.RunCommand("Ben Carter", `ticket add --title "Zebra stripes on the screen" --details "All over"`, "")
	if code != 0 {
		t.Fatal(errOut)
	}
	asha.WaitForText("1 new at the end")
	asha.Press("r", "g")
	asha.WaitForText("Zebra stripes")
}

func TestSSHHost_WithoutKeysRefusesToStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_DATA_HOME": dir}[name] }
	for name, arguments := range map[string][]string{
		"no list":            {"ssh"},
		"a list not there":   {"ssh", "--authorized-keys", filepath.Join(dir, "nothing")},
		"no address":         {"ssh", "--authorized-keys", "x", "--listen", "everywhere"},
		"public metrics":     {"ssh", "--authorized-keys", "x", "--metrics", "0.0.0.0:9222"},
		"no time to be idle": {"ssh", "--authorized-keys", "x", "--idle", "1s"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errOut strings.Builder
			if code := cli.Run(t.Context(), arguments, env, strings.NewReader(""), &out, &errOut); code != exitcode.Usage {
				t.Errorf("it ended with %d: %s", code, errOut.String())
			}
		})
	}
}

// TestSSHHost_NoKeyStartsOrStopsAnything: an agent cannot suspend the host or reach its clipboard, editor or browser.
func TestSSHHost_NoKeyStartsOrStopsAnything(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("1 of ")
	asha.Press("\x1a")
	asha.WaitForText("not available over SSH")
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("before", "\x16", "\x05", "after") // ctrl+v, ctrl+e
	asha.WaitForText("beforeafter")
}
