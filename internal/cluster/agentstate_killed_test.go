package cluster_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster/clustertest"
)

// killHard has the server start again as after a kill: without what it writes at its end.
func killHard(t *testing.T, servers *clustertest.Servers, hosts ...*agentstatetest.Host) {
	t.Helper()
	dir := servers.Copy(0)
	restoreOlder(t, servers, dir, hosts...)
}

// requireNone checks that a host whose servers are there has no draft.
func requireNone(t *testing.T, s agentstate.Store) {
	t.Helper()
	if names, err := s.List("", ".draft"); len(names) > 0 || err != nil {
		t.Fatalf("deleted drafts are there again: %q, %v", names, err)
	}
}

// TestServerKilled_WhatWasDeletedStaysDeleted: a server that is killed after a deletion may come back with the version
// that was deleted.
func TestServerKilled_WhatWasDeletedStaysDeleted(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, network := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	typed := []byte("typed")
	for i := range 8 {
		agentstatetest.Must(t, here.Put(fmt.Sprintf("%d.draft", i), typed, agentstate.None))
		agentstatetest.RequireContent(t, there, fmt.Sprintf("%d.draft", i), "typed")
	}
	network.Cut() // this host hears nothing of the deletion
	clustertest.WaitAway(t, a.Cluster)
	for i := range 8 {
		agentstatetest.Must(t, there.Delete(fmt.Sprintf("%d.draft", i), agentstate.RevisionOf(typed)))
	}
	killHard(t, servers, b)
	requireNone(t, there)
	network.Mend()
	clustertest.WaitConnected(t, a.Cluster)
	requireNone(t, here)
	requireNone(t, there)
	if _, err := there.Get("0.draft"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the draft that was deleted is read with %v", err)
	}
	agentstatetest.Must(t, here.Put("0.draft", typed, agentstate.None))
	waitFor(t, there, "0.draft", "typed")
	killHard(t, servers, a, b)
	requireKept(t, there, here, "0.draft", "typed")
}
