package cluster_test

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// stateBucket is the name of the bucket with a host's rows.
func stateBucket(h *agenttest.Host) string {
	return cluster.Bucket{Account: h.Account, Kind: "state"}.Name()
}

// whileKilled kills the server, does something, and starts it again.
func whileKilled(t *testing.T, servers *clustertest.Servers, do func(), hosts ...*agenttest.Host) {
	t.Helper()
	servers.Kill(0)
	for _, h := range hosts {
		clustertest.WaitAway(t, h.Cluster)
	}
	do()
	servers.Restart(0)
	for _, h := range hosts {
		clustertest.WaitConnected(t, h.Cluster)
	}
}

// losses are what becomes of a store while a host is there.
var losses = map[string]func(t *testing.T, servers *clustertest.Servers, h *agenttest.Host){
	"the servers come back empty": func(t *testing.T, servers *clustertest.Servers, h *agenttest.Host) {
		whileKilled(t, servers, func() { servers.Empty(0) }, h)
	},
	"the bucket is removed": func(t *testing.T, _ *clustertest.Servers, h *agenttest.Host) {
		agenttest.Must(t, clusterOf(t, h).JetStream().DeleteKeyValue(t.Context(), stateBucket(h)))
	},
	"the bucket is emptied": func(t *testing.T, _ *clustertest.Servers, h *agenttest.Host) {
		stream, err := clusterOf(t, h).JetStream().Stream(t.Context(), "KV_"+stateBucket(h))
		agenttest.Must(t, err)
		agenttest.Must(t, stream.Purge(t.Context()))
	},
	"rows are deleted with the tools of the servers": func(t *testing.T, _ *clustertest.Servers, h *agenttest.Host) {
		kept, keys := keysOf(t, h, "write")
		for i, key := range keys {
			if i%2 == 0 {
				agenttest.Must(t, kept.Delete(t.Context(), key))
			} else {
				agenttest.Must(t, kept.Purge(t.Context(), key))
			}
		}
	},
}

// keysOf returns the keys of the rows of a kind that the servers have of Asha, and their bucket.
func keysOf(t *testing.T, h *agenttest.Host, kind string) (kept jetstream.KeyValue, keys []string) {
	t.Helper()
	kept, err := clusterOf(t, h).JetStream().KeyValue(t.Context(), stateBucket(h))
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	agenttest.Must(t, err)
	all, err := kept.Keys(t.Context())
	if !errors.Is(err, jetstream.ErrNoKeysFound) {
		agenttest.Must(t, err)
	}
	for _, key := range all {
		if strings.HasPrefix(key, "live.agent-asha."+kind+".") {
			keys = append(keys, key)
		}
	}
	return kept, keys
}

// TestStoreLost_EveryHostKeepsWhatItHas: the servers get it back, and nothing is deleted on a host.
func TestStoreLost_EveryHostKeepsWhatItHas(t *testing.T) {
	t.Parallel()
	for name, lose := range losses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			servers := clustertest.One(t)
			a, b, _ := twoHosts(t, servers)
			here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
			save(t, here, "1", "typed")
			agenttest.Must(t, here.ToOutbox(typed("2", "unsent"), agent.Waiting, "", time.Now()))
			takeAll(t, there)
			save(t, here, "3", "only here")
			lose(t, servers, a)
			clustertest.WaitConnected(t, a.Cluster)
			clustertest.WaitConnected(t, b.Cluster)
			for _, s := range []*agent.State{here, there} {
				waitFor(t, s, "only here, typed, unsent (waiting)")
			}
			save(t, there, "1", "typed on")
			for _, s := range []*agent.State{here, there} {
				waitFor(t, s, "only here, typed on, unsent (waiting)")
			}
		})
	}
}

// TestStoreLost_OfAnAgentWhoIsNotAtWork: the servers get back what its host has although nobody reads it.
func TestStoreLost_OfAnAgentWhoIsNotAtWork(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, network := twoHosts(t, servers)
	here := a.SignIn(t, "asha")
	save(t, here, "1", "typed")
	note(t, here, "written")
	for range 6 { // the host may still be sending what it has, a first time and a second
		clustertest.Wait(t, "not all comes back", func() bool {
			_, first := keysOf(t, b, "write")
			_, last := keysOf(t, b, "journal")
			return len(first) > 0 && len(last) > 0
		})
		before, _ := a.Shared.WaitCluster(t.Context(), agent.Sharing{})
		removeBucket(t, clusterOf(t, b), stateBucket(b))
		now, _ := a.Shared.WaitCluster(t.Context(), before)
		if now.Away || now.Refill.IsZero() {
			t.Errorf("the agent is told %+v", now)
		}
	}
	there := b.SignIn(t, "asha")
	waitFor(t, there, "typed")
	network.Cut()
	agenttest.RequireComments(t, there, "typed")
}

