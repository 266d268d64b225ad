package simdesk

import (
	"sync"
	"testing"

	"frontdesk/ui/gallery"
)

// TestRecords_ScenesThatRunTogetherShareNone lets many scenes take and give back records at once: no two have the same
// at a time. The race detector sees it too.
func TestRecords_ScenesThatRunTogetherShareNone(t *testing.T) {
	t.Parallel()
	desks, closed, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := closed(); err != nil {
			t.Error(err)
		}
	})
	var scenes sync.WaitGroup
	for range 4 {
		scenes.Go(func() {
			for range 50_000 {
				taken, err := desks.takeRecords(t.Context(), gallery.Empty)
				if err != nil {
					t.Error(err)
					return
				}
				if taken.isChanged.Swap(true) {
					t.Error("two scenes have the same records")
				}
				taken.isChanged.Store(false)
				if err := desks.giveBack(taken); err != nil {
					t.Error(err)
				}
			}
		})
	}
	scenes.Wait()
}
