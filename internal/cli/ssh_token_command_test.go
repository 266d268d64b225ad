//go:build unix

package cli_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// slowCredentialHost is a host whose second account gets its credential from a command that waits until the test allows
// it to go on, and counts its runs.
type slowCredentialHost struct {
	*clitest.Host
	t    *testing.T
	pipe string
}

func newSlowCredentialHost(t *testing.T) *slowCredentialHost {
	t.Helper()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := &slowCredentialHost{Host: clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"}), t: t}
	h.pipe = filepath.Join(h.Dir, "pipe")
	if err := syscall.Mkfifo(h.pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	h.WriteFile("asked", "")
	command := fmt.Sprintf("echo once >> %s; exec cat %s", filepath.Join(h.Dir, "asked"), h.pipe)
	h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = %q\n[accounts.beta]\n"+
		"token_command = [\"sh\", \"-c\", %q]\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL, ashas, command))
	h.Start()
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
	ben, sofa := h.OpenConsole("Ben Carter"), h.OpenConsole("Ben Carter")
	give := h.waitForCommand()
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("acme · Asha Rao")
	if code, out, errOut := h.RunCommand("Asha Rao", "ticket pull --from today --to today --json", ""); code != exitcode.OK || out == "" {
		t.Errorf("%d %s", code, errOut)
	}
	h.DropConnection(sofa) // who leaves ends it for nobody
	give()
	ben.WaitForText("beta · Ben Carter")
	h.OpenConsole("Ben Carter").WaitForText("beta · Ben Carter")
	if asked := h.ReadFile("asked"); asked != "once\n" {
		t.Errorf("the command was asked\n%s", asked)
	}
}

func TestSSHHost_StopDoesNotWaitForATokenCommand(t *testing.T) {
	t.Parallel()
	h := newSlowCredentialHost(t)
	ben := h.OpenConsole("Ben Carter")
	h.waitForCommand()
	h.Terminate()
	ben.WaitForText("the host was stopped")
	if _, err := os.OpenFile(h.pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("the command still waits: %v", err)
	}
}

func TestSSHHost_AccountThatCouldNotBeOpenedIsTriedAgain(t *testing.T) {
	t.Parallel()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = %q\n[accounts.beta]\n"+
		"token_command = [\"cat\", %q]\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL, ashas, filepath.Join(h.Dir, "token")))
	h.Start()
	if code, _, errOut := h.RunCommand("Ben Carter", "ticket pull --from today --to today", ""); code != exitcode.Failed || errOut != "frontdesk: your account is unavailable: tell who runs this host\n" {
		t.Errorf("%d %s", code, errOut)
	}
	ben := h.OpenConsole("Ben Carter")
	ben.WaitForText("your account is unavailable")
	ben.RequireExit(exitcode.Failed)
	for _, said := range []string{ben.Output()} {
		if strings.Contains(said, h.Dir) {
			t.Errorf("an agent is told of the host: %q", said)
		}
	}
	h.WaitForLog(`msg="an account cannot be opened" account=beta`)
	h.WaitForLog(`token_command: \"cat\" failed`)
	h.WriteFile("token", bens)
	if code, _, errOut := h.RunCommand("Ben Carter", "ticket pull --from today --to today", ""); code != exitcode.OK {
		t.Errorf("%d %s", code, errOut)
	}
}

func TestSSHHost_RefusedCredentialIsLogged(t *testing.T) {
	t.Parallel()
	service := newAccountService(t, "YXNoYQ==")
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\n[accounts.acme]\ntoken = \"YXNoYQ==\"\n[accounts.beta]\n"+
		"token = \"b2xk\"\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n", service.URL))
	h.Start()
	for agent, code := range map[string]int{"Asha Rao": exitcode.OK, "Ben Carter": exitcode.Denied} {
		for range 2 {
			if got, _, errOut := h.RunCommand(agent, "faq search refund", ""); got != code {
				t.Errorf("%s: %d, not %d: %s", agent, got, code, errOut)
			}
		}
	}
	h.Terminate()
	if n := strings.Count(h.Log.String(), "does not accept an account's credential\" account=beta operation=search-faq"); n != 1 || strings.Contains(h.Log.String(), "credential\" account=acme") {
		t.Errorf("it was told %d times:\n%s", n, h.Log)
	}
}
