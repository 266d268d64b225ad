//go:build unix

package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// TestSSHHost_NoAgentActionStartsAProgramOnTheHost replaces every program that might be started by one that reports it.
func TestSSHHost_NoAgentActionStartsAProgramOnTheHost(t *testing.T) {
	programs, started := t.TempDir(), filepath.Join(t.TempDir(), "started")
	for _, name := range []string{
		"sh", "bash", "vi", "vim", "nano", "ed", "xclip", "xsel", "wl-copy", "wl-paste", "pbcopy", "pbpaste", "termux-clipboard-get",
		"xdg-open", "open", "sensible-browser", "www-browser", "firefox", "less", "more", "tmux", "infocmp", "tput", "stty", "secret-tool", "ssh",
	} {
		script := "#!/bin/sh\necho " + name + " \"$@\" >>" + started + "\n"
		if err := os.WriteFile(filepath.Join(programs, name), []byte(script), 0o700); err != nil { //nolint:gosec // it is to be run
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", programs)
	for name, value := range map[string]string{"EDITOR": "vi", "VISUAL": "vi", "BROWSER": "firefox", "PAGER": "less", "SHELL": "sh", "TMUX": "/tmp/none,1,0", "DISPLAY": ":0"} {
		t.Setenv(name, value)
	}
	h := clitest.StartHost(t, []string{"Asha Rao"})
	asha := h.OpenConsoleOn("Asha Rao", clitest.TerminalInfo{Term: "tmux-256color"})
	asha.SelectNewest()
	asha.Press("\x1a")
	asha.WaitForText("not available over SSH")
	asha.Press("\r", "y", "\x05", "\x16", "|", "!", "o")
	listed := false
	asha.WaitUntil("the links of the ticket", func(screen string) bool {
		listed = strings.Contains(screen, "Links of")
		return listed || strings.Contains(screen, "this ticket names no page")
	})
	asha.Press("\r")
	if listed {
		asha.Press("\x1b")
		asha.WaitForTextGone("Links of")
	}
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("\x16", "\x05", "\x1a", "\x19", "before", "after") // ctrl+v, ctrl+e, ctrl+z, ctrl+y
	asha.WaitForText("beforeafter")
	asha.Press("\x1b[200~ pasted\x1b[201~")
	asha.WaitForText("beforeafter pasted")
	for _, command := range []string{"sh", "exec sh", "faq search refund; sh", "faq search $(sh)", "faq search `sh`", "ticket --help | less", "!sh"} {
		h.RunCommand("Asha Rao", command, "id\n")
	}
	if told, err := os.ReadFile(started); err == nil {
		t.Errorf("started was %s", told)
	}
}
