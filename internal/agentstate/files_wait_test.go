package agentstate_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/agentstate"
)

// TestFiles_SavesOfOneHostFollowEachOtherWithoutAPause: pauses are for other processes. In the bubble the clock moves
// only when everybody waits for it.
func TestFiles_SavesOfOneHostFollowEachOtherWithoutAPause(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var saves sync.WaitGroup
		for n := range 40 {
			saves.Go(func() {
				files, err := agentstate.OpenFiles(dir) // as two consoles of one agent on a host do
				if err != nil {
					t.Error(err)
					return
				}
				if err := files.Append(fmt.Sprintf("day-%d", n), []byte("{}\n")); err != nil {
					t.Error(err)
				}
			})
		}
		saves.Wait()
		if waited := time.Since(begun); waited > 0 {
			t.Errorf("they have waited %v", waited)
		}
	})
}
