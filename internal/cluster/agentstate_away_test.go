package cluster_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// twoHosts returns two hosts on one cluster, and the network of the first.
func twoHosts(t *testing.T, servers *clustertest.Servers) (a, b *agentstatetest.Host, network *clustertest.Host) {
	t.Helper()
	network = servers.Host()
	here, there := servers.ConnectOver(t, network), servers.Connect(t)
	account := clustertest.Account(t, there)
	return agentstatetest.NewHost(t, here, account), agentstatetest.NewHost(t, there, account), network
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
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	agentstatetest.Must(t, here.Put("gone.draft", []byte("sent"), agentstate.None))
	network.Cut()
	agentstatetest.Must(t, here.Put("x.draft", []byte("before and after"), agentstate.RevisionOf([]byte("before"))))
	agentstatetest.Must(t, here.Put("y.draft", []byte("new"), agentstate.None))
	agentstatetest.Must(t, here.Delete("gone.draft", agentstate.RevisionOf([]byte("sent"))))
	agentstatetest.Must(t, here.Append("journal/1.journal", []byte("a\n")))
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.RequireContent(t, here, "x.draft", "before and after")
	agentstatetest.RequireContent(t, there, "x.draft", "before")
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
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	agentstatetest.Must(t, here.Append("journal/1.journal", []byte("1 both\n")))
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.Must(t, here.Put("x.draft", []byte("here"), agentstate.RevisionOf([]byte("before"))))
	agentstatetest.Must(t, here.Append("journal/1.journal", []byte("2 here\n")))
	agentstatetest.RequireContent(t, there, "x.draft", "before")
	agentstatetest.Must(t, there.Put("x.draft", []byte("there"), agentstate.RevisionOf([]byte("before"))))
	agentstatetest.Must(t, there.Append("journal/1.journal", []byte("3 there\n")))
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
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("x"), agentstate.None))
	agentstatetest.Must(t, here.Put("y.draft", []byte("y"), agentstate.None))
	agentstatetest.RequireContent(t, there, "x.draft", "x")
	agentstatetest.RequireContent(t, there, "y.draft", "y")
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.Must(t, here.Delete("x.draft", agentstate.RevisionOf([]byte("x"))))
	agentstatetest.Must(t, there.Put("x.draft", []byte("x, and more"), agentstate.RevisionOf([]byte("x"))))
	agentstatetest.Must(t, here.Put("y.draft", []byte("y, and more"), agentstate.RevisionOf([]byte("y"))))
	agentstatetest.Must(t, there.Delete("y.draft", agentstate.RevisionOf([]byte("y"))))
	network.Mend()
	for _, s := range []agentstate.Store{here, there} {
		waitFor(t, s, "x.draft", "x, and more, which may have been sent")
		waitFor(t, s, "y.draft", "y, and more, which may have been sent")
	}
}

func TestAway_TheAgentHasLeftAndTheHostStartsAgain(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here := a.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.Must(t, here.Put("x.draft", []byte("after"), agentstate.RevisionOf([]byte("before"))))
	agentstatetest.Must(t, a.Shared.Close())
	network.Mend()
	clustertest.WaitConnected(t, a.Cluster)
	agentstatetest.RequireContent(t, b.SignIn(t, "asha"), "x.draft", "before")
	a.Start(t)
	a.SignIn(t, "asha")
	waitFor(t, b.SignIn(t, "asha"), "x.draft", "after")
}

func TestAway_AMomentIsNoticedAfterwards(t *testing.T) {
	t.Parallel()
	a, _, network := twoHosts(t, clustertest.Shared(t))
	before, _ := a.Shared.WaitCluster(t.Context(), agentstate.Sharing{})
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	network.Mend()
	clustertest.WaitConnected(t, a.Cluster)
	if now, ok := a.Shared.WaitCluster(t.Context(), before); now.Away || !ok || !now.Since.After(before.Since) {
		t.Errorf("got %+v after %+v, %v", now, before, ok)
	}
}

func TestHostKilled_TheAgentFindsEverythingOnAnother(t *testing.T) {
	t.Parallel()
	servers := clustertest.ThreeInShort(t)
	a, b, network := twoHosts(t, servers)
	here := a.SignIn(t, "asha")
	for _, name := range []string{"x.draft", "outbox/1.item", "looked-at", "views", "inbox.json"} {
		agentstatetest.Must(t, here.Put(name, []byte(name), agentstate.None))
	}
	network.Cut() // its disk is lost with it
	there := b.SignIn(t, "asha")
	for _, name := range []string{"x.draft", "outbox/1.item", "looked-at", "views", "inbox.json"} {
		agentstatetest.RequireContent(t, there, name, name)
	}
	if names, err := b.SignIn(t, "ben").List("", ".draft"); len(names) != 0 || err != nil {
		t.Errorf("another agent is offered %q, %v", names, err)
	}
}

// TestHostKilled_WhileItSentTheFirstContent has another host delete what the killed one does not know to have arrived,
// as it does with a draft that was saved there.
func TestHostKilled_WhileItSentTheFirstContent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isSaved bool
		want    string
	}{
		"saved elsewhere": {true, "typed, which may have been sent"}, "still open": {false, "typed"},
	} {
		t.Run(name, func(t *testing.T) {
			a, b, _ := twoHosts(t, clustertest.Shared(t))
			killed := killWhileSending(t, a, "x.draft", "typed")
			there := b.SignIn(t, "asha")
			agentstatetest.RequireContent(t, there, "x.draft", "typed")
			if c.isSaved {
				agentstatetest.Must(t, there.Delete("x.draft", agentstate.RevisionOf([]byte("typed"))))
			}
			killed.Start(t)
			here := killed.SignIn(t, "asha")
			waitFor(t, here, "x.draft", c.want)
			waitFor(t, there, "x.draft", c.want)
		})
	}
}

