package cluster_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// closedAddress returns an address at which nothing answers.
func closedAddress(t *testing.T) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return "nats://" + listener.Addr().String()
}

func TestClusterThatIsAwayAtTheStart_SaysWhereItIsAndWhy(t *testing.T) {
	t.Parallel()
	at := closedAddress(t)
	var log bytes.Buffer
	c, err := cluster.Connect(t.Context(), cluster.Options{Servers: cluster.Servers{URLs: at}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	refused := c.Do(t.Context(), func(context.Context) error { return nil })
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	want := at + ": nothing answers there"
	if !errors.Is(refused, cluster.ErrNotSent) || !strings.Contains(refused.Error(), want) {
		t.Errorf("a request: %v", refused)
	}
	if !strings.Contains(log.String(), "connected to the cluster") || !strings.Contains(log.String(), want) {
		t.Errorf("the log: %s", &log)
	}
}

func TestCheck_SaysWhetherTheServersAnswerAndStoresNothing(t *testing.T) {
	t.Parallel()
	at := closedAddress(t)
	if err := cluster.Check(t.Context(), cluster.Options{Servers: cluster.Servers{URLs: at}}); err == nil || err.Error() != at+": nothing answers there" {
		t.Errorf("without a server: %v", err)
	}
	o := cluster.Options{Servers: cluster.Servers{URLs: clustertest.One(t).Host().URLs}}
	if err := cluster.Check(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(o.URLs)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for name := range js.StreamNames(t.Context()).Name() {
		t.Errorf("it has stored %s", name)
	}
}

// TestAway_AgainAndAgain: servers that answer some requests and not others, such as with a full disk, are asked ever
// less often, until they have been there for a while.
func TestAway_AgainAndAgain(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	c := clustertest.Connect(t, cluster.Options{
		Servers: cluster.Servers{URLs: clustertest.One(t).URLs()}, Now: func() time.Time { return time.Unix(now.Load(), 0) },
	})
	relapse := func() time.Duration {
		c.NoteConfirmation()
		c.Report(cluster.ErrAway)
		return c.IntervalAway()
	}
	for _, want := range []time.Duration{1, 2, 4, 8, 16, 30, 30} {
		if got := relapse(); got != want*time.Second {
			t.Errorf("the next probe is after %v, not after %d s", got, want)
		}
	}
	c.NoteConfirmation()
	now.Add(61)
	if got := relapse(); got != 500*time.Millisecond {
		t.Errorf("after a minute without a fault, the next probe is after %v", got)
	}
}
