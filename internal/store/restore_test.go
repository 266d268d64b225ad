package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/store"
)

// deskWith makes a desk in a file with one ticket of each title, and closes it.
func deskWith(t *testing.T, path string, titles ...string) {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range titles {
		add(t, s, store.Ticket{Title: title, Created: 1000})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// titlesOf returns the titles of the tickets of an open desk, joined.
func titlesOf(t *testing.T, s *store.Store) string {
	t.Helper()
	_, rows, err := s.PullTickets(t.Context(), time.Unix(1000, 0), time.Unix(2000, 0), 0)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for ticket, err := range store.DecodeAll(rows) {
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, ticket.Title)
	}
	return strings.Join(titles, " ")
}

// killedDesk leaves the files of a desk as a kill leaves them, with tickets of these titles in the log alone.
func killedDesk(t *testing.T, path string, titles ...string) {
	t.Helper()
	live := filepath.Join(t.TempDir(), "live.db")
	if content, err := os.ReadFile(path); err == nil {
		write(t, live, content)
	}
	s := open(t, live)
	for _, title := range titles {
		add(t, s, store.Ticket{Title: title, Created: 1000})
	}
	for _, end := range []string{"", "-wal"} {
		write(t, path+end, read(t, live+end))
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// keptAside returns the paths of what was moved aside or kept beside a desk.
func keptAside(t *testing.T, path string) []string {
	t.Helper()
	found, err := filepath.Glob(path + ".replaced-*")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestRestore_TheBackupIsThereAndTheOldDeskIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
	deskWith(t, desk, "saved")
	backup(t, desk, copied)
	killedDesk(t, desk, "later") // the old desk is kept with what is in its log alone
	kept, err := store.Restore(t.Context(), copied, desk)
	if err != nil {
		t.Fatal(err)
	}
	if got := titlesOf(t, open(t, desk)); got != "saved" {
		t.Errorf("the restored desk holds %q", got)
	}
	if got := titlesOf(t, open(t, kept)); got != "saved later" {
		t.Errorf("the old desk holds %q", got)
	}
	if info, err := os.Stat(desk); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the restored desk: %v, %v", info.Mode(), err)
	}
	fresh := filepath.Join(dir, "new.db")
	if kept, err := store.Restore(t.Context(), copied, fresh); err != nil || kept != "" || titlesOf(t, open(t, fresh)) != "saved" {
		t.Errorf("where there was no desk: kept %q, %v", kept, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestRestore_ADeskInUseIsNotReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
	deskWith(t, copied, "saved")
	s := open(t, desk)
	add(t, s, store.Ticket{Title: "in use", Created: 1000})
	if _, err := store.Restore(t.Context(), copied, desk); err == nil || !strings.Contains(err.Error(), "has the desk open") {
		t.Errorf("restored: %v", err)
	}
	if err := store.Backup(t.Context(), copied, desk); err == nil || !strings.Contains(err.Error(), "has the desk open") {
		t.Errorf("replaced by a backup: %v", err)
	}
	add(t, s, store.Ticket{Title: "still", Created: 1000})
	if titlesOf(t, s) != "in use still" || len(keptAside(t, desk)) > 0 {
		t.Errorf("the desk in use holds %q, beside it %v", titlesOf(t, s), keptAside(t, desk))
	}
}

func TestRestore_TwoAtOnceGiveOneOfThem(t *testing.T) {
	dir := t.TempDir()
	desk := filepath.Join(dir, "desk.db")
	deskWith(t, desk, "old")
	var all sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(dir, name)
		deskWith(t, path, name)
		all.Go(func() {
			if _, err := store.Restore(t.Context(), path, desk); err != nil && !strings.Contains(err.Error(), "has the desk open") {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := titlesOf(t, open(t, desk)); got != "one" && got != "two" {
		t.Errorf("the desk holds %q", got)
	}
}

func TestRestore_WhatIsNoBackupChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	desk := path("desk.db")
	deskWith(t, desk, "old")
	killedDesk(t, desk, "last")
	deskWith(t, path("good.db"), "good")
	good := read(t, path("good.db"))
	store.PeopleDatabase(t, path("people.db"))
	write(t, path("letter.txt"), []byte("Dear Sir"))
	write(t, path("nothing"), nil)
	write(t, path("half.db"), good[:len(good)/2])
	damaged := bytes.Clone(good)
	copy(damaged[4096:], bytes.Repeat([]byte{0xff}, len(good)-4096))
	write(t, path("damaged.db"), damaged)
	newer := bytes.Clone(good)
	newer[63] = 200 // the version of the tables, in the header
	write(t, path("newer.db"), newer)
	write(t, path("other-log.db"), good)
	write(t, path("other-log.db-wal"), read(t, desk+"-wal"))
	before, log := read(t, desk), read(t, desk+"-wal")
	for from, line := range map[string]string{
		"none.db": "no such file", "": "not a file", "people.db": "something else than a desk",
		"letter.txt": "something else than a desk", "nothing": "something else than a desk", "half.db": "damaged",
		"damaged.db": "damaged", "newer.db": "newer frontdesk", "other-log.db": "belongs to another file",
		"desk.db": "the desk itself",
	} {
		if _, err := store.Restore(t.Context(), path(from), desk); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: %v", from, err)
		}
	}
	if !bytes.Equal(before, read(t, desk)) || !bytes.Equal(log, read(t, desk+"-wal")) || len(keptAside(t, desk)) > 0 {
		t.Errorf("the desk was changed; beside it: %v", keptAside(t, desk))
	}
	for _, to := range []string{dir, path("people.db"), filepath.Join(dir, "no", "desk.db")} {
		if _, err := store.Restore(t.Context(), path("good.db"), to); err == nil {
			t.Errorf("%s was replaced", to)
		}
	}
	if got := titlesOf(t, open(t, desk)); got != "old last" {
		t.Errorf("the desk holds %q", got)
	}
}

// TestRestore_ABackupWithALogOrALinkToIt: what is in the log of the backup is restored, too, and a desk that is a link
// stays one.
func TestRestore_ABackupWithALogOrALinkToIt(t *testing.T) {
	dir := t.TempDir()
	raw, link, desk := filepath.Join(dir, "raw.db"), filepath.Join(dir, "link.db"), filepath.Join(dir, "desk.db")
	place, other := filepath.Join(t.TempDir(), "place.db"), filepath.Join(dir, "nowhere.db")
	deskWith(t, raw, "saved")
	killedDesk(t, raw, "in the log")
	deskWith(t, place, "old")
	if err := errors.Join(os.Symlink(raw, link), os.Symlink(place, desk), os.Symlink(filepath.Join(dir, "none"), other)); err != nil {
		t.Skip(err)
	}
	kept, err := store.Restore(t.Context(), link, desk)
	if err != nil {
		t.Fatal(err)
	}
	if got := titlesOf(t, open(t, desk)); got != "saved in the log" {
		t.Errorf("the restored desk holds %q", got)
	}
	if to, err := os.Readlink(desk); err != nil || to != place || filepath.Dir(kept) != filepath.Dir(place) {
		t.Errorf("the link leads to %q, the old desk is %s, %v", to, kept, err)
	}
	if _, err := store.Restore(t.Context(), raw, other); err == nil {
		t.Error("a link that leads nowhere was replaced")
	}
}

// TestRestore_KilledInBetween: a kill before the new file is in place leaves the old desk, one after it the new one.
func TestRestore_KilledInBetween(t *testing.T) {
	dir := t.TempDir()
	desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
	deskWith(t, copied, "saved")
	killedDesk(t, desk, "old")
	kept := desk + ".replaced-20261126-120000"
	for _, end := range []string{"", "-wal"} {
		if err := os.Link(desk+end, kept+end); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, desk)
	if got := titlesOf(t, s); got != "old" || len(keptAside(t, desk)) != 0 {
		t.Errorf("before: the desk holds %q, with second names %v", got, keptAside(t, desk))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	killedDesk(t, desk, "older")
	if err := os.Rename(copied, desk); err != nil { // the log is still that of the old desk
		t.Fatal(err)
	}
	if s = open(t, desk); titlesOf(t, s) != "saved" || len(s.Notes()) != 1 {
		t.Errorf("after: the desk holds %q, notes %q", titlesOf(t, s), s.Notes())
	}
}

// TestRestore_ABackupWithADamagedIndex: a copy of it would have a new index, without a word about the damage.
func TestRestore_ABackupWithADamagedIndex(t *testing.T) {
	dir := t.TempDir()
	desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
	deskWith(t, desk, "old")
	deskWith(t, copied, "a", "b", "c")
	db, err := sql.Open("sqlite", copied)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, db, "PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET sql = 'CREATE INDEX tickets_created ON tickets (task_id, created)' WHERE name = 'tickets_created'")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), copied, desk); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
}

func TestRestore_ADamagedDeskCanBeReplaced(t *testing.T) {
	dir := t.TempDir()
	desk, copied := filepath.Join(dir, "desk.db"), filepath.Join(dir, "copy.db")
	deskWith(t, copied, "saved")
	write(t, desk, bytes.Repeat([]byte{0xff}, 9000))
	kept, err := store.Restore(t.Context(), copied, desk)
	if err != nil {
		t.Fatal(err)
	}
	if titlesOf(t, open(t, desk)) != "saved" || len(read(t, kept)) != 9000 {
		t.Errorf("kept %s", kept)
	}
}
