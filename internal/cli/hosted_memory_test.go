package cli

import (
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestHostedCommands_AreForgottenWhenTheyHaveEnded: a host that keeps a command keeps its session and all that was
// typed for it.
func TestHostedCommands_AreForgottenWhenTheyHaveEnded(t *testing.T) {
	forgotten := make(chan struct{})
	func() {
		in := strings.NewReader("typed ahead")
		env := func(string) string { _ = in.Len(); return "" }
		_ = newHostedRoot(env, in, io.Discard, io.Discard)
		runtime.AddCleanup(in, func(done chan struct{}) { close(done) }, forgotten)
	}()
	for end := time.Now().Add(testTimeout(t)); ; {
		runtime.GC()
		select {
		case <-forgotten:
			return
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatal("a command that has ended is kept")
		}
	}
}
