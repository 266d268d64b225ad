package backend_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/ui/backend"
)

var comment = backend.DraftKey{Kind: backend.KindUpdate, Record: "713516551148"}

func newCommentDraft(text string) backend.Draft {
	return backend.Draft{Key: comment, Values: map[string]string{backend.FieldComment: text}}
}

// readDraft returns the draft that a new console would find.
func readDraft(t *testing.T, dir string) (found backend.Draft) {
	t.Helper()
	state, err := agent.ThisHost{}.Open(dir, account)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = state.Close() }()
	all, err := state.Drafts()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Key == comment {
			found = d
		}
	}
	return found
}

// runBatch runs a command and the commands of a batch.
func runBatch(cmd tea.Cmd) {
	if cmd != nil {
		go cmd()
	}
}

func TestDraft_IsOnDiskWithinASecondAndWrittenOnceASecond(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	for name, every := range map[string]time.Duration{"fast": 30 * time.Millisecond, "slowly": 400 * time.Millisecond, "in bursts": 999 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newTestBackend(t, filepath.Join(dir, name), nil)
				writes, last, start := 0, time.Time{}, time.Now()
				var typedAt []time.Time
				for time.Since(start) < 20*time.Second {
					typedAt = append(typedAt, time.Now())
					runBatch(c.SaveDraft(newCommentDraft(strings.Repeat("x", len(typedAt)))))
					<-time.After(every)
					synctest.Wait()
					found := readDraft(t, filepath.Join(dir, name))
					if !found.SavedAt.Equal(last) {
						writes, last = writes+1, found.SavedAt
					}
					if kept := len(found.Values[backend.FieldComment]); kept < len(typedAt) && time.Since(typedAt[kept]) > time.Second {
						t.Fatalf("after %v letter %d of %v ago is not on disk", time.Since(start), kept, time.Since(typedAt[kept]))
					}
				}
				if writes > 21 {
					t.Errorf("written %d times in 20 seconds", writes)
				}
			})
		})
	}
}

func TestDraft_DiscardedOneDoesNotComeBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	synctest.Test(t, func(t *testing.T) {
		c := newTestBackend(t, dir, nil)
		for _, text := range []string{"a", "ab", "abc"} {
			runBatch(c.SaveDraft(newCommentDraft(text)))
			synctest.Wait()
		}
		runBatch(c.DeleteDraft(comment))
		synctest.Wait()
		if got := readDraft(t, dir); got.Kind != "" {
			t.Errorf("at once: %+v", got)
		}
		runBatch(c.SaveDraft(newCommentDraft("anew")))
		<-time.After(time.Second)
		synctest.Wait()
		if got := readDraft(t, dir); got.Values[backend.FieldComment] != "anew" {
			t.Errorf("a second later: %+v", got)
		}
	})
}

func TestDraft_LeavingSavesWhatWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	synctest.Test(t, func(t *testing.T) {
		c := newTestBackend(t, dir, nil)
		runBatch(c.SaveDraft(newCommentDraft("a")))
		synctest.Wait()
		runBatch(c.SaveDraft(newCommentDraft("ab")))
		if err := c.FlushDrafts(); err != nil {
			t.Fatal(err)
		}
		if got := readDraft(t, dir); got.Values[backend.FieldComment] != "ab" {
			t.Errorf("got %+v", got)
		}
	})
}
