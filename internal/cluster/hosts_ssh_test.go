package cluster_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/store"
)

// takenTicket is what a console says of the ticket that it has opened for its agent.
var takenTicket = regexp.MustCompile(`◆ +(Lamp \d)`)

// heardThree is the metric of a host that has heard of three changes, or of one before them: the servers may not have known
// yet that it listens.
var heardThree = regexp.MustCompile(`\nfrontdesk_changes_heard_total [34]\n`)

// sharing is an account that hosts share, and its service.
type sharing struct {
	account string
	service *clitest.Upstream
	records *store.Store
}

func newSharing(t *testing.T) *sharing {
	t.Helper()
	s := &sharing{account: clustertest.NewAccount()}
	s.service, s.records = clitest.NewRealUpstream(t, nil)
	return s
}

// startHosts starts two hosts for Asha and Ben.
func (s *sharing) startHosts(t *testing.T) [2]*clitest.Host {
	t.Helper()
	servers := clustertest.Shared(t).URLs()
	return [2]*clitest.Host{s.startHost(t, servers), s.startHost(t, servers)}
}

// startHost starts a host for Asha and Ben, which does not refresh by itself.
func (s *sharing) startHost(t *testing.T, servers string) *clitest.Host {
	t.Helper()
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	s.configure(h)
	h.Start("--cluster", servers, "--metrics", "127.0.0.1:0")
	return h
}

func (s *sharing) configure(h *clitest.Host) {
	h.WriteConfiguration(fmt.Sprintf("account = %q\nbase_url = %q\nkms_url = %[2]q\ntoken = %q\nrefresh = \"0s\"\n",
		s.account, s.service.URL, clitest.Token))
}

