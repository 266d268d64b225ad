package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/keymap"
)

// documentedExample returns the first TOML example of a page of the documentation that begins so.
func documentedExample(t *testing.T, page, begins string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "assets", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(content), "```toml\n"+begins)
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatalf("%s has no example that begins with %q", page, begins)
	}
	return begins + example
}

// TestDocs_ConfigurationIsReadAsItStandsThere: people copy it.
func TestDocs_ConfigurationIsReadAsItStandsThere(t *testing.T) {
	path := writeConfig(t, documentedExample(t, "configuration.md", "account ")+documentedExample(t, "hosting.md", "[agents."))
	for _, name := range []string{"acme", "beta"} {
		c, err := config.LoadAccount(environment(t), path, name)
		if err != nil {
			t.Error(err)
		}
		if _, problems := keymap.WithOverrides(c.Keys); len(problems) > 0 || len(c.Keys) < 3 {
			t.Errorf("%d keys: %v", len(c.Keys), problems)
		}
	}
}
