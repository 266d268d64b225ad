package agentstatetest

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/cluster"
)

// Host is one host of a test: its own disk, and its way to the servers.
type Host struct {
	Cluster cluster.Connection
	Account string
	Dir     string
	LockAge time.Duration
	Shared  *agentstate.Shared // since Start
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
	h.Shared = agentstate.NewShared(agentstate.Options{
		Cluster: h.Cluster, Kinds: Kinds, LockAge: h.LockAge, WatchPause: watchPause,
		Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() { Must(t, h.Shared.Close()) })
}

// SignIn opens what an agent has.
func (h *Host) SignIn(t *testing.T, agent string) agentstate.Store {
	t.Helper()
	s, err := h.Shared.Open(filepath.Join(h.Dir, "agent-"+agent), h.Account)
	Must(t, err)
	return s
}

// Must ends the test with an error.
func Must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func requireChanged(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, agentstate.ErrChanged) {
		t.Errorf("got %v", err)
	}
}

// RequireContent checks a document.
func RequireContent(t *testing.T, s agentstate.Store, name, want string) {
	t.Helper()
	d, err := s.Get(name)
	if err != nil || string(d.Content) != want || d.Revision != agentstate.RevisionOf(d.Content) {
		t.Errorf("%s: got %q, %v, want %q", name, d.Content, err, want)
	}
}
