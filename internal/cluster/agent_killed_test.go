package cluster_test

import (
	"errors"
	"fmt"
	"testing"

	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/clustertest"
)

// killHard has the server start again as after a kill: without what it writes at its end.
func killHard(t *testing.T, servers *clustertest.Servers, hosts ...*agenttest.Host) {
	t.Helper()
	dir := servers.Copy(0)
	restoreOlder(t, servers, dir, hosts...)
}

// TestServerKilled_WhatWasDeletedStaysDeleted: a server that is killed after a deletion may come back with the version
// that was deleted.
func TestServerKilled_WhatWasDeletedStaysDeleted(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b, network := twoHosts(t, servers)
	here, there := a.SignIn(t, "asha"), b.SignIn(t, "asha")
	for i := range 8 {
		save(t, here, fmt.Sprint(i), "typed")
	}
	takeAll(t, there)
	network.Cut() // this host hears nothing of the deletion
	clustertest.WaitAway(t, a.Cluster)
	for i := range 8 {
		discard(t, there, fmt.Sprint(i))
	}
	killHard(t, servers, b)
	agenttest.RequireComments(t, there, "")
	network.Mend()
	clustertest.WaitConnected(t, a.Cluster)
	agenttest.RequireComments(t, here, "")
	agenttest.RequireComments(t, there, "")
	save(t, b.SignIn(t, "asha"), "0", "anew")
	waitFor(t, here, "anew")
	killHard(t, servers, a, b)
	waitFor(t, here, "anew")
	waitFor(t, there, "anew")
}

// TestServerKilled_WhatWasDeletedIsOnNoNewHost: a host that has never heard of the deletion does not bring back what the
// servers brought back, although the host that deleted it has ended.
func TestServerKilled_WhatWasDeletedIsOnNoNewHost(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	account := clustertest.Account(t, c)
	a := agenttest.NewHost(t, c, account)
	here := a.SignIn(t, "asha")
	for i := range 8 {
		save(t, here, fmt.Sprint(i), "typed")
	}
	for i := range 8 {
		discard(t, here, fmt.Sprint(i))
	}
	agenttest.Must(t, errors.Join(here.Close(), a.Shared.Close()))
	killHard(t, servers, a)
	agenttest.RequireComments(t, agenttest.NewHost(t, c, account).SignIn(t, "asha"), "")
	if _, back := keysOf(t, a, "write"); len(back) > 0 {
		t.Errorf("the servers have %v, which nothing says is deleted once its marker is too old", back)
	}
}
