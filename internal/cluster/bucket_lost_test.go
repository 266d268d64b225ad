package cluster_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/presence"
	"frontdesk/internal/presence/presencetest"
)

// removeBucket removes a bucket as an administrator would.
func removeBucket(t *testing.T, c *cluster.Cluster, name string) {
	t.Helper()
	c.BetweenRenewals(func() {
		if err := c.JetStream().DeleteKeyValue(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	})
}

// TestABucketThatIsMissingIsMadeAgain: whoever needs it makes it, and that the others are there shows no outage.
func TestABucketThatIsMissingIsMadeAgain(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	b := cluster.Bucket{Account: "acme", Kind: "state"}
	if err := put(t, c, b, "a", "x"); err != nil {
		t.Fatal(err)
	}
	var changes int
	defer c.Observe(func(cluster.State) { changes++ })()
	removeBucket(t, c, b.Name())
	if err := put(t, c, b, "a", "y"); err != nil {
		t.Errorf("nothing can be stored: %v", err)
	}
	removeBucket(t, c, cluster.HoldsBucket)
	c.Probe(t.Context())
	if changes != 1 || !c.State().Connected {
		t.Errorf("the cluster changed its state %d times, and is there: %v", changes-1, c.State().Connected)
	}
	if got := get(t, c, b, "a"); got != "y" || replicas(t, c, b) != 1 {
		t.Errorf("got %q on %d servers", got, replicas(t, c, b))
	}
}

// TestABucketThatAnotherHostMadeAgainIsAnother: revisions of the one before say nothing of it.
func TestABucketThatAnotherHostMadeAgainIsAnother(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b := servers.Connect(t), servers.Connect(t)
	bucket := cluster.Bucket{Account: "acme", Kind: "state"}
	open := func(c *cluster.Cluster) jetstream.KeyValue {
		kept, err := c.Open(t.Context(), bucket)
		agenttest.Must(t, err)
		return kept
	}
	ofA, ofB := open(a), open(b)
	for range 2 {
		<-time.After(cluster.DefaultTimes.Check) // both are checked again
		if open(a) != ofA || open(b) != ofB {
			t.Fatal("the same bucket is another one")
		}
	}
	removeBucket(t, a, bucket.Name())
	agenttest.Must(t, put(t, a, bucket, "a", "x"))
	clustertest.Wait(t, "another bucket is the same", func() bool { return open(b) != ofB })
}

// TestALoneServerKeepsOneCopy: servers of version 2.9 accept three, and refuse the bucket after their next start.
func TestALoneServerKeepsOneCopy(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	watching, err := nats.Connect(servers.URLs())
	if err != nil {
		t.Fatal(err)
	}
	defer watching.Close()
	asked, err := watching.SubscribeSync("$JS.API.STREAM.*.*")
	if err != nil || watching.Flush() != nil {
		t.Fatal(err)
	}
	if err := put(t, servers.Connect(t), cluster.Bucket{Account: "acme", Kind: "state"}, "a", "x"); err != nil {
		t.Fatal(err)
	}
	made := 0
	for range pending(t, watching, asked) {
		request, err := asked.NextMsg(time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(request.Data), "num_replicas") {
			made++
			if !strings.Contains(string(request.Data), `"num_replicas":1,`) {
				t.Errorf("%s: %s", request.Subject, request.Data)
			}
		}
	}
	if made < 2 {
		t.Errorf("%d buckets were made", made)
	}
}

// pending returns how many messages have come.
func pending(t *testing.T, c *nats.Conn, s *nats.Subscription) int {
	t.Helper()
	err := c.Flush()
	count, _, failed := s.Pending()
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	return count
}

// TestPresence_OfABucketThatIsMissing: who edits what is seen again, and no ticket changes its agent.
func TestPresence_OfABucketThatIsMissing(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	connect := func() *cluster.Cluster {
		o := cluster.Options{Servers: cluster.Servers{URLs: servers.URLs()}, Times: cluster.DefaultTimes}
		o.Times.Request = clustertest.Short.Request // the bucket may be removed after a request and before its answer
		return clustertest.Connect(t, o)
	}
	a, b := connect(), connect()
	account := clustertest.Account(t, a)
	asha := presencetest.Join(t, openPresence(t, a, account, nil), "Asha")
	ben := presencetest.Join(t, openPresence(t, b, account, nil), "Ben")
	form := func(id string) presence.Resource { return presence.Resource{Kind: "update-ticket", Record: id} }
	asha.SetEditing(form("9"))
	ben.SetEditing(form("8"))
	ben.Watch(form("9"))
	clustertest.Wait(t, "the ticket of an agent at work is given to another", func() bool {
		asha.Release(form("1"), time.Now()) // of the last try
		takeOne(t, asha, "1")
		presencetest.Eventually(t, ben, "Ben sees Asha at work", func() bool { return len(ben.Editors(form("9"))) == 1 })
		removeBucket(t, a, cluster.HoldsBucket)
		asha.SetEditing(form("7"))
		presencetest.Eventually(t, ben, "Ben sees that Asha left", func() bool { return len(ben.Editors(form("9"))) == 0 })
		asha.SetEditing(form("9"))
		presencetest.Eventually(t, ben, "Ben sees Asha at work", func() bool { return len(ben.Editors(form("9"))) == 1 })
		given := take(t, ben, "1")
		if given == "1" {
			ben.Release(form("1"), time.Now())
		}
		return given == "" && has(asha, "1") && asha.LostClaims() == nil
	})
	if given := take(t, ben, "1", "2"); given != "2" {
		t.Errorf("Ben was given %q", given)
	}
}

// TestPresence_OfAnEmptiedBucket has an administrator remove the entries alone.
func TestPresence_OfAnEmptiedBucket(t *testing.T) {
	t.Parallel()
	c := clustertest.One(t).Connect(t)
	account := clustertest.Account(t, c)
	asha := presencetest.Join(t, openPresence(t, c, account, nil), "Asha")
	clustertest.Wait(t, "the claim is lost", func() bool {
		asha.Release(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now()) // of the last try
		takeOne(t, asha, "1")
		stream, err := c.JetStream().Stream(t.Context(), "KV_"+cluster.HoldsBucket)
		agenttest.Must(t, err)
		agenttest.Must(t, stream.Purge(t.Context()))
		clustertest.Wait(t, "the claim is neither made again nor lost", func() bool {
			kept, err := c.Holds(t.Context())
			if err == nil {
				_, err = kept.Get(t.Context(), claimKey(account, "1"))
			}
			return err == nil || !has(asha, "1")
		})
		return has(asha, "1") && asha.LostClaims() == nil
	})
}

// TestPresence_AClaimThatEndedWhileAwayTakesNobodyElses: another bucket counts anew, and a colleague has the ticket there.
func TestPresence_AClaimThatEndedWhileAwayTakesNobodyElses(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	network := servers.Host()
	connect := func(urls string) *cluster.Cluster {
		o := short(urls)
		o.Times.Limit = 3 * shortLimit // in which Ben does not lose the ticket
		return clustertest.Connect(t, o)
	}
	a, b := connect(network.URLs), connect(servers.URLs())
	account := clustertest.Account(t, b)
	asha := presencetest.Join(t, openPresence(t, a, account, nil), "Asha")
	ben := presencetest.Join(t, openPresence(t, b, account, nil), "Ben")
	takeOne(t, asha, "1")
	network.Cut()
	clustertest.WaitAway(t, a)
	asha.Release(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now())
	asha.SetEditing(presence.Resource{Kind: "update-ticket", Record: "9"})
	removeBucket(t, b, cluster.HoldsBucket)
	clustertest.Wait(t, "ticket 1 is not given to Ben", func() bool { return has(ben, "1") || take(t, ben, "1") == "1" })
	kept, err := b.Holds(t.Context())
	agenttest.Must(t, err)
	changes, err := kept.WatchAll(t.Context(), jetstream.UpdatesOnly())
	agenttest.Must(t, err)
	network.Mend()
	for change := range changes.Updates() { // what was given back is freed first
		if change.Operation() != jetstream.KeyValuePut {
			t.Fatalf("the other host removes %s", change.Key())
		}
		if strings.Contains(string(change.Value()), "Asha") {
			break
		}
	}
	agenttest.Must(t, changes.Stop())
}
