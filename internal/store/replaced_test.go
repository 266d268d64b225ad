package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/store"
)

// TestAFilePutInThePlaceOfAKilledDeskIsTheDesk: SQLite would apply the log of the old desk to the new file.
func TestAFilePutInThePlaceOfAKilledDeskIsTheDesk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	desk, before, during := filepath.Join(dir, "desk.db"), filepath.Join(dir, "before.db"), filepath.Join(dir, "during.db")
	deskWith(t, desk, "saved")
	backup(t, desk, before)
	asItWas := read(t, desk)
	s := open(t, desk)
	add(t, s, store.Ticket{Title: "running", Created: 1000})
	add(t, s, store.Ticket{Title: "x", Created: 1000})
	backup(t, desk, during)
	store.Checkpoint(t, s)
	older := read(t, desk)
	for range 3 {
		add(t, s, store.Ticket{Title: "y", Created: 1000})
		store.Checkpoint(t, s)
	}
	add(t, s, store.Ticket{Title: "later", Created: 1000})
	log := read(t, desk+"-wal")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, put := range []struct {
		what    string
		content []byte
		want    string
	}{
		{"a backup of before", read(t, before), "saved"},
		{"a backup of the running desk", read(t, during), "saved running x"},
		{"the file as it was before", asItWas, "saved"},
		{"an older copy of the file", older, "saved running x"},
	} {
		write(t, desk, put.content)
		write(t, desk+"-wal", log)
		s := open(t, desk)
		if got := titlesOf(t, s); got != put.want {
			t.Errorf("%s: the desk holds %q", put.what, got)
		}
		if notes := strings.Join(s.Notes(), "; "); !strings.Contains(notes, "was replaced") || !strings.Contains(notes, ".replaced-") {
			t.Errorf("%s: nothing says so: %q", put.what, notes)
		}
		if kept := keptAside(t, desk); len(kept) != 1 || !strings.HasSuffix(kept[0], "-wal") || os.Remove(kept[0]) != nil {
			t.Errorf("%s: the old log: %v", put.what, kept)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheFileOfBeforeTheFirstChangeIsNotGivenTheChange: SQLite alone could not tell it from the file that the log is of.
func TestTheFileOfBeforeTheFirstChangeIsNotGivenTheChange(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "desk.db")
	deskWith(t, desk, "saved")
	asItWas := read(t, desk)
	killedDesk(t, desk, "later")
	write(t, desk, asItWas)
	if s := open(t, desk); titlesOf(t, s) != "saved" || len(s.Notes()) != 1 {
		t.Errorf("the desk holds %q, notes %q", titlesOf(t, s), s.Notes())
	}
}

// TestALogIsNotMovedFromADeskInUse: the program that uses it would write on into the log that was moved.
func TestALogIsNotMovedFromADeskInUse(t *testing.T) {
	desk, copied := filepath.Join(t.TempDir(), "desk.db"), filepath.Join(t.TempDir(), "copy.db")
	deskWith(t, copied, "copied")
	s := open(t, desk)
	add(t, s, store.Ticket{Title: "running", Created: 1000})
	write(t, desk, read(t, copied))
	if _, err := store.Open(t.Context(), desk); err == nil || !strings.Contains(err.Error(), "end that program first") {
		t.Errorf("opened beside it: %v", err)
	}
	if kept := keptAside(t, desk); len(kept) > 0 {
		t.Errorf("moved aside: %v", kept)
	}
}

// TestABackupOfARunningDeskIsNotMixedWithItsLog: the backup has the transactions of the log already, in other pages.
func TestABackupOfARunningDeskIsNotMixedWithItsLog(t *testing.T) {
	desk, copied := filepath.Join(t.TempDir(), "desk.db"), filepath.Join(t.TempDir(), "copy.db")
	s := open(t, desk)
	add(t, s, store.Ticket{Title: "saved", Created: 1000})
	backup(t, desk, copied)
	add(t, s, store.Ticket{Title: "later", Created: 1000})
	killed := filepath.Join(t.TempDir(), "desk.db")
	write(t, killed, read(t, copied))
	write(t, killed+"-wal", read(t, desk+"-wal"))
	if s := open(t, killed); titlesOf(t, s) != "saved" || len(s.Notes()) != 1 {
		t.Errorf("the desk holds %q, notes %q", titlesOf(t, s), s.Notes())
	}
}

func TestABackupToThePlaceOfAKilledDeskIsWhatOpensThere(t *testing.T) {
	dir := t.TempDir()
	desk, good := filepath.Join(dir, "desk.db"), filepath.Join(dir, "good.db")
	deskWith(t, good, "good")
	killedDesk(t, desk, "old")
	backup(t, good, desk)
	if got := titlesOf(t, open(t, desk)); got != "good" {
		t.Errorf("the desk holds %q", got)
	}
	kept := keptAside(t, desk)
	if len(kept) != 2 || titlesOf(t, open(t, kept[0])) != "old" {
		t.Errorf("the old desk is kept as %v", kept)
	}
}

// TestAKilledDeskKeepsItsLog: the log that belongs to the file is never moved aside, also after many checkpoints.
func TestAKilledDeskKeepsItsLog(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "desk.db")
	want := ""
	for range 4 {
		killedDesk(t, desk, "a", "b")
		want = strings.TrimSpace(want + " a b")
		s := open(t, desk)
		if got := titlesOf(t, s); got != want || len(s.Notes()) > 0 {
			t.Fatalf("it holds %q, notes %q", got, s.Notes())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFileThatIsReplacedWhileTheDeskRunsStopsIt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced")
	}
	for name, replace := range map[string]func(desk, copied string) error{
		"overwritten": func(desk, copied string) error {
			content, err := os.ReadFile(copied)
			return errors.Join(err, os.WriteFile(desk, content, 0o600))
		},
		"replaced": os.Link,
		"removed":  func(desk, _ string) error { return os.Remove(desk) },
		"emptied":  func(desk, _ string) error { return os.Truncate(desk, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
			deskWith(t, desk, "saved")
			backup(t, desk, copied)
			s := open(t, desk)
			add(t, s, store.Ticket{Title: "later", Created: 1000})
			if name == "replaced" {
				replace = func(desk, copied string) error { return os.Rename(copied, desk) }
			}
			if err := replace(desk, copied); err != nil {
				t.Fatal(err)
			}
			put, err := os.ReadFile(desk)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			_, err = s.AddTicket(t.Context(), store.Ticket{Title: "mixed", Created: 1000})
			if err == nil || !strings.Contains(err.Error(), "was replaced") || !store.IsUnavailable(err) {
				t.Errorf("a change: %v", err)
			}
			if _, _, err := s.PullTickets(t.Context(), time.Unix(0, 0), time.Unix(2000, 0), 0); err == nil {
				t.Error("it is read")
			}
			if err := s.Ping(t.Context()); err == nil || s.CheckWrite(t.Context()) == nil {
				t.Errorf("it is called healthy: %v", err)
			}
			_ = s.Close()
			if got, _ := os.ReadFile(desk); string(got) != string(put) {
				t.Error("what was put there was changed at the end")
			}
		})
	}
}

// TestASmallDeskIsInItsFileSoonAfterAChange: otherwise all of it stays in the log, and a copy of the file alone is empty.
func TestASmallDeskIsInItsFileSoonAfterAChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	copied := filepath.Join(t.TempDir(), "copy.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(3 * time.Second)
		synctest.Wait()
		add(t, s, store.Ticket{Title: "saved", Created: 1000})
		<-time.After(3 * time.Second)
		synctest.Wait()
		write(t, copied, read(t, path))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if got := titlesOf(t, open(t, copied)); got != "saved" {
		t.Errorf("the file alone holds %q", got)
	}
}

// TestWhatAProgramLeavesIsInTheFileWhileOthersUseTheDesk: nobody else would move it there soon.
func TestWhatAProgramLeavesIsInTheFileWhileOthersUseTheDesk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "desk.db")
	_ = open(t, path)
	deskWith(t, path, "imported")
	copied := filepath.Join(dir, "copy.db")
	write(t, copied, read(t, path))
	if got := titlesOf(t, open(t, copied)); got != "imported" {
		t.Errorf("the file alone holds %q", got)
	}
}

