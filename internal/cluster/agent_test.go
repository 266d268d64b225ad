package cluster_test

import (
	"path/filepath"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

func TestConformance_AgentsStateOnTwoHosts(t *testing.T) {
	t.Parallel()
	c := clustertest.Any(t)
	agenttest.Run(t, func(t *testing.T) (a, b *agent.State) {
		account := clustertest.Account(t, c)
		return agenttest.NewHost(t, c, account).SignIn(t, "asha"), agenttest.NewHost(t, c, account).SignIn(t, "asha")
	})
}

// twoHosts returns two hosts on one cluster, and the network of the first.
func twoHosts(t *testing.T, servers *clustertest.Servers) (a, b *agenttest.Host, network *clustertest.Host) {
	t.Helper()
	network = servers.Host()
	here, there := servers.ConnectOver(t, network), servers.Connect(t)
	account := clustertest.Account(t, there)
	return agenttest.NewHost(t, here, account), agenttest.NewHost(t, there, account), network
}

// typed is what an agent has typed into the form of a record.
func typed(record, text string) agent.Write {
	w := agenttest.Typed(text)
	w.Record = record
	return w
}

// save types into the form of a record.
func save(t *testing.T, s *agent.State, record, text string) {
	t.Helper()
	agenttest.Save(t, s, typed(record, text))
}

// takeAll takes over all drafts, as a console does whose agent opens them.
func takeAll(t *testing.T, s *agent.State) {
	t.Helper()
	all, err := s.Drafts()
	agenttest.Must(t, err)
	for _, w := range all {
		s.Adopt(w)
	}
}

// discard discards the draft of a record, as after a success.
func discard(t *testing.T, s *agent.State, record string) {
	t.Helper()
	agenttest.Must(t, s.Discard(typed(record, "").Key))
}

// waitFor waits until drafts and outbox have these comments.
func waitFor(t *testing.T, s *agent.State, want string) {
	t.Helper()
	got := ""
	clustertest.Wait(t, "what is kept does not become "+want, func() bool {
		got = agenttest.Comments(t, s)
		return got == want
	})
}

// notes returns the summaries in the journal.
func notes(t *testing.T, s *agent.State) (all string) {
	t.Helper()
	entries, err := s.Journal(time.Time{}, time.Now().Add(time.Hour))
	agenttest.Must(t, err)
	for _, e := range entries {
		all += e.Summary + " "
	}
	return all
}

func note(t *testing.T, s *agent.State, text string) {
	t.Helper()
	agenttest.Must(t, s.Note(agent.Entry{At: time.Now(), Summary: text}))
}

// fileOf returns the file of a host.
func fileOf(h *agenttest.Host) string { return filepath.Join(h.Dir, agent.FileName) }

// clusterOf returns the connection of a host to real servers.
func clusterOf(t *testing.T, h *agenttest.Host) *cluster.Cluster {
	t.Helper()
	c, ok := h.Cluster.(*cluster.Cluster)
	if !ok {
		t.Fatalf("the host is on a %T", h.Cluster)
	}
	return c
}
