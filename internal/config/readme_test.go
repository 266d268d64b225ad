package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
)

// TestTheReadmesConfigurationIsOne: what people copy is read as it stands there.
func TestTheReadmesConfigurationIsOne(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(content), "```toml\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("the README has no configuration")
	}
	path := written(t, example)
	for _, name := range []string{"acme", "beta"} {
		if _, err := config.LoadAccount(with(t), path, name); err != nil {
			t.Error(err)
		}
	}
}
