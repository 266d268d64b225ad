//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/exitcode"
)

// slowCredentialHost is a host whose second account gets its credential from a command that waits until the test allows
// it to go on, and counts its runs.
type slowCredentialHost struct {
	*sshHost
	pipe string
}

func newSlowCredentialHost(t *testing.T) *slowCredentialHost {
	t.Helper()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := &slowCredentialHost{sshHost: newSSHHost(t, []string{"Asha Rao", "Ben Carter"})}
	h.pipe = filepath.Join(h.dir, "pipe")
	if err := syscall.Mkfifo(h.pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	h.writeFile("asked", "")
	command := fmt.Sprintf("echo once >> %s; exec cat %s", filepath.Join(h.dir, "asked"), h.pipe)
	h.writeConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = %q\n[accounts.beta]\n"+
		"token_command = [\"sh\", \"-c\", %q]\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL, ashas, command))
	h.start()
	return h
}

// waitForCommand waits until the command runs and returns a function that lets it go on.
func (h *slowCredentialHost) waitForCommand() (give func()) {
	h.t.Helper()
	file, err := os.OpenFile(h.pipe, os.O_WRONLY, 0) // until it has opened its end
	if err != nil {
		h.t.Fatal(err)
	}
	return func() {
		_, err := io.WriteString(file, "YmVu\n")
		if err := errors.Join(err, file.Close()); err != nil {
			h.t.Fatal(err)
		}
	}
}

func TestSSHHost_HangingTokenCommandHoldsUpNobodyElse(t *testing.T) {
	t.Parallel()
	h := newSlowCredentialHost(t)
	ben, sofa := h.openConsole("Ben Carter"), h.openConsole("Ben Carter")
	give := h.waitForCommand()
	asha := h.openConsole("Asha Rao")
	asha.waitForText("acme · Asha Rao")
	if code, out, errOut := h.runCommand("Asha Rao", "ticket pull --from today --to today --json", ""); code != exitcode.OK || out == "" {
		t.Errorf("%d %s", code, errOut)
	}
	h.dropConnection(sofa) // who leaves ends it for nobody
	give()
	ben.waitForText("beta · Ben Carter")
	h.openConsole("Ben Carter").waitForText("beta · Ben Carter")
	if asked := h.readFile("asked"); asked != "once\n" {
		t.Errorf("the command was asked\n%s", asked)
	}
}

func TestSSHHost_StopDoesNotWaitForATokenCommand(t *testing.T) {
	t.Parallel()
	h := newSlowCredentialHost(t)
	ben := h.openConsole("Ben Carter")
	h.waitForCommand()
	h.terminate()
	ben.waitForText("the host was stopped")
	if _, err := os.OpenFile(h.pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("the command still waits: %v", err)
	}
}

func TestSSHHost_AccountThatCouldNotBeOpenedIsTriedAgain(t *testing.T) {
	t.Parallel()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.writeConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = %q\n[accounts.beta]\n"+
		"token_command = [\"cat\", %q]\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL, ashas, filepath.Join(h.dir, "token")))
	h.start()
	if code, _, errOut := h.runCommand("Ben Carter", "ticket pull --from today --to today", ""); code != exitcode.Failed || errOut != "frontdesk: your account is unavailable: tell who runs this host\n" {
		t.Errorf("%d %s", code, errOut)
	}
	ben := h.openConsole("Ben Carter")
	ben.waitForText("your account is unavailable")
	ben.requireExit(exitcode.Failed)
	for _, said := range []string{ben.output()} {
		if strings.Contains(said, h.dir) {
			t.Errorf("an agent is told of the host: %q", said)
		}
	}
	h.waitForLog(`msg="an account cannot be opened" account=beta`)
	h.waitForLog(`token_command: \"cat\" failed`)
	h.writeFile("token", bens)
	if code, _, errOut := h.runCommand("Ben Carter", "ticket pull --from today --to today", ""); code != exitcode.OK {
		t.Errorf("%d %s", code, errOut)
	}
}

func TestSSHHost_RefusedCredentialIsLogged(t *testing.T) {
	t.Parallel()
	service := newAccountService(t, "YXNoYQ==")
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.writeConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = \"YXNoYQ==\"\n[accounts.beta]\n"+
		"token = \"b2xk\"\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL))
	h.start()
	for agent, code := range map[string]int{"Asha Rao": exitcode.OK, "Ben Carter": exitcode.Denied} {
		for range 2 {
			if got, _, errOut := h.runCommand(agent, "faq search refund", ""); got != code {
				t.Errorf("%s: %d, not %d: %s", agent, got, code, errOut)
			}
		}
	}
	h.terminate()
	if n := strings.Count(h.out.String(), "does not accept an account's credential\" account=beta operation=search-faq"); n != 1 || strings.Contains(h.out.String(), "account=acme") {
		t.Errorf("it was told %d times:\n%s", n, h.out)
	}
}
