package product

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnter_AToolWorksInTheProductsRoot(t *testing.T) {
	for _, dir := range []string{".", "..", "../../..", "../../cli"} {
		t.Run(dir, func(t *testing.T) {
			t.Chdir(dir)
			if err := Enter(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join("cmd", "frontdesk", "main.go")); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEnter_OutsideOfACheckoutNamesTheCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := Enter(); err == nil || !strings.Contains(err.Error(), "go run -C internal/tools") {
		t.Errorf("it said %v", err)
	}
}
