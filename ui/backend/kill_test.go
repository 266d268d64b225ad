package backend_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/backend"
)

const (
	// typistDir names the directory to a process that types.
	typistDir = "FRONTDESK_TEST_TYPIST"
	// patience is what a draft may be older than a second: with so many processes on one machine none is on time.
	patience = time.Second
)

// TestDraft_KillLosesLessThanASecondOfTyping types in other processes, each into two forms through the console's own
// backend, kills them at random moments, and reads what a new console would find.
func TestDraft_KillLosesLessThanASecondOfTyping(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv(typistDir); dir != "" {
		typeForEver(t, dir)
		return
	}
	kills, together := 3, 20 // at the same time
	switch {
	case texttest.Long():
		kills = 300
	case texttest.Load() && !texttest.Race: // which looks at none of the processes longer for having more
		kills = 20
	}
	var oldest time.Duration
	late := 0
	for done := 0; done < kills; done += together {
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range min(together, kills) {
			all.Go(func() {
				age := lostTypingAfterKill(t, done+i)
				mu.Lock()
				defer mu.Unlock()
				oldest = max(oldest, age)
				if age > time.Second {
					late++
				}
			})
		}
		all.Wait()
	}
	t.Logf("%d kills; the oldest typing that was lost was %v old; %d cost more than a second", kills, oldest.Round(time.Millisecond), late)
	if texttest.Long() && oldest > time.Second+patience { // how fast the machine is decides nothing in the short form
		t.Error("a draft was too old")
	}
}

// lostTypingAfterKill kills a typing process and returns the age of the oldest typing that was lost.
func lostTypingAfterKill(t *testing.T, kill int) (oldest time.Duration) {
	dir := t.TempDir()
	typed, at, err := typeUntilKilled(dir)
	if err != nil {
		t.Errorf("kill %d: %v", kill, err)
		return 0
	}
	state, err := agent.ThisHost{}.Open(filepath.Join(dir, "drafts"), account)
	if err != nil {
		t.Errorf("kill %d: %v", kill, err)
		return 0
	}
	defer func() { _ = state.Close() }()
	drafts, err := state.Drafts()
	if err != nil {
		t.Errorf("kill %d: %v", kill, err)
	}
	kept := map[string]int{}
	for _, d := range drafts {
		text := d.Values[backend.FieldComment]
		if kept[d.Record] = len(text); text != strings.Repeat("x", len(text)) || d.Conflict != "" {
			t.Errorf("kill %d: the draft is %+v", kill, d)
		}
	}
	for record, times := range typed {
		if n := kept[record]; n < len(times) {
			oldest = max(oldest, at.Sub(times[n]))
		}
	}
	return oldest
}

// typeUntilKilled starts a process that types, kills it, and returns when it typed each letter, by record.
func typeUntilKilled(dir string) (typed map[string][]time.Time, at time.Time, err error) {
	typist := exec.Command(os.Args[0], "-test.run=^TestDraft_KillLosesLessThanASecondOfTyping$")
	typist.Env = append(os.Environ(), typistDir+"="+dir)
	out, err := typist.StdoutPipe()
	if err == nil {
		err = typist.Start()
	}
	if err != nil {
		return nil, at, err
	}
	typed = map[string][]time.Time{}
	lines := bufio.NewScanner(out)
	var end <-chan time.Time
	for lines.Scan() {
		record, when, ok := strings.Cut(lines.Text(), " ")
		var nanos int64
		if _, err := fmt.Sscan(when, &nanos); !ok || err != nil {
			continue // cut off by the kill
		}
		typed[record] = append(typed[record], time.Unix(0, nanos))
		if end == nil {
			end = time.After(time.Duration(rand.IntN(2500)) * time.Millisecond)
		}
		select {
		case <-end:
			at = time.Now()
			_ = typist.Process.Kill()
		default:
		}
	}
	_ = typist.Wait()
	return typed, at, lines.Err()
}

// typeForEver types as an agent does, only faster and alternately into two forms.
func typeForEver(t *testing.T, dir string) {
	c := newTestBackend(t, filepath.Join(dir, "drafts"), nil)
	texts := map[string]string{"1": "", "2": ""}
	for {
		record := fmt.Sprint(rand.IntN(2) + 1)
		for range rand.IntN(60) {
			texts[record] += "x"
			fmt.Printf("%s %d\n", record, time.Now().UnixNano())
			runBatch(c.SaveDraft(backend.Draft{
				Key:    backend.DraftKey{Kind: backend.KindUpdate, Record: record},
				Values: map[string]string{backend.FieldComment: texts[record]},
			}))
			<-time.After(time.Duration(rand.IntN(8)) * time.Millisecond)
		}
	}
}
