package clustertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
)

// Host is the network of one host: its way to every server.
type Host struct {
	links []*link
	URLs  string
}

// Host returns the network of a new host.
func (s *Servers) Host() *Host {
	h := &Host{}
	var urls []string
	for _, n := range s.nodes {
		l := newLink(s.t)
		if n.running != nil {
			l.lead(n.running.Addr().String())
		}
		n.clients = append(n.clients, l)
		h.links = append(h.links, l)
		urls = append(urls, "nats://"+l.address())
	}
	h.URLs = strings.Join(urls, ",")
	return h
}

// Cut cuts the host off from all servers.
func (h *Host) Cut() {
	for _, l := range h.links {
		l.set(false)
	}
}

// Mend ends Cut.
func (h *Host) Mend() {
	for _, l := range h.links {
		l.set(true)
	}
}

// Connect connects to a cluster for the length of the test, and waits until it keeps what it is given.
func Connect(t testing.TB, o cluster.Options) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	WaitConnected(t, c)
	return c
}

// WaitConnected waits until a cluster keeps what it is given.
func WaitConnected(t testing.TB, c cluster.Connection) {
	t.Helper()
	Wait(t, "the cluster is still away", func() bool { return c.State().Connected })
}

// WaitAway waits until a host knows that its cluster is away.
func WaitAway(t testing.TB, c cluster.Connection) {
	t.Helper()
	Wait(t, "the cluster does not count as away", func() bool { return !c.State().Connected })
}

// Wait waits until something is so.
func Wait(t testing.TB, otherwise string, isSo func() bool) {
	t.Helper()
	until := time.Now().Add(patience)
	for !isSo() {
		if time.Now().After(until) {
			t.Fatal(otherwise)
		}
		<-time.After(20 * time.Millisecond)
	}
}

// Any connects to some cluster that answers: that of the variable, or the server that tests share.
func Any(t testing.TB) *cluster.Cluster {
	t.Helper()
	if url := os.Getenv(variable); url != "" {
		return Connect(t, cluster.Options{Servers: cluster.Servers{URLs: url}})
	}
	return Shared(t).Connect(t)
}

// accounts counts the accounts of the tests of this process.
var accounts atomic.Uint64

// NewAccount returns the name of an account that no other test has.
func NewAccount() string { return fmt.Sprintf("test-%d-%d", os.Getpid(), accounts.Add(1)) }

// Account is NewAccount. Of servers that outlast the tests, its buckets are removed when the test has ended.
func Account(t testing.TB, c *cluster.Cluster) string {
	t.Helper()
	name := NewAccount()
	if os.Getenv(variable) == "" {
		return name
	}
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		if c.State().Connected {
			removeBuckets(ctx, t, c, name)
		}
	})
	return name
}

func removeBuckets(ctx context.Context, t testing.TB, c *cluster.Cluster, account string) {
	names := c.JetStream().KeyValueStoreNames(ctx)
	var own []string
	for name := range names.Name() {
		if strings.HasSuffix(name, "-"+cluster.Token(account)) {
			own = append(own, name)
		}
	}
	for _, name := range own {
		err := c.JetStream().DeleteKeyValue(ctx, name)
		if err != nil && !errors.Is(err, jetstream.ErrBucketNotFound) && !errors.Is(err, nats.ErrConnectionClosed) {
			t.Error(err)
		}
	}
}
