package cli

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/exitcode"
)

const ctrlS = "\x13"

func TestSSHHost_WorkOnATicketIsSeenByTheOthers(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	asha, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	asha.waitForText("sample desk · Asha Rao")
	ben.waitForText("sample desk · Ben Carter")
	asha.selectNewest()
	ben.selectNewest()
	asha.press("c")
	asha.waitForText("Comment")
	ben.waitForText("✎ Asha Rao is editing 7135")
	asha.press("The customer was called")
	asha.waitForText("The customer was called")
	asha.press(ctrlS)
	asha.waitForText("saved")
	ben.waitForTextGone("is editing")
	ben.press("\r")
	ben.pressUntil("j", "The customer was called")
	h.waitForLog("msg=wrote")
	if audit := h.out.String(); !regexp.MustCompile(`msg=wrote .*agent="Asha Rao" from=127.0.0.1 operation=update-ticket records="\[ticket_id=\d+\]" outcome=done`).MatchString(audit) ||
		strings.Contains(audit, "was called") {
		t.Errorf("the audit says\n%s", audit)
	}
}

func TestSSHHost_DroppedConnectionKeepsTheForm(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsole("Asha Rao")
	asha.waitForText("1 of ")
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("half a sentence that")
	asha.waitForText("half a sentence that")
	if err := asha.client.Close(); err != nil {
		t.Fatal(err)
	}
	h.waitForLog("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.openConsole("Asha Rao")
	again.waitForText("1 unsent draft")
	again.press("D")
	again.waitForText("⏎ open")
	again.press("\r")
	again.waitForText("half a sentence that")
	again.press(" goes on")
	again.waitForText("half a sentence that goes on")

	h.terminate() // and the end of the host keeps it too
	h.start()
	once := h.openConsole("Asha Rao")
	once.waitForText("1 unsent draft")
	once.press("D")
	once.waitForText("⏎ open")
	once.press("\r")
	once.waitForText("half a sentence that goes on")
}

func TestSSHHost_StopIsAnnouncedOnEveryScreen(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"}, "--drain", "1h")
	asha, ben, chen := h.openConsole("Asha Rao"), h.openConsole("Ben Carter"), h.openConsole("Chen Li")
	asha.selectNewest()
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("half a sentence")
	asha.waitForText("half a sentence")
	ben.waitForText("1 of ")
	chen.waitForText("1 of ")
	chen.press("?")
	chen.waitForText("Keys: Inbox")
	h.stop()
	for _, agent := range []*agentScreen{asha, ben, chen} {
		agent.waitForText("the host stops in 60 min")
	}
	late := h.openConsole("Ben Carter")
	late.waitForText("the host is about to stop")
	late.requireExit(75)
	ben.press("q")
	ben.requireExit(exitcode.OK)
	h.dropConnection(asha)
	h.dropConnection(chen)
	<-h.ended // nobody is left: the hour is not waited for

	h.start()
	again := h.openConsole("Asha Rao")
	again.waitForText("1 unsent draft")
}

func TestSSHHost_EditorIsNamedUntilTheirConnectionDrops(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	asha, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	asha.selectNewest()
	ben.selectNewest()
	asha.press("c")
	ben.waitForText("✎ Asha Rao is editing 7135")
	ben.press("c") // it is a warning and no lock
	ben.waitForText("Comment")
	asha.waitForText("✎ Ben Carter is editing 7135")
	h.dropConnection(asha)
	ben.waitForTextGone("is editing")
}

// thisWeek are the flags of a pull in which there are tickets at any hour.
func thisWeek() string {
	return " --from " + time.Now().AddDate(0, 0, -6).Format(time.DateOnly) + " --to today"
}

// anyTicket is one of the sample desk.
func (h *sshHost) anyTicket(agent string) string {
	h.t.Helper()
	_, listed, _ := h.runCommand(agent, "ticket pull --json"+thisWeek(), "")
	id := regexp.MustCompile(`"ticketId": *"(\d+)"`).FindStringSubmatch(listed)
	if id == nil {
		h.t.Fatalf("no ticket in %q", listed)
	}
	return id[1]
}

func TestSSHHost_CommandsKeepTheirOutputAndExitCodes(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	id := h.anyTicket("Asha Rao")
	passwords := filepath.Join(h.dir, "keys")
	tests := map[string]struct {
		command, stdin string
		code           int
		says           string // on either stream
	}{
		"a search":                    {"faq search refund", "", 0, "Refund"},
		"a ticket for scripts":        {"ticket get " + id + " --json", "", 0, `"task_details"`},
		"a comment by standard input": {"ticket update " + id + " --sub-status P --comment -", "Called back", 0, "updated"},
		"a ticket that is not there":  {"ticket get 1", "", 1, "has no ticket 1"},
		"a flag that is not there":    {"ticket get --nonsense", "", 2, "unknown flag"},
		"help":                        {"ticket --help", "", 0, "Available Commands"},
		"the version":                 {"--version", "", 0, "frontdesk version"},
		"a raw body":                  {"api faq-categories", "{}", 0, ""},
		"a configuration of the host": {"faq search refund --config " + passwords, "", 2, "cannot be read or written over SSH"},
		"a file of updates":           {"ticket update --from-csv " + passwords, "", 2, "cannot be read or written over SSH"},
		"a file of results":           {"ticket update --result /tmp/x", "", 2, "cannot be read or written over SSH"},
		"the service":                 {"serve --db x", "", 2, `unknown command "serve"`},
		"the host's configuration":    {"config", "", 2, `unknown command "config"`},
		"the host's health":           {"doctor", "", 2, `unknown command "doctor"`},
		"another host":                {"ssh", "", 2, `unknown command "ssh"`},
		"a copy of the desk":          {"backup --db x --to y", "", 2, `unknown command "backup"`},
		"another account":             {"--account other faq search refund", "", 2, "name a command"},
		"the console of this machine": {"--", "", 2, "name a command"},
		"completion after a flag":     {"--a=b __complete ticket get ''", "", 2, "name a command"},
		"completion after dashes":     {"-- __complete ticket get ''", "", 2, "name a command"},
		"completion after help":       {"help __complete", "", 2, "unknown command"},
		"completion without its help": {"__completeNoDesc ticket get ''", "", 2, "unknown command"},
		"help on a command":           {"help ticket", "", 0, "Available Commands"},
		"completion":                  {"__complete ticket get ''", "", 2, "unknown command"},
		"a shell":                     {"sh -c 'id'", "", 2, `unknown command "sh"`},
		"a copy by scp":               {"scp -t /tmp", "", 2, `unknown command "scp"`},
		"a quote that is not closed":  {"faq search 'refund", "", 2, "a quote is not closed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			code, out, errOut := h.runCommand("Asha Rao", test.command, test.stdin)
			if code != test.code || !strings.Contains(out+errOut, test.says) {
				t.Errorf("code %d, not %d; %q, not %q\n%s", code, test.code, errOut, test.says, out)
			}
		})
	}
}

func TestSSHHost_ChangeByACommandIsSeenInConsoles(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	asha := h.openConsole("Asha Rao")
	asha.selectNewest() // a ticket that comes with the first answers is not new
	asha.press("6")
	asha.waitForText("▏All")
	code, _, errOut := h.runCommand("Ben Carter", `ticket add --title "Zebra stripes on the screen" --details "All over"`, "")
	if code != 0 {
		t.Fatal(errOut)
	}
	asha.waitForText("1 new at the end")
	asha.press("r", "g")
	asha.waitForText("Zebra stripes")
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
			if code := Run(t.Context(), arguments, env, strings.NewReader(""), &out, &errOut); code != exitcode.Usage {
				t.Errorf("it ended with %d: %s", code, errOut.String())
			}
		})
	}
}

// TestSSHHost_NoKeyStartsOrStopsAnything: an agent cannot suspend the host or reach its clipboard, editor or browser.
func TestSSHHost_NoKeyStartsOrStopsAnything(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsole("Asha Rao")
	asha.waitForText("1 of ")
	asha.press("\x1a")
	asha.waitForText("not available over SSH")
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("before", "\x16", "\x05", "after") // ctrl+v, ctrl+e
	asha.waitForText("beforeafter")
}
