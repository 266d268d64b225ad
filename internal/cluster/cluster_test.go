package cluster_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// put keeps something as one host, and returns whether the cluster has said that it is kept.
func put(t *testing.T, c *cluster.Cluster, b cluster.Bucket, key, value string) error {
	t.Helper()
	return c.Do(t.Context(), func(ctx context.Context) error {
		kept, err := c.Open(ctx, b)
		if err == nil {
			_, err = kept.PutString(ctx, key, value)
		}
		return err
	})
}

// get returns what is kept, as soon as the servers answer.
func get(t *testing.T, c *cluster.Cluster, b cluster.Bucket, key string) (value string) {
	t.Helper()
	clustertest.Wait(t, "the servers do not answer", func() bool {
		err := c.Do(t.Context(), func(ctx context.Context) error {
			kept, err := c.Open(ctx, b)
			if err != nil {
				return err
			}
			entry, err := kept.Get(ctx, key)
			if err == nil {
				value = string(entry.Value())
			}
			return err
		})
		if err != nil && !errors.Is(err, cluster.ErrAway) {
			t.Errorf("%s: %v", key, err)
		}
		return !errors.Is(err, cluster.ErrAway)
	})
	return value
}

func TestWhatOneHostKeepsAnotherFinds(t *testing.T) {
	t.Parallel()
	a := clustertest.Any(t)
	b := cluster.Bucket{Account: clustertest.Account(t, a), Kind: "state"}
	if err := put(t, a, b, "greeting", "hello"); err != nil {
		t.Fatal(err)
	}
	other := clustertest.Connect(t, cluster.Options{Servers: cluster.Servers{URLs: a.Conn().ConnectedUrl()}})
	if got := get(t, other, b, "greeting"); got != "hello" {
		t.Errorf("got %q", got)
	}
	if a.HostID() == other.HostID() {
		t.Error("two hosts are taken for one")
	}
}

func TestAccountsKeepApart(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, account := range []string{"acme", "Acme GmbH & Co.", "acme.*", "acme.>", "", "ünï", strings.Repeat("a", 41)} {
		name := cluster.Bucket{Account: account, Kind: "state"}.Name()
		subject := cluster.Subject(account, "changes")
		if names[name] || strings.ContainsAny(name, ". *>") || strings.ContainsAny(subject, " *>") || strings.Count(subject, ".") != 2 {
			t.Errorf("%q is kept in %q and told on %q", account, name, subject)
		}
		names[name] = true
	}
}

func TestThreeServers_OneIsKilled(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	c := servers.Connect(t)
	b := cluster.Bucket{Account: "acme", Kind: "state"}
	if err := put(t, c, b, "a", "before"); err != nil {
		t.Fatal(err)
	}
	lead := servers.Leader(b)
	servers.Kill(lead)
	clustertest.Wait(t, "two of three servers keep nothing", func() bool { return put(t, c, b, "b", "with two") == nil })
	if get(t, c, b, "a") != "before" || get(t, c, b, "b") != "with two" {
		t.Error("something that was kept is missing with one server less")
	}

	other := (lead + 1) % 3
	servers.Kill(other) // one of three cannot know what the others keep
	clustertest.WaitAway(t, c)
	if err := put(t, c, b, "c", "alone"); !errors.Is(err, cluster.ErrAway) {
		t.Errorf("one server of three kept something: %v", err)
	}
	servers.Restart(other)
	clustertest.WaitConnected(t, c)
	clustertest.Wait(t, "two of three servers keep nothing", func() bool { return put(t, c, b, "c", "again") == nil })
	servers.Restart(lead)
	servers.WaitReady()
	if get(t, c, b, "a") != "before" || get(t, c, b, "b") != "with two" || get(t, c, b, "c") != "again" {
		t.Error("something that was kept is missing")
	}
}

func TestThreeServers_TheSmallerSideOfAPartedNetworkIsAway(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	most, few := servers.Connect(t), clustertest.Connect(t, cluster.Options{Servers: cluster.Servers{URLs: servers.URL(0)}, Times: clustertest.Short})
	b := cluster.Bucket{Account: "acme", Kind: "state"}
	if err := put(t, few, b, "a", "before"); err != nil {
		t.Fatal(err)
	}
	most = clustertest.Connect(t, cluster.Options{Servers: cluster.Servers{URLs: servers.URL(1) + "," + servers.URL(2)}, Times: clustertest.Short})
	servers.Part(0)
	clustertest.WaitAway(t, few)
	if err := put(t, few, b, "a", "few"); !errors.Is(err, cluster.ErrAway) {
		t.Errorf("the smaller side kept something: %v", err)
	}
	clustertest.Wait(t, "the larger side keeps nothing", func() bool { return put(t, most, b, "a", "most") == nil })
	servers.Join(0)
	clustertest.WaitConnected(t, few)
	clustertest.Wait(t, "the smaller side does not hear what was kept", func() bool { return get(t, few, b, "a") == "most" })
}

