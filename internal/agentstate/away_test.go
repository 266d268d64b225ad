package agentstate_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// twoHosts returns two hosts on one cluster, and the network of the first.
func twoHosts(t *testing.T, servers *clustertest.Servers) (a, b *host, network *clustertest.Host) {
	t.Helper()
	network = servers.Host()
	a = newHost(t, clustertest.Connect(t, cluster.Options{URLs: network.URLs}), "acme")
	return a, newHost(t, servers.Connect(t), "acme"), network
}

// waitFor waits until a store has a content.
func waitFor(t *testing.T, s agentstate.Store, name, want string) {
	t.Helper()
	clustertest.Wait(t, name+" does not become "+want, func() bool {
		d, err := s.Get(name)
		return err == nil && string(d.Content) == want
	})
}

func TestAway_TypingGoesOnAndGoesUpWhenTheClusterIsBack(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.One(t))
	here, there := a.signIn(t, "asha"), b.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	must(t, here.Put("gone.draft", []byte("sent"), agentstate.None))
	network.Cut()
	must(t, here.Put("x.draft", []byte("before and after"), agentstate.RevisionOf([]byte("before"))))
	must(t, here.Put("y.draft", []byte("new"), agentstate.None))
	must(t, here.Delete("gone.draft", agentstate.RevisionOf([]byte("sent"))))
	must(t, here.Append("journal/1.journal", []byte("a\n")))
	clustertest.WaitAway(t, a.cluster)
	requireContent(t, here, "x.draft", "before and after")
	requireContent(t, there, "x.draft", "before")
	if info, err := os.Stat(here.Path("x.draft")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it waits in %v, %v", info, err)
	}
	network.Mend()
	waitFor(t, there, "x.draft", "before and after")
	waitFor(t, there, "y.draft", "new")
	waitFor(t, there, "journal/1.journal", "a\n")
	clustertest.Wait(t, "the draft that was sent is still there", func() bool {
		_, err := there.Get("gone.draft")
		return errors.Is(err, fs.ErrNotExist)
	})
}

func TestAway_BothWereChanged(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.One(t))
	here, there := a.signIn(t, "asha"), b.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	must(t, here.Append("journal/1.journal", []byte("1 both\n")))
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	must(t, here.Put("x.draft", []byte("here"), agentstate.RevisionOf([]byte("before"))))
	must(t, here.Append("journal/1.journal", []byte("2 here\n")))
	requireContent(t, there, "x.draft", "before")
	must(t, there.Put("x.draft", []byte("there"), agentstate.RevisionOf([]byte("before"))))
	must(t, there.Append("journal/1.journal", []byte("3 there\n")))
	network.Mend()
	waitFor(t, there, "journal/1.journal", "1 both\n2 here\n3 there\n")
	waitFor(t, there, "x.draft", "here")
	waitFor(t, there, "copy-of-x.draft", "there")
	waitFor(t, here, "copy-of-x.draft", "there")
	if names, err := there.List("", ".draft"); strings.Join(names, " ") != "copy-of-x x" || err != nil {
		t.Errorf("got %q, %v", names, err)
	}
}

func TestAway_DeletedOnOneHostAndChangedOnAnother(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.One(t))
	here, there := a.signIn(t, "asha"), b.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("x"), agentstate.None))
	must(t, here.Put("y.draft", []byte("y"), agentstate.None))
	requireContent(t, there, "x.draft", "x")
	requireContent(t, there, "y.draft", "y")
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	must(t, here.Delete("x.draft", agentstate.RevisionOf([]byte("x"))))
	must(t, there.Put("x.draft", []byte("x, and more"), agentstate.RevisionOf([]byte("x"))))
	must(t, here.Put("y.draft", []byte("y, and more"), agentstate.RevisionOf([]byte("y"))))
	must(t, there.Delete("y.draft", agentstate.RevisionOf([]byte("y"))))
	network.Mend()
	for _, s := range []agentstate.Store{here, there} {
		waitFor(t, s, "x.draft", "x, and more, which may have been sent")
		waitFor(t, s, "y.draft", "y, and more, which may have been sent")
	}
}

func TestAway_TheAgentHasLeftAndTheHostStartsAgain(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.One(t))
	here := a.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	must(t, here.Put("x.draft", []byte("after"), agentstate.RevisionOf([]byte("before"))))
	must(t, a.shared.Close())
	network.Mend()
	clustertest.WaitConnected(t, a.cluster)
	requireContent(t, b.signIn(t, "asha"), "x.draft", "before")
	a.start(t)
	a.signIn(t, "asha")
	waitFor(t, b.signIn(t, "asha"), "x.draft", "after")
}

func TestAway_AMomentIsNoticedAfterwards(t *testing.T) {
	t.Parallel()
	a, _, network := twoHosts(t, clustertest.One(t))
	_, before, _ := a.shared.WaitCluster(t.Context(), time.Time{})
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	network.Mend()
	clustertest.WaitConnected(t, a.cluster)
	if away, since, ok := a.shared.WaitCluster(t.Context(), before); away || !ok || !since.After(before) {
		t.Errorf("got %v, %v after %v, %v", away, since, before, ok)
	}
}

func TestHostKilled_TheAgentFindsEverythingOnAnother(t *testing.T) {
	t.Parallel()
	servers := clustertest.ThreeInShort(t)
	a, b, network := twoHosts(t, servers)
	here := a.signIn(t, "asha")
	for _, name := range []string{"x.draft", "outbox/1.item", "looked-at", "views", "inbox.json"} {
		must(t, here.Put(name, []byte(name), agentstate.None))
	}
	network.Cut() // its disk is lost with it
	there := b.signIn(t, "asha")
	for _, name := range []string{"x.draft", "outbox/1.item", "looked-at", "views", "inbox.json"} {
		requireContent(t, there, name, name)
	}
	if names, err := b.signIn(t, "ben").List("", ".draft"); len(names) != 0 || err != nil {
		t.Errorf("another agent is offered %q, %v", names, err)
	}
}

