package changefeed_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/changefeed"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// host is a host that listens to the changes of an account.
type host struct {
	*changefeed.Feed
	heard chan string
}

func open(t testing.TB, c *cluster.Cluster, account string) host {
	t.Helper()
	h := host{heard: make(chan string, 10_000)}
	feed, err := changefeed.Open(c, account, slog.New(slog.DiscardHandler), func(records []string) {
		for _, r := range records {
			h.heard <- r
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
	if err := c.Conn().Flush(); err != nil { // the servers know of it
		t.Fatal(err)
	}
	h.Feed = feed
	return h
}

func TestOtherHostsOfTheAccountHearOfAChange(t *testing.T) {
	servers := clustertest.One(t)
	a, b := servers.Connect(t), servers.Connect(t)
	here, there, elsewhere := open(t, a, "acme"), open(t, b, "acme"), open(t, b, "other")
	here.Publish([]string{"ticket_id=1"})
	if got := <-there.heard; got != "ticket_id=1" {
		t.Errorf("heard was %q", got)
	}
	there.Publish([]string{"customer_id=2"})
	if got := <-here.heard; got != "customer_id=2" { // and not its own change
		t.Errorf("heard was %q", got)
	}
	if len(elsewhere.heard) != 0 || elsewhere.Counts() != (changefeed.Counts{}) {
		t.Error("another account has heard of it")
	}
	if got := here.Counts(); got.Sent != 1 || got.Heard != 1 || got.Dropped != 0 {
		t.Errorf("counted were %+v", got)
	}
}

func TestMessagesThatAreNoneOrTooLargeAreLeft(t *testing.T) {
	servers := clustertest.One(t)
	a, b := servers.Connect(t), servers.Connect(t)
	there := open(t, b, "acme")
	subject := cluster.Subject("acme", "changes")
	for _, content := range []string{
		"", "{", `{"host":"x","records":[` + strings.Repeat(`"ticket_id=1",`, 300) + `"ticket_id=1"]}`,
		`{"host":"x","records":["` + strings.Repeat("9", 1000) + `"]}`, strings.Repeat(" ", 100_000),
		`{"host":"x","records":["ticket_id=0"]}` + strings.Repeat(" ", 100_000),
		`{"host":"x","records":["ticket_id=7"]}`,
	} {
		if err := a.Conn().Publish(subject, []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if got := <-there.heard; got != "ticket_id=7" || there.Counts().Dropped != 1 {
		t.Errorf("heard was %q, %+v", got, there.Counts())
	}
}

// TestAFloodOfChangesIsBounded has another host tell of more changes than this one reads meanwhile.
func TestAFloodOfChangesIsBounded(t *testing.T) {
	servers := clustertest.One(t)
	here := open(t, servers.Connect(t), "acme")
	reading, goOn := make(chan struct{}, 10), make(chan struct{})
	there := servers.Connect(t)
	feed, err := changefeed.Open(there, "acme", slog.New(slog.DiscardHandler), func([]string) {
		reading <- struct{}{}
		<-goOn
	})
	if err == nil {
		err = there.Conn().Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	here.Publish([]string{"ticket_id=first"})
	<-reading
	var flood []string
	for i := range 1500 {
		flood = append(flood, fmt.Sprint("ticket_id=", i))
	}
	here.Publish(flood)
	clustertest.Wait(t, "the flood does not arrive", func() bool {
		counted := feed.Counts()
		return counted.Heard+counted.Dropped == 1501
	})
	if counted := feed.Counts(); counted.Dropped != 500 {
		t.Errorf("counted were %+v", counted)
	}
	close(goOn)
	if err := feed.Close(); err != nil {
		t.Error(err)
	}
}

// BenchmarkFeed measures how long a change takes to the other host, without what that host asks the service.
func BenchmarkFeed(b *testing.B) {
	servers := clustertest.One(b)
	here, there := open(b, servers.Connect(b), "acme"), open(b, servers.Connect(b), "acme")
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		here.Publish([]string{fmt.Sprint("ticket_id=", len(took))})
		<-there.heard
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "µs-p95")
}