// write runs a command of Asha's that must succeed.
func write(t *testing.T, on *clitest.Host, command string) {
	t.Helper()
	if code, _, errOut := on.RunCommand("Asha Rao", command, ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
}

// TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets has two agents on two hosts press the key for the next ticket at the
// same moment.
func TestSSHHost_AgentsOfTwoHostsTakeDifferentTickets(t *testing.T) {
	t.Parallel()
	hosts := newSharing(t).startHosts(t)
	for i := range 4 {
		write(t, hosts[0], fmt.Sprintf(`ticket add --title "Lamp %d" --details "It is dark"`, i))
	}
	asha, ben := hosts[0].OpenConsole("Asha Rao"), hosts[1].OpenConsole("Ben Carter")
	for _, agent := range []*clitest.Screen{asha, ben} {
		agent.WaitForText("Lamp 3")
	}
	for _, agent := range []*clitest.Screen{asha, ben} {
		agent.Press("T")
	}
	taken := map[string]bool{}
	for _, agent := range []*clitest.Screen{asha, ben} {
		agent.WaitForText("seen on all hosts")
		agent.WaitForText("◆ ")
		agent.WaitForText("◇ ") // what the other agent has
		found := takenTicket.FindStringSubmatch(agent.Shown())
		if found == nil {
			t.Fatalf("no ticket is taken on\n%s", agent.Shown())
		}
		taken[found[1]] = true
	}
	if len(taken) != 2 {
		t.Errorf("both agents took %v", taken)
	}
	for _, h := range hosts {
		for _, want := range []string{"frontdesk_cluster_connected 1\n", "frontdesk_claims 1\n", "frontdesk_claims_total 1\n"} {
			if page := h.ReadMetrics(); !strings.Contains(page, "\n"+want) {
				t.Errorf("%q is not among\n%s", want, page)
			}
		}
	}
	hosts[0].Terminate()
	ben.WaitForTextGone("◇ ") // a host that stops gives back what its agents have
}

// TestSSHHost_AgentsOfOtherHostsSeeAChangeWithoutAskingForIt: neither host asks the service again by itself.
func TestSSHHost_AgentsOfOtherHostsSeeAChangeWithoutAskingForIt(t *testing.T) {
	t.Parallel()
	hosts := newSharing(t).startHosts(t)
	write(t, hosts[0], `ticket add --title "Lamp" --details "It is dark"`)
	ben := hosts[1].OpenConsole("Ben Carter")
	ben.WaitForText("Lamp")
	ben.SelectNewest() // all days have been asked for
	write(t, hosts[0], `ticket add --title "Radio" --details "It is silent"`)
	ben.WaitForText("Radio")
	id := hosts[0].AnyTicket("Asha Rao")
	write(t, hosts[0], `ticket update `+id+` --sub-status P --comment "On its way"`)
	ben.WaitForText("Pending")
	ben.WaitForText("On its way") // beside the list
	write(t, hosts[0], `ticket update `+id+` --sub-status P --comment "It has arrived"`)
	ben.WaitForText("It has arrived") // although nothing else of the ticket has changed
	page := hosts[1].ReadMetrics()
	if !heardThree.MatchString(page) || !strings.Contains(page, "frontdesk_changes_lag_seconds_sum") {
		t.Error(page)
	}
}

// TestSSHHost_AChangeThatIsMissedComesWithTheNextRefresh cuts Ben's host off while Asha writes.
func TestSSHHost_AChangeThatIsMissedComesWithTheNextRefresh(t *testing.T) {
	t.Parallel()
	account, servers := newSharing(t), clustertest.Shared(t)
	network := servers.Host()
	here, there := account.startHost(t, servers.URLs()), account.startHost(t, network.URLs)
	write(t, here, `ticket add --title "Lamp" --details "It is dark"`)
	ben := there.OpenConsole("Ben Carter")
	ben.WaitForText("Lamp")
	ben.SelectNewest()
	network.Cut()
	ben.WaitForText("Not shared since")
	write(t, here, `ticket add --title "Radio" --details "It is silent"`)
	network.Mend()
	ben.WaitForTextGone("Not shared since")
	if page := there.ReadMetrics(); strings.Contains(ben.Shown(), "Radio") ||
		strings.Contains(page, "frontdesk_changes_heard_total 2\n") {
		t.Fatalf("the change was not missed:\n%s\n%s", ben.Shown(), page)
	}
	ben.PressEvery(time.Second, "r", "Radio") // what was read less than two seconds ago counts as new
}

// TestSSHHost_AnAnnouncementThatIsFalseChangesNothing has somebody on the servers tell of changes that there are not,
// and at last of one that there is.
func TestSSHHost_AnAnnouncementThatIsFalseChangesNothing(t *testing.T) {
	t.Parallel()
	account, servers := newSharing(t), clustertest.Shared(t)
	host := account.startHost(t, servers.URLs())
	write(t, host, `ticket add --title "Lamp" --details "It is dark"`)
	write(t, host, `ticket add --title "Radio" --details "It is silent"`)
	ben := host.OpenConsole("Ben Carter")
	ben.WaitForText("Radio")
	ben.SelectNewest()
	id := host.AnyTicket("Ben Carter")
	stranger := servers.Connect(t)
	for _, message := range []string{
		"", "{", `[]`, `{"host":1,"records":"ticket_id=1"}`, `{"host":"x","records":[null]}`,
		`{"host":"x","records":["", "=", "ticket_id", "ticket_id=", "ticket_id=1,2", "ticket_id= 1 ", "ticket_id=../../x"]}`,
		`{"host":"x","records":["ticket_id=\u001b[2J", "ticket_id=99999999999999999999", "title=Stolen", "order_id=x"]}`,
		`{"host":"x","records":["customer_id=", "customer_id=x", "customer_id=-1", "customer_id=99999999999999999999"]}`,
		`{"host":"x","records":["ticket_id=` + strings.Repeat("7", 1000) + `"]}`,
		strings.Repeat("[", 100_000),
	} {
		if err := stranger.Publish(cluster.Subject(account.account, "changes"), []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := account.records.UpdateTicket(t.Context(), id, func(known *store.Ticket) (store.Note, error) {
		known.Title = "Kettle"
		return store.Note{}, nil
	}); err != nil {
		t.Fatal(err)
	}
	told := fmt.Sprintf(`{"host":"x","records":["ticket_id=%s"]}`, id)
	if err := stranger.Publish(cluster.Subject(account.account, "changes"), []byte(told)); err != nil {
		t.Fatal(err)
	}
	ben.WaitForText("Kettle")
	ben.WaitUntil("the list with Kettle and the other ticket", func(shown string) bool {
		return strings.Contains(shown, "Lamp") != strings.Contains(shown, "Radio")
	})
	if after := ben.Shown(); strings.Contains(after, "Stolen") || strings.Contains(host.Log.String(), "panic") {
		t.Errorf("it is\n%s\n%s", after, host.Log)
	}
}
