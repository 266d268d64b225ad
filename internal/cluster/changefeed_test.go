package cluster_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/changefeed/changefeedtest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

func TestConformance_ChangesOnTwoHosts(t *testing.T) {
	t.Parallel()
	changefeedtest.Run(t, func(t *testing.T) changefeedtest.Setup { return twoConnections(t) })
}

func twoConnections(t testing.TB) changefeedtest.Setup {
	t.Helper()
	a, b := clustertest.Any(t), clustertest.Any(t)
	return changefeedtest.Setup{
		Hosts: [2]cluster.Connection{a, b}, Account: clustertest.Account(t, a),
		Settle: func() {
			for _, c := range []*cluster.Cluster{a, b} {
				if err := c.Conn().Flush(); err != nil {
					t.Fatal(err)
				}
			}
		},
	}
}

// BenchmarkFeed measures how long a change takes to the other host, without what that host asks the service.
func BenchmarkFeed(b *testing.B) {
	s := twoConnections(b)
	here, there := s.Listen(b, 0, s.Account), s.Listen(b, 1, s.Account)
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		here.Publish([]string{fmt.Sprint("ticket_id=", len(took))})
		<-there.Heard
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "µs-p95")
}
