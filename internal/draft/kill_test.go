package draft_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
)

// TestKillNine types, sends and notes in another process, kills it at random moments, and finds at least what it had
// been told was on disk.
func TestKillNine(t *testing.T) {
	if dir := os.Getenv("FRONTDESK_TEST_TYPIST"); dir != "" {
		workForEver(t, dir)
		return
	}
	for round := range 20 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			found(t, dir, killed(t, dir))
		})
	}
}

// killed starts a process that works, kills it and answers how far it said it had come.
func killed(t *testing.T, dir string) (told int) {
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
			_, _ = fmt.Sscanf(lines.Text(), "done %d", &told)
		}
	}
	_ = typist.Process.Kill()
	_ = typist.Wait()
	return told
}

// found checks that everything is there that was said to be, and that nothing is damaged.
func found(t *testing.T, dir string, told int) {
	t.Helper()
	d, found, err := open(t, dir).Load(form)
	if err != nil || !found || len(d.Values["comment"]) < told {
		t.Errorf("told %d, found %v with %d letters, %v", told, found, len(d.Values["comment"]), err)
	}
	if notes, err := openJournal(t, dir).Day(desk.DateOf(monday)); err != nil || len(notes) < told {
		t.Errorf("told %d, the journal has %d lines, %v", told, len(notes), err)
	}
	waiting := items(t, openOutbox(t, dir))
	if len(waiting) < told {
		t.Errorf("told %d, the outbox has %d items", told, len(waiting))
	}
	for _, item := range waiting {
		if item.State == draft.Sending {
			t.Errorf("%s is being sent by nobody", item.ID)
		}
	}
}

func workForEver(t *testing.T, dir string) {
	shelf, box, journal := open(t, dir), openOutbox(t, dir), openJournal(t, dir)
	for n := 1; ; n++ {
		save(t, shelf, typed(strings.Repeat("x", n)))
		item := put(t, box, "x", monday)
		held := hold(t, box)
		if _, err := held.Begin(item.ID, draft.Baseline{}, monday); err != nil {
			t.Fatal(err)
		}
		release(t, held)
		add(t, journal, monday, "x")
		fmt.Printf("done %d\n", n)
	}
}
