package draft_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/journal"
	"frontdesk/internal/outbox"
)

// TestKillNine types, sends and notes in another process, kills it at random times, and finds at least what it reported
// as being on disk.
func TestKillNine(t *testing.T) {
	if dir := os.Getenv("FRONTDESK_TEST_TYPIST"); dir != "" {
		workForEver(t, dir)
		return
	}
	for round := range 20 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			checkFound(t, dir, runAndKill(t, dir))
		})
	}
}

// runAndKill starts a process that works, kills it and answers how far it said it had come.
func runAndKill(t *testing.T, dir string) (reported int) {
	t.Helper()
	typist := exec.Command(os.Args[0], "-test.run=^TestKillNine$")
	typist.Env = append(os.Environ(), "FRONTDESK_TEST_TYPIST="+dir)
	out, err := typist.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := typist.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range rand.IntN(30) + 1 {
		if lines.Scan() {
			_, _ = fmt.Sscanf(lines.Text(), "done %d", &reported)
		}
	}
	_ = typist.Process.Kill()
	_ = typist.Wait()
	return reported
}

// checkFound checks that everything is there that was said to be, and that nothing is damaged.
func checkFound(t *testing.T, dir string, reported int) {
	t.Helper()
	d, found, err := open(t, dir).Load(form)
	if err != nil || !found || len(d.Values["comment"]) < reported {
		t.Errorf("reported %d, found %v with %d letters, %v", reported, found, len(d.Values["comment"]), err)
	}
	if entries, err := openJournal(t, dir).Day(desk.DateOf(monday)); err != nil || len(entries) < reported {
		t.Errorf("reported %d, the journal has %d lines, %v", reported, len(entries), err)
	}
	waiting, err := openOutbox(t, dir).List()
	if err != nil || len(waiting) < reported {
		t.Errorf("reported %d, the outbox has %d items, %v", reported, len(waiting), err)
	}
	for _, item := range waiting {
		if item.State == outbox.Sending {
			t.Errorf("%s is being sent by nobody", item.ID)
		}
	}
}

func workForEver(t *testing.T, dir string) {
	drafts, box, writes := open(t, dir), openOutbox(t, dir), openJournal(t, dir)
	for n := 1; ; n++ {
		save(t, drafts, draftWith(strings.Repeat("x", n)))
		item, err := box.Add(draftWith("x"), outbox.Waiting, "the service cannot be reached", monday)
		if err != nil {
			t.Fatal(err)
		}
		held, err := box.TryLock()
		if err != nil {
			t.Fatal(err)
		}
		_, err = held.Begin(item.ID, draft.Baseline{}, monday)
		if err = errors.Join(err, held.Release(), writes.Add(journal.Entry{At: monday, Summary: "x"})); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("done %d\n", n)
	}
}

func openJournal(t *testing.T, dir string) *journal.Journal {
	t.Helper()
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return journal.In(files)
}
