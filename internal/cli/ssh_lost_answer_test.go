package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
)

// startForgetfulHost starts a host on a service with one ticket that drops its answer to the first update.
func startForgetfulHost(t *testing.T, agents ...string) *sshHost {
	t.Helper()
	return startForgetfulHostWith(t, nil, agents...)
}

// startForgetfulHostWith does so with further arguments.
func startForgetfulHostWith(t *testing.T, arguments []string, agents ...string) *sshHost {
	t.Helper()
	service, _ := newRealUpstream(t, interceptUpdate(1, func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }))
	h := newSSHHost(t, agents)
	h.variables = map[string]string{"FRONTDESK_TOKEN": token}
	h.writeConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\n", service.URL))
	h.start(arguments...)
	if code, _, errOut := h.runCommand(agents[0], `ticket add --title "Zebra stripes" --details "All over"`, ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
	return h
}

// dropConnection closes an agent's connection and waits until the host has noticed.
func (h *sshHost) dropConnection(agent *agentScreen) {
	h.t.Helper()
	before := strings.Count(h.out.String(), "msg=left")
	if err := agent.client.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.out.waitUntil(h.t, "the end of a session", func() bool { return strings.Count(h.out.String(), "msg=left") != before })
}

func TestSSHHost_OutboxAndJournalBelongToTheAgent(t *testing.T) {
	t.Parallel()
	h := startForgetfulHost(t, "Asha Rao", "Ben Carter")
	asha, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	asha.waitForText("1 of ")
	ben.waitForText("1 of ")
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("Called twice", ctrlS)
	asha.waitForText("We could not confirm")
	asha.press("o")
	asha.waitForText("moved to the outbox")

	elsewhere := h.openConsole("Asha Rao") // another session of hers has it
	elsewhere.waitForText("⇪ 1 in the outbox")
	elsewhere.press("O")
	elsewhere.waitForText("Called twice")
	ben.press("O")
	ben.waitForText("The outbox is empty")
	ben.press("\x1b")
	ben.waitForTextGone("The outbox is empty")

	asha.press("L")
	asha.waitForText("Called twice")
	ben.press("L")
	ben.waitForText("Nothing sent today")
}

func TestSSHHost_DraftsOfTwoSessionsOfOneAgentAreBothKept(t *testing.T) {
	t.Parallel()
	h := startForgetfulHost(t, "Asha Rao")
	desk, sofa := h.openConsole("Asha Rao"), h.openConsole("Asha Rao")
	for typed, asha := range map[string]*agentScreen{"from the desk": desk, "from the sofa": sofa} {
		asha.waitForText("1 of ")
		asha.waitForText("All over") // a form that is opened before the ticket is read whole keeps more than what was typed
		asha.press("c")
		asha.waitForText("Comment")
		asha.press(typed)
		asha.waitForText(typed)
	}
	h.dropConnection(desk)
	h.dropConnection(sofa)
	again := h.openConsole("Asha Rao")
	again.waitForText("2 unsent drafts")
	again.press("D")
	again.waitForText("from the desk")
	again.waitForText("from the sofa")
}
