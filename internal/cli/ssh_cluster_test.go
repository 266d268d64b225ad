package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// takenTicket is what a console says of the ticket that it has opened for its agent.
var takenTicket = regexp.MustCompile(`◆ +(Lamp \d)`)

// startSharingHosts starts two hosts for Asha and Ben on one service and one cluster.
func startSharingHosts(t *testing.T, service *testUpstream, more ...string) [2]*sshHost {
	t.Helper()
	servers := clustertest.One(t)
	var hosts [2]*sshHost
	for i := range hosts {
		h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
		h.writeConfiguration(fmt.Sprintf(
			"account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"0s\"\n", service.URL, token))
		h.start(append([]string{"--cluster", servers.URLs()}, more...)...)
		hosts[i] = h
	}
	return hosts
}

// TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets has two agents on two hosts press the key for the next ticket at the
// same moment.
func TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets(t *testing.T) {
	t.Parallel()
	service, _ := newRealUpstream(t, nil)
	hosts := startSharingHosts(t, service, "--metrics", "127.0.0.1:0")
	for i := range 4 {
		command := fmt.Sprintf(`ticket add --title "Lamp %d" --details "It is dark"`, i)
		if code, _, errOut := hosts[0].runCommand("Asha Rao", command, ""); code != exitcode.OK {
			t.Fatal(errOut)
		}
	}
	asha, ben := hosts[0].openConsole("Asha Rao"), hosts[1].openConsole("Ben Carter")
	for _, agent := range []*agentScreen{asha, ben} {
		agent.waitForText("Lamp 3")
	}
	for _, agent := range []*agentScreen{asha, ben} {
		agent.press("T")
	}
	taken := map[string]bool{}
	for _, agent := range []*agentScreen{asha, ben} {
		agent.waitForText("seen on all hosts")
		agent.waitForText("◆ ")
		agent.waitForText("◇ ") // what the other agent has
		found := takenTicket.FindStringSubmatch(agent.shown())
		if found == nil {
			t.Fatalf("no ticket is taken on\n%s", agent.shown())
		}
		taken[found[1]] = true
	}
	if len(taken) != 2 {
		t.Errorf("both agents took %v", taken)
	}
	for _, h := range hosts {
		for _, want := range []string{"frontdesk_cluster_connected 1\n", "frontdesk_claims 1\n", "frontdesk_claims_total 1\n"} {
			if page := h.readMetrics(); !strings.Contains(page, "\n"+want) {
				t.Errorf("%q is not among\n%s", want, page)
			}
		}
	}
	hosts[0].terminate()
	ben.waitForTextGone("◇ ") // a host that stops gives back what its agents have
}

// TestSSHHost_AgentsOfOtherHostsSeeAChangeWithoutAskingForIt: neither host asks the service again by itself.
func TestSSHHost_AgentsOfOtherHostsSeeAChangeWithoutAskingForIt(t *testing.T) {
	t.Parallel()
	service, _ := newRealUpstream(t, nil)
	hosts := startSharingHosts(t, service, "--metrics", "127.0.0.1:0")
	write := func(host int, agent, command string) {
		t.Helper()
		if code, _, errOut := hosts[host].runCommand(agent, command, ""); code != exitcode.OK {
			t.Fatal(errOut)
		}
	}
	write(0, "Asha Rao", `ticket add --title "Lamp" --details "It is dark"`)
	ben := hosts[1].openConsole("Ben Carter")
	ben.waitForText("Lamp")
	ben.selectNewest() // all days have been asked for
	write(0, "Asha Rao", `ticket add --title "Radio" --details "It is silent"`)
	ben.waitForText("Radio")
	write(0, "Asha Rao", `ticket update `+hosts[0].anyTicket("Asha Rao")+` --sub-status P --comment "On its way"`)
	ben.waitForText("Pending")
	for _, want := range []string{"frontdesk_changes_heard_total 3\n", "frontdesk_changes_lag_seconds_sum"} {
		if page := hosts[1].readMetrics(); !strings.Contains(page, want) {
			t.Errorf("%q is not among\n%s", want, page)
		}
	}
}

// TestSSHHost_WhatOneHostPullsIsOnTheScreensOfTheOthers: the ticket came to the service by another way than a host, and
// each day is pulled once for both hosts.
func TestSSHHost_WhatOneHostPullsIsOnTheScreensOfTheOthers(t *testing.T) {
	t.Parallel()
	service, records := newRealUpstream(t, nil)
	hosts := startSharingHosts(t, service, "--metrics", "127.0.0.1:0")
	command := `ticket add --title "Lamp" --details "It is dark"`
	if code, _, errOut := hosts[0].runCommand("Asha Rao", command, ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
	asha, ben := hosts[0].openConsole("Asha Rao"), hosts[1].openConsole("Ben Carter")
	for _, agent := range []*agentScreen{asha, ben} {
		agent.waitForText("Lamp")
		agent.selectNewest() // all days have been asked for
	}
	pulls := service.requests("pull-ticket")
	if slices.Sort(pulls); len(slices.Compact(slices.Clone(pulls))) != len(pulls) {
		t.Errorf("a day was pulled twice: %q", pulls)
	}
	id := hosts[0].anyTicket("Asha Rao")
	if _, err := records.UpdateTicket(t.Context(), id, func(known *store.Ticket) (store.Note, error) {
		known.Title = "Radio"
		return store.Note{}, nil
	}); err != nil {
		t.Fatal(err)
	}
	asha.press("r")
	asha.waitForText("Radio")
	ben.waitForText("Radio")
	page := hosts[0].readMetrics() + hosts[1].readMetrics()
	for want, times := range map[string]int{
		"\nfrontdesk_pulls_leads 1\n": 1, "\nfrontdesk_pulls_leads 0\n": 1, "\nfrontdesk_pulls_alone_total 0\n": 2,
		"\nfrontdesk_pulls_read_total 0\n": 1, "\nfrontdesk_pulls_sent_total 0\n": 1,
	} {
		if n := strings.Count(page, want); n != times {
			t.Errorf("%q is %d times among\n%s", want, n, page)
		}
	}
}

// shown returns what is on the screen.
func (r *agentScreen) shown() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.screen.String()
}
