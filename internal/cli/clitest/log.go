package clitest

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Log is what a host has logged, while it logs more.
type Log struct {
	mu   sync.Mutex
	b    bytes.Buffer
	keep int           // bytes, of the end; 0 for all
	more chan struct{} // holds one notice at most
}

// NewLog returns an empty log.
func NewLog() *Log { return &Log{more: make(chan struct{}, 1)} }

// KeepEnd makes it keep so many bytes of its end, for a host that runs for long.
func (l *Log) KeepEnd(size int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep = size
}

// Write adds what was logged.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
	if l.keep > 0 && l.b.Len() > 2*l.keep {
		end := bytes.Clone(l.b.Bytes()[l.b.Len()-l.keep:])
		l.b.Reset()
		l.b.Write(end)
	}
	return l.b.Write(p)
}

// String returns what was logged until now.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// WaitUntil waits until a condition holds that a line of the log can change.
func (l *Log) WaitUntil(t testing.TB, what string, holds func() bool) {
	t.Helper()
	late := make(chan struct{})
	defer AfterRunning(patience(), func() { close(late) })()
	for !holds() {
		select {
		case <-l.more:
		case <-late:
			t.Fatalf("waited in vain for %s; it is\n%s", what, l)
		}
	}
}

// WaitFor waits until a text was logged.
func (l *Log) WaitFor(t testing.TB, what string) {
	t.Helper()
	l.WaitUntil(t, fmt.Sprintf("%q in the log", what), func() bool { return strings.Contains(l.String(), what) })
}
