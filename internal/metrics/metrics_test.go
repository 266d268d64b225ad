package metrics_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/metrics"
)

func TestCounter_SaysZeroOfWhatIsExpected(t *testing.T) {
	c := metrics.NewCounter()
	c.Add("cause", "a \"quoted\"\n\\ name")
	c.Expect("cause", "deadlock")
	c.Add("cause", "late", "host", "a")
	c.Expect("cause", "late", "host", "a") // it stays at what it has counted
	requirePage(t, c.Write, `# HELP m what
# TYPE m counter
m{cause="a \"quoted\"\n\\ name"} 1
m{cause="deadlock"} 0
m{cause="late",host="a"} 1
`)
}

func TestCounter_WithoutLabels(t *testing.T) {
	c := metrics.NewCounter()
	requirePage(t, c.Write, "# HELP m what\n# TYPE m counter\n")
	c.Add()
	c.Add()
	requirePage(t, c.Write, "# HELP m what\n# TYPE m counter\nm 2\n")
}

// TestHistogram_BucketsHoldAllThatIsShorter as Prometheus reads them.
func TestHistogram_BucketsHoldAllThatIsShorter(t *testing.T) {
	h := metrics.NewHistogram()
	for _, took := range []time.Duration{time.Millisecond, 3 * time.Millisecond, time.Minute} {
		h.Observe(took)
	}
	var page strings.Builder
	h.Write(&page, "m", "what")
	for _, want := range []string{
		"# TYPE m histogram\n", `m_bucket{le="0.001"} 1` + "\n", `m_bucket{le="0.002"} 1` + "\n",
		`m_bucket{le="0.004"} 2` + "\n", `m_bucket{le="30"} 2` + "\n", `m_bucket{le="+Inf"} 3` + "\n",
		"m_sum 60.004\nm_count 3\n",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%q is not among\n%s", want, &page)
		}
	}
}

func TestValues(t *testing.T) {
	var page strings.Builder
	metrics.WriteGauge(&page, "a", "what", 3)
	metrics.WriteCounter(&page, "b", "what", 1.5)
	metrics.WriteSummary(&page, "c", "what", 2500*time.Millisecond, 2)
	const want = `# HELP a what
# TYPE a gauge
a 3
# HELP b what
# TYPE b counter
b 1.5
# HELP c what
# TYPE c summary
c_sum 2.5
c_count 2
`
	if page.String() != want {
		t.Errorf("got\n%s", &page)
	}
}

func requirePage(t *testing.T, write func(w io.Writer, name, what string), want string) {
	t.Helper()
	var page strings.Builder
	write(&page, "m", "what")
	if page.String() != want {
		t.Errorf("got\n%s", &page)
	}
}
