package agentstate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/journal"
)

var monday = time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)

func openJournal(t *testing.T, dir string) *journal.Journal {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return journal.In(files)
}

func addEntry(t *testing.T, j *journal.Journal, at time.Time, what string) {
	t.Helper()
	if err := j.Add(journal.Entry{At: at, Kind: "update-ticket", Record: "7", Summary: what, Outcome: "stored"}); err != nil {
		t.Fatal(err)
	}
}

// TestTheJournalTellsWhatWasWrittenOnADay reads entries whose outcome is worded as earlier versions did.
func TestTheJournalTellsWhatWasWrittenOnADay(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		addEntry(t, openJournal(t, dir), monday.Add(time.Duration(i)*time.Minute), fmt.Sprintf("comment %d \n\x00é", i))
	}
	addEntry(t, openJournal(t, dir), monday.AddDate(0, 0, 1), "tomorrow")
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
	addEntry(t, openJournal(t, dir), monday, "before")
	addEntry(t, openJournal(t, dir), monday, "cut off")
	files, _ := filepath.Glob(filepath.Join(dir, "journal", "*.journal"))
	content, _ := os.ReadFile(files[0])
	if err := os.WriteFile(files[0], content[:len(content)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	addEntry(t, openJournal(t, dir), monday, "after")
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
				addEntry(t, openJournal(t, dir), monday, fmt.Sprint(i))
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
		addEntry(t, openJournal(t, dir), monday.AddDate(0, 0, -i), "x")
	}
	if err := openJournal(t, dir).Prune(desk.DateOf(monday), 3); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "journal", "*.journal")); len(files) != 3 {
		t.Errorf("kept %v", files)
	}
}
