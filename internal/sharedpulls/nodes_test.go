package sharedpulls_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
)

// leases is the bucket of the hosts' leases.
var leases = cluster.Bucket{Account: "acme", Kind: "pulls", TTL: patient.Lease}

// threeServers returns three servers with the bucket of leases, and one of them that leads nothing.
func threeServers(t *testing.T) (servers *clustertest.Servers, follower int) {
	t.Helper()
	servers = clustertest.Three(t)
	c := servers.Connect(t)
	clustertest.Wait(t, "there is no bucket", func() bool {
		_, err := c.Open(t.Context(), leases)
		return err == nil && servers.Leader(leases) >= 0
	})
	follower = servers.Follower(leases)
	return servers, follower
}

// waitForOne waits until one host alone asks the service, whichever host's agent asks for what is new. While servers
// choose a leader hosts pull by themselves. What is shown is new at any time.
func waitForOne(t *testing.T, u *upstream, hosts ...*host) {
	t.Helper()
	n := 0
	clustertest.Wait(t, "each host pulls by itself", func() bool {
		before := alone(hosts)
		u.pulled()
		for _, h := range hosts {
			n++
			requireNew(t, u, h, fmt.Sprint("Title ", n))
		}
		return u.pulled() == 3*len(hosts) && alone(hosts) == before && leading(hosts) == 1
	})
}

// alone returns how often hosts have pulled by themselves.
func alone(hosts []*host) (n uint64) {
	for _, h := range hosts {
		n += h.pulls.Counts().Alone
	}
	return n
}

// leading returns how many hosts believe that they pull for all.
func leading(hosts []*host) (n int) {
	for _, h := range hosts {
		if h.pulls.Counts().Leads {
			n++
		}
	}
	return n
}

// requireNew changes a ticket as another program would, has an agent of a host ask for what is new, and checks that it
// is shown, as of a moment after the key.
func requireNew(t *testing.T, u *upstream, h *host, title string) {
	t.Helper()
	u.setTitle(t, 20, title)
	pressed := time.Now()
	if at := h.refresh(asked); h.title(20) != title || at.Before(pressed) {
		t.Errorf("after the key at %s the ticket is %q as of %s, not %q", pressed, h.title(20), at, title)
	}
}

// TestNodes_AServerDies kills one server of three, and at full length the one that decides who has the lease: the
// others take four to nine seconds to choose another one.
func TestNodes_AServerDies(t *testing.T) {
	t.Parallel()
	servers, dies := threeServers(t)
	if os.Getenv("FRONTDESK_TEST_LOAD") == "full" {
		dies = servers.Leader(leases)
	}
	service := newUpstream(t)
	hosts := openHosts(t, servers, service, 3)
	waitForOne(t, service, hosts...)
	servers.Kill(dies)
	for i, h := range hosts {
		requireNew(t, service, h, fmt.Sprint("Killed, host ", i))
	}
	waitForOne(t, service, hosts...)
	servers.Restart(dies)
	waitForOne(t, service, hosts...)
}

func TestNodes_TheHostThatPullsDies(t *testing.T) {
	t.Parallel()
	servers, _ := threeServers(t)
	service, way := newUpstream(t), servers.Host()
	dying := openHost(t, clustertest.Connect(t, clusterOptions(way.URLs)), "acme", service, patient)
	waitForOne(t, service, dying)
	others := openHosts(t, servers, service, 2)
	waitForOne(t, service, append(others, dying)...)
	way.Cut()
	clustertest.WaitAway(t, dying.cluster)
	if dying.pulls.Counts().Leads {
		t.Error("the host that is cut off believes that it pulls for all")
	}
	waitForOne(t, service, others...)
	requireNew(t, service, dying, "While it is cut off")
	way.Mend()
	clustertest.WaitConnected(t, dying.cluster)
	waitForOne(t, service, append(others, dying)...)
}

// TestNodes_TheSmallerSideOfAPartedNetwork has the host that pulls reach one server alone, which is cut off from the two
// others.
func TestNodes_TheSmallerSideOfAPartedNetwork(t *testing.T) {
	t.Parallel()
	servers, cutOff := threeServers(t)
	service := newUpstream(t)
	open := func(server int) *host {
		return openHost(t, clustertest.Connect(t, clusterOptions(servers.URL(server))), "acme", service, patient)
	}
	smaller := open(cutOff)
	waitForOne(t, service, smaller)
	larger := []*host{open((cutOff + 1) % 3), open((cutOff + 2) % 3)}
	waitForOne(t, service, append(larger, smaller)...)
	servers.Part(cutOff)
	for i, h := range append(larger, smaller) { // before they know
		requireNew(t, service, h, fmt.Sprint("Parted, host ", i))
	}
	clustertest.WaitAway(t, smaller.cluster)
	if smaller.pulls.Counts().Leads {
		t.Error("the host on the smaller side believes that it pulls for all")
	}
	waitForOne(t, service, larger...)
	for _, h := range larger {
		h.shows()
	}
	sent := smaller.pulls.Counts().Sent
	requireNew(t, service, smaller, "Seen on the smaller side")
	requireNew(t, service, larger[0], "Seen on the larger side")
	clustertest.Wait(t, "the other host of the larger side does not get the rows", func() bool {
		return larger[1].title(20) == "Seen on the larger side"
	})
	if counts := smaller.pulls.Counts(); counts.Sent != sent || smaller.title(20) != "Seen on the smaller side" {
		t.Errorf("the host on the smaller side counts %+v and shows %q", counts, smaller.title(20))
	}
	servers.Join(cutOff)
	clustertest.WaitConnected(t, smaller.cluster)
	waitForOne(t, service, append(larger, smaller)...)
}
