package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"frontdesk/internal/guard"
	"frontdesk/internal/metrics"
)

// probeAfter is the age of the last write from which CheckWrite makes a probe write. failureLasts is how long a
// failure outweighs successful probes: a nearly full disk may take a probe and nothing larger. A database that was away
// is probed by each check, and is well as soon as it takes a probe.
const (
	probeAfter   = 10 * time.Second
	failureLasts = time.Minute
)

// health holds the outcome of recent writes and a connection for read checks.
type health struct {
	read  *sql.DB // separate, so that long reads do not make the desk look unreadable
	check func() error

	lock    sync.Mutex
	at      time.Time // of the last write
	err     error     // of the last write, nil after a success that counts
	failed  time.Time // when err was last set
	probing chan struct{}
}

// recordWrite records the outcome of a write.
func (h *health) recordWrite(err error, isProbe bool, now time.Time) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.at = now
	switch {
	case wasAway(err):
		h.err, h.failed = err, time.Time{}
	case err != nil:
		h.err, h.failed = err, now
	case !isProbe || now.Sub(h.failed) >= failureLasts:
		h.err = nil
	}
}

// wasAway reports whether a write failed because the database went away before or while it was made.
func wasAway(err error) bool { return IsUnavailable(err) || errors.Is(err, ErrOutcomeUnknown) }

// lastWrite returns the result of the last write and reports whether a probe write may say something newer.
func (h *health) lastWrite(now time.Time) (isOld bool, err error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	return now.Sub(h.at) >= probeAfter || wasAway(h.err), h.err
}

// Ping reads from the desk and returns the error that prevents it.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.health.check(); err != nil {
		return err
	}
	_, err := isEmpty(s.health.read.QueryRowContext(ctx, anyRecordQuery))
	if isTooMany(err) { // the connections that answer requests are all that there are
		_, err = s.IsEmpty(ctx)
	}
	return err
}

// CheckWrite returns what was found wrong with the file, or else the error of the last write. If that write is older
// than probeAfter, or if the database was away, it first makes a probe write. A probe that is still waiting for other
// writers when ctx ends leaves the result unchanged.
func (s *Store) CheckWrite(ctx context.Context) error {
	if err := s.checkErr(); err != nil {
		return err
	}
	isOld, err := s.health.lastWrite(time.Now())
	if !isOld {
		return describeWriteError(err)
	}
	select {
	case <-s.probe(ctx):
	case <-ctx.Done():
	}
	_, err = s.health.lastWrite(time.Now())
	return describeWriteError(err)
}

// probe starts a probe write unless one is running.
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
		_ = s.committer.probe(context.WithoutCancel(ctx)) // its result is recorded
	})
	return done
}

// waitForProbe waits for the end of a probe write if one is running.
func (h *health) waitForProbe() {
	h.lock.Lock()
	probing := h.probing
	h.lock.Unlock()
	if probing != nil {
		<-probing
	}
}

// recordGroup records the outcome of a group's transaction. A group in which every change failed wrote nothing and
// is ignored.
func (h *health) recordGroup(group []*batched[*pendingWrite], err error) {
	if err != nil || hasChange(group) {
		isOther := func(c *batched[*pendingWrite]) bool { return !c.value.isProbe }
		h.recordWrite(err, !slices.ContainsFunc(group, isOther), time.Now())
	}
}

// counters count what happened to transactions of PostgreSQL. On SQLite, where none of it happens, all stays 0.
type counters struct {
	reruns  *metrics.Counter // by cause
	unknown atomic.Uint64
}

// lostBeforeCommit is the cause of a change that is run again because its connection was lost before COMMIT was sent.
// The other causes are the codes of PostgreSQL.
const lostBeforeCommit = "lost before COMMIT"

func newCounters() *counters {
	c := &counters{reruns: metrics.NewCounter()}
	for _, cause := range append([]string{lostBeforeCommit}, conflictCodes...) {
		c.reruns.Expect("cause", cause)
	}
	return c
}

// rerun counts a change that is run again because of an error.
func (c *counters) rerun(err error) {
	cause := lostBeforeCommit
	var answered *pgconn.PgError
	if errors.As(err, &answered) && !errors.Is(err, driver.ErrBadConn) {
		cause = answered.Code
	}
	c.reruns.Add("cause", cause)
}

// WriteMetrics writes the connections that answer requests, and what happened to transactions, in Prometheus' text
// format. The page on scaling lists the metrics to watch.
func (s *Store) WriteMetrics(w io.Writer) {
	pool := s.read.db.Stats()
	metrics.WriteGauge(w, "frontdesk_database_connections_limit", "connections that may be open",
		pool.MaxOpenConnections)
	metrics.WriteGauge(w, "frontdesk_database_connections_open", "connections that are open", pool.OpenConnections)
	metrics.WriteGauge(w, "frontdesk_database_connections_in_use", "of those, the ones that work for a request",
		pool.InUse)
	metrics.WriteGauge(w, "frontdesk_database_connections_idle", "of those, the ones that wait for a request", pool.Idle)
	metrics.WriteCounter(w, "frontdesk_database_waits_total", "requests that waited for a connection", pool.WaitCount)
	metrics.WriteCounter(w, "frontdesk_database_wait_seconds_total", "how long they waited",
		pool.WaitDuration.Seconds())
	s.counts.reruns.Write(w, "frontdesk_database_reruns_total", "transactions that were run again, by cause")
	metrics.WriteCounter(w, "frontdesk_database_unknown_total", "commits whose answer was lost",
		s.counts.unknown.Load())
}
