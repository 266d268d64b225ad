//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// Hazard 23: nothing starts a process on the host. Every program that somebody might start there is one that tells.
func TestNothingThatAnAgentDoesStartsAProgramOnTheHost(t *testing.T) {
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
	h := hostFor(t, []string{"Asha Rao"})
	asha := h.sitsAt("Asha Rao", terminalInfo{term: "tmux-256color"})
	asha.goesToTheNewest()
	asha.types("\x1a")
	asha.sees("cannot be put into the background there")
	asha.types("\r", "o", "y", "\x05", "\x16", "|", "!")
	asha.types("c")
	asha.sees("Comment")
	asha.types("before", "\x16", "\x05", "\x1a", "\x19", "after") // ctrl+v, ctrl+e, ctrl+z, ctrl+y
	asha.sees("beforeafter")
	asha.types("\x1b[200~ pasted\x1b[201~")
	asha.sees("beforeafter pasted")
	for _, command := range []string{"sh", "exec sh", "faq search refund; sh", "faq search $(sh)", "faq search `sh`", "ticket --help | less", "!sh"} {
		h.runs("Asha Rao", command, "id\n")
	}
	if told, err := os.ReadFile(started); err == nil {
		t.Errorf("started was %s", told)
	}
}
