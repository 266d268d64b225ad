//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/exitcode"
)

// startControlMaster starts OpenSSH's client as a ControlMaster; through makes clients that use only its connection.
func (h *sshHost) startControlMaster(agent string) (master *exec.Cmd, through func(arguments ...string) *exec.Cmd) {
	h.t.Helper()
	dir, err := os.MkdirTemp("", "fd") // the path of a socket is short
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")
	master = h.newOpenSSHCommand("ssh", agent, "-M", "-S", socket, "asha@127.0.0.1", "ticket add --title x --details -")
	if _, err := master.StdinPipe(); err != nil { // which is never ended: the command goes on
		h.t.Fatal(err)
	}
	if err := master.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.waitForLog("msg=\"signed in\"")
	return master, func(arguments ...string) *exec.Cmd {
		// What cannot use the socket would sign in by itself: at a port on which nobody answers.
		return h.newOpenSSHCommand("ssh", agent, append([]string{"-S", socket, "-o", "ProxyCommand=false", "asha@127.0.0.1"}, arguments...)...)
	}
}

func TestRevokedKey_EndsACommandThatSaysWhy(t *testing.T) {
	h := startSSHHost(t, []string{"Asha Rao", "Ben"})
	asha := h.openConsoleOn("Asha Rao", terminalInfo{command: "ticket update 7 --sub-status P --comment -"})
	asha.waitForText("reading standard input")
	_, ben, _ := strings.Cut(h.readFile("keys"), "\n")
	h.writeFile("keys", ben)
	_ = syscall.Kill(os.Getpid(), syscall.SIGHUP) // else the list is read again within some seconds
	asha.waitForText("frontdesk: the key may no longer sign in")
}

func TestRevokedKey_LosesItsMultiplexedConnectionOfOpenSSH(t *testing.T) {
	h := startSSHHost(t, []string{"Asha", "Ben"})
	master, through := h.startControlMaster("Asha")
	if said, err := through("faq search refund").CombinedOutput(); err != nil || !bytes.Contains(said, []byte("Refund")) {
		t.Fatalf("%v: %s", err, said)
	}
	_, ben, _ := strings.Cut(h.readFile("keys"), "\n")
	h.writeFile("keys", ben)
	if said, err := through("faq search refund").CombinedOutput(); err == nil {
		t.Errorf("a command ran: %s", said)
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGHUP) // else the list is read again within some seconds
	h.waitForLog("msg=revoked agent=Asha")
	_ = master.Wait() // until the host closes the connection
	if code, out, errOut := h.runCommand("Ben", "faq search refund", ""); code != exitcode.OK || !strings.Contains(out, "Refund") {
		t.Errorf("somebody else gets %d: %s", code, errOut)
	}
}
