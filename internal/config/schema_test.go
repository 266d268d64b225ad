package config_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"frontdesk/internal/config"
)

var update = flag.Bool("update", false, "write the JSON schema of the configuration anew")

// TestTheSchemaIsThatOfTheProgram: editors complete and check what the program accepts.
func TestTheSchemaIsThatOfTheProgram(t *testing.T) {
	made, err := config.Schema()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "assets", "config.schema.json")
	if *update {
		if err := os.WriteFile(path, made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(made) {
		t.Error("assets/config.schema.json is stale: go test ./internal/config -run Schema -update writes it anew")
	}
}
