// Package changefeedtest holds the tests of the feed of changes, which pass on real servers and on their stand-in.
package changefeedtest

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/changefeed"
	"frontdesk/internal/cluster"
)

// Setup is two hosts of a test.
type Setup struct {
	Hosts   [2]cluster.Connection
	Account string
	Settle  func() // waits until the servers know who subscribes
}

// Run runs all tests, each with an account of its own.
func Run(t *testing.T, open func(t *testing.T) Setup) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, Setup){
		"other hosts of the account hear of a change":     othersHear,
		"messages that are none or too large are left":    hostileIsLeft,
		"a flood of changes is bounded":                   floodIsBounded,
		"more changes than a message holds are all heard": manyAreHeard,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// Listener is a host that listens to the changes of an account.
type Listener struct {
	*changefeed.Feed
	Heard chan string
}

// Listen opens the feed of a host for the length of a test.
func (s Setup) Listen(t testing.TB, host int, account string) Listener {
	t.Helper()
	l := Listener{Heard: make(chan string, 10_000)}
	feed, err := changefeed.Open(s.Hosts[host], account, slog.New(slog.DiscardHandler), func(records []string) {
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
	l.Feed = feed
	return l
}

func othersHear(t *testing.T, s Setup) {
	here, there := s.Listen(t, 0, s.Account), s.Listen(t, 1, s.Account)
	elsewhere := s.Listen(t, 1, s.Account+"-other")
	here.Publish([]string{"ticket_id=1"})
	if got := <-there.Heard; got != "ticket_id=1" {
		t.Errorf("heard was %q", got)
	}
	there.Publish([]string{"customer_id=2"})
	if got := <-here.Heard; got != "customer_id=2" { // and not its own change
		t.Errorf("heard was %q", got)
	}
	if len(elsewhere.Heard) != 0 || elsewhere.Counts() != (changefeed.Counts{}) {
		t.Error("another account has heard of it")
	}
	if got := here.Counts(); got.Sent != 1 || got.Heard != 1 || got.Dropped != 0 {
		t.Errorf("counted were %+v", got)
	}
}

func hostileIsLeft(t *testing.T, s Setup) {
	there := s.Listen(t, 1, s.Account)
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
func floodIsBounded(t *testing.T, s Setup) {
	here := s.Listen(t, 0, s.Account)
	reading, goOn := make(chan struct{}, 10), make(chan struct{})
	feed, err := changefeed.Open(s.Hosts[1], s.Account, slog.New(slog.DiscardHandler), func([]string) {
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
func manyAreHeard(t *testing.T, s Setup) {
	here, there := s.Listen(t, 0, s.Account), s.Listen(t, 1, s.Account)
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
