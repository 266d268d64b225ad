//go:build unix

package draft_test

import (
	"io/fs"
	"path/filepath"
	"testing"

	"frontdesk/internal/draft"
	"frontdesk/internal/journal"
	"frontdesk/internal/outbox"
)

func TestDrafts_NobodyElseCanReadOrListThem(t *testing.T) {
	dir := draft.Place(t.TempDir(), "acme", "Asha Rao")
	save(t, open(t, dir), draftWith("x"))
	if _, err := openOutbox(t, dir).Add(draftWith("x"), outbox.Waiting, "", monday); err != nil {
		t.Fatal(err)
	}
	if err := openJournal(t, dir).Add(journal.Entry{At: monday, Summary: "x"}); err != nil {
		t.Fatal(err)
	}
	seen := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s lets others in: %v", path, info.Mode())
		}
		seen++
		return err
	})
	if err != nil || seen < 6 {
		t.Errorf("%d files and directories, %v", seen, err)
	}
}