// TestHostKilled_WhileItSentTheFirstContent has another host delete what the killed one does not know to have arrived,
// as it does with a draft that was saved there.
func TestHostKilled_WhileItSentTheFirstContent(t *testing.T) {
	t.Parallel()
	c := clustertest.One(t).Connect(t)
	a, b := newHost(t, c, "acme"), newHost(t, c, "acme")
	dying := a.signIn(t, "asha")
	must(t, a.shared.Close()) // so that nothing goes on in the host that is killed
	must(t, agentstate.PutAndDie(dying, "saved.draft", []byte("typed")))
	must(t, agentstate.PutAndDie(dying, "open.draft", []byte("typed")))
	there := b.signIn(t, "asha")
	requireContent(t, there, "saved.draft", "typed")
	must(t, there.Delete("saved.draft", agentstate.RevisionOf([]byte("typed"))))
	a.start(t)
	here := a.signIn(t, "asha")
	for _, s := range []agentstate.Store{here, there} {
		waitFor(t, s, "saved.draft", "typed, which may have been sent")
		waitFor(t, s, "open.draft", "typed")
	}
}

// TestHostKilled_ItComesBackWithADraftThatWasSavedElsewhere has a killed host come back with what it had not sent, and
// then the host on which the draft was saved meanwhile, which could not tell.
func TestHostKilled_ItComesBackWithADraftThatWasSavedElsewhere(t *testing.T) {
	t.Parallel()
	saved, killed, network := twoHosts(t, clustertest.One(t))
	dying := killed.signIn(t, "asha")
	must(t, dying.Put("x.draft", []byte("typed"), agentstate.None))
	here := saved.signIn(t, "asha")
	requireContent(t, here, "x.draft", "typed")
	must(t, killed.shared.Close())
	must(t, os.WriteFile(dying.Path("x.draft"), []byte("typed before it was killed"), 0o600))
	network.Cut()
	clustertest.WaitAway(t, saved.cluster)
	killed.start(t)
	there := killed.signIn(t, "asha")
	requireContent(t, there, "x.draft", "typed before it was killed")
	must(t, here.Delete("x.draft", agentstate.RevisionOf([]byte("typed")))) // it was saved
	network.Mend()
	for _, s := range []agentstate.Store{here, there} {
		waitFor(t, s, "x.draft", "typed before it was killed, which may have been sent")
	}
}

// TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain has the servers refuse what they are told, because they are still
// storing an earlier version.
func TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.One(t))
	here, there := a.signIn(t, "asha"), b.signIn(t, "asha")
	must(t, here.Put("saved.draft", []byte("typed"), agentstate.None))
	must(t, here.Put("open.draft", []byte("typed"), agentstate.None))
	requireContent(t, there, "saved.draft", "typed")
	agentstate.RefuseNext(here)
	must(t, here.Delete("saved.draft", agentstate.RevisionOf([]byte("typed"))))
	clustertest.Wait(t, "the draft that was saved is still there", func() bool {
		_, err := there.Get("saved.draft")
		return errors.Is(err, fs.ErrNotExist)
	})
	agentstate.RefuseNext(here)
	must(t, here.Put("open.draft", []byte("typed, and more"), agentstate.RevisionOf([]byte("typed"))))
	waitFor(t, there, "open.draft", "typed, and more")
}

func TestServersKilled_NothingTypedIsLost(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.signIn(t, "asha"), b.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("1"), agentstate.None))
	lead := servers.Leader(cluster.Bucket{Account: "acme", Kind: "state"})
	servers.Kill(lead)
	must(t, here.Put("x.draft", []byte("2"), agentstate.RevisionOf([]byte("1"))))
	waitFor(t, there, "x.draft", "2") // two of three keep it, at once or when they have chosen another leader

	other := (lead + 1) % 3
	servers.Kill(other)
	must(t, here.Put("x.draft", []byte("3"), agentstate.RevisionOf([]byte("2"))))
	must(t, here.Put("x.draft", []byte("4"), agentstate.RevisionOf([]byte("3"))))
	clustertest.WaitAway(t, a.cluster)
	requireContent(t, here, "x.draft", "4")
	servers.Restart(other)
	servers.Restart(lead)
	waitFor(t, there, "x.draft", "4")
	if names, err := there.List("", ".draft"); len(names) != 1 || err != nil {
		t.Errorf("got %q, %v", names, err)
	}
}

func TestFilesOfBeforeTheClusterGoUp(t *testing.T) {
	t.Parallel()
	c := clustertest.One(t).Connect(t)
	a, b := newHost(t, c, "acme"), newHost(t, c, "acme")
	must(t, openFiles(t, a.dir+"/agent-asha").Put("x.draft", []byte("typed before"), agentstate.None))
	a.signIn(t, "asha")
	waitFor(t, b.signIn(t, "asha"), "x.draft", "typed before")
}

func TestWhatIsDamagedHereReplacesNothing(t *testing.T) {
	t.Parallel()
	c := clustertest.One(t).Connect(t)
	a, b := newHost(t, c, "acme"), newHost(t, c, "acme")
	here := a.signIn(t, "asha")
	must(t, here.Put("x.draft", []byte("whole"), agentstate.None))
	must(t, os.WriteFile(here.Path("x.draft"), []byte("damaged"), 0o600))
	requireContent(t, here, "x.draft", "whole")
	requireContent(t, b.signIn(t, "asha"), "x.draft", "whole")
}
