package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeConfiguration writes the configuration of the host.
func (h *sshHost) writeConfiguration(content string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Join(h.dir, "frontdesk"), 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.writeFile(filepath.Join("frontdesk", "config.toml"), "hold_back = \"0s\" # tests do not wait\nafter_save = \"stay\"\n"+content)
}

// addKeyOption adds a variable to an agent's line in the list of keys.
func (h *sshHost) addKeyOption(agent, variable string) {
	h.t.Helper()
	list, err := os.ReadFile(filepath.Join(h.dir, "keys"))
	if err != nil {
		h.t.Fatal(err)
	}
	named := `environment="FRONTDESK_AGENT=` + agent + `"`
	h.writeFile("keys", strings.Replace(string(list), named, named+`,environment="`+variable+`"`, 1))
}

// requireOwnView opens the first view after the built-in ones, because its tab may not fit on the screen, and waits for
// its name.
func (r *agentScreen) requireOwnView(name string) {
	r.t.Helper()
	r.waitForText("1 of ")
	r.press("7")
	r.waitForText(name)
}

func TestSSHHost_EachAgentHasTheirOwnViewsAndKeys(t *testing.T) {
	t.Parallel()
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.writeConfiguration(`
[[views]]
name = "Everybody's"

[agents."Asha Rao"]
email           = "asha@example.com"
theme           = "light"
views           = [{name = "Asha's own", open = true}]
keys.everywhere.help = "f2"
`)
	h.start()
	asha, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	asha.requireOwnView("Asha's own")
	ben.requireOwnView("Everybody's")
	asha.waitForTextGone("Everybody's")
	ben.waitForTextGone("Asha's own")
	asha.press("\x1bOQ") // F2
	asha.waitForText("Keys: Inbox")
	ben.press("?")
	ben.waitForText("Keys: Inbox")
	h.waitForLog("msg=\"signed in\"")
	if audit := h.out.String(); !strings.Contains(audit, `agent="Asha Rao" from=127.0.0.1 email=asha@example.com`) {
		t.Errorf("the audit says\n%s", audit)
	}
}
