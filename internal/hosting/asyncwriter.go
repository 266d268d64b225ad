package hosting

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/service"
)

const (
	maxPending   = 4 << 20         // bytes of pending lines
	retryDelay   = time.Second     // delay before a failed write is retried
	closeTimeout = 2 * time.Second // limit for the last flush
)

// asyncWriter writes lines to a slow or blocking writer in the background, so that callers, such as an agent's login,
// never block. Failed writes are retried. Lines beyond maxPending are dropped, and their number is logged in their
// place. It is safe for concurrent use.
type asyncWriter struct {
	to   io.Writer
	what string       // name of the output, for log messages
	log  *slog.Logger // logs write errors; must not write to this writer
	form string       // of the lines

	mu      sync.Mutex
	pending []byte
	dropped int // number of lines
	wake    chan struct{}

	inFlight []byte // taken from pending and not written yet; used by the worker only
	closing  chan struct{}
	ended    <-chan error // result of the worker's last flush
}

func newAsyncWriter(to io.Writer, what string, tell *slog.Logger, form string) *asyncWriter {
	b := &asyncWriter{to: to, what: what, log: tell, form: form}
	b.wake, b.closing = make(chan struct{}, 1), make(chan struct{})
	b.ended = guard.Start(b.work)
	return b
}

// Write queues a line; it never blocks and never fails.
func (b *asyncWriter) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pending)+len(line) > maxPending {
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

// work flushes until Close is called, and then once more.
func (b *asyncWriter) work() error {
	var before error
	for more := true; more; {
		err := guard.Run(b.flush)
		switch {
		case err != nil && before == nil:
			b.log.Error(
				b.what+" cannot be written: what belongs there waits",
				"error",
				filestore.WithoutPath(err).Error(),
			)
		case err == nil && before != nil:
			b.log.Info(b.what + " is written again")
		}
		before = err
		more = b.waitForWork(err != nil)
	}
	return b.flush()
}

// waitForWork waits for pending lines or, after a failed write, for retryDelay; false if the writer is closing.
func (b *asyncWriter) waitForWork(failed bool) bool {
	var again <-chan time.Time
	more := b.wake
	if failed {
		more, again = nil, time.After(retryDelay)
	}
	select {
	case <-more:
	case <-again:
	case <-b.closing:
		return false
	}
	return true
}

// flush writes the pending lines.
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

// nextBatch moves the pending lines to inFlight, followed by the number of dropped lines, and reports whether there is
// anything to write.
func (b *asyncWriter) nextBatch() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.inFlight) > 0 {
		return true
	}
	b.inFlight, b.pending = b.pending, nil
	if b.dropped > 0 {
		service.NewLogger(sliceWriter{&b.inFlight}, b.form, "").Error("there was no room for lines", "lines", b.dropped)
		b.dropped = 0
	}
	return len(b.inFlight) > 0
}

// sliceWriter appends to a slice.
type sliceWriter struct{ to *[]byte }

// Write implements io.Writer; it never fails.
func (a sliceWriter) Write(p []byte) (int, error) {
	*a.to = append(*a.to, p...)
	return len(p), nil
}

// Close flushes the pending lines for up to closeTimeout, and returns an error if some could not be written.
func (b *asyncWriter) Close() error {
	close(b.closing)
	var err error
	select {
	case err = <-b.ended:
	case <-time.After(closeTimeout):
		err = errors.New("it takes too long")
	}
	if err != nil {
		return fmt.Errorf("%s was not written to its end: %w", b.what, filestore.WithoutPath(err))
	}
	return nil
}