func TestAFileWithoutTheDeskIsNotANewDesk(t *testing.T) {
	dir := t.TempDir()
	empty, header, logOnly := filepath.Join(dir, "empty.db"), filepath.Join(dir, "header.db"), filepath.Join(dir, "log.db")
	write(t, empty, nil)
	store.EmptyDatabase(t, header)
	killedDesk(t, logOnly, "x")
	if err := os.Remove(logOnly); err != nil {
		t.Fatal(err)
	}
	for path, line := range map[string]string{empty: "holds no tables", header: "holds no tables", logOnly: "is missing, but its -wal"} {
		if _, err := store.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if info, err := os.Stat(logOnly + "-wal"); err != nil || info.Size() == 0 {
		t.Errorf("the log is gone: %v", err)
	}
}

func TestADeskThatIsCreatedSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	if _, err := store.OpenExisting(t.Context(), path); err == nil || !strings.Contains(err.Error(), "there is no desk") {
		t.Errorf("only read: %v", err)
	}
	s := open(t, path)
	if lines := s.Opening(); len(lines) != 1 || !strings.Contains(lines[0], "created a new, empty one") {
		t.Errorf("created: %q", lines)
	}
	if lines := open(t, path).Opening(); len(lines) != 0 {
		t.Errorf("opened again: %q", lines)
	}
}

func TestADeskThatOthersCanOpenGetsAWarning(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode")
	}
	path := filepath.Join(t.TempDir(), "desk.db")
	deskWith(t, path, "x")
	if err := os.Chmod(path, 0o666); err != nil { //nolint:gosec // it is what is warned of
		t.Fatal(err)
	}
	if notes := open(t, path).Notes(); len(notes) != 1 || !strings.Contains(notes[0], "chmod 600") {
		t.Errorf("notes %q", notes)
	}
}
