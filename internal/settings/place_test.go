package settings_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"frontdesk/internal/settings"
)

// keysOf returns the keys of what a text holds, as errors name them.
func keysOf(within string, value any) (keys []string) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			full := strings.TrimPrefix(within+"."+settings.QuoteKey(key), ".")
			keys = append(append(keys, full), keysOf(full, inner)...)
		}
	case []any:
		for i, inner := range v {
			full := fmt.Sprintf("%s[%d]", within, i+1)
			keys = append(append(keys, full), keysOf(full, inner)...)
		}
	}
	return keys
}

// TestPlaces_EveryKeyOfTheExamplesIsFound compares with what the parser reads; a list of [[tables]] has no place of its
// own.
func TestPlaces_EveryKeyOfTheExamplesIsFound(t *testing.T) {
	for _, page := range []string{"configuration.md", "hosting.md"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "assets", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(content), "```toml\n")[1:] {
			text, _, _ := strings.Cut(part, "```")
			var values map[string]any
			if err := toml.Unmarshal([]byte(text), &values); err != nil {
				t.Fatal(err)
			}
			places := settings.Places([]byte(text))
			for _, key := range keysOf("", values) {
				if !slices.ContainsFunc(places, func(p settings.Place) bool { return strings.HasPrefix(p.Key, key) }) {
					t.Errorf("%s: %s is not found", page, key)
				}
			}
			for _, p := range places {
				if got := text[p.From:p.To]; got != strings.TrimSpace(got) || got == "" || p.To <= p.From {
					t.Errorf("%s: %s is %q", page, p.Key, got)
				}
			}
		}
	}
}
