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
	farewellTime = 2 * time.Second // for what still waits at the end
)

// backlog hands lines on to a file, or to whatever else may be full or slow, and never keeps who writes them waiting:
// that is an agent who signs in or sends. What cannot be written is tried again; what there is no room for is counted,
// and the number is written as soon as there is. It is safe for concurrent use.
type backlog struct {
	to   io.Writer
	what string       // it is, for tell
	tell *slog.Logger // of its faults; must not be written to it

	mu      sync.Mutex
	waiting []byte
	lost    int // lines
	more    chan struct{}

	leaving []byte // taken out of waiting and not written yet; the worker's own
	closing chan struct{}
	ended   <-chan error // why the last of it could not be written, if it could not
}

func newBacklog(to io.Writer, what string, tell *slog.Logger) *backlog {
	b := &backlog{to: to, what: what, tell: tell, more: make(chan struct{}, 1), closing: make(chan struct{})}
	b.ended = guard.Start(b.work)
	return b
}

// Write takes a line; it never waits and never fails.
func (b *backlog) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting)+len(line) > maxBacklog {
		b.lost++
		return len(line), nil
	}
	b.waiting = append(b.waiting, line...)
	select {
	case b.more <- struct{}{}:
	default:
	}
	return len(line), nil
}

// work writes until Close, and then once more.
func (b *backlog) work() error {
	var before error
	for more := true; more; {
		err := guard.Run(b.empty)
		switch {
		case err != nil && before == nil:
			b.tell.Error(b.what+" cannot be written: what belongs there waits", "fault", cause(err).Error())
		case err == nil && before != nil:
			b.tell.Info(b.what + " is written again")
		}
		before = err
		more = b.rest(err != nil)
	}
	return b.empty()
}

// rest waits until there is something to write, after a fault for a while; false when the end has come.
func (b *backlog) rest(failed bool) bool {
	var again <-chan time.Time
	more := b.more
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

// empty writes what waits.
func (b *backlog) empty() error {
	for b.take() {
		n, err := b.to.Write(b.leaving)
		b.leaving = b.leaving[n:]
		if err != nil {
			return err
		}
	}
	return nil
}

// take takes what is to be written next, the number of lost lines after those that came before them.
func (b *backlog) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.leaving) > 0 {
		return true
	}
	b.leaving, b.waiting = b.waiting, nil
	if b.lost > 0 {
		service.NewLog(appending{&b.leaving}).Error("there was no room for lines", "lines", b.lost)
		b.lost = 0
	}
	return len(b.leaving) > 0
}

// appending is a writer into a slice.
type appending struct{ to *[]byte }

// Write never fails.
func (a appending) Write(p []byte) (int, error) {
	*a.to = append(*a.to, p...)
	return len(p), nil
}

// Close writes the rest, as far as that is possible soon. It says what kept it.
func (b *backlog) Close() error {
	close(b.closing)
	var err error
	select {
	case err = <-b.ended:
	case <-time.After(farewellTime):
		err = errors.New("it takes too long")
	}
	if err != nil {
		return fmt.Errorf("%s was not written to its end: %w", b.what, cause(err))
	}
	return nil
}
