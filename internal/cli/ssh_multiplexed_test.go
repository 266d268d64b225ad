//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// startControlMaster starts OpenSSH's client as a ControlMaster; through makes clients that use only its connection.
func startControlMaster(t *testing.T, h *clitest.Host, agent string) (master *exec.Cmd, through func(arguments ...string) *exec.Cmd) {
	t.Helper()
	dir, err := os.MkdirTemp("", "fd") //nolint:usetesting // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	master = newOpenSSHCommand(t, h, "ssh", agent, "-M", "-S", socket, "asha@127.0.0.1", "ticket add --title x --details -")
	if _, err := master.StdinPipe(); err != nil { // which is never ended: the command goes on
		t.Fatal(err)
	}
	if err := master.Start(); err != nil {
		t.Fatal(err)
	}
	h.WaitForLog("msg=\"signed in\"")
	return master, func(arguments ...string) *exec.Cmd {
		// What cannot use the socket would sign in by itself: at a port on which nobody answers.
		return newOpenSSHCommand(t, h, "ssh", agent, append([]string{"-S", socket, "-o", "ProxyCommand=false", "asha@127.0.0.1"}, arguments...)...)
	}
}

func TestRevokedKey_EndsACommandThatSaysWhy(t *testing.T) {
	h := clitest.StartHost(t, []string{"Asha Rao", "Ben"})
	asha := h.OpenConsoleOn("Asha Rao", clitest.TerminalInfo{Command: "ticket update 7 --sub-status P --comment -"})
	asha.WaitForText("reading standard input")
	_, ben, _ := strings.Cut(h.ReadFile("keys"), "\n")
	h.WriteFile("keys", ben)
	_ = syscall.Kill(os.Getpid(), syscall.SIGHUP) // else the list is read again within some seconds
	asha.WaitForText("frontdesk: the key may no longer sign in")
}

func TestRevokedKey_LosesItsMultiplexedConnectionOfOpenSSH(t *testing.T) {
	h := clitest.StartHost(t, []string{"Asha", "Ben"})
	master, through := startControlMaster(t, h, "Asha")
	if said, err := through("faq search refund").CombinedOutput(); err != nil || !bytes.Contains(said, []byte("Refund")) {
		t.Fatalf("%v: %s", err, said)
	}
	_, ben, _ := strings.Cut(h.ReadFile("keys"), "\n")
	h.WriteFile("keys", ben)
	if said, err := through("faq search refund").CombinedOutput(); err == nil {
		t.Errorf("a command ran: %s", said)
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGHUP) // else the list is read again within some seconds
	h.WaitForLog("msg=revoked agent=Asha")
	_ = master.Wait() // until the host closes the connection
	if code, out, errOut := h.RunCommand("Ben", "faq search refund", ""); code != exitcode.OK || !strings.Contains(out, "Refund") {
		t.Errorf("somebody else gets %d: %s", code, errOut)
	}
}