// killWhileSending returns a host with the disk that another one has when the servers have a document, and it has no
// answer yet.
func killWhileSending(t *testing.T, h *agentstatetest.Host, name, content string) *agentstatetest.Host {
	t.Helper()
	killed := &agentstatetest.Host{Cluster: h.Cluster, Account: h.Account, Dir: t.TempDir() + "/killed"}
	onNextMessage(t, h, func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error) {
		answer, err := send()
		return answer, errors.Join(err, os.CopyFS(killed.Dir, os.DirFS(h.Dir)))
	})
	agentstatetest.Must(t, h.SignIn(t, "asha").Put(name, []byte(content), agentstate.None))
	return killed
}

// onNextMessage has f send the next document of a host, and say what came of it.
func onNextMessage(
	t *testing.T, h *agentstatetest.Host, f func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error),
) {
	t.Helper()
	c, ok := h.Cluster.(*cluster.Cluster)
	if !ok {
		t.Fatalf("the host is on a %T", h.Cluster)
	}
	c.OnNextMessage(f)
}

// refuseNext makes the servers refuse the next document of a host, as they do while they are storing another version.
func refuseNext(t *testing.T, h *agentstatetest.Host) {
	t.Helper()
	onNextMessage(t, h, func(func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error) {
		return nil, &jetstream.APIError{
			Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequenceConstant, Description: "wrong last sequence",
		}
	})
}

// TestHostKilled_ItComesBackWithADraftThatWasSavedElsewhere has a killed host come back with what it had not sent, and
// then the host on which the draft was saved meanwhile, which could not tell.
func TestHostKilled_ItComesBackWithADraftThatWasSavedElsewhere(t *testing.T) {
	t.Parallel()
	saved, killed, network := twoHosts(t, clustertest.Shared(t))
	dying := killed.SignIn(t, "asha")
	agentstatetest.Must(t, dying.Put("x.draft", []byte("typed"), agentstate.None))
	here := saved.SignIn(t, "asha")
	agentstatetest.RequireContent(t, here, "x.draft", "typed")
	agentstatetest.Must(t, killed.Shared.Close())
	agentstatetest.Must(t, os.WriteFile(dying.Path("x.draft"), []byte("typed before it was killed"), 0o600))
	network.Cut()
	clustertest.WaitAway(t, saved.Cluster)
	killed.Start(t)
	there := killed.SignIn(t, "asha")
	agentstatetest.RequireContent(t, there, "x.draft", "typed before it was killed")
	agentstatetest.Must(t, here.Delete("x.draft", agentstate.RevisionOf([]byte("typed")))) // it was saved
	network.Mend()
	for _, s := range []agentstate.Store{here, there} {
		waitFor(t, s, "x.draft", "typed before it was killed, which may have been sent")
	}
}

// TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain has the servers refuse what they are told, because they are still
// storing an earlier version.
func TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("saved.draft", []byte("typed"), agentstate.None))
	agentstatetest.Must(t, here.Put("open.draft", []byte("typed"), agentstate.None))
	agentstatetest.RequireContent(t, there, "saved.draft", "typed")
	refuseNext(t, a)
	agentstatetest.Must(t, here.Delete("saved.draft", agentstate.RevisionOf([]byte("typed"))))
	clustertest.Wait(t, "the draft that was saved is still there", func() bool {
		_, err := there.Get("saved.draft")
		return errors.Is(err, fs.ErrNotExist)
	})
	refuseNext(t, a)
	agentstatetest.Must(t, here.Put("open.draft", []byte("typed, and more"), agentstate.RevisionOf([]byte("typed"))))
	waitFor(t, there, "open.draft", "typed, and more")
}

func TestServersKilled_NothingTypedIsLost(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("1"), agentstate.None))
	lead := servers.Leader(cluster.Bucket{Account: a.Account, Kind: "state"})
	servers.Kill(lead)
	agentstatetest.Must(t, here.Put("x.draft", []byte("2"), agentstate.RevisionOf([]byte("1"))))
	waitFor(t, there, "x.draft", "2") // two of three keep it, at once or when they have chosen another leader

	other := (lead + 1) % 3
	servers.Kill(other)
	agentstatetest.Must(t, here.Put("x.draft", []byte("3"), agentstate.RevisionOf([]byte("2"))))
	agentstatetest.Must(t, here.Put("x.draft", []byte("4"), agentstate.RevisionOf([]byte("3"))))
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.RequireContent(t, here, "x.draft", "4")
	servers.Restart(other)
	servers.Restart(lead)
	waitFor(t, there, "x.draft", "4")
	if names, err := there.List("", ".draft"); len(names) != 1 || err != nil {
		t.Errorf("got %q, %v", names, err)
	}
}

func TestFilesOfBeforeTheClusterGoUp(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	files, err := agentstate.OpenFiles(a.Dir + "/agent-asha")
	agentstatetest.Must(t, err)
	agentstatetest.Must(t, files.Put("x.draft", []byte("typed before"), agentstate.None))
	a.SignIn(t, "asha")
	waitFor(t, b.SignIn(t, "asha"), "x.draft", "typed before")
}

func TestWhatIsDamagedHereReplacesNothing(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here := a.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("whole"), agentstate.None))
	agentstatetest.Must(t, os.WriteFile(here.Path("x.draft"), []byte("damaged"), 0o600))
	agentstatetest.RequireContent(t, here, "x.draft", "whole")
	agentstatetest.RequireContent(t, b.SignIn(t, "asha"), "x.draft", "whole")
}
