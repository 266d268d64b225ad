package cluster_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

func TestAway_TypingGoesOnAndGoesUpWhenTheClusterIsBack(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "before")
	save(t, here, "2", "sent")
	waitFor(t, there, "before, sent")
	network.Cut()
	save(t, here, "1", "before and after")
	save(t, here, "3", "new")
	discard(t, here, "2")
	note(t, here, "a")
	clustertest.WaitAway(t, a.Cluster)
	agenttest.RequireComments(t, here, "before and after, new")
	agenttest.RequireComments(t, there, "before, sent")
	network.Mend()
	waitFor(t, there, "before and after, new")
	clustertest.Wait(t, "the entry does not come", func() bool { return notes(t, there) == "a " })
}

func TestAway_BothWereChanged(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "before")
	note(t, here, "both")
	takeAll(t, there)
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	save(t, here, "1", "here")
	note(t, here, "here")
	save(t, there, "1", "there")
	note(t, there, "there")
	network.Mend()
	for _, s := range []*agent.State{there, here} {
		waitFor(t, s, "here, there")
		clustertest.Wait(t, "entries are missing", func() bool { return notes(t, s) == "both here there " })
	}
	all, err := there.Drafts()
	if len(all) != 2 || err != nil || (all[0].Conflict == "") == (all[1].Conflict == "") {
		t.Errorf("got %+v, %v", all, err)
	}
}

func TestAway_DeletedOnOneHostAndChangedOnAnother(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "x")
	save(t, here, "2", "y")
	takeAll(t, there)
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	discard(t, here, "1")
	save(t, there, "1", "x, and more")
	save(t, here, "2", "y, and more")
	discard(t, there, "2")
	network.Mend()
	for _, s := range []*agent.State{here, there} {
		waitFor(t, s, "x, and more?, y, and more?")
	}
}

func TestAway_TheAgentHasLeftAndTheHostStartsAgain(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here := a.SignIn(t, "asha")
	save(t, here, "1", "before")
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	save(t, here, "1", "after")
	agenttest.Must(t, errors.Join(here.Close(), a.Shared.Close()))
	network.Mend()
	clustertest.WaitConnected(t, a.Cluster)
	agenttest.RequireComments(t, b.SignIn(t, "asha"), "before")
	a.Start(t)
	a.SignIn(t, "asha")
	waitFor(t, b.SignIn(t, "asha"), "after")
}

func TestAway_AMomentIsNoticedAfterwards(t *testing.T) {
	t.Parallel()
	a, _, network := twoHosts(t, clustertest.Shared(t))
	before, _ := a.Shared.WaitCluster(t.Context(), agent.Sharing{})
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
	a, b, network := twoHosts(t, clustertest.ThreeInShort(t))
	here := a.SignIn(t, "asha")
	save(t, here, "1", "typed")
	agenttest.Must(t, here.ToOutbox(typed("2", "unsent"), agent.Unknown, "", time.Now()))
	agenttest.Must(t, here.Setting("inbox").Keep("left"))
	network.Cut() // its disk is lost with it
	there := b.SignIn(t, "asha")
	agenttest.RequireComments(t, there, "typed, unsent (unknown)")
	var left string
	if err := there.Setting("inbox").Load(&left); left != "left" || err != nil {
		t.Errorf("the inbox was %q, %v", left, err)
	}
	agenttest.RequireComments(t, b.SignIn(t, "ben"), "")
}

// TestHostKilled_WhileItSendsAForm: another host finds it once the servers do not know the host any more.
func TestHostKilled_WhileItSendsAForm(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	_, err := a.SignIn(t, "asha").Begin(typed("1", "sent"), []string{"7"}, true, time.Now())
	agenttest.Must(t, err)
	there := b.SignIn(t, "asha")
	if moved, err := there.Recover(); len(moved) > 0 || err != nil {
		t.Fatalf("while its host lives, it is %+v, %v", moved, err)
	}
	agenttest.RequireComments(t, there, "sent (sending)")
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	hosts, err := clusterOf(t, b).Holds(t.Context())
	agenttest.Must(t, err)
	agenttest.Must(t, hosts.Delete(t.Context(), cluster.TermKey(a.Cluster.Term().ID))) // as another host does after a while
	moved, err := there.Recover()
	if len(moved) != 1 || err != nil || len(moved[0].Prior) != 1 {
		t.Errorf("moved are %+v, %v", moved, err)
	}
	agenttest.RequireComments(t, there, "sent (unknown)")
}

// TestHostKilled_WhileItSentTheFirstContent has another host delete what the killed one does not know to have arrived,
// as it does with a draft that was saved there.
func TestHostKilled_WhileItSentTheFirstContent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isSaved bool
		want    string
	}{"saved elsewhere": {true, "typed?"}, "still open": {false, "typed"}} {
		t.Run(name, func(t *testing.T) {
			a, b, _ := twoHosts(t, clustertest.Shared(t))
			killed := killWhileSending(t, a, "typed")
			there := b.SignIn(t, "asha")
			agenttest.RequireComments(t, there, "typed")
			if c.isSaved {
				takeAll(t, there)
				discard(t, there, "1")
			}
			killed.Start(t)
			here := killed.SignIn(t, "asha")
			waitFor(t, here, c.want)
			waitFor(t, there, c.want)
		})
	}
}

