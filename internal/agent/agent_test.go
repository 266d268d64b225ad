package agent_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/safetext/texttest"
)

func TestMain(m *testing.M) { os.Exit(texttest.InMemory(m.Run)) }

var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)

func open(t *testing.T, dir string) *agent.State {
	t.Helper()
	return agenttest.Open(t, agent.ThisHost{}, dir, "acme")
}

func TestConformance_TwoConsoles(t *testing.T) {
	t.Parallel()
	agenttest.Run(t, func(t *testing.T) (a, b *agent.State) {
		dir := filepath.Join(t.TempDir(), "agent-asha")
		return open(t, dir), open(t, dir)
	})
}

func TestConformance_TwoHosts(t *testing.T) {
	t.Parallel()
	agenttest.Run(t, func(t *testing.T) (a, b *agent.State) {
		servers := memcluster.New()
		return agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha"),
			agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	})
}

// TestKillNine types, sends and notes in another process, kills it at random times, and finds at least what it reported
// as being on disk, and nothing that is being sent by nobody.
func TestKillNine(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("FRONTDESK_TEST_TYPIST"); dir != "" {
		workForEver(t, dir)
		return
	}
	for round := range 10 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			dir := t.TempDir()
			checkFound(t, dir, runAndKill(t, dir))
		})
	}
}

// runAndKill starts a process that works, kills it and answers how far it said it had come.
func runAndKill(t *testing.T, dir string) (reported int) {
	t.Helper()
	typist := exec.Command(os.Args[0], "-test.run=^TestKillNine$")
	typist.Env = append(os.Environ(), "FRONTDESK_TEST_TYPIST="+dir)
	out, err := typist.StdoutPipe()
	agenttest.Must(t, err)
	agenttest.Must(t, typist.Start())
	lines := bufio.NewScanner(out)
	for range rand.IntN(30) + 1 {
		if lines.Scan() {
			_, _ = fmt.Sscanf(lines.Text(), "done %d", &reported)
		}
	}
	_ = typist.Process.Kill()
	_ = typist.Wait()
	return reported
}

// checkFound checks that everything is there that was said to be.
func checkFound(t *testing.T, dir string, reported int) {
	t.Helper()
	s := open(t, dir)
	_, err := s.Recover()
	agenttest.Must(t, err)
	drafts, err := s.Drafts()
	if err != nil || len(drafts) != 1 || len(drafts[0].Values["comment"]) < reported {
		t.Errorf("reported %d, found %+v, %v", reported, drafts, err)
	}
	entries, err := s.Journal(monday, monday.Add(time.Hour))
	if err != nil || len(entries) < reported {
		t.Errorf("reported %d, the journal has %d entries, %v", reported, len(entries), err)
	}
	outbox, err := s.Outbox()
	if err != nil || len(outbox) < reported {
		t.Errorf("reported %d, the outbox has %d items, %v", reported, len(outbox), err)
	}
	for _, item := range outbox {
		if item.Stage == agent.Sending || item.Stage == agent.Unknown && len(item.Prior) != 1 {
			t.Errorf("%+v is being sent by nobody", item)
		}
	}
}

func workForEver(t *testing.T, dir string) {
	s := open(t, dir)
	for n := 1; ; n++ {
		agenttest.Save(t, s, agenttest.Typed(strings.Repeat("x", n)))
		item := agenttest.Typed("x")
		item.Record = fmt.Sprint(n)
		agenttest.Must(t, s.ToOutbox(item, agent.Waiting, "the service cannot be reached", monday.Add(time.Duration(n))))
		all, err := s.Outbox()
		agenttest.Must(t, err)
		_, err = s.BeginAgain(all[len(all)-1], []string{"7"}, true, monday)
		agenttest.Must(t, err)
		agenttest.Must(t, s.Note(agent.Entry{At: monday, Summary: "x"}))
		fmt.Printf("done %d\n", n)
	}
}

