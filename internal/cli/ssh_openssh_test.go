package cli

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// newOpenSSHCommand returns the command line of OpenSSH's client for an agent, or skips the test where it is not
// installed.
func (h *sshHost) newOpenSSHCommand(program, agent string, arguments ...string) *exec.Cmd {
	h.t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		h.t.Skip("OpenSSH's client is not installed")
	}
	_, port, err := net.SplitHostPort(h.address)
	if err != nil {
		h.t.Fatal(err)
	}
	options := []string{
		"-F", "none", "-o", "Port=" + port, "-o", "StrictHostKeyChecking=accept-new", "-o", "UserKnownHostsFile=" + filepath.Join(h.dir, "known"),
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR", "-o", "BatchMode=yes", "-i", filepath.Join(h.dir, "id-"+agent),
	}
	return exec.CommandContext(h.t.Context(), path, append(options, arguments...)...)
}

func TestSSHHost_OpenSSHClientGetsCommandsAndNothingElse(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha"})
	tests := map[string]struct {
		program   string
		arguments []string
		code      int
		says      string
	}{
		"a search":                  {"ssh", []string{"asha@127.0.0.1", "faq search refund"}, 0, "Refund"},
		"a search on a terminal":    {"ssh", []string{"-tt", "asha@127.0.0.1", "faq search refund"}, 0, "Refund"},
		"a wrong flag":              {"ssh", []string{"asha@127.0.0.1", "faq search refund --nonsense"}, 2, "unknown flag"},
		"no command, no terminal":   {"ssh", []string{"-T", "asha@127.0.0.1"}, 2, "needs a terminal"},
		"forwarding from there":     {"ssh", []string{"-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "asha@127.0.0.1", "faq search refund"}, 255, ""},
		"forwarding by its streams": {"ssh", []string{"-W", "127.0.0.1:1", "asha@127.0.0.1"}, 255, ""},
		"files":                     {"sftp", []string{"-b", "-", "asha@127.0.0.1"}, 255, ""},
		"files the old way":         {"scp", []string{"-O", filepath.Join(h.dir, "keys"), "asha@127.0.0.1:/tmp/"}, 1, "unknown command"},
		"its agent and its windows": {"ssh", []string{"-A", "-X", "asha@127.0.0.1", "faq search refund"}, 0, "Refund"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			c := h.newOpenSSHCommand(test.program, "Asha", test.arguments...)
			c.Stdout, c.Stderr = &said, &said
			code, failed := 0, new(exec.ExitError)
			if err := c.Run(); errors.As(err, &failed) {
				code = failed.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if code != test.code || !strings.Contains(said.String(), test.says) {
				t.Errorf("code %d, not %d; said %q, not %q", code, test.code, said.String(), test.says)
			}
		})
	}
}

func TestSSHHost_OpenSSHClientWithAnotherKeyIsRefused(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha"})
	h.writeFile("id-Asha", newSSHHost(t, []string{"Asha"}).readFile("id-Asha"))
	var said bytes.Buffer
	c := h.newOpenSSHCommand("ssh", "Asha", "asha@127.0.0.1", "faq search refund")
	c.Stdout, c.Stderr = &said, &said
	failed := new(exec.ExitError)
	if err := c.Run(); !errors.As(err, &failed) || failed.ExitCode() != 255 || !strings.Contains(said.String(), "Permission denied (publickey)") {
		t.Errorf("%v: %s", err, &said)
	}
}

// startOpenSSH starts OpenSSH's client on a terminal and returns its screen.
func (h *sshHost) startOpenSSH(agent string, width, height int) (r *agentScreen, at *os.File, client *exec.Cmd) {
	h.t.Helper()
	client = h.newOpenSSHCommand("ssh", agent, "asha@127.0.0.1")
	client.Env = append(client.Environ(), "TERM=xterm-256color")
	at, err := pty.StartWithSize(client, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
	if err != nil {
		h.t.Skip("there are no terminals to be had: ", err)
	}
	r = &agentScreen{t: h.t, screen: vt.NewEmulator(width, height), keys: at}
	r.startDrawing()
	go func() { _, _ = io.Copy(r, at) }()
	h.t.Cleanup(func() { _ = at.Close() })
	return r, at, client
}

func TestSSHHost_AgentWorksWithTheOpenSSHClient(t *testing.T) {
	t.Parallel()
	h := startSSHHost(t, []string{"Asha"})
	asha, at, client := h.startOpenSSH("Asha", 120, 36)
	asha.waitForText("sample desk · Asha")
	asha.selectNewest()
	asha.waitForText("┬") // list and ticket side by side
	if err := pty.Setsize(at, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	asha.resize(80, 24)
	asha.press("g") // the client loses the signal if it is about to wait, and looks at its window with the next key
	asha.waitForTextGone("┬")
	asha.waitForText("1 of ")

	asha.press("c")
	asha.waitForText("Comment")
	asha.press("The customer was called", ctrlS)
	asha.waitForText("saved")
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("half a sentence")
	asha.waitForText("half a sentence")
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = client.Wait()
	h.waitForLog("msg=left")

	again, _, back := h.startOpenSSH("Asha", 120, 36)
	again.waitForText("1 unsent draft")
	again.press("D")
	again.waitForText("⏎ open")
	again.press("\r")
	again.waitForText("half a sentence")
	again.press("\x03")
	again.press("q")
	if err := back.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
