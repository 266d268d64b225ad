package changefeed_test

import (
	"testing"

	"frontdesk/internal/changefeed/changefeedtest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/memcluster"
)

// TestConformance_ChangesOnTwoHosts has a stand-in for the servers; package cluster has the same test on real ones.
func TestConformance_ChangesOnTwoHosts(t *testing.T) {
	changefeedtest.Run(t, func(*testing.T) changefeedtest.Setup {
		servers := memcluster.New()
		return changefeedtest.Setup{
			Hosts: [2]cluster.Connection{servers.Connect(), servers.Connect()}, Account: "acme", Settle: func() {},
		}
	})
}

// TestChanges_WhileTheClusterIsAway: nobody hears of them, and nothing else comes of it.
func TestChanges_WhileTheClusterIsAway(t *testing.T) {
	servers := memcluster.New()
	network := servers.Connect()
	s := changefeedtest.Setup{
		Hosts: [2]cluster.Connection{network, servers.Connect()}, Account: "acme", Settle: func() {},
	}
	here, there := s.Listen(t, 0, s.Account), s.Listen(t, 1, s.Account)
	network.Cut()
	here.Publish([]string{"ticket_id=1"})
	there.Publish([]string{"ticket_id=2"})
	network.Mend()
	here.Publish([]string{"ticket_id=3"})
	there.Publish([]string{"ticket_id=4"})
	if got := <-there.Heard; got != "ticket_id=3" {
		t.Errorf("heard was %q", got)
	}
	if got := <-here.Heard; got != "ticket_id=4" {
		t.Errorf("the host that was cut off has heard %q", got)
	}
	if counted := here.Counts(); counted.Sent != 1 || counted.Heard != 1 {
		t.Errorf("counted were %+v", counted)
	}
}
