package main

import (
	"bytes"
	"errors"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
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

func TestOpenSSHsOwnClientShowsTheConsole(t *testing.T) {
	h := hostFor(t, []string{"Asha"})
	r := &remote{t: t, screen: newScreen80()}
	r.ready()
	c := h.openSSH("ssh", "Asha", "-tt", "asha@127.0.0.1")
	c.Env = append(c.Environ(), "TERM=xterm-256color")
	c.Stdout = r
	keys, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r.keys = keys
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	r.sees("sample desk · Asha")
	r.sees("1 of 1")
	r.types("?")
	r.sees("Keys: Inbox")
	r.types("\x1b")
	r.loses("Keys: Inbox")
	r.types("q")
	if err := c.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
