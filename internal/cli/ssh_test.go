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

func TestAnAgentWorksOnATicketOverSSHAndTheOthersSeeIt(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao", "Ben Carter"})
	asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	asha.sees("sample desk · Asha Rao")
	ben.sees("sample desk · Ben Carter")
	asha.goesToTheNewest()
	ben.goesToTheNewest()
	asha.types("c")
	asha.sees("Comment")
	ben.sees("✎ Asha Rao is editing 7135")
	asha.types("The customer was called")
	asha.sees("The customer was called")
	asha.types(ctrlS)
	asha.sees("saved")
	ben.loses("is editing")
	ben.types("\r")
	ben.pressesUntil("j", "The customer was called")
	h.logs("msg=wrote")
	if audit := h.out.String(); !regexp.MustCompile(`msg=wrote .*agent="Asha Rao" from=127.0.0.1 operation=update-ticket records="\[ticket_id=\d+\]" outcome=done`).MatchString(audit) ||
		strings.Contains(audit, "was called") {
		t.Errorf("the audit says\n%s", audit)
	}
}

func TestADroppedConnectionKeepsTheFormAndSigningInAgainOffersIt(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
	asha := h.sits("Asha Rao")
	asha.sees("1 of 1")
	asha.types("c")
	asha.sees("Comment")
	asha.types("half a sentence that")
	asha.sees("half a sentence that")
	if err := asha.client.Close(); err != nil {
		t.Fatal(err)
	}
	h.logs("msg=left") // until then only what was typed a second before is sure to be kept
	again := h.sits("Asha Rao")
	again.sees("a draft waits")
	again.types("D")
	again.sees("⏎ open")
	again.types("\r")
	again.sees("half a sentence that")
	again.types(" goes on")
	again.sees("half a sentence that goes on")

	h.ends() // and the end of the host keeps it too
	h.start()
	once := h.sits("Asha Rao")
	once.sees("a draft waits")
	once.types("D")
	once.sees("⏎ open")
	once.types("\r")
	once.sees("half a sentence that goes on")
}

func TestTheEndOfTheHostIsAnnouncedOnEveryScreen(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao", "Ben Carter", "Chen Li"}, "--drain", "1h")
	asha, ben, chen := h.sits("Asha Rao"), h.sits("Ben Carter"), h.sits("Chen Li")
	asha.goesToTheNewest()
	asha.types("c")
	asha.sees("Comment")
	asha.types("half a sentence")
	asha.sees("half a sentence")
	ben.sees("1 of ")
	chen.sees("1 of ")
	chen.types("?")
	chen.sees("Keys: Inbox")
	h.stop()
	for _, agent := range []*remote{asha, ben, chen} {
		agent.sees("the host stops in 60 min")
	}
	late := h.sits("Ben Carter")
	late.sees("the host is about to stop")
	late.exits(75)
	ben.types("q")
	ben.exits(exitcode.OK)
	h.drops(asha)
	h.drops(chen)
	<-h.ended // nobody is left: the hour is not waited for

	h.start()
	again := h.sits("Asha Rao")
	again.sees("a draft waits")
}

func TestWhoIsEditingIsSeenUntilTheirConnectionDrops(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao", "Ben Carter"})
	asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	asha.goesToTheNewest()
	ben.goesToTheNewest()
	asha.types("c")
	ben.sees("✎ Asha Rao is editing 7135")
	ben.types("c") // it is a warning and no lock
	ben.sees("Comment")
	asha.sees("✎ Ben Carter is editing 7135")
	h.drops(asha)
	ben.loses("is editing")
}

// thisWeek are the flags of a pull in which there are tickets at any hour.
func thisWeek() string {
	return " --from " + time.Now().AddDate(0, 0, -6).Format(time.DateOnly) + " --to today"
}

// anyTicket is one of the sample desk.
func (h *sshHost) anyTicket(agent string) string {
	h.t.Helper()
	_, listed, _ := h.runs(agent, "ticket pull --json"+thisWeek(), "")
	id := regexp.MustCompile(`"ticketId": *"(\d+)"`).FindStringSubmatch(listed)
	if id == nil {
		h.t.Fatalf("no ticket in %q", listed)
	}
	return id[1]
}

func TestOneShotCommandsHaveTheirOutputAndExitCodesOverSSH(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
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
		"a ticket that is not there":  {"ticket get 1", "", 1, "knows no ticket 1"},
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
			code, out, errOut := h.runs("Asha Rao", test.command, test.stdin)
			if code != test.code || !strings.Contains(out+errOut, test.says) {
				t.Errorf("code %d, not %d; %q, not %q\n%s", code, test.code, errOut, test.says, out)
			}
		})
	}
}

func TestWhatACommandChangesIsSeenInConsoles(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao", "Ben Carter"})
	asha := h.sits("Asha Rao")
	asha.sees("1 of 1")
	code, _, errOut := h.runs("Ben Carter", `ticket add --title "Zebra stripes on the screen" --details "All over"`, "")
	if code != 0 {
		t.Fatal(errOut)
	}
	asha.sees("Zebra stripes")
}

func TestTheHostRefusesToStartUnlessItKnowsWhoMaySignIn(t *testing.T) {
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
			if code := run(t.Context(), arguments, env, &out, &errOut); code != exitcode.Usage {
				t.Errorf("it ended with %d: %s", code, errOut.String())
			}
		})
	}
}

// Hazard 23: neither suspension nor the host's clipboard, editor or browser.
func TestNoKeyStartsOrStopsAnythingOnTheHost(t *testing.T) {
	h := hostFor(t, []string{"Asha Rao"})
	asha := h.sits("Asha Rao")
	asha.sees("1 of 1")
	asha.types("\x1a")
	asha.sees("cannot be put into the background there")
	asha.types("c")
	asha.sees("Comment")
	asha.types("before", "\x16", "\x05", "after") // ctrl+v, ctrl+e
	asha.sees("beforeafter")
}