// killWhileSending returns a host with the disk that another one has when the servers have a draft, and it has no answer
// yet.
func killWhileSending(t *testing.T, h *agenttest.Host, text string) *agenttest.Host {
	t.Helper()
	killed := &agenttest.Host{Cluster: h.Cluster, Account: h.Account, Dir: t.TempDir() + "/killed"}
	s := h.SignIn(t, "asha")
	if _, err := s.Drafts(); err != nil { // the bucket is there
		t.Fatal(err)
	}
	onNextMessage(t, h, func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error) {
		answer, err := send()
		return answer, errors.Join(err, os.CopyFS(killed.Dir, os.DirFS(h.Dir)))
	})
	save(t, s, "1", text)
	return killed
}

// onNextMessage has f send the next row of a host, and say what came of it.
func onNextMessage(
	t *testing.T, h *agenttest.Host, f func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error),
) {
	t.Helper()
	clusterOf(t, h).OnNextMessage(f)
}

// refuseNext makes the servers refuse the next row of a host, as they do while they are storing another version.
func refuseNext(t *testing.T, h *agenttest.Host) {
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
	save(t, dying, "1", "typed")
	here := saved.SignIn(t, "asha")
	takeAll(t, here)
	agenttest.Must(t, errors.Join(dying.Close(), killed.Shared.Close()))
	alone := agenttest.Open(t, agent.ThisHost{}, killed.Dir+"/agent-asha", "") // as it was just before
	takeAll(t, alone)
	save(t, alone, "1", "typed before it was killed")
	network.Cut()
	clustertest.WaitAway(t, saved.Cluster)
	killed.Start(t)
	there := killed.SignIn(t, "asha")
	waitFor(t, there, "typed before it was killed")
	discard(t, here, "1") // it was saved
	network.Mend()
	for _, s := range []*agent.State{here, there} {
		waitFor(t, s, "typed before it was killed?")
	}
}

// TestDeleted_WhileAnotherHostChangedIt has the deletion arrive after a change that this host had not heard of.
func TestDeleted_WhileAnotherHostChangedIt(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "typed")
	takeAll(t, there)
	onNextMessage(t, a, func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error) {
		save(t, there, "1", "typed on")
		return send()
	})
	discard(t, here, "1")
	waitFor(t, here, "typed on?")
	waitFor(t, there, "typed on?")
}

// TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain has the servers refuse what they are told, because they are still
// storing an earlier version.
func TestServersBusy_ADraftThatWasSavedIsNotOfferedAgain(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "saved")
	save(t, here, "2", "typed")
	waitFor(t, there, "saved, typed")
	refuseNext(t, a)
	discard(t, here, "1")
	waitFor(t, there, "typed")
	refuseNext(t, a)
	save(t, here, "2", "typed, and more")
	waitFor(t, there, "typed, and more")
}

// TestAnswerLost_IsNoConflict: what arrived is recognised, whatever was typed since.
func TestAnswerLost_IsNoConflict(t *testing.T) {
	t.Parallel()
	a, b, network := twoHosts(t, clustertest.Shared(t))
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "typed")
	onNextMessage(t, a, func(send func() (*jetstream.PubAck, error)) (*jetstream.PubAck, error) {
		_, err := send()
		network.Cut()
		return nil, errors.Join(err, cluster.ErrAway)
	})
	save(t, here, "1", "typed on")
	clustertest.WaitAway(t, a.Cluster)
	save(t, here, "1", "typed on and on")
	network.Mend()
	waitFor(t, there, "typed on and on")
	waitFor(t, here, "typed on and on")
}

func TestServersKilled_NothingTypedIsLost(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	a, b, _ := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	save(t, here, "1", "1")
	lead := servers.Leader(cluster.Bucket{Account: a.Account, Kind: "state"})
	servers.Kill(lead)
	save(t, here, "1", "2")
	waitFor(t, there, "2") // two of three keep it, at once or when they have chosen another leader

	other := (lead + 1) % 3
	servers.Kill(other)
	save(t, here, "1", "3")
	save(t, here, "1", "4")
	clustertest.WaitAway(t, a.Cluster)
	agenttest.RequireComments(t, here, "4")
	servers.Restart(other)
	servers.Restart(lead)
	waitFor(t, there, "4")
}

func TestRowsOfBeforeTheClusterGoUp(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	before, err := agent.ThisHost{}.Open(a.Dir+"/agent-asha", "")
	agenttest.Must(t, err)
	save(t, before, "1", "typed before")
	agenttest.Must(t, before.Close())
	save(t, a.SignIn(t, "ben"), "1", "typed by another agent") // what this host sends at its start has gone
	waitFor(t, b.SignIn(t, "ben"), "typed by another agent")
	a.SignIn(t, "asha")
	waitFor(t, b.SignIn(t, "asha"), "typed before")
}

func TestWhatIsDamagedHereReplacesNothing(t *testing.T) {
	t.Parallel()
	a, b, _ := twoHosts(t, clustertest.Shared(t))
	here := a.SignIn(t, "asha")
	save(t, here, "1", "whole")
	agenttest.Must(t, errors.Join(here.Close(), a.Shared.Close()))
	content, err := os.ReadFile(fileOf(a))
	agenttest.Must(t, err)
	agenttest.Must(t, os.WriteFile(fileOf(a), []byte(strings.ReplaceAll(string(content), `"whole"`, `"blurb"`)), 0o600))
	a.Start(t)
	here = a.SignIn(t, "asha")
	if _, err := here.Drafts(); err == nil {
		t.Error("the damage is not reported")
	}
	waitFor(t, here, "whole")
	waitFor(t, b.SignIn(t, "asha"), "whole")
}
