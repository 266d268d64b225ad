package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/service"
)

const (
	maxBacklog   = 4 << 20         // bytes of lines that wait
	retryTime    = time.Second     // between two tries of what could not be written
	closeTimeout = 2 * time.Second // for what still waits at the end
)

// asyncWriter hands lines on to a file, or to whatever else may be full or slow, and never keeps who writes them waiting:
// that is an agent who signs in or sends. What cannot be written is tried again; what there is no room for is counted,
// and the number is written as soon as there is. It is safe for concurrent use.
type asyncWriter struct {
	to   io.Writer
	what string       // it is, for tell
	tell *slog.Logger // of its faults; must not be written to it

	mu      sync.Mutex
	pending []byte
	dropped int // lines
	wake    chan struct{}

	inFlight []byte // taken out of waiting and not written yet; the worker's own
	closing  chan struct{}
	ended    <-chan error // why the last of it could not be written, if it could not
}

func newBacklog(to io.Writer, what string, tell *slog.Logger) *asyncWriter {
	b := &asyncWriter{to: to, what: what, tell: tell, wake: make(chan struct{}, 1), closing: make(chan struct{})}
	b.ended = guard.Start(b.work)
	return b
}

// Write takes a line; it never waits and never fails.
func (b *asyncWriter) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pending)+len(line) > maxBacklog {
		b.dropped++
		return len(line), nil
	}
	b.pending = append(b.pending, line...)
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return len(line), nil
}

// work writes until Close, and then once more.
func (b *asyncWriter) work() error {
	var before error
	for more := true; more; {
		err := guard.Run(b.flush)
		switch {
		case err != nil && before == nil:
			b.tell.Error(b.what+" cannot be written: what belongs there waits", "fault", withoutPath(err).Error())
		case err == nil && before != nil:
			b.tell.Info(b.what + " is written again")
		}
		before = err
		more = b.waitForWork(err != nil)
	}
	return b.flush()
}

// waitForWork waits until there is something to write, after a fault for a while; false when the end has come.
func (b *asyncWriter) waitForWork(failed bool) bool {
	var again <-chan time.Time
	more := b.wake
	if failed {
		more, again = nil, time.After(retryTime)
	}
	select {
	case <-more:
	case <-again:
	case <-b.closing:
		return false
	}
	return true
}

// flush writes what waits.
func (b *asyncWriter) flush() error {
	for b.nextBatch() {
		n, err := b.to.Write(b.inFlight)
		b.inFlight = b.inFlight[n:]
		if err != nil {
			return err
		}
	}
	return nil
}

// nextBatch takes what is to be written next, the number of lost lines after those that came before them.
func (b *asyncWriter) nextBatch() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.inFlight) > 0 {
		return true
	}
	b.inFlight, b.pending = b.pending, nil
	if b.dropped > 0 {
		service.NewLogger(sliceWriter{&b.inFlight}).Error("there was no room for lines", "lines", b.dropped)
		b.dropped = 0
	}
	return len(b.inFlight) > 0
}

// sliceWriter is a writer into a slice.
type sliceWriter struct{ to *[]byte }

// Write never fails.
func (a sliceWriter) Write(p []byte) (int, error) {
	*a.to = append(*a.to, p...)
	return len(p), nil
}

// Close writes the rest, as far as that is possible soon. It says what kept it.
func (b *asyncWriter) Close() error {
	close(b.closing)
	var err error
	select {
	case err = <-b.ended:
	case <-time.After(closeTimeout):
		err = errors.New("it takes too long")
	}
	if err != nil {
		return fmt.Errorf("%s was not written to its end: %w", b.what, withoutPath(err))
	}
	return nil
}
