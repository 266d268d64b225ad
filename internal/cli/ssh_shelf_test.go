package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/exitcode"
)

// forgetful is a host on a service with one ticket in its book, which loses its answer to the first update.
func forgetful(t *testing.T, agents ...string) *sshHost {
	t.Helper()
	return forgetfulWith(t, nil, agents...)
}

// forgetfulWith is one with further arguments.
func forgetfulWith(t *testing.T, arguments []string, agents ...string) *sshHost {
	t.Helper()
	service, _ := realUpstream(t, at(1, func(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }))
	h := newSSHHost(t, agents)
	h.variables = map[string]string{"FRONTDESK_TOKEN": token}
	h.configured(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\n", service.URL))
	h.start(arguments...)
	if code, _, errOut := h.runs(agents[0], `ticket add --title "Zebra stripes" --details "All over"`, ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
	return h
}

// drops drops an agent's connection and waits until the host has noticed.
func (h *sshHost) drops(agent *remote) {
	h.t.Helper()
	before := strings.Count(h.out.String(), "msg=left")
	if err := agent.client.Close(); err != nil {
		h.t.Fatal(err)
	}
	late := time.After(patience(h.t))
	for strings.Count(h.out.String(), "msg=left") == before {
		select {
		case <-h.out.more:
		case <-late:
			h.t.Fatalf("the host has not noticed:\n%s", h.out)
		}
	}
}

func TestTheOutboxAndTheJournalAreTheAgentsOwn(t *testing.T) {
	h := forgetful(t, "Asha Rao", "Ben Carter")
	asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	asha.sees("1 of 1")
	ben.sees("1 of 1")
	asha.types("c")
	asha.sees("Comment")
	asha.types("Called twice", ctrlS)
	asha.sees("Was it carried out?")
	asha.types("o")
	asha.sees("put into the outbox")

	elsewhere := h.sits("Asha Rao") // another session of hers has it
	elsewhere.sees("⇪ 1 in the outbox")
	elsewhere.types("O")
	elsewhere.sees("Called twice")
	ben.types("O")
	ben.sees("Nothing waits here")
	ben.types("\x1b")
	ben.loses("Nothing waits here")

	asha.types("L")
	asha.sees("Called twice")
	ben.types("L")
	ben.sees("Nothing was written today")
}

func TestTwoSessionsOfOneAgentKeepWhatIsTypedInBoth(t *testing.T) {
	h := forgetful(t, "Asha Rao")
	desk, sofa := h.sits("Asha Rao"), h.sits("Asha Rao")
	for typed, asha := range map[string]*remote{"from the desk": desk, "from the sofa": sofa} {
		asha.sees("1 of 1")
		asha.sees("All over") // a form that is opened before the ticket is read whole keeps more than what was typed
		asha.types("c")
		asha.sees("Comment")
		asha.types(typed)
		asha.sees(typed)
	}
	h.drops(desk)
	h.drops(sofa)
	again := h.sits("Asha Rao")
	again.sees("2 drafts wait")
	again.types("D")
	again.sees("from the desk")
	again.sees("from the sofa")
}