// TestStoreMoved_TheHostsStartAgainOnOtherServers: other servers have never had anything.
func TestStoreMoved_TheHostsStartAgainOnOtherServers(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "typed")
	waitFor(t, there, "typed")
	save(t, there, "2", "there")
	agenttest.Must(t, errors.Join(here.Close(), there.Close(), a.Shared.Close(), b.Shared.Close()))
	other := clustertest.One(t)
	a.Cluster, b.Cluster = other.Connect(t), other.Connect(t)
	a.Start(t)
	b.Start(t)
	for _, s := range []*agent.State{a.SignIn(t, "asha"), b.SignIn(t, "asha")} {
		waitFor(t, s, "there, typed")
	}
}

// restoreOlder has the server start again with a copy of what it had.
func restoreOlder(t *testing.T, servers *clustertest.Servers, dir string, hosts ...*agenttest.Host) {
	t.Helper()
	whileKilled(t, servers, func() { servers.Restore(0, dir) }, hosts...)
}

// backUp returns a copy of what the server has.
func backUp(t *testing.T, servers *clustertest.Servers, hosts ...*agenttest.Host) (dir string) {
	t.Helper()
	whileKilled(t, servers, func() { dir = servers.Copy(0) }, hosts...)
	return dir
}

// copyOf returns a copy of what the server has while it works, as soon as a text is in it.
func copyOf(t *testing.T, servers *clustertest.Servers, text string) (dir string) {
	t.Helper()
	clustertest.Wait(t, "the server does not write "+text, func() bool {
		dir = servers.Copy(0)
		found := false
		err := filepath.WalkDir(dir, func(path string, about fs.DirEntry, err error) error {
			if err == nil && about.Type().IsRegular() {
				content, failed := os.ReadFile(path)
				found, err = found || strings.Contains(string(content), text), failed
			}
			return err
		})
		return err == nil && found
	})
	return dir
}

// TestStoreRestored_FromAnOlderCopy: what was typed since then stays. What it has grown from is no conflict.
func TestStoreRestored_FromAnOlderCopy(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "old")
	save(t, here, "2", "same")
	waitFor(t, there, "old, same")
	older := backUp(t, servers, a, b)
	save(t, here, "1", "old and new")
	save(t, here, "3", "new")
	note(t, here, "1")
	restoreOlder(t, servers, older, a, b)
	for _, s := range []*agent.State{here, there} {
		waitFor(t, s, "new, old and new, same")
		clustertest.Wait(t, "the entry is lost", func() bool { return notes(t, s) == "1 " })
	}
}

// TestStoreRestored_TheSameNumbersAreUsedAgain has a host be away until other hosts have gone on with the older copy, so
// that the number that it knows is that of another text.
func TestStoreRestored_TheSameNumbersAreUsedAgain(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]int{"fewer than before": 0, "as many as before": 1, "more than before": 9} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			servers := clustertest.One(t)
			a, b, network := twoHosts(t, servers)
			here := a.SignIn(t, "asha")
			save(t, here, "1", "old text")
			older := copyOf(t, servers, "old text")
			for _, text := range []string{"1", "2", "3"} {
				save(t, here, "1", "here "+text)
			}
			save(t, here, "2", "y here")
			network.Cut()
			clustertest.WaitAway(t, a.Cluster)
			restoreOlder(t, servers, older, b)
			there := b.SignIn(t, "asha")
			agenttest.RequireComments(t, there, "old text")
			takeAll(t, there)
			want := "here 3, y here"
			for _, text := range strings.Fields("1 2 3 4 5 6 7 8 9")[:more] {
				save(t, there, "1", "there "+text)
				want = "here 3, there " + text + ", y here"
			}
			network.Mend()
			clustertest.WaitConnected(t, a.Cluster)
			waitFor(t, there, want)
			waitFor(t, here, want)
		})
	}
}

// TestDeletedElsewhere_IsDeletedHereToo, also if this host was away, and can be found for a while.
func TestDeletedElsewhere_IsDeletedHereToo(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "sent later")
	takeAll(t, there)
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	discard(t, there, "1")
	network.Mend()
	waitFor(t, here, "")
	agenttest.Must(t, errors.Join(here.Close(), a.Shared.Close()))
	db, err := sql.Open("sqlite", fileOf(a))
	agenttest.Must(t, err)
	defer func() { _ = db.Close() }()
	var body string
	if err := db.QueryRowContext(t.Context(), "SELECT body FROM aside").Scan(&body); err != nil || !strings.Contains(body, "sent later") {
		t.Errorf("set aside is %q, %v", body, err)
	}
}

// TestTwoHostsRefill_BothDraftsStay: each comes with its own text to servers that have none.
func TestTwoHostsRefill_BothDraftsStay(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "both")
	takeAll(t, there)
	servers.Kill(0)
	clustertest.WaitAway(t, a.Cluster)
	clustertest.WaitAway(t, b.Cluster)
	save(t, here, "1", "both, here")
	save(t, there, "1", "both, there")
	servers.Empty(0)
	servers.Restart(0)
	for _, s := range []*agent.State{here, there} {
		waitFor(t, s, "both, here, both, there")
	}
}
