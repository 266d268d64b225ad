package texttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestInMemory_FilesOfAKilledTestAreRemoved leaves those of tests that run, and of others.
func TestInMemory_FilesOfAKilledTestAreRemoved(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run", "^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	memory := t.TempDir()
	remains := map[string]bool{
		fmt.Sprintf(inMemory, ended.Process.Pid) + "1": false,
		fmt.Sprintf(inMemory, os.Getpid()) + "1":       true,
		"frontdesk-test-of-somebody":                   true,
	}
	for name := range remains {
		if err := os.MkdirAll(filepath.Join(memory, name, "desk"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	removeLeftFiles(memory)
	for name, want := range remains {
		if _, err := os.Stat(filepath.Join(memory, name)); (err == nil) != want {
			t.Errorf("%s remains: %v, want %v", name, err == nil, want)
		}
	}
}
