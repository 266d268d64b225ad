package cli_test

import (
	"fmt"
	"net/http"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// startForgetfulHost starts a host on a service with one ticket that drops its answer to the first update.
func startForgetfulHost(t *testing.T, agents ...string) *clitest.Host {
	t.Helper()
	return startForgetfulHostWith(t, nil, agents...)
}

// startForgetfulHostWith does so with further arguments.
func startForgetfulHostWith(t *testing.T, arguments []string, agents ...string) *clitest.Host {
	t.Helper()
	service, _ := clitest.NewRealUpstream(t, interceptUpdate(1, func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }))
	h := clitest.NewHost(t, agents)
	h.Variables = map[string]string{"FRONTDESK_TOKEN": clitest.Token}
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\n", service.URL))
	h.Start(arguments...)
	if code, _, errOut := h.RunCommand(agents[0], `ticket add --title "Zebra stripes" --details "All over"`, ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
	return h
}

func TestSSHHost_OutboxAndJournalBelongToTheAgent(t *testing.T) {
	t.Parallel()
	h := startForgetfulHost(t, "Asha Rao", "Ben Carter")
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	asha.WaitForText("1 of ")
	ben.WaitForText("1 of ")
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("Called twice", ctrlS)
	asha.WaitForText("We could not confirm")
	asha.Press("o")
	asha.WaitForText("moved to the outbox")

	elsewhere := h.OpenConsole("Asha Rao") // another session of hers has it
	elsewhere.WaitForText("⇪ 1 in the outbox")
	elsewhere.Press("D")
	elsewhere.WaitForText("Called twice")
	ben.Press("D")
	ben.WaitForText("Nothing is unsent")
	ben.Press("\x1b")
	ben.WaitForTextGone("Nothing is unsent")

	asha.Press("D")
	asha.WaitForText("Called twice")
	ben.Press("D")
	ben.WaitForText("Nothing is unsent")
}

func TestSSHHost_DraftsOfTwoSessionsOfOneAgentAreBothKept(t *testing.T) {
	t.Parallel()
	h := startForgetfulHost(t, "Asha Rao")
	desk, sofa := h.OpenConsole("Asha Rao"), h.OpenConsole("Asha Rao")
	for typed, asha := range map[string]*clitest.Screen{"from the desk": desk, "from the sofa": sofa} {
		asha.WaitForText("1 of ")
		asha.WaitForText("All over") // a form that is opened before the ticket is read whole keeps more than what was typed
		asha.Press("c")
		asha.WaitForText("Comment")
		asha.Press(typed)
		asha.WaitForText(typed)
	}
	h.DropConnection(desk)
	h.DropConnection(sofa)
	again := h.OpenConsole("Asha Rao")
	again.WaitForText("2 unsent drafts")
	again.Press("D")
	again.WaitForText("from the desk")
	again.WaitForText("from the sofa")
}