// TestKilled_BetweenBeginAndAnswer kills a process that is sending a form. While it lives, nobody else sends it.
func TestKilled_BetweenBeginAndAnswer(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("FRONTDESK_TEST_SENDER"); dir != "" {
		_, err := open(t, dir).Begin(agenttest.Typed("hello"), []string{"7"}, true, monday)
		agenttest.Must(t, err)
		fmt.Println("begun")
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed: the runtime ends a process in which all only sleep
	}
	dir := t.TempDir()
	sender := exec.Command(os.Args[0], "-test.run=^TestKilled_BetweenBeginAndAnswer$")
	sender.Env = append(os.Environ(), "FRONTDESK_TEST_SENDER="+dir)
	out, err := sender.StdoutPipe()
	agenttest.Must(t, err)
	_, err = sender.StdinPipe()
	agenttest.Must(t, err)
	agenttest.Must(t, sender.Start())
	if !bufio.NewScanner(out).Scan() {
		t.Fatal("it does not begin")
	}
	s := open(t, dir)
	agenttest.Take(t, s)
	if moved, err := s.Recover(); len(moved) > 0 || err != nil {
		t.Errorf("moved are %+v, %v", moved, err)
	}
	if _, err := s.Begin(agenttest.Typed("hello"), nil, true, monday); err == nil {
		t.Error("it is sent twice")
	}
	agenttest.RequireComments(t, s, "hello (sending)")
	_ = sender.Process.Kill()
	_ = sender.Wait()
	moved, err := s.Recover()
	if len(moved) != 1 || err != nil || moved[0].Stage != agent.Unknown || len(moved[0].Prior) != 1 || !moved[0].Compared {
		t.Errorf("moved are %+v, %v", moved, err)
	}
	agenttest.RequireComments(t, s, "hello (unknown)")
}

func TestOutbox_KeepsItsOrderWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for i, at := range []time.Duration{0, time.Hour, -time.Hour, 0, 0} {
		agenttest.Must(t, s.ToOutbox(agenttest.Typed(fmt.Sprint(i)), agent.Waiting, "away", monday.Add(at)))
	}
	all, err := s.Outbox()
	agenttest.Must(t, err)
	for i, item := range all {
		if item.Values["comment"] != fmt.Sprint(i) || item.Stage != agent.Waiting || item.Original["sub_status"] != "US" {
			t.Errorf("item %d is %+v", i, item)
		}
	}
}

// TestAgentsOfOneAccountKeepApart, and those who have no name yet keep what they had.
func TestAgentsOfOneAccountKeepApart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	unnamed, asha := agent.Place(data, "acme", ""), agent.Place(data, "acme", "Asha Rao")
	agenttest.Save(t, open(t, unnamed), agenttest.Typed("before"))
	agenttest.RequireComments(t, open(t, asha), "")
	if adopted, err := agent.AdoptUnnamed(asha); !adopted || err != nil {
		t.Error(adopted, err)
	}
	agenttest.RequireComments(t, open(t, asha), "before")
	agenttest.RequireComments(t, open(t, unnamed), "")
	agenttest.RequireComments(t, open(t, agent.Place(data, "acme", "asha rao")), "")
	agenttest.Save(t, open(t, unnamed), agenttest.Typed("of nobody"))
	if adopted, err := agent.AdoptUnnamed(agent.Place(data, "acme", "Ben")); adopted || err != nil {
		t.Error(adopted, err)
	}
	agenttest.RequireComments(t, open(t, agent.Place(data, "acme", "Ben")), "")
}

func TestPlacesOfAgentsDiffer(t *testing.T) {
	t.Parallel()
	places := map[string]string{}
	for _, who := range [][2]string{
		{"acme", ""}, {"acme", "Asha Rao"}, {"acme", "asha rao"}, {"acme", "../.."}, {"../acme", "Asha Rao"}, {"acme", "."},
	} {
		dir := agent.Place("/data", who[0], who[1])
		if other, taken := places[dir]; taken {
			t.Errorf("%q has the place of %s: %s", who, other, dir)
		}
		places[dir] = who[0] + " " + who[1]
		if rel, err := filepath.Rel("/data/drafts", dir); err != nil || !filepath.IsLocal(rel) {
			t.Errorf("%q is kept in %s", who, dir)
		}
	}
}
