package agentstate_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/draft"
	"frontdesk/internal/filestore"
	"frontdesk/internal/outbox"
)

// draftWith returns a draft with a comment.
func draftWith(comment string) draft.Draft {
	return draft.Draft{
		Key:      draft.Key{Account: "acme", Kind: "update-ticket", Record: "713516551148"},
		Original: map[string]string{"sub_status": "US"}, Values: map[string]string{"comment": comment},
	}
}

func openOutbox(t *testing.T, dir string) *outbox.Outbox {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return outbox.In(files)
}

func addItem(t *testing.T, box *outbox.Outbox, comment string, at time.Time) outbox.Item {
	t.Helper()
	item, err := box.Add(draftWith(comment), outbox.Waiting, "the service cannot be reached", at)
	if err != nil {
		t.Fatal(err)
	}
	return item
}

func items(t *testing.T, box *outbox.Outbox) []outbox.Item {
	t.Helper()
	all, err := box.List()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func lockBox(t *testing.T, box *outbox.Outbox) *outbox.Locked {
	t.Helper()
	held, err := box.TryLock()
	if err != nil {
		t.Fatal(err)
	}
	return held
}

func releaseBox(t *testing.T, held *outbox.Locked) {
	t.Helper()
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestTheOutboxKeepsItsOrderWhateverTheClockSays(t *testing.T) {
	dir := t.TempDir()
	for i, at := range []time.Duration{0, time.Hour, -time.Hour, 0, 0} {
		addItem(t, openOutbox(t, dir), fmt.Sprint(i), monday.Add(at))
	}
	for i, item := range items(t, openOutbox(t, dir)) {
		if item.Draft.Values["comment"] != fmt.Sprint(i) || item.State != outbox.Waiting || item.Draft.Original["sub_status"] != "US" {
			t.Errorf("item %d is %+v", i, item)
		}
	}
}

func TestAnItemFoundBeingSentAfterACrashIsUnknown(t *testing.T) {
	dir := t.TempDir()
	box := openOutbox(t, dir)
	item := addItem(t, box, "x", monday)
	held := lockBox(t, box)
	if _, err := held.Begin(item.ID, draft.Baseline{}, monday.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if got := items(t, openOutbox(t, dir)); got[0].State != outbox.Sending {
		t.Errorf("while it is being sent it is %s", got[0].State)
	}
	releaseBox(t, held) // as the end of the process does
	for range 2 {
		if got := items(t, openOutbox(t, dir)); got[0].State != outbox.Unknown || got[0].Reason == "" || !got[0].LastAttempt.Equal(monday.Add(time.Minute)) {
			t.Errorf("after the crash it is %+v", got[0])
		}
	}
}

func TestOneConsoleAtATimeWorksOnTheOutbox(t *testing.T) {
	dir := t.TempDir()
	item := addItem(t, openOutbox(t, dir), "x", monday)
	var sent, busy atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			held, err := openOutbox(t, dir).TryLock()
			if errors.Is(err, outbox.ErrLocked) {
				busy.Add(1)
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = held.Release() }()
			_, err = held.Begin(item.ID, draft.Baseline{}, monday)
			switch {
			case err == nil:
				sent.Add(1)
				err = held.Remove(item.ID)
			case errors.Is(err, outbox.ErrNotFound):
				err = nil
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if sent.Load() != 1 {
		t.Errorf("sent %d times, %d consoles had to wait", sent.Load(), busy.Load())
	}
}

func TestADamagedItemIsSetAsideAndTheOthersStay(t *testing.T) {
	dir := t.TempDir()
	box := openOutbox(t, dir)
	addItem(t, box, "one", monday)
	addItem(t, box, "two", monday)
	files, _ := filepath.Glob(filepath.Join(dir, "outbox", "*.item"))
	if err := os.WriteFile(files[0], []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	left, err := box.List()
	var damaged *filestore.CorruptError
	if !errors.As(err, &damaged) || len(left) != 1 || left[0].Draft.Values["comment"] != "two" {
		t.Errorf("got %+v, %v", left, err)
	}
}

func TestAnOutboxThatCannotBeReadIsNotCalledEmpty(t *testing.T) {
	dir := t.TempDir()
	box := openOutbox(t, dir)
	path := filepath.Join(dir, "outbox")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if items, err := box.List(); err == nil {
		t.Errorf("it holds %d items", len(items))
	}
}

// TestAnItemIsSentOnce_TheLockOfAHostThatStoodStillHasEnded has another console work on an item between the look at it
// and its sending, as another host can when this one stood still for longer than its lock lasts.
func TestAnItemIsSentOnce_TheLockOfAHostThatStoodStillHasEnded(t *testing.T) {
	for name, work := range map[string]func(*outbox.Locked, string) error{
		"it was sent": func(other *outbox.Locked, id string) error {
			_, err := other.Begin(id, draft.Baseline{}, monday)
			return errors.Join(err, other.Remove(id))
		},
		"it is being sent": func(other *outbox.Locked, id string) error {
			_, err := other.Begin(id, draft.Baseline{}, monday)
			return err
		},
		"it was refused": func(other *outbox.Locked, id string) error {
			item, err := other.Item(id)
			item.State = outbox.Refused
			return errors.Join(err, other.Update(item))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			item := addItem(t, openOutbox(t, dir), "x", monday)
			late := lockBox(t, openOutbox(t, dir))
			if _, err := late.Item(item.ID); err != nil {
				t.Fatal(err)
			}
			releaseBox(t, late) // as on the servers, after ten seconds without a sign of its host
			other := lockBox(t, openOutbox(t, dir))
			defer releaseBox(t, other)
			if err := work(other, item.ID); err != nil {
				t.Fatal(err)
			}
			if _, err := late.Begin(item.ID, draft.Baseline{}, monday); !errors.Is(err, outbox.ErrChanged) {
				t.Errorf("it is sent again: %v", err)
			}
		})
	}
}
