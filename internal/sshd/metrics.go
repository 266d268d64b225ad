package sshd

import (
	"bytes"
	"io"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/metrics"
)

// Metrics holds the server's metrics. It is safe for concurrent use.
type Metrics struct {
	signedIn, refused, panics *metrics.Counter
	keys, frames              *metrics.Histogram
	written                   atomic.Uint64
	calls                     *metrics.Counter // by operation and outcome
	answers                   *metrics.Histogram
}

func newMetrics() *Metrics {
	return &Metrics{
		signedIn: metrics.NewCounter(), refused: metrics.NewCounter(), panics: metrics.NewCounter(),
		keys: metrics.NewHistogram(), frames: metrics.NewHistogram(),
		calls: metrics.NewCounter(), answers: metrics.NewHistogram(),
	}
}

// ObserveCall counts a completed service call by operation and outcome.
func (m *Metrics) ObserveCall(operation, outcome string, took time.Duration) {
	m.calls.Add("operation", operation, "outcome", outcome)
	m.answers.Observe(took)
}

// WriteMetrics writes the metrics in Prometheus' text format. It holds no lock while it writes, so that a slow reader
// does not block sessions.
func (server *Server) WriteMetrics(w io.Writer) {
	var page bytes.Buffer
	server.metrics(&page)
	_, _ = w.Write(page.Bytes())
}

func (server *Server) metrics(w io.Writer) {
	outside, inside := server.limiter.counts()
	m := server.Metrics
	metrics.WriteGauge(w, "frontdesk_ssh_sessions", "sessions that are open", len(server.Sessions()))
	metrics.WriteGauge(w, "frontdesk_ssh_connections", "connections that have signed in", inside)
	metrics.WriteGauge(w, "frontdesk_ssh_unauthenticated", "connections that have not signed in", outside)
	m.signedIn.Write(w, "frontdesk_ssh_sessions_total", "sessions that were begun")
	m.refused.Write(w, "frontdesk_ssh_refused_total", "connections and sessions that were refused")
	m.panics.Write(w, "frontdesk_ssh_panics_total", "sessions that were ended by a fault of the program")
	m.calls.Write(w, "frontdesk_calls_total", "calls of the service, pulls among them")
	m.answers.Write(w, "frontdesk_call_seconds", "from a call of the service to its answer, with retries")
	m.keys.Write(w, "frontdesk_ssh_key_seconds", "from a key to what it changes on the screen")
	m.frames.Write(w, "frontdesk_ssh_first_frame_seconds", "from the opening of a session to its first frame")
	metrics.WriteCounter(w, "frontdesk_ssh_written_bytes_total", "bytes written to terminals", m.written.Load())
	metrics.WriteGauge(w, "frontdesk_ssh_written_bytes", "the same, under the name that it had before", m.written.Load())
}

// meteredTerminal is a console's connection to its terminal. It measures the latency from a key to the next output.
type meteredTerminal struct {
	session *Session
	channel gossh.Channel
	asked   atomic.Int64 // when the first key without output since was received; in Unix nanoseconds, 0 for none
	shown   atomic.Bool  // a frame has been written
}

// Read reads the agent's input.
func (s *meteredTerminal) Read(p []byte) (int, error) {
	n, err := s.channel.Read(p)
	if n > 0 && s.shown.Load() {
		s.asked.CompareAndSwap(0, time.Now().UnixNano())
	}
	return n, err
}

// Write writes to the agent's terminal; it blocks while the terminal is slow.
func (s *meteredTerminal) Write(p []byte) (int, error) {
	m := s.session.host.Metrics
	if asked := s.asked.Swap(0); asked != 0 {
		m.keys.Observe(time.Duration(time.Now().UnixNano() - asked))
	}
	if !s.shown.Swap(true) {
		m.frames.Observe(time.Since(s.session.StartedAt))
	}
	n, err := s.channel.Write(p)
	m.written.Add(uint64(n))
	return n, err
}
