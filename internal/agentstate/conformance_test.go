package agentstate_test

import (
	"errors"
	"io/fs"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster/memcluster"
)

func TestConformance_FilesOfOneHost(t *testing.T) {
	agentstatetest.Run(t, func(t *testing.T) (a, b agentstate.Store) {
		dir := t.TempDir()
		return openFiles(t, dir), openFiles(t, dir)
	})
}

func openFiles(t *testing.T, dir string) agentstate.Store {
	t.Helper()
	s, err := agentstate.OpenFiles(dir)
	agentstatetest.Must(t, err)
	return s
}

// TestConformance_TwoHosts has a stand-in for the servers; package cluster has the same test on real ones.
func TestConformance_TwoHosts(t *testing.T) {
	agentstatetest.Run(t, func(t *testing.T) (a, b agentstate.Store) {
		servers := memcluster.New()
		return agentstatetest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha"),
			agentstatetest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	})
}

// TestAway_WhatIsTypedOnAHostThatIsCutOffIsSentAfterwards: nothing that is typed is refused meanwhile, and what was
// deleted comes back nowhere.
func TestAway_WhatIsTypedOnAHostThatIsCutOffIsSentAfterwards(t *testing.T) {
	servers := memcluster.New()
	network := servers.Connect()
	a, b := agentstatetest.NewHost(t, network, "acme"), agentstatetest.NewHost(t, servers.Connect(), "acme")
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	agentstatetest.Must(t, here.Put("x.draft", []byte("before"), agentstate.None))
	agentstatetest.Must(t, here.Put("sent.draft", []byte("sent"), agentstate.None))
	network.Cut()
	agentstatetest.Must(t, here.Put("x.draft", []byte("after"), agentstate.RevisionOf([]byte("before"))))
	agentstatetest.Must(t, here.Delete("sent.draft", agentstate.RevisionOf([]byte("sent"))))
	agentstatetest.RequireContent(t, here, "x.draft", "after")
	agentstatetest.RequireContent(t, there, "x.draft", "before")
	network.Mend()
	agentstatetest.RequireContent(t, here, "x.draft", "after") // reading sends it
	agentstatetest.RequireContent(t, there, "x.draft", "after")
	if _, err := here.Get("sent.draft"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := there.Get("sent.draft"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was deleted is still on the other host: %v", err)
	}
}
