package cluster_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/cluster/memcluster"
)

func TestConformance_ChangesOnTwoHosts(t *testing.T) {
	t.Parallel()
	testChanges(t, func(t *testing.T) changeHosts { return twoConnections(t) })
}

func twoConnections(t testing.TB) changeHosts {
	t.Helper()
	a, b := clustertest.Any(t), clustertest.Any(t)
	return changeHosts{
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

func TestConformance_ChangesOnStandIns(t *testing.T) {
	testChanges(t, func(*testing.T) changeHosts {
		servers := memcluster.New()
		return changeHosts{
			Hosts: [2]cluster.Connection{servers.Connect(), servers.Connect()}, Account: "acme", Settle: func() {},
		}
	})
}

// TestChanges_WhileTheClusterIsAway: nobody hears of them, and nothing else comes of it.
func TestChanges_WhileTheClusterIsAway(t *testing.T) {
	servers := memcluster.New()
	network := servers.Connect()
	s := changeHosts{
		Hosts: [2]cluster.Connection{network, servers.Connect()}, Account: "acme", Settle: func() {},
	}
	here, there := s.listen(t, 0, s.Account), s.listen(t, 1, s.Account)
	network.Cut()
	here.Publish([]string{"ticket_id=1"})
	there.Publish([]string{"ticket_id=2"})
	network.Mend()
	here.Publish([]string{"ticket_id=3"})
	there.Publish([]string{"ticket_id=4"})
	if got := <-there.Heard; got != "ticket_id=3" {
		t.Errorf("heard was %q", got)
	}
	if got := <-here.Heard; got != "ticket_id=4" {
		t.Errorf("the host that was cut off has heard %q", got)
	}
	if counted := here.Counts(); counted.Sent != 1 || counted.Heard != 1 {
		t.Errorf("counted were %+v", counted)
	}
}

// changeHosts are two hosts of a test.
type changeHosts struct {
	Hosts   [2]cluster.Connection
	Account string
	Settle  func() // waits until the servers know who subscribes
}

// testChanges runs the tests of the feed of changes, each with an account of its own. They pass on real servers and on
// their stand-in.
func testChanges(t *testing.T, open func(t *testing.T) changeHosts) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, changeHosts){
		"other hosts of the account hear of a change":     othersHear,
		"messages that are none or too large are left":    hostileIsLeft,
		"a flood of changes is bounded":                   floodIsBounded,
		"more changes than a message holds are all heard": manyAreHeard,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// listener is a host that listens to the changes of an account.
type listener struct {
	*cluster.ChangeFeed
	Heard chan string
}

// listen opens the feed of a host for the length of a test.
func (s changeHosts) listen(t testing.TB, host int, account string) listener {
	t.Helper()
	l := listener{Heard: make(chan string, 10_000)}
	feed, err := cluster.OpenFeed(s.Hosts[host], account, slog.New(slog.DiscardHandler), func(records []string) {
		for _, r := range records {
			l.Heard <- r
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := feed.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Settle()
	l.ChangeFeed = feed
	return l
}

func othersHear(t *testing.T, s changeHosts) {
	here, there := s.listen(t, 0, s.Account), s.listen(t, 1, s.Account)
	elsewhere := s.listen(t, 1, s.Account+"-other")
	here.Publish([]string{"ticket_id=1"})
	if got := <-there.Heard; got != "ticket_id=1" {
		t.Errorf("heard was %q", got)
	}
	there.Publish([]string{"customer_id=2"})
	if got := <-here.Heard; got != "customer_id=2" { // and not its own change
		t.Errorf("heard was %q", got)
	}
	if len(elsewhere.Heard) != 0 || elsewhere.Counts() != (cluster.ChangeCounts{}) {
		t.Error("another account has heard of it")
	}
	if got := here.Counts(); got.Sent != 1 || got.Heard != 1 || got.Dropped != 0 {
		t.Errorf("counted were %+v", got)
	}
}

func hostileIsLeft(t *testing.T, s changeHosts) {
	there := s.listen(t, 1, s.Account)
	for _, content := range []string{
		"", "{", `{"host":"x","records":[` + strings.Repeat(`"ticket_id=1",`, 300) + `"ticket_id=1"]}`,
		`{"host":"x","records":["` + strings.Repeat("9", 1000) + `"]}`, strings.Repeat(" ", 100_000),
		`{"host":"x","records":["ticket_id=0"]}` + strings.Repeat(" ", 100_000),
		`{"host":"x","records":["ticket_id=7"]}`,
	} {
		if err := s.Hosts[0].Publish(cluster.Subject(s.Account, "changes"), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if got := <-there.Heard; got != "ticket_id=7" || there.Counts().Dropped != 1 {
		t.Errorf("heard was %q, %+v", got, there.Counts())
	}
}

// floodIsBounded has another host tell of more changes than this one reads meanwhile.
func floodIsBounded(t *testing.T, s changeHosts) {
	here := s.listen(t, 0, s.Account)
	reading, goOn := make(chan struct{}, 10), make(chan struct{})
	feed, err := cluster.OpenFeed(s.Hosts[1], s.Account, slog.New(slog.DiscardHandler), func([]string) {
		reading <- struct{}{}
		<-goOn
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	here.Publish([]string{"ticket_id=first"})
	<-reading
	here.Publish(manyRecords(1500))
	for counted := feed.Counts(); counted.Heard+counted.Dropped < 1501; counted = feed.Counts() {
		<-time.After(time.Millisecond)
	}
	if counted := feed.Counts(); counted.Dropped != 500 {
		t.Errorf("counted were %+v", counted)
	}
	close(goOn)
	if err := feed.Close(); err != nil {
		t.Error(err)
	}
}

// manyAreHeard sends more records than one message holds.
func manyAreHeard(t *testing.T, s changeHosts) {
	here, there := s.listen(t, 0, s.Account), s.listen(t, 1, s.Account)
	here.Publish(manyRecords(450))
	heard := map[string]bool{}
	for len(heard) < 450 {
		heard[<-there.Heard] = true
	}
	if counted := here.Counts(); counted.Sent != 450 {
		t.Errorf("counted were %+v", counted)
	}
}

func manyRecords(n int) (records []string) {
	for i := range n {
		records = append(records, fmt.Sprint("ticket_id=", i))
	}
	return records
}

// BenchmarkFeed measures how long a change takes to the other host, without what that host asks the service.
func BenchmarkFeed(b *testing.B) {
	s := twoConnections(b)
	here, there := s.listen(b, 0, s.Account), s.listen(b, 1, s.Account)
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
