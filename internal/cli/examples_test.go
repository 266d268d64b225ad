package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp_ExamplesAreValidCommands parses every example: its command, flags and number of arguments exist.
func TestHelp_ExamplesAreValidCommands(t *testing.T) {
	shown := 0
	for path, lines := range examples {
		for _, line := range lines {
			root := newRoot(func(string) string { return "" }, strings.NewReader(""), io.Discard, io.Discard)
			_, typed, _ := strings.Cut(line, "frontdesk")
			typed, _, _ = strings.Cut(strings.ReplaceAll(typed, "$(uuidgen)", "A-1"), " | ")
			typed, _, _ = strings.Cut(strings.ReplaceAll(typed, " > ", " < "), " < ")
			words, err := splitShellWords(typed, nil)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			c, rest, err := root.Find(words)
			if err != nil || strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "frontdesk"), " ") != path {
				t.Errorf("%s: it is %q, %v", line, c.CommandPath(), err)
				continue
			}
			if err := c.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if err := c.ValidateArgs(c.Flags().Args()); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if !strings.Contains(c.Example, line) {
				t.Errorf("help does not show %s", line)
			}
			shown++
		}
	}
	if shown < len(examples) {
		t.Errorf("%d examples", shown)
	}
}

// TestHelp_EveryCommandThatSendsSomethingHasAnExample: help says how it is meant.
func TestHelp_EveryCommandThatSendsSomethingHasAnExample(t *testing.T) {
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		asks := c.Name() == "init" || c.Name() == "doctor" // that needs no words
		if c.Flags().Lookup("timeout") != nil && c.Example == "" && !asks {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, below := range c.Commands() {
			look(below)
		}
	}
	look(newRoot(func(string) string { return "" }, strings.NewReader(""), io.Discard, io.Discard))
}
