//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	h := startSSHHost(t, []string{"Asha Rao"})
	asha := h.openConsoleOn("Asha Rao", terminalInfo{term: "tmux-256color"})
	asha.selectNewest()
	asha.press("\x1a")
	asha.waitForText("not available over SSH")
	asha.press("\r", "y", "\x05", "\x16", "|", "!", "o")
	listed := false
	asha.waitUntil("the links of the ticket", func() bool {
		screen := asha.screen.String()
		listed = strings.Contains(screen, "Links of")
		return listed || strings.Contains(screen, "this ticket names no page")
	})
	asha.press("\r")
	if listed {
		asha.press("\x1b")
		asha.waitForTextGone("Links of")
	}
	asha.press("c")
	asha.waitForText("Comment")
	asha.press("before", "\x16", "\x05", "\x1a", "\x19", "after") // ctrl+v, ctrl+e, ctrl+z, ctrl+y
	asha.waitForText("beforeafter")
	asha.press("\x1b[200~ pasted\x1b[201~")
	asha.waitForText("beforeafter pasted")
	for _, command := range []string{"sh", "exec sh", "faq search refund; sh", "faq search $(sh)", "faq search `sh`", "ticket --help | less", "!sh"} {
		h.runCommand("Asha Rao", command, "id\n")
	}
	if told, err := os.ReadFile(started); err == nil {
		t.Errorf("started was %s", told)
	}
}
