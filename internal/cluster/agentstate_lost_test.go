package cluster_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// stateBucket is the name of the bucket with a host's documents.
func stateBucket(h *agentstatetest.Host) string {
	return cluster.Bucket{Account: h.Account, Kind: "state"}.Name()
}

// jetStreamOf returns how an administrator reaches the servers of a host.
func jetStreamOf(t *testing.T, h *agentstatetest.Host) jetstream.JetStream {
	t.Helper()
	c, ok := h.Cluster.(*cluster.Cluster)
	if !ok {
		t.Fatalf("the host is on a %T", h.Cluster)
	}
	return c.JetStream()
}

// requireKept checks that a document is on a host and on another one, and on the disk of the first.
func requireKept(t *testing.T, here, there agentstate.Store, name, want string) {
	t.Helper()
	waitFor(t, here, name, want)
	waitFor(t, there, name, want)
	if content, err := os.ReadFile(here.Path(name)); string(content) != want || err != nil {
		t.Errorf("on the disk of the first host is %q, %v", content, err)
	}
}

// whileKilled kills the server, does something, and starts it again.
func whileKilled(t *testing.T, servers *clustertest.Servers, do func(), hosts ...*agentstatetest.Host) {
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
var losses = map[string]func(t *testing.T, servers *clustertest.Servers, h *agentstatetest.Host){
	"the servers come back empty": func(t *testing.T, servers *clustertest.Servers, h *agentstatetest.Host) {
		whileKilled(t, servers, func() { servers.Empty(0) }, h)
	},
	"the bucket is removed": func(t *testing.T, _ *clustertest.Servers, h *agentstatetest.Host) {
		agentstatetest.Must(t, jetStreamOf(t, h).DeleteKeyValue(t.Context(), stateBucket(h)))
	},
	"the bucket is emptied": func(t *testing.T, _ *clustertest.Servers, h *agentstatetest.Host) {
		stream, err := jetStreamOf(t, h).Stream(t.Context(), "KV_"+stateBucket(h))
		agentstatetest.Must(t, err)
		agentstatetest.Must(t, stream.Purge(t.Context()))
	},
	"documents are deleted with the tools of the servers": func(
		t *testing.T, _ *clustertest.Servers, h *agentstatetest.Host,
	) {
		kept, err := jetStreamOf(t, h).KeyValue(t.Context(), stateBucket(h))
		agentstatetest.Must(t, err)
		agentstatetest.Must(t, kept.Delete(t.Context(), "agent-asha.x.draft"))
		agentstatetest.Must(t, kept.Purge(t.Context(), "agent-asha.outbox.1.item"))
	},
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
			agentstatetest.Must(t, here.Put("x.draft", []byte("typed"), agentstate.None))
			agentstatetest.Must(t, here.Put("outbox/1.item", []byte("unsent"), agentstate.None))
			agentstatetest.Must(t, here.Put("here.draft", []byte("only here"), agentstate.None))
			agentstatetest.RequireContent(t, there, "x.draft", "typed")
			lose(t, servers, a)
			clustertest.WaitConnected(t, a.Cluster)
			clustertest.WaitConnected(t, b.Cluster)
			requireKept(t, here, there, "x.draft", "typed")
			requireKept(t, here, there, "outbox/1.item", "unsent")
			requireKept(t, here, there, "here.draft", "only here")
			agentstatetest.Must(t, there.Put("x.draft", []byte("typed on"), agentstate.RevisionOf([]byte("typed"))))
			requireKept(t, here, there, "x.draft", "typed on")
			if names, err := here.List("", ".draft"); strings.Join(names, " ") != "here x" || err != nil {
				t.Errorf("the drafts are %q, %v", names, err)
			}
		})
	}
}

// TestStoreLost_OfAnAgentWhoIsNotAtWork: the servers get back what its host has although nobody reads it.
func TestStoreLost_OfAnAgentWhoIsNotAtWork(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, network := twoHosts(t, servers)
	agentstatetest.Must(t, a.SignIn(t, "asha").Put("x.draft", []byte("typed"), agentstate.None))
	before, _ := a.Shared.WaitCluster(t.Context(), agentstate.Sharing{})
	removeBucket(t, b.Cluster.(*cluster.Cluster), stateBucket(b)) //nolint:errcheck,forcetypeassert // it is one
	now, _ := a.Shared.WaitCluster(t.Context(), before)
	if now.Away || now.Refill.IsZero() {
		t.Errorf("the agent is told %+v", now)
	}
	there := b.SignIn(t, "asha")
	waitFor(t, there, "x.draft", "typed")
	network.Cut()
	agentstatetest.RequireContent(t, there, "x.draft", "typed")
}

// TestStoreMoved_TheHostsStartAgainOnOtherServers: other servers have never had anything.
func TestStoreMoved_TheHostsStartAgainOnOtherServers(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("typed"), agentstate.None))
	agentstatetest.RequireContent(t, there, "x.draft", "typed")
	agentstatetest.Must(t, there.Put("y.draft", []byte("there"), agentstate.None))
	agentstatetest.Must(t, errors.Join(a.Shared.Close(), b.Shared.Close()))
	other := clustertest.One(t)
	a.Cluster, b.Cluster = other.Connect(t), other.Connect(t)
	a.Start(t)
	b.Start(t)
	here, there = a.SignIn(t, "asha"), b.SignIn(t, "asha")
	requireKept(t, here, there, "x.draft", "typed")
	waitFor(t, here, "y.draft", "there")
	requireKept(t, there, here, "y.draft", "there")
}

// restoreOlder has the server start again with a copy of what it had.
func restoreOlder(t *testing.T, servers *clustertest.Servers, dir string, hosts ...*agentstatetest.Host) {
	t.Helper()
	whileKilled(t, servers, func() { servers.Restore(0, dir) }, hosts...)
}

