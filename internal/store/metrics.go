package store

import (
	"database/sql/driver"
	"errors"
	"io"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgconn"

	"frontdesk/internal/metrics"
)

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
