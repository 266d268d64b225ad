package sshd

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestHostKey_OfAnotherHostThatStartedAtTheSameTimeIsKept(t *testing.T) {
	first := filepath.Join(t.TempDir(), "key")
	if _, err := OpenHostKey(first); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]func(from, to string) error{
		"with links": os.Link,
		"without":    func(string, string) error { return errors.ErrUnsupported },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			other := func(from, to string) error { // between our look and our link
				if err := os.WriteFile(path, written, 0o600); err != nil {
					t.Fatal(err)
				}
				return link(from, to)
			}
			if err := makeHostKey(path, other); err != nil {
				t.Fatal(err)
			}
			if now, err := os.ReadFile(path); err != nil || string(now) != string(written) {
				t.Errorf("the key is another one now: %v", err)
			}
		})
	}
}

func TestHostKey_IsMadeOnAFileSystemWithoutLinks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	if err := makeHostKey(path, func(string, string) error { return errors.ErrUnsupported }); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenHostKey(path); err != nil {
		t.Error(err)
	}
}
