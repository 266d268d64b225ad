package sshd

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// Metrics holds the server's metrics. It is safe for concurrent use.
type Metrics struct {
	signedIn, refused, panics counter
	keys, frames              histogram
	written                   atomic.Uint64
	calls                     counter // by operation and outcome
	answers                   histogram
}

func newMetrics() *Metrics {
	return &Metrics{
		signedIn: newCounter(), refused: newCounter(), panics: newCounter(),
		keys: newHistogram(), frames: newHistogram(), calls: newCounter(), answers: newHistogram(),
	}
}

// ObserveCall counts a completed service call by operation and outcome.
func (m *Metrics) ObserveCall(operation, outcome string, took time.Duration) {
	m.calls.add("operation", operation, "outcome", outcome)
	m.answers.observe(took)
}

// counter is a counter with labels.
type counter struct {
	mu *sync.Mutex
	by map[string]uint64 // by formatted labels; empty for none
}

func newCounter() counter { return counter{new(sync.Mutex), map[string]uint64{}} }

// labelEscapes escapes label values for Prometheus' text format.
var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// add increments the counter for labels, given as alternating names and values.
func (c *counter) add(labels ...string) {
	var written strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			written.WriteByte(',')
		}
		written.WriteString(labels[i] + `="` + labelEscapes.Replace(labels[i+1]) + `"`)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[written.String()]++
}

// bounds are the upper bounds of a histogram's buckets.
var bounds = []time.Duration{
	time.Millisecond,
	2 * time.Millisecond,
	4 * time.Millisecond,
	6 * time.Millisecond,
	12 * time.Millisecond,
	25 * time.Millisecond,
	50 * time.Millisecond,
	100 * time.Millisecond,
	250 * time.Millisecond,
	500 * time.Millisecond,
	time.Second,
	5 * time.Second,
	30 * time.Second,
}

// histogram is a histogram of durations.
type histogram struct {
	mu    *sync.Mutex
	steps []uint64
	count uint64
	sum   time.Duration
}

func newHistogram() histogram {
	return histogram{mu: new(sync.Mutex), steps: make([]uint64, len(bounds))}
}

func (h *histogram) observe(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(bounds) - 1; i >= 0 && d <= bounds[i]; i-- {
		h.steps[i]++
	}
	h.count++
	h.sum += d
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
	writeGauge(w, "frontdesk_ssh_sessions", "sessions that are open", len(server.Sessions()))
	writeGauge(w, "frontdesk_ssh_connections", "connections that have signed in", inside)
	writeGauge(w, "frontdesk_ssh_unauthenticated", "connections that have not signed in", outside)
	m.signedIn.write(w, "frontdesk_ssh_sessions_total", "sessions that were begun")
	m.refused.write(w, "frontdesk_ssh_refused_total", "connections and sessions that were refused")
	m.panics.write(w, "frontdesk_ssh_panics_total", "sessions that were ended by a fault of the program")
	m.calls.write(w, "frontdesk_calls_total", "calls of the service, pulls among them")
	m.answers.write(w, "frontdesk_call_seconds", "from a call of the service to its answer, with retries")
	m.keys.write(w, "frontdesk_ssh_key_seconds", "from a key to what it changes on the screen")
	m.frames.write(w, "frontdesk_ssh_first_frame_seconds", "from the opening of a session to its first frame")
	writeValue(w, "frontdesk_ssh_written_bytes_total", "bytes written to terminals", "counter", m.written.Load())
	writeValue(
		w,
		"frontdesk_ssh_written_bytes",
		"the same, under the name that it had before",
		"gauge",
		m.written.Load(),
	)
}

func writeGauge(w io.Writer, name, what string, value int) { writeValue(w, name, what, "gauge", value) }

func writeValue[N int | uint64](w io.Writer, name, what, kind string, value N) {
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", name, what, name, kind, name, value)
}

func (c *counter) write(w io.Writer, name, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s counter\n", name, what, name)
	for _, labels := range slices.Sorted(maps.Keys(c.by)) {
		if labels == "" {
			_, _ = fmt.Fprintf(w, "%s %d\n", name, c.by[labels])
			continue
		}
		_, _ = fmt.Fprintf(w, "%s{%s} %d\n", name, labels, c.by[labels])
	}
}

func (h *histogram) write(w io.Writer, name, what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s histogram\n", name, what, name)
	for i, bound := range bounds {
		_, _ = fmt.Fprintf(
			w,
			"%s_bucket{le=%q} %d\n",
			name,
			strconv.FormatFloat(bound.Seconds(), 'g', -1, 64),
			h.steps[i],
		)
	}
	_, _ = fmt.Fprintf(
		w,
		"%s_bucket{le=\"+Inf\"} %d\n%s_sum %g\n%s_count %d\n",
		name,
		h.count,
		name,
		h.sum.Seconds(),
		name,
		h.count,
	)
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
		m.keys.observe(time.Duration(time.Now().UnixNano() - asked))
	}
	if !s.shown.Swap(true) {
		m.frames.observe(time.Since(s.session.StartedAt))
	}
	n, err := s.channel.Write(p)
	m.written.Add(uint64(n))
	return n, err
}
