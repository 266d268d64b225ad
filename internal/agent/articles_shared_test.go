package agent_test

import (
	"testing"
	"time"

	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster/memcluster"
)

// TestArticles_CountOnAllHosts: the agent finds the articles in the same order on each host of a cluster.
func TestArticles_CountOnAllHosts(t *testing.T) {
	t.Parallel()
	servers := memcluster.New()
	a := agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	b := agenttest.NewHost(t, servers.Connect(), "acme").SignIn(t, "asha")
	used, err := a.Articles()
	agenttest.Must(t, err)
	agenttest.Must(t, used.Used(7, time.Unix(1_800_000_000, 0)))
	there, err := b.Articles()
	agenttest.Must(t, err)
	if _, knows := there.Order()[7]; !knows {
		t.Errorf("on the other host they are %v", there.Order())
	}
}
