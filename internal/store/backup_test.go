package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/store"
)

func backup(t *testing.T, from, to string) {
	t.Helper()
	if err := store.Backup(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
}

// TestADeskInUseIsCopiedWhole: what was answered before is in the copy, and writers go on meanwhile.
func TestADeskInUseIsCopiedWhole(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "desk #1 100%.db"), filepath.Join(dir, "copy.db")
	s := open(t, from)
	before := add(t, s, store.Ticket{Title: "before"})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				add(t, s, store.Ticket{Title: "meanwhile"})
			}
		})
	}
	backup(t, from, to)
	all.Wait()
	if info, err := os.Stat(to); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info.Mode(), err)
	}
	last := add(t, s, store.Ticket{Title: "last"})
	backup(t, from, to) // in place of the first one
	second := filepath.Join(dir, "second.db")
	backup(t, to, second) // of a desk that nobody has open
	for _, path := range []string{to, second} {
		found, err := open(t, path).Tickets(t.Context(), []string{before.TicketID, last.TicketID})
		if err != nil || len(found) != 2 {
			t.Errorf("%s holds %+v, %v", path, found, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestABackUpOverwritesNothingElse(t *testing.T) {
	dir := t.TempDir()
	desk, letter, link := filepath.Join(dir, "desk.db"), filepath.Join(dir, "letter.txt"), filepath.Join(dir, "link.db")
	people := filepath.Join(dir, "people.db")
	store.PeopleDatabase(t, people)
	open(t, desk)
	if err := os.WriteFile(letter, []byte("Dear Sir"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(desk, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, line string }{
		{desk, letter, "no backup of a desk"},
		{desk, desk, "the desk itself"},
		{desk, link, "the desk itself"},
		{desk, dir, "no backup of a desk"},
		{desk, people, "no backup of a desk"},
		{people, filepath.Join(dir, "copy.db"), "it holds something else than a desk"},
		{desk, filepath.Join(dir, "no", "copy.db"), "cannot be written"},
		{filepath.Join(dir, "none.db"), filepath.Join(dir, "copy.db"), "there is no desk"},
		{letter, filepath.Join(dir, "copy.db"), "it holds something else than a desk"},
	} {
		if err := store.Backup(t.Context(), c.from, c.to); err == nil || !strings.Contains(err.Error(), c.line) {
			t.Errorf("%s to %s: %v", c.from, c.to, err)
		}
	}
	if got, err := os.ReadFile(letter); err != nil || string(got) != "Dear Sir" {
		t.Errorf("the letter is %q, %v", got, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 7 { // the desk with its log and lock, the letter, the people and the link
		t.Errorf("left %v, %v", files, err)
	}
}

// TestADeskInUseIsLookedThrough: a service answers at once after a kill. If its file is damaged, it can be read, takes
// no changes, and says which file that is.
func TestADeskInUseIsLookedThrough(t *testing.T) {
	for _, isDamaged := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "desk.db")
		s := open(t, path)
		for range 100 {
			add(t, s, store.Ticket{Title: "x", Detail: strings.Repeat("x", 4000)})
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		add(t, open(t, path), store.Ticket{Title: "in the log"})
		left := copyAsKilled(t, path)
		if isDamaged {
			damageEnd(t, left)
		}
		served, err := store.OpenToServe(t.Context(), left)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = served.Close() })
		err = served.Checked(t.Context())
		if served.IsChecking() || (err != nil) != isDamaged || isDamaged && !strings.Contains(err.Error(), left+": it is damaged") {
			t.Errorf("damaged: %v, found: %v", isDamaged, err)
		}
		found := store.CheckFile(t.Context(), left) // as another program sees it
		if (found != nil) != isDamaged || isDamaged && !strings.Contains(found.Error(), left+": it is damaged; put its last backup in its place") {
			t.Errorf("damaged: %v, another program finds: %v", isDamaged, found)
		}
		store.WriteWorked(served) // before the damage was found
		if err := served.CheckWrite(t.Context()); (err != nil) != isDamaged {
			t.Errorf("damaged: %v, it can be written: %v", isDamaged, err)
		}
		_, err = served.AddTicket(t.Context(), store.Ticket{Title: "y"})
		if store.IsDamaged(err) != isDamaged || (err != nil) != isDamaged {
			t.Errorf("damaged: %v, a ticket is added: %v", isDamaged, err)
		}
		if found, err := served.Tickets(t.Context(), []string{"713500000001"}); err != nil || len(found) != 1 {
			t.Errorf("damaged: %v, the first ticket: %v, %v", isDamaged, found, err)
		}
	}
}

// damageEnd overwrites the last pages of a file.
func damageEnd(t *testing.T, path string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err == nil {
		pages := content[len(content)-8*4096:]
		copy(pages, bytes.Repeat([]byte{0xff}, len(pages)))
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// copyAsKilled copies a desk as it is on disk while it is open: as a kill would leave it.
func copyAsKilled(t *testing.T, path string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "desk.db")
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(copied+end, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

func TestADeskThatWasNotClosedIsLookedThrough(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s := open(t, path)
	ticket := add(t, s, store.Ticket{Title: "x"})
	left := copyAsKilled(t, path)
	backup(t, left, filepath.Join(t.TempDir(), "copy.db")) // which reads only: the next one to open it still sees how it was left
	after := open(t, left)
	if found, err := after.Tickets(t.Context(), []string{ticket.TicketID}); err != nil || len(found) != 1 || after.LastShutdown() != store.UncleanShutdown {
		t.Errorf("after a kill: %+v, %v, ending %v", found, err, after.LastShutdown())
	}
	if err := after.Close(); err != nil {
		t.Fatal(err)
	}
	if again := open(t, left); s.LastShutdown() != store.CleanShutdown || again.LastShutdown() != store.CleanShutdown {
		t.Errorf("a new desk: %v, after a clean end: %v", s.LastShutdown(), again.LastShutdown())
	}
}

func TestADamagedDeskIsRefusedWithWhatToDo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s := open(t, path)
	for range 200 {
		add(t, s, store.Ticket{Title: strings.Repeat("x", 500)})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	half := len(content) / 2
	copy(content[half:], bytes.Repeat([]byte{0xff}, len(content)-half))
	for name, content := range map[string][]byte{path: content, path + "-wal": []byte("x")} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err = store.Open(t.Context(), path)
	if err == nil || !strings.Contains(err.Error(), "the desk in "+path+" cannot be opened: it is damaged; put its last backup in its place") {
		t.Error(err)
	}
}
