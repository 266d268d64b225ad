package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// configured gives the host a configuration.
func (h *sshHost) configured(content string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Join(h.dir, "frontdesk"), 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.write(filepath.Join("frontdesk", "config.toml"), content)
}

// optioned gives an agent's line of the list one more variable.
func (h *sshHost) optioned(agent, variable string) {
	h.t.Helper()
	list, err := os.ReadFile(filepath.Join(h.dir, "keys"))
	if err != nil {
		h.t.Fatal(err)
	}
	named := `environment="FRONTDESK_AGENT=` + agent + `"`
	h.write("keys", strings.Replace(string(list), named, named+`,environment="`+variable+`"`, 1))
}

// hasView goes to the view after those that are always there; the tabs of others may have no room.
func (r *remote) hasView(name string) {
	r.t.Helper()
	r.sees("1 of ")
	r.types("5")
	r.sees(name)
}

func TestEachAgentHasViewsAndKeysOfTheirOwn(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.configured(`
[[views]]
name = "Everybody's"

[agents."Asha Rao"]
email           = "asha@example.com"
theme           = "light"
views           = [{name = "Asha's own", open = true}]
keys.everywhere.help = "f2"
`)
	h.start()
	asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	asha.hasView("Asha's own")
	ben.hasView("Everybody's")
	asha.loses("Everybody's")
	ben.loses("Asha's own")
	asha.types("\x1bOQ") // F2
	asha.sees("Keys: Inbox")
	ben.types("?")
	ben.sees("Keys: Inbox")
	h.logs("msg=\"signed in\"")
	if audit := h.out.String(); !strings.Contains(audit, `agent="Asha Rao" from=127.0.0.1 email=asha@example.com`) {
		t.Errorf("the audit says\n%s", audit)
	}
}
