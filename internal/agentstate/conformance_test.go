package agentstate_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/synctest"

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

// TestFilesOfBefore_AreSentWhenTheirAgentSignsIn: the host has started long before, and the cluster was never away.
func TestFilesOfBefore_AreSentWhenTheirAgentSignsIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		a := agentstatetest.NewHost(t, servers.Connect(), "acme")
		b := agentstatetest.NewHost(t, servers.Connect(), "acme")
		before := openFiles(t, a.Dir+"/agent-asha")
		agentstatetest.Must(t, before.Put("x.draft", []byte("typed before"), agentstate.None))
		synctest.Wait() // until nothing of the start goes on
		a.SignIn(t, "asha")
		synctest.Wait()
		agentstatetest.RequireContent(t, b.SignIn(t, "asha"), "x.draft", "typed before")
	})
}
