package draft

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestAnOutboxThatCannotBeReadIsNotCalledEmpty(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, outboxDir)), os.WriteFile(filepath.Join(dir, outboxDir), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if items, err := s.Outbox().List(); err == nil {
		t.Errorf("it holds %d items", len(items))
	}
}