func TestABucketIsOnAsManyServersAsThereAre(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	servers.Kill(2)
	c := servers.Connect(t)
	b := cluster.Bucket{Account: "acme", Kind: "state"}
	clustertest.Wait(t, "no bucket with two servers", func() bool { return put(t, c, b, "a", "x") == nil })
	if got := replicas(t, c, b); got < 2 {
		t.Errorf("it is on %d servers", got)
	}
	servers.Restart(2)
	servers.WaitReady()
	clustertest.Wait(t, "it is not extended", func() bool {
		return put(t, c, b, "a", "y") == nil && replicas(t, c, b) == 3
	})
}

func replicas(t *testing.T, c *cluster.Cluster, b cluster.Bucket) int {
	t.Helper()
	return settings(t, c, b).Replicas
}

// settings returns what the servers say about a bucket.
func settings(t *testing.T, c *cluster.Cluster, b cluster.Bucket) jetstream.StreamConfig {
	t.Helper()
	kept, err := c.JetStream().KeyValue(t.Context(), b.Name())
	if err != nil {
		t.Fatal(err)
	}
	status, err := kept.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bucket, ok := status.(*jetstream.KeyValueBucketStatus)
	if !ok {
		t.Fatalf("the status is a %T", status)
	}
	return bucket.StreamInfo().Config
}

// A server that follows the others may be behind: a host that asked it would not find what was said to be kept.
func TestTheServerThatLeadsAnswersReads(t *testing.T) {
	t.Parallel()
	c := clustertest.Any(t)
	b := cluster.Bucket{Account: clustertest.Account(t, c), Kind: "state"}
	old := jetstream.KeyValueConfig{Bucket: b.Name(), Description: "as the library makes it"}
	if _, err := c.JetStream().CreateKeyValue(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	if !settings(t, c, b).AllowDirect {
		t.Fatal("the library has the leader answer: the test shows nothing")
	}
	if err := put(t, c, b, "a", "x"); err != nil {
		t.Fatal(err)
	}
	if settings(t, c, b).AllowDirect || get(t, c, b, "a") != "x" {
		t.Error("any server answers reads")
	}
}

func TestAHostThatIsCutOffKnowsItAndComesBack(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	network := servers.Host()
	c := servers.ConnectOver(t, network)
	var states []bool
	stop := c.Observe(func(s cluster.State) { states = append(states, s.Connected) })
	network.Cut()
	clustertest.WaitAway(t, c)
	if err := put(t, c, cluster.Bucket{Account: "acme", Kind: "state"}, "a", "b"); !errors.Is(err, cluster.ErrAway) {
		t.Errorf("got %v", err)
	}
	if err := c.Conn().Publish("frontdesk.test", nil); err == nil {
		t.Error("a message waits to be sent when it is out of date")
	}
	network.Mend()
	clustertest.WaitConnected(t, c)
	stop()
	if len(states) != 3 || !states[0] || states[1] || !states[2] {
		t.Errorf("it was told %v", states)
	}
}

// TestAConfirmationThatIsNotedLateMakesNoClusterConnected: it came before the connection was lost.
func TestAConfirmationThatIsNotedLateMakesNoClusterConnected(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	network := servers.Host()
	c := servers.ConnectOver(t, network)
	network.Cut()
	clustertest.WaitAway(t, c)
	c.NoteConfirmation()
	if c.Probe(t.Context()); c.State().Connected {
		t.Error("a host that is cut off takes its cluster for connected")
	}
}

func TestAHostStartsWithoutItsCluster(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	network := servers.Host()
	network.Cut()
	c, err := cluster.Connect(t.Context(), cluster.Options{Servers: cluster.Servers{URLs: network.URLs}})
	if err != nil || c.State().Connected || c.State().Since.IsZero() {
		t.Fatalf("got %+v, %v", c, err)
	}
	defer c.Close()
	network.Mend()
	clustertest.WaitConnected(t, c)
}

// TestARequestEndsWithItsConnection: the answer cannot come any more, however long a request may take.
func TestARequestEndsWithItsConnection(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	network := servers.Host()
	long := cluster.Times{Connect: time.Minute, Ping: time.Minute, Request: time.Hour}
	c := clustertest.Connect(t, cluster.Options{Servers: cluster.Servers{URLs: network.URLs}, Times: long})
	err := c.Do(t.Context(), func(ctx context.Context) error {
		network.Cut()
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, cluster.ErrAway) || errors.Is(err, cluster.ErrNotSent) {
		t.Errorf("got %v", err)
	}
	network.Mend()
	clustertest.WaitConnected(t, c)
	if err := c.Do(t.Context(), func(ctx context.Context) error { return ctx.Err() }); err != nil {
		t.Errorf("after that a request ends with %v", err)
	}
}
