package bulk_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// newList returns a list that closes three tickets, with a comment that would break a careless file.
func newList(t *testing.T) bulk.List {
	t.Helper()
	l := bulk.List{Account: "acme", Title: "Close 3 tickets", StartedAt: time.Unix(1_800_000_000, 0)}
	for _, ticket := range []string{"71", "72", "73"} {
		row, err := bulk.NewRow(0, desk.NewID(ticket), wire.Values{"sub_status": "CL", "comment": "He said \"no\",\ntwice"}, wire.Values{"sub_status": "P", "entries": "2"})
		if err != nil {
			t.Fatal(err)
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

func newStore(t *testing.T, dir string) *bulk.Store {
	t.Helper()
	s, err := bulk.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStore_WhereverItsResultsBreakOffNothingIsSentAgain cuts the results of a run after each byte.
func TestStore_WhereverItsResultsBreakOffNothingIsSentAgain(t *testing.T) {
	dir := t.TempDir()
	s := newStore(t, dir)
	list, c, err := s.Create(newList(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "runs", list.ID+".results.csv")
	prior := submit.Prior{IsKnown: true, IDs: []string{"1799999999", "undated"}}
	size := func() int {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return int(info.Size())
	}
	var begun []int
	for i, row := range list.Rows {
		if i == 1 {
			prior = submit.Prior{}
		}
		if err := c.Begin(row, prior, time.Unix(1_800_000_100, 5)); err != nil {
			t.Fatal(err)
		}
		begun = append(begun, size())
		if err := c.Set(row, bulk.Done, "well, done"); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(c.Set(list.Rows[0], bulk.Unsent, "once more"), c.Close()); err != nil {
		t.Fatal(err)
	}
	full, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := strings.Index(string(full), "\n") + 1; cut <= len(full); cut++ {
		if err := os.WriteFile(path, full[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		sent := 0
		for _, at := range begun {
			if cut >= at {
				sent++
			}
		}
		if cut == len(full) {
			sent--
		}
		_, c, err := s.Open(list.ID)
		if err != nil {
			t.Fatalf("cut at %d, %q: %v", cut, full[:cut], err)
		}
		// the line of the first update that was made pending again breaks off like that of a new one
		if pending := len(c.Pending(list.Rows)); pending != 3-sent {
			t.Errorf("cut at %d, %q: %d pending, want %d", cut, full[:cut], pending, 3-sent)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStore_RunIsMovedWithItsResults(t *testing.T) {
	unnamed, own := t.TempDir(), t.TempDir()
	list, c, err := newStore(t, unnamed).Create(newList(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := bulk.MoveAll(unnamed, own); err != nil {
		t.Fatal(err)
	}
	if moved, err := newStore(t, own).Lists(); err != nil || len(moved) != 0 {
		t.Errorf("a run that is under way was moved: %v, %v", moved, err)
	}
	if err := errors.Join(c.Begin(list.Rows[0], submit.Prior{IsKnown: true}, time.Now()), c.Set(list.Rows[0], bulk.Done, ""), c.Close(), bulk.MoveAll(unnamed, own)); err != nil {
		t.Fatal(err)
	}
	moved, c, err := newStore(t, own).Open(list.ID)
	if err != nil || moved.Title != list.Title || len(c.Pending(moved.Rows)) != 2 {
		t.Errorf("%+v: %v", moved, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if left, err := newStore(t, unnamed).Lists(); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestStore_DamagedRunIsSetAsideAndTheOthersAreRead(t *testing.T) {
	dir := t.TempDir()
	s := newStore(t, dir)
	var lists []bulk.List
	for range 2 {
		list, c, err := s.Create(newList(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(list.ID); !errors.Is(err, bulk.ErrInUse) {
			t.Errorf("a run that is under way was removed: %v", err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		lists = append(lists, list)
	}
	path := filepath.Join(dir, "runs", lists[0].ID+".updates")
	content, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, []byte(strings.Replace(string(content), "CL", "PS", 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	left, err := s.Lists()
	if err == nil || !strings.Contains(err.Error(), "damaged") || len(left) != 1 || left[0].ID != lists[1].ID {
		t.Errorf("%+v, %v", left, err)
	}
}
