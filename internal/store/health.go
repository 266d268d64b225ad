package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// When a write is tried for a health check, and for how long a failed one counts whatever a tiny one does: the last
// bytes of a full disk take a tiny one when nothing else fits.
const (
	probeAfter   = 10 * time.Second
	failureLasts = time.Minute
)

// health is what is known of reading and writing the desk.
type health struct {
	read *sql.DB // a connection of its own: long answers must not look like a desk that cannot be read

	lock    sync.Mutex
	at      time.Time // of the last write
	err     error     // what kept it from being written
	failed  time.Time // when err was seen last
	probing chan struct{}
}

// wrote notes how a write ended.
func (h *health) wrote(err error, isProbe bool, now time.Time) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.at = now
	switch {
	case err != nil:
		h.err, h.failed = err, now
	case !isProbe || now.Sub(h.failed) >= failureLasts:
		h.err = nil
	}
}

// outcome is that of the last write, and whether it is too old to tell anything.
func (h *health) outcome(now time.Time) (isOld bool, err error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	return now.Sub(h.at) >= probeAfter, h.err
}

// Ping reads a little of the desk, and says what keeps it from being read.
func (s *Store) Ping(ctx context.Context) error {
	_, err := isEmpty(s.health.read.QueryRowContext(ctx, anything))
	return err
}

// CheckWrite says what kept the last change from being written. When that is some seconds ago a tiny one is tried first;
// one that has not ended with ctx, because others write, says nothing new.
func (s *Store) CheckWrite(ctx context.Context) error {
	isOld, err := s.health.outcome(time.Now())
	if !isOld {
		return describeWriteError(err)
	}
	select {
	case <-s.probe(ctx):
	case <-ctx.Done():
	}
	_, err = s.health.outcome(time.Now())
	return describeWriteError(err)
}

// probe begins a tiny write unless one is under way.
func (s *Store) probe(ctx context.Context) <-chan struct{} {
	s.health.lock.Lock()
	defer s.health.lock.Unlock()
	if s.health.probing != nil {
		return s.health.probing
	}
	done := make(chan struct{})
	s.health.probing = done
	guard.Go(func() {
		defer func() {
			s.health.lock.Lock()
			defer s.health.lock.Unlock()
			s.health.probing = nil
			close(done)
		}()
		_ = s.wait(&pendingWrite{ctx: context.WithoutCancel(ctx), do: rewriteVersion, singleStatement: true, isProbe: true}) //nolint:contextcheck // each write brings its own context
	})
	return done
}

// rewriteVersion writes the version of the tables over itself: one page, and nothing is different.
func rewriteVersion(ctx context.Context, tx *transaction) error {
	var found int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	return tx.exec(ctx, fmt.Sprintf("PRAGMA user_version = %d", found))
}

// notedGroup notes how the transaction of a group ended. One in which every change was refused wrote nothing, and tells
// nothing.
func (h *health) notedGroup(group []*pendingWrite, err error) {
	isProbe, hasWritten := true, false
	for _, w := range group {
		isProbe, hasWritten = isProbe && w.isProbe, hasWritten || w.err == nil
	}
	if err != nil || hasWritten {
		h.wrote(err, isProbe, time.Now())
	}
}
