// Package agenttest has hosts that share the state of agents, and what must hold wherever it is kept. Test files alone
// import it.
package agenttest

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cluster"
)

// Host is one host of a test: its own disk, and its way to the servers.
type Host struct {
	Cluster cluster.Connection
	Account string
	Dir     string
	Shared  *agent.Shared // since Start
}

// watchPause is short, so that no test waits for it.
const watchPause = 200 * time.Millisecond

// NewHost starts a host.
func NewHost(t *testing.T, c cluster.Connection, account string) *Host {
	t.Helper()
	h := &Host{Cluster: c, Account: account, Dir: t.TempDir()}
	h.Start(t)
	return h
}

// Start starts the host's program, with what is on its disk.
func (h *Host) Start(t *testing.T) {
	t.Helper()
	shared := agent.NewShared(agent.Options{
		Cluster: h.Cluster, WatchPause: watchPause, Log: slog.New(slog.DiscardHandler),
	})
	h.Shared = shared
	t.Cleanup(func() { Must(t, shared.Close()) })
}

// SignIn opens what an agent has, as another console does.
func (h *Host) SignIn(t *testing.T, name string) *agent.State {
	t.Helper()
	return Open(t, h.Shared, filepath.Join(h.Dir, "agent-"+name), h.Account)
}

// Open opens a state until the test ends.
func Open(t *testing.T, from agent.Opener, dir, account string) *agent.State {
	t.Helper()
	s, err := from.Open(dir, account)
	Must(t, err)
	t.Cleanup(func() { Must(t, s.Close()) })
	return s
}

// Must ends the test with an error.
func Must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Form is the form of most tests.
var Form = agent.Key{Kind: "update-ticket", Record: "713516551148"}

// Typed returns input of a form.
func Typed(comment string) agent.Write {
	return agent.Write{
		Key: Form, SavedAt: time.Now(), Original: map[string]string{"sub_status": "US"},
		Values: map[string]string{"comment": comment},
	}
}

// NewRun keeps a run over some tickets, on which the console works.
func NewRun(t *testing.T, s *agent.State, tickets int) agent.Run {
	t.Helper()
	run := agent.Run{Title: fmt.Sprintf("Close %d tickets", tickets), StartedAt: time.Now()}
	for i := range tickets {
		run.Updates = append(run.Updates, agent.Update{Ticket: fmt.Sprint(71 + i), Values: map[string]string{"sub_status": "CL"}})
	}
	kept, err := s.CreateRun(run)
	Must(t, err)
	return kept
}

// Results returns what became of the updates of the only run on which no console works, with a mark if results may be
// missing.
func Results(t *testing.T, s *agent.State) string {
	t.Helper()
	all, err := s.Runs()
	if len(all) != 1 || err != nil {
		t.Fatalf("the runs are %+v, %v", all, err)
	}
	var said []string
	for i := range all[0].Updates {
		said = append(said, all[0].Results[i+1].Result)
	}
	if all[0].MaybeSent {
		said = append(said, "?")
	}
	return strings.Join(said, ", ")
}

// Save saves input and returns the key under which it is kept.
func Save(t *testing.T, s *agent.State, w agent.Write) agent.Key {
	t.Helper()
	kept, err := s.Save(w)
	Must(t, err)
	return kept
}

// Take takes over the only draft that there is.
func Take(t *testing.T, s *agent.State) agent.Write {
	t.Helper()
	all, err := s.Drafts()
	if len(all) != 1 || err != nil {
		t.Fatalf("the drafts are %+v, %v", all, err)
	}
	s.Adopt(all[0])
	return all[0]
}

// Comments returns the comments of all drafts and of the outbox, sorted, each with its stage unless it is a draft, and
// with a mark if it may be saved already.
func Comments(t *testing.T, s *agent.State) string {
	t.Helper()
	drafts, err1 := s.Drafts()
	outbox, err2 := s.Outbox()
	Must(t, err1)
	Must(t, err2)
	var all []string
	for _, w := range append(drafts, outbox...) {
		text := w.Values["comment"]
		if w.Stage != agent.Draft {
			text += " (" + string(w.Stage) + ")"
		}
		if w.MaybeSaved {
			text += "?"
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// RequireComments checks them.
func RequireComments(t *testing.T, s *agent.State, want string) {
	t.Helper()
	if got := Comments(t, s); got != want {
		t.Errorf("kept is %q, not %q", got, want)
	}
}
