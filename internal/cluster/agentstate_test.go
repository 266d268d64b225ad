package cluster_test

import (
	"testing"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster/clustertest"
)

func TestConformance_AgentsStateOnTwoHosts(t *testing.T) {
	t.Parallel()
	c := clustertest.Any(t)
	agentstatetest.Run(t, func(t *testing.T) (a, b agentstate.Store) {
		account := clustertest.Account(t, c)
		return agentstatetest.NewHost(t, c, account).SignIn(t, "asha"),
			agentstatetest.NewHost(t, c, account).SignIn(t, "asha")
	})
}
