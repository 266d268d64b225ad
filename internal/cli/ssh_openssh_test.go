package cli_test

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

	"github.com/creack/pty"

	"frontdesk/internal/cli/clitest"
)

// newOpenSSHCommand returns the command line of OpenSSH's client for an agent, or skips the test where it is not
// installed.
func newOpenSSHCommand(t *testing.T, h *clitest.Host, program, agent string, arguments ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip("OpenSSH's client is not installed")
	}
	_, port, err := net.SplitHostPort(h.Address)
	if err != nil {
		t.Fatal(err)
	}
	options := []string{
		"-F", "none", "-o", "Port=" + port, "-o", "StrictHostKeyChecking=accept-new", "-o", "UserKnownHostsFile=" + filepath.Join(h.Dir, "known"),
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "LogLevel=ERROR", "-o", "BatchMode=yes", "-i", filepath.Join(h.Dir, "id-"+agent),
	}
	return exec.CommandContext(t.Context(), path, append(options, arguments...)...)
}

func TestSSHHost_OpenSSHClientGetsCommandsAndNothingElse(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha"})
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
		"files the old way":         {"scp", []string{"-O", filepath.Join(h.Dir, "keys"), "asha@127.0.0.1:/tmp/"}, 1, "unknown command"},
		"its agent and its windows": {"ssh", []string{"-A", "-X", "asha@127.0.0.1", "faq search refund"}, 0, "Refund"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			c := newOpenSSHCommand(t, h, test.program, "Asha", test.arguments...)
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
	h := clitest.StartHost(t, []string{"Asha"})
	h.WriteFile("id-Asha", clitest.NewHost(t, []string{"Asha"}).ReadFile("id-Asha"))
	var said bytes.Buffer
	c := newOpenSSHCommand(t, h, "ssh", "Asha", "asha@127.0.0.1", "faq search refund")
	c.Stdout, c.Stderr = &said, &said
	failed := new(exec.ExitError)
	if err := c.Run(); !errors.As(err, &failed) || failed.ExitCode() != 255 || !strings.Contains(said.String(), "Permission denied (publickey)") {
		t.Errorf("%v: %s", err, &said)
	}
}

// startOpenSSH starts OpenSSH's client on a terminal and returns its screen.
func startOpenSSH(t *testing.T, h *clitest.Host, agent string, width, height int) (r *clitest.Screen, at *os.File, client *exec.Cmd) {
	t.Helper()
	client = newOpenSSHCommand(t, h, "ssh", agent, "asha@127.0.0.1")
	client.Env = append(client.Environ(), "TERM=xterm-256color")
	at, err := pty.StartWithSize(client, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
	if err != nil {
		t.Skip("there are no terminals to be had: ", err)
	}
	r = clitest.NewScreen(t, width, height, at)
	go func() { _, _ = io.Copy(r, at) }()
	t.Cleanup(func() { _ = at.Close() })
	return r, at, client
}

func TestSSHHost_AgentWorksWithTheOpenSSHClient(t *testing.T) {
	t.Parallel()
	h := clitest.StartHost(t, []string{"Asha"})
	asha, at, client := startOpenSSH(t, h, "Asha", 120, 36)
	asha.WaitForText("sample desk · Asha")
	asha.SelectNewest()
	asha.WaitForText("┬") // list and ticket side by side
	if err := pty.Setsize(at, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	asha.Resize(80, 24)
	asha.Press("g") // the client loses the signal if it is about to wait, and looks at its window with the next key
	asha.WaitForTextGone("┬")
	asha.WaitForText("1 of ")

	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("The customer was called", ctrlS)
	asha.WaitForText("saved")
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("half a sentence")
	asha.WaitForText("half a sentence")
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = client.Wait()
	h.WaitForLog("msg=left")

	again, _, back := startOpenSSH(t, h, "Asha", 120, 36)
	again.WaitForText("1 unsent draft")
	again.Press("D")
	again.WaitForText("⏎ open")
	again.Press("\r")
	again.WaitForText("half a sentence")
	again.Press("\x03")
	again.Press("q")
	if err := back.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
