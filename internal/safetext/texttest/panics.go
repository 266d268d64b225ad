package texttest

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// expectedPanics are what the running tests expect panics to say.
var expectedPanics struct {
	mu     sync.Mutex
	faults []string
}

// logPanics sends the log to standard error, without expected panics.
var logPanics = sync.OnceFunc(func() {
	slog.SetDefault(slog.New(unexpected{slog.NewTextHandler(os.Stderr, nil)}))
})

// ExpectPanic keeps a panic that a test provokes out of the log until the test ends; fault is a part of what it says.
func ExpectPanic(t testing.TB, fault string) {
	t.Helper()
	logPanics()
	expectedPanics.mu.Lock()
	defer expectedPanics.mu.Unlock()
	expectedPanics.faults = append(expectedPanics.faults, fault)
	t.Cleanup(func() {
		expectedPanics.mu.Lock()
		defer expectedPanics.mu.Unlock()
		at := slices.Index(expectedPanics.faults, fault)
		expectedPanics.faults = slices.Delete(expectedPanics.faults, at, at+1)
	})
}

// unexpected is a log without the panics that tests expect.
type unexpected struct{ slog.Handler }

// Handle implements slog.Handler.
func (u unexpected) Handle(ctx context.Context, r slog.Record) error {
	isExpected := false
	r.Attrs(func(a slog.Attr) bool {
		isExpected = isExpected || r.Message == "panic" && a.Key == "fault" && expects(a.Value.String())
		return !isExpected
	})
	if isExpected {
		return nil
	}
	return u.Handler.Handle(ctx, r)
}

// expects reports whether a running test expects a panic.
func expects(fault string) bool {
	expectedPanics.mu.Lock()
	defer expectedPanics.mu.Unlock()
	return slices.ContainsFunc(expectedPanics.faults, func(part string) bool { return strings.Contains(fault, part) })
}
