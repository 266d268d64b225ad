package store

import (
	"context"
	"errors"
	"sync"
	"testing"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
)

// TestGroup_APanicWhileCommittingBlocksNobody: a group without a connection panics at its first statement. Everybody in
// it, and whoever comes later, gets that error.
func TestGroup_APanicWhileCommittingBlocksNobody(t *testing.T) {
	texttest.ExpectPanic(t, "nil pointer dereference")
	g := newGroupCommitter(&sqliteWriter{}, &health{}, nil)
	var all sync.WaitGroup
	for range 3 * maxGroup {
		all.Go(func() {
			err := g.update(t.Context(), func(context.Context, *transaction) error { return nil })
			var failed *guard.PanicError
			if !errors.As(err, &failed) {
				t.Errorf("the write ended with %v", err)
			}
		})
	}
	all.Wait()
}
