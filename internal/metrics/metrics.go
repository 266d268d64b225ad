// Package metrics counts events and durations, and writes them in Prometheus' text format.
package metrics

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ContentType is the type of a page of metrics.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Counter is a counter with labels. It is safe for concurrent use.
type Counter struct {
	mu sync.Mutex
	by map[string]uint64 // by formatted labels; empty for none
}

// NewCounter returns a counter that has counted nothing.
func NewCounter() *Counter { return &Counter{by: map[string]uint64{}} }

// Expect makes the counter write labels also while it has counted nothing for them, so that an alarm can tell 0 from a
// metric that is gone.
func (c *Counter) Expect(labels ...string) {
	of := format(labels)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[of] += 0
}

// labelEscapes escapes label values for Prometheus' text format.
var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// format formats labels, given as alternating names and values.
func format(labels []string) string {
	var written strings.Builder
	for i := 0; i+1 < len(labels); i += 2 {
		if i > 0 {
			written.WriteByte(',')
		}
		written.WriteString(labels[i] + `="` + labelEscapes.Replace(labels[i+1]) + `"`)
	}
	return written.String()
}

// Add increments the counter for labels, given as alternating names and values.
func (c *Counter) Add(labels ...string) {
	of := format(labels)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[of]++
}

// Write writes the counter.
func (c *Counter) Write(w io.Writer, name, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	writeHead(w, name, what, "counter")
	for _, labels := range slices.Sorted(maps.Keys(c.by)) {
		if labels == "" {
			_, _ = fmt.Fprintf(w, "%s %d\n", name, c.by[labels])
			continue
		}
		_, _ = fmt.Fprintf(w, "%s{%s} %d\n", name, labels, c.by[labels])
	}
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

// Histogram is a histogram of durations. It is safe for concurrent use.
type Histogram struct {
	mu    sync.Mutex
	steps []uint64
	count uint64
	sum   time.Duration
}

// NewHistogram returns an empty histogram.
func NewHistogram() *Histogram { return &Histogram{steps: make([]uint64, len(bounds))} }

// Observe adds a duration.
func (h *Histogram) Observe(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(bounds) - 1; i >= 0 && d <= bounds[i]; i-- {
		h.steps[i]++
	}
	h.count++
	h.sum += d
}

// Write writes the histogram.
func (h *Histogram) Write(w io.Writer, name, what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	writeHead(w, name, what, "histogram")
	for i, bound := range bounds {
		limit := strconv.FormatFloat(bound.Seconds(), 'g', -1, 64)
		_, _ = fmt.Fprintf(w, "%s_bucket{le=%q} %d\n", name, limit, h.steps[i])
	}
	_, _ = fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %d\n", name, h.count)
	_, _ = fmt.Fprintf(w, "%s_sum %g\n%[1]s_count %[3]d\n", name, h.sum.Seconds(), h.count)
}

// WriteSummary writes a sum of durations and how many there were.
func WriteSummary(w io.Writer, name, what string, sum time.Duration, count uint64) {
	writeHead(w, name, what, "summary")
	_, _ = fmt.Fprintf(w, "%s_sum %g\n%[1]s_count %[3]d\n", name, sum.Seconds(), count)
}

// Number is the value of a metric.
type Number interface {
	int | int64 | uint64 | float64
}

// WriteGauge writes a value that rises and falls.
func WriteGauge[N Number](w io.Writer, name, what string, value N) {
	writeValue(w, name, what, "gauge", value)
}

// WriteCounter writes a value that only rises.
func WriteCounter[N Number](w io.Writer, name, what string, value N) {
	writeValue(w, name, what, "counter", value)
}

func writeValue[N Number](w io.Writer, name, what, kind string, value N) {
	writeHead(w, name, what, kind)
	_, _ = fmt.Fprintf(w, "%s %v\n", name, value)
}

func writeHead(w io.Writer, name, what, kind string) {
	_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", name, what, kind)
}
