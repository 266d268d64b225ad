package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/ui/keymap"
)

// TestTheReadmesConfigurationIsOne: what people copy is read as it stands there.
func TestTheReadmesConfigurationIsOne(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(content), "```toml\n")
	example, _, closed := strings.Cut(rest, "```")
	_, agents, named := strings.Cut(string(content), "```toml\n[agents.")
	agents, _, ended := strings.Cut(agents, "```")
	if !found || !closed || !named || !ended {
		t.Fatal("the README has no configuration")
	}
	path := written(t, example+"[agents."+agents)
	for _, name := range []string{"acme", "beta"} {
		c, err := config.LoadAccount(with(t), path, name)
		if err != nil {
			t.Error(err)
		}
		if _, problems := keymap.Rebind(c.Keys); len(problems) > 0 || len(c.Keys) < 3 {
			t.Errorf("%d keys: %v", len(c.Keys), problems)
		}
	}
}
