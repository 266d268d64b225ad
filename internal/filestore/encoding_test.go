package filestore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/filestore"
)

func TestFilesOfOtherEditors_AreReadOrRefusedByName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key.pem")
	for content, want := range map[string]string{
		"\ufeff-----BEGIN": "-----BEGIN", "-----BEGIN": "-----BEGIN", "\xff\xfe-\x00": "! UTF-16", "M\xfcller": "! line 1",
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		trusted, _, err := filestore.ReadTrusted(path, filestore.OthersOpen, 100)
		text, textErr := filestore.ReadText(path, 100)
		for got, err := range map[string]error{string(trusted): err, string(text): textErr} {
			words, isRefused := strings.CutPrefix(want, "! ")
			if isRefused != (err != nil) || isRefused && !strings.Contains(err.Error(), words) || !isRefused && got != want {
				t.Errorf("%q is %q, %v", content, got, err)
			}
		}
	}
	if _, err := filestore.ReadText(path, 2); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("a large file is read: %v", err)
	}
}