// backUp returns a copy of what the server has.
func backUp(t *testing.T, servers *clustertest.Servers, hosts ...*agentstatetest.Host) (dir string) {
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

// waitForText waits until some draft of an agent has a text.
func waitForText(t *testing.T, s agentstate.Store, want string) {
	t.Helper()
	clustertest.Wait(t, "no draft has "+want, func() bool {
		names, err := s.List("", ".draft")
		for _, name := range names {
			if d, failed := s.Get(name + ".draft"); failed == nil && string(d.Content) == want {
				return true
			}
		}
		return err != nil
	})
}

// TestStoreRestored_FromAnOlderCopy: what was typed since then stays, and so does what was in the copy alone.
func TestStoreRestored_FromAnOlderCopy(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("old"), agentstate.None))
	agentstatetest.Must(t, here.Put("same.draft", []byte("same"), agentstate.None))
	agentstatetest.RequireContent(t, there, "same.draft", "same")
	older := backUp(t, servers, a, b)
	agentstatetest.Must(t, here.Put("x.draft", []byte("old and new"), agentstate.RevisionOf([]byte("old"))))
	agentstatetest.Must(t, here.Put("new.draft", []byte("new"), agentstate.None))
	agentstatetest.Must(t, here.Append("journal/1.journal", []byte("1\n")))
	restoreOlder(t, servers, older, a, b)
	requireKept(t, here, there, "x.draft", "old and new")
	requireKept(t, here, there, "new.draft", "new")
	requireKept(t, here, there, "same.draft", "same")
	requireKept(t, here, there, "journal/1.journal", "1\n")
	waitForText(t, there, "old")
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
			agentstatetest.Must(t, here.Put("x.draft", []byte("old"), agentstate.None))
			older := copyOf(t, servers, "old")
			typed := "old"
			for _, text := range []string{"1", "2", "3"} {
				agentstatetest.Must(t, here.Put("x.draft", []byte("here "+text), agentstate.RevisionOf([]byte(typed))))
				typed = "here " + text
			}
			agentstatetest.Must(t, here.Put("y.draft", []byte("y here"), agentstate.None))
			network.Cut()
			clustertest.WaitAway(t, a.Cluster)
			restoreOlder(t, servers, older, b)
			there := b.SignIn(t, "asha")
			agentstatetest.RequireContent(t, there, "x.draft", "old")
			typed = "old"
			for _, text := range strings.Fields("1 2 3 4 5 6 7 8 9")[:more] {
				agentstatetest.Must(t, there.Put("x.draft", []byte("there "+text), agentstate.RevisionOf([]byte(typed))))
				typed = "there " + text
			}
			network.Mend()
			clustertest.WaitConnected(t, a.Cluster)
			waitForText(t, there, "here 3")
			waitForText(t, here, "here 3")
			waitForText(t, there, "y here")
			waitForText(t, here, typed)
			waitForText(t, there, typed)
		})
	}
}

// TestStoreRestored_AnOlderDeletionDeletesNothing has the copy name a deletion that is older than the draft. The host on
// which it was not typed cannot know that, and says that the draft may have been sent.
func TestStoreRestored_AnOlderDeletionDeletesNothing(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("first"), agentstate.None))
	agentstatetest.Must(t, here.Delete("x.draft", agentstate.RevisionOf([]byte("first"))))
	older := backUp(t, servers, a, b)
	agentstatetest.Must(t, here.Put("x.draft", []byte("second"), agentstate.None))
	agentstatetest.RequireContent(t, there, "x.draft", "second")
	restoreOlder(t, servers, older, a, b)
	for _, host := range []agentstate.Store{here, there} {
		clustertest.Wait(t, "the draft is gone", func() bool {
			d, err := host.Get("x.draft")
			return err == nil && strings.HasPrefix(string(d.Content), "second")
		})
	}
}

// TestDeletedElsewhere_IsDeletedHereToo, also if this host was away, and can be found for a while.
func TestDeletedElsewhere_IsDeletedHereToo(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("sent later"), agentstate.None))
	agentstatetest.RequireContent(t, there, "x.draft", "sent later")
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.Must(t, there.Delete("x.draft", agentstate.RevisionOf([]byte("sent later"))))
	network.Mend()
	clustertest.Wait(t, "the draft that was sent is still there", func() bool {
		_, err := here.Get("x.draft")
		return errors.Is(err, fs.ErrNotExist)
	})
	aside, err := filepath.Glob(filepath.Join(filepath.Dir(here.Path("x.draft")), ".removed", "*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("set aside is %q, %v", aside, err)
	}
	if content, err := os.ReadFile(aside[0]); string(content) != "sent later" || err != nil {
		t.Errorf("set aside is %q, %v", content, err)
	}
}

// TestTwoHostsRefill_BothDraftsStay: each comes with its own text to servers that have none.
func TestTwoHostsRefill_BothDraftsStay(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("both"), agentstate.None))
	agentstatetest.RequireContent(t, there, "x.draft", "both")
	servers.Kill(0)
	clustertest.WaitAway(t, a.Cluster)
	clustertest.WaitAway(t, b.Cluster)
	agentstatetest.Must(t, here.Put("x.draft", []byte("both, here"), agentstate.RevisionOf([]byte("both"))))
	agentstatetest.Must(t, there.Put("x.draft", []byte("both, there"), agentstate.RevisionOf([]byte("both"))))
	servers.Empty(0)
	servers.Restart(0)
	for _, s := range []agentstate.Store{here, there} {
		waitForText(t, s, "both, here")
		waitForText(t, s, "both, there")
	}
}
