package draft_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
)

func openJournal(t *testing.T, dir string) *draft.Journal {
	t.Helper()
	return open(t, dir).Journal()
}

func add(t *testing.T, journal *draft.Journal, at time.Time, what string) {
	t.Helper()
	if err := journal.Add(draft.Entry{At: at, Kind: "update-ticket", Record: "7", Summary: what, Outcome: "stored"}); err != nil {
		t.Fatal(err)
	}
}

// TestTheJournalTellsWhatWasWrittenOnADay reads entries whose outcome is worded as earlier versions did.
func TestTheJournalTellsWhatWasWrittenOnADay(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		add(t, openJournal(t, dir), monday.Add(time.Duration(i)*time.Minute), fmt.Sprintf("comment %d \n\x00é", i))
	}
	add(t, openJournal(t, dir), monday.AddDate(0, 0, 1), "tomorrow")
	got, err := openJournal(t, dir).Day(desk.DateOf(monday))
	if err != nil || len(got) != 3 || got[2].Summary != "comment 2 \n\x00é" || got[2].Outcome != "saved" || !got[2].At.Equal(monday.Add(2*time.Minute)) {
		t.Errorf("got %+v, %v", got, err)
	}
	if none, err := openJournal(t, dir).Day(desk.DateOf(monday.AddDate(0, 0, -1))); err != nil || none != nil {
		t.Errorf("got %+v, %v", none, err)
	}
}

func TestALineThatWasCutOffHarmsNoOther(t *testing.T) {
	dir := t.TempDir()
	add(t, openJournal(t, dir), monday, "before")
	add(t, openJournal(t, dir), monday, "cut off")
	files, _ := filepath.Glob(filepath.Join(dir, "journal", "*.journal"))
	content, _ := os.ReadFile(files[0])
	if err := os.WriteFile(files[0], content[:len(content)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	add(t, openJournal(t, dir), monday, "after")
	got, err := openJournal(t, dir).Day(desk.DateOf(monday))
	if err == nil || len(got) != 2 || got[0].Summary != "before" || got[1].Summary != "after" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSeveralConsolesWriteOneJournal(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 25 {
				add(t, openJournal(t, dir), monday, fmt.Sprint(i))
			}
		})
	}
	all.Wait()
	if got, err := openJournal(t, dir).Day(desk.DateOf(monday)); err != nil || len(got) != 100 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}

func TestOldDaysOfTheJournalAreForgotten(t *testing.T) {
	dir := t.TempDir()
	for i := range 6 {
		add(t, openJournal(t, dir), monday.AddDate(0, 0, -i), "x")
	}
	if err := openJournal(t, dir).Prune(desk.DateOf(monday), 3); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "journal", "*.journal")); len(files) != 3 {
		t.Errorf("kept %v", files)
	}
}
