package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cluster"
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
		hosts[i] = startSharingHost(t, service, servers.URLs(), more...)
	}
	return hosts
}

// startSharingHost starts a host for Asha and Ben, which does not refresh by itself.
func startSharingHost(t *testing.T, service *testUpstream, servers string, more ...string) *sshHost {
	t.Helper()
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.writeConfiguration(fmt.Sprintf(
		"account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\ntoken = %q\nrefresh = \"0s\"\n", service.URL, token))
	h.start(append([]string{"--cluster", servers}, more...)...)
	return h
}

// TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets has two agents on two hosts press the key for the next ticket at the
// same moment.
func TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets(t *testing.T) {
	t.Parallel()
	service, _ := newRealUpstream(t, nil)
	hosts := startSharingHosts(t, service, "--metrics", "127.0.0.1:0")
	for i := range 4 {
		hosts[0].write(fmt.Sprintf(`ticket add --title "Lamp %d" --details "It is dark"`, i))
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
	hosts[0].write(`ticket add --title "Lamp" --details "It is dark"`)
	ben := hosts[1].openConsole("Ben Carter")
	ben.waitForText("Lamp")
	ben.selectNewest() // all days have been asked for
	hosts[0].write(`ticket add --title "Radio" --details "It is silent"`)
	ben.waitForText("Radio")
	hosts[0].write(`ticket update ` + hosts[0].anyTicket("Asha Rao") + ` --sub-status P --comment "On its way"`)
	ben.waitForText("Pending")
	ben.waitForText("On its way") // beside the list
	for _, want := range []string{"frontdesk_changes_heard_total 3\n", "frontdesk_changes_lag_seconds_sum"} {
		if page := hosts[1].readMetrics(); !strings.Contains(page, want) {
			t.Errorf("%q is not among\n%s", want, page)
		}
	}
}

// TestSSHHost_AChangeThatIsMissedComesWithTheNextRefresh cuts Ben's host off while Asha writes.
func TestSSHHost_AChangeThatIsMissedComesWithTheNextRefresh(t *testing.T) {
	t.Parallel()
	service, _ := newRealUpstream(t, nil)
	servers := clustertest.One(t)
	network := servers.Host()
	here := startSharingHost(t, service, servers.URLs())
	there := startSharingHost(t, service, network.URLs, "--metrics", "127.0.0.1:0")
	here.write(`ticket add --title "Lamp" --details "It is dark"`)
	ben := there.openConsole("Ben Carter")
	ben.waitForText("Lamp")
	ben.selectNewest()
	network.Cut()
	ben.waitForText("Not shared since")
	here.write(`ticket add --title "Radio" --details "It is silent"`)
	network.Mend()
	ben.waitForTextGone("Not shared since")
	if page := there.readMetrics(); strings.Contains(ben.shown(), "Radio") ||
		!strings.Contains(page, "frontdesk_changes_heard_total 1\n") {
		t.Fatalf("the change was not missed:\n%s\n%s", ben.shown(), page)
	}
	ben.pressEvery(500*time.Millisecond, "r", "Radio") // what was read two seconds ago counts as new
}

// TestSSHHost_AnAnnouncementThatIsFalseChangesNothing has somebody on the servers tell of changes that there are not,
// and at last of one that there is.
func TestSSHHost_AnAnnouncementThatIsFalseChangesNothing(t *testing.T) {
	t.Parallel()
	service, records := newRealUpstream(t, nil)
	servers := clustertest.One(t)
	host := startSharingHost(t, service, servers.URLs())
	host.write(`ticket add --title "Lamp" --details "It is dark"`)
	host.write(`ticket add --title "Radio" --details "It is silent"`)
	ben := host.openConsole("Ben Carter")
	ben.waitForText("Radio")
	ben.selectNewest()
	before := ben.shown()
	id := host.anyTicket("Ben Carter")
	stranger := servers.Connect(t).Conn()
	for _, message := range []string{
		"", "{", `[]`, `{"host":1,"records":"ticket_id=1"}`, `{"host":"x","records":[null]}`,
		`{"host":"x","records":["", "=", "ticket_id", "ticket_id=", "ticket_id=1,2", "ticket_id= 1 ", "ticket_id=../../x"]}`,
		`{"host":"x","records":["ticket_id=\u001b[2J", "ticket_id=99999999999999999999", "title=Stolen", "order_id=x"]}`,
		`{"host":"x","records":["customer_id=", "customer_id=x", "customer_id=-1", "customer_id=99999999999999999999"]}`,
		`{"host":"x","records":["ticket_id=` + strings.Repeat("7", 1000) + `"]}`,
		strings.Repeat("[", 100_000),
	} {
		if err := stranger.Publish(cluster.Subject("acme", "changes"), []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := records.UpdateTicket(t.Context(), id, func(known *store.Ticket) (store.Note, error) {
		known.Title = "Kettle"
		return store.Note{}, nil
	}); err != nil {
		t.Fatal(err)
	}
	told := fmt.Sprintf(`{"host":"x","records":["ticket_id=%s"]}`, id)
	if err := stranger.Publish(cluster.Subject("acme", "changes"), []byte(told)); err != nil {
		t.Fatal(err)
	}
	ben.waitForText("Kettle")
	if after := ben.shown(); strings.Count(after, "Lamp")+strings.Count(after, "Radio") != strings.Count(before, "Lamp") {
		t.Errorf("it was\n%s\nand is\n%s", before, after)
	}
	if after := ben.shown(); strings.Contains(after, "Stolen") || strings.Contains(host.out.String(), "panic") {
		t.Errorf("it is\n%s\n%s", after, host.out)
	}
}

// write runs a command of Asha's that must succeed.
func (h *sshHost) write(command string) {
	h.t.Helper()
	if code, _, errOut := h.runCommand("Asha Rao", command, ""); code != exitcode.OK {
		h.t.Fatal(errOut)
	}
}

// shown returns what is on the screen.
func (r *agentScreen) shown() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.screen.String()
}
