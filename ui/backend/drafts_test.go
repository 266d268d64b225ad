package backend_test

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/draft"
	"frontdesk/ui/backend"
)

var comment = backend.DraftKey{Kind: backend.KindUpdate, Record: "713516551148"}

func typing(text string) backend.Draft {
	return backend.Draft{Key: comment, Values: map[string]string{backend.FieldComment: text}}
}

// onDisk is what a new console would find.
func onDisk(t *testing.T, dir string) (found backend.Draft) {
	t.Helper()
	store, err := draft.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	form := comment
	form.Account = account
	if found, _, err = store.Load(form); err != nil {
		t.Fatal(err)
	}
	return found
}

// run runs a command as the loop does.
func run(cmd tea.Cmd) {
	if cmd != nil {
		go cmd()
	}
}

func TestWhatIsTypedIsOnDiskWithinASecondAndWrittenOnceASecond(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	for name, every := range map[string]time.Duration{"fast": 30 * time.Millisecond, "slowly": 400 * time.Millisecond, "in bursts": 999 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := commands(t, filepath.Join(dir, name), nil)
				writes, last, start := 0, time.Time{}, time.Now()
				var typedAt []time.Time
				for time.Since(start) < 20*time.Second {
					typedAt = append(typedAt, time.Now())
					run(c.SaveDraft(typing(strings.Repeat("x", len(typedAt)))))
					<-time.After(every)
					synctest.Wait()
					found := onDisk(t, filepath.Join(dir, name))
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

func TestADiscardedDraftDoesNotComeBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	synctest.Test(t, func(t *testing.T) {
		c := commands(t, dir, nil)
		for _, text := range []string{"a", "ab", "abc"} {
			run(c.SaveDraft(typing(text)))
			synctest.Wait()
		}
		run(c.DeleteDraft(comment))
		synctest.Wait()
		if got := onDisk(t, dir); got.Kind != "" {
			t.Errorf("at once: %+v", got)
		}
		run(c.SaveDraft(typing("anew")))
		<-time.After(time.Second)
		synctest.Wait()
		if got := onDisk(t, dir); got.Values[backend.FieldComment] != "anew" {
			t.Errorf("a second later: %+v", got)
		}
	})
}

func TestLeavingSavesWhatWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	synctest.Test(t, func(t *testing.T) {
		c := commands(t, dir, nil)
		run(c.SaveDraft(typing("a")))
		synctest.Wait()
		run(c.SaveDraft(typing("ab")))
		if err := c.FlushDrafts(); err != nil {
			t.Fatal(err)
		}
		if got := onDisk(t, dir); got.Values[backend.FieldComment] != "ab" {
			t.Errorf("got %+v", got)
		}
	})
}
