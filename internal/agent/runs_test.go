package agent_test

import (
	"errors"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/filestore"
)

// send has a console send one update of a run.
func send(t *testing.T, s *agent.State, run agent.Run, place int, result string) {
	t.Helper()
	agenttest.Must(t, s.BeginUpdate(run, place, agent.Result{Result: "sending"}))
	agenttest.Must(t, s.SetResult(run, place, agent.Result{Result: result}))
}

func TestRun_OfHostsThatWereApartSendsNothingOnAndForgetsNothing(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	first := servers.Connect()
	a := agenttest.NewHost(t, first, "acme").SignIn(t, "asha")
	b := agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	run := agenttest.NewRun(t, a, 3)
	agenttest.Must(t, a.CloseRun(run))
	agenttest.Results(t, b)
	first.Cut()
	mine, err := a.OpenRun(run.ID)
	agenttest.Must(t, err)
	send(t, a, mine, 1, "done")
	send(t, a, mine, 2, "unsent")
	theirs, err := b.OpenRun(run.ID)
	agenttest.Must(t, err)
	send(t, b, theirs, 1, "conflict")
	send(t, b, theirs, 2, "unknown")
	first.Mend()
	if err := a.BeginUpdate(mine, 3, agent.Result{Result: "sending"}); !errors.Is(err, agent.ErrRunInUse) {
		t.Errorf("both hosts go on: %v", err)
	}
	agenttest.Must(t, b.BeginUpdate(theirs, 3, agent.Result{Result: "sending"}))
	agenttest.Must(t, b.SetResult(theirs, 3, agent.Result{Result: "refused"}))
	agenttest.Must(t, a.CloseRun(mine))
	agenttest.Must(t, b.CloseRun(theirs))
	for _, s := range []*agent.State{a, b, a} {
		if got := agenttest.Results(t, s); got != "done, unknown, refused" {
			t.Errorf("the results are %s", got)
		}
	}
}

func TestRun_RemovedOnOneHostAndSentOnAnotherMayBeSent(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	first := servers.Connect()
	a := agenttest.NewHost(t, first, "acme").SignIn(t, "asha")
	b := agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	run := agenttest.NewRun(t, a, 2)
	send(t, a, run, 1, "done")
	agenttest.Must(t, a.CloseRun(run))
	agenttest.Results(t, b)
	first.Cut()
	mine, err := a.OpenRun(run.ID)
	agenttest.Must(t, err)
	mine.Canceled = true
	agenttest.Must(t, a.SaveRun(mine))
	agenttest.Must(t, a.CloseRun(mine))
	agenttest.Must(t, b.RemoveRun(run.ID))
	first.Mend()
	_, err = b.Runs()
	agenttest.Must(t, err)
	all, err := a.Runs()
	if err != nil || len(all) == 1 && !all[0].MaybeSent {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestRun_OfADamagedFileMayBeSent(t *testing.T) {
	t.Parallel()
	asha, _ := typed(t, note)
	s, err := agent.ThisHost{}.Open(asha, "acme")
	agenttest.Must(t, err)
	run := agenttest.NewRun(t, s, 3)
	send(t, s, run, 1, "done")
	agenttest.Must(t, s.Copy())
	send(t, s, run, 2, "refused, and only here")
	agenttest.Must(t, s.Close())
	overwrite(t, fileOf(asha), "and only here")
	s = open(t, asha)
	if _, err := s.Runs(); !errors.As(err, new(*filestore.CorruptError)) {
		t.Errorf("the damage is reported as %v", err)
	}
	if got := agenttest.Results(t, s); got != "done, , , ?" {
		t.Errorf("the results are %s", got)
	}
}

func TestRun_IsAdoptedWithItsResultsUnlessAConsoleWorksOnIt(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	unnamed, asha := agent.Place(data, "acme", ""), agent.Place(data, "acme", "Asha Rao")
	before := open(t, unnamed)
	run := agenttest.NewRun(t, before, 2)
	for _, want := range []int{0, 1} {
		if adopted, err := agent.AdoptUnnamed(asha); !adopted || err != nil {
			t.Fatal(adopted, err)
		}
		if runs, err := open(t, asha).Runs(); len(runs) != want || err != nil {
			t.Fatalf("adopted are %+v, %v; want %d", runs, err, want)
		}
		if want == 0 {
			send(t, before, run, 1, "done")
			agenttest.Must(t, before.CloseRun(run))
		}
	}
	if got := agenttest.Results(t, open(t, asha)); got != "done, " {
		t.Errorf("the results are %s", got)
	}
}

// TestRun_OfAKilledConsoleIsFree: nobody has said that it has ended.
func TestRun_OfAKilledConsoleIsFree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := agent.ThisHost{}.Open(dir, "acme")
	agenttest.Must(t, err)
	run := agenttest.NewRun(t, s, 2)
	agenttest.Must(t, s.BeginUpdate(run, 1, agent.Result{Result: "sending", SentAt: time.Now()}))
	agenttest.Must(t, s.Close())
	s = open(t, dir)
	if got := agenttest.Results(t, s); got != "sending, " {
		t.Errorf("the results are %s", got)
	}
	if _, err := s.OpenRun(run.ID); err != nil {
		t.Error(err)
	}
}
