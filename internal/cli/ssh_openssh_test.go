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

// openSSH makes the command line of OpenSSH's client for an agent, or skips the test where there is none.
func (h *sshHost) openSSH(program, agent string, arguments ...string) *exec.Cmd {
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

func TestOpenSSHsOwnClientGetsCommandsAndNothingElse(t *testing.T) {
	h := hostFor(t, []string{"Asha"})
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
			c := h.openSSH(test.program, "Asha", test.arguments...)
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

func TestOpenSSHsOwnClientIsRefusedWithAnotherKey(t *testing.T) {
	h := hostFor(t, []string{"Asha"})
	h.write("id-Asha", newSSHHost(t, []string{"Asha"}).content("id-Asha"))
	var said bytes.Buffer
	c := h.openSSH("ssh", "Asha", "asha@127.0.0.1", "faq search refund")
	c.Stdout, c.Stderr = &said, &said
	failed := new(exec.ExitError)
	if err := c.Run(); !errors.As(err, &failed) || failed.ExitCode() != 255 || !strings.Contains(said.String(), "Permission denied (publickey)") {
		t.Errorf("%v: %s", err, &said)
	}
}

// opensSSH starts OpenSSH's client on a terminal, and is what is seen there.
func (h *sshHost) opensSSH(agent string, width, height int) (r *remote, at *os.File, client *exec.Cmd) {
	h.t.Helper()
	client = h.openSSH("ssh", agent, "asha@127.0.0.1")
	client.Env = append(client.Environ(), "TERM=xterm-256color")
	at, err := pty.StartWithSize(client, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)})
	if err != nil {
		h.t.Skip("there are no terminals to be had: ", err)
	}
	r = &remote{t: h.t, screen: vt.NewEmulator(width, height), keys: at}
	r.ready()
	go func() { _, _ = io.Copy(r, at) }()
	h.t.Cleanup(func() { _ = at.Close() })
	return r, at, client
}

func TestAnAgentWorksWithOpenSSHsOwnClient(t *testing.T) {
	h := hostFor(t, []string{"Asha"})
	asha, at, client := h.opensSSH("Asha", 120, 36)
	asha.sees("sample desk · Asha")
	asha.goesToTheNewest()
	asha.sees("┬") // list and ticket side by side
	if err := pty.Setsize(at, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	asha.resized(80, 24)
	asha.loses("┬")
	asha.sees("1 of ")

	asha.types("c")
	asha.sees("Comment")
	asha.types("The customer was called", ctrlS)
	asha.sees("saved")
	asha.types("c")
	asha.sees("Comment")
	asha.types("half a sentence")
	asha.sees("half a sentence")
	if err := client.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = client.Wait()
	h.logs("msg=left")

	again, _, back := h.opensSSH("Asha", 120, 36)
	again.sees("a draft waits")
	again.types("D")
	again.sees("⏎ open")
	again.types("\r")
	again.sees("half a sentence")
	again.types("\x03")
	again.types("q")
	if err := back.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
