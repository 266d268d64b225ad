package service

import (
	"cmp"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"frontdesk/internal/metrics"
)

// counts is what a service counts of its answers.
type counts struct {
	answers     *metrics.Counter // by operation and code
	took        *metrics.Histogram
	unavailable atomic.Uint64
	unknown     atomic.Uint64

	refusedAgents atomic.Uint64
}

func newCounts() counts {
	return counts{answers: metrics.NewCounter(), took: metrics.NewHistogram()}
}

// otherPath counts answers to requests of no operation, whose paths outsiders choose.
const otherPath = "other"

// count counts an answer. The time of health checks is not that of agents.
func (c *counts) count(x *loggedResponse, took time.Duration) {
	c.answers.Add("operation", cmp.Or(x.operation, otherPath), "code", strconv.Itoa(x.code))
	if !isHealthCheck(x.operation) {
		c.took.Observe(took)
	}
}

// WriteMetrics writes what was answered, in Prometheus' text format.
func (s *Service) WriteMetrics(w io.Writer) {
	s.counts.answers.Write(w, "frontdesk_service_answers_total", "answers, by operation and code")
	s.counts.took.Write(w, "frontdesk_service_answer_seconds", "from a request to its answer, without health checks")
	metrics.WriteCounter(w, "frontdesk_service_unavailable_total",
		"answers 503 because the database could not be reached", s.counts.unavailable.Load())
	metrics.WriteCounter(w, "frontdesk_service_unknown_total",
		"answers that say that nobody knows whether the write was saved", s.counts.unknown.Load())
	metrics.WriteCounter(w, "frontdesk_service_refused_agents_total",
		"requests on behalf of an agent for whom their key may not act", s.counts.refusedAgents.Load())
}
