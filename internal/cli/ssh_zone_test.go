package cli_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// zonedAgents are agents of a host whose account is in UTC, and how each reads 04:30 of 24 December.
var zonedAgents = []struct{ agent, terminal, shows string }{
	{"Asha Rao", "", "2126-12-24 10:00"},                             // by her key's line, Asia/Kolkata
	{"Ben Carter", "Asia/Tokyo", "2126-12-23 23:30"},                 // by the configuration, America/New_York
	{"Chen Li", "Asia/Tokyo", "2126-12-24 13:30"},                    // by the terminal
	{"Dana Wolf", ":/etc/localtime", "2126-12-24 05:30"},             // by the account, Europe/Berlin
	{"Eva Sand", "CET-1CEST,M3.5.0,M10.5.0/3", "2126-12-24 05:30"},   // likewise
	{"Femi Ade", "../../../../../../etc/passwd", "2126-12-24 05:30"}, // likewise
	{"Gus Holm", "UTC", "24-12-2126 04:30"},                          // by the terminal; the account's own, so as it came
}

// startZonedHost starts a host with zonedAgents on a service in UTC, with a ticket whose callback Asha has set.
func startZonedHost(t *testing.T) (h *clitest.Host, service *clitest.Upstream, ticket string) {
	t.Helper()
	service, _ = clitest.NewRealUpstream(t, nil)
	var agents []string
	clocks := map[string]string{}
	for _, a := range zonedAgents {
		agents, clocks[a.agent] = append(agents, a.agent), a.terminal
	}
	h = clitest.NewHost(t, agents)
	h.Clocks = clocks
	h.AddKeyOption("Asha Rao", "FRONTDESK_DISPLAY_ZONE=Asia/Kolkata")
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = %q\ntime_zone = \"UTC\"\ndisplay_zone = \"Europe/Berlin\"\nrefresh = \"0s\"\n"+
		"[agents.\"Ben Carter\"]\ndisplay_zone = \"America/New_York\"\n[agents.\"Asha Rao\"]\ndisplay_zone = \"Asia/Tokyo\"\n", service.URL, clitest.Token))
	h.Start()
	code, out, errOut := h.RunCommand("Asha Rao", "ticket add --title 'Call me'", "")
	if ticket = regexp.MustCompile(`^\d+`).FindString(out); code != exitcode.OK || ticket == "" {
		t.Fatal(out, errOut)
	}
	code, out, errOut = h.RunCommand("Asha Rao", "ticket update "+ticket+" --sub-status P --callback '2126-12-24 10:00'", "")
	if code != exitcode.OK || !strings.Contains(out, "callback Tue 2126-12-24 10:00 Asia/Kolkata, for the account 04:30 UTC") {
		t.Fatal(out, errOut)
	}
	return h, service, ticket
}

// lastRequest returns the last request of an operation.
func lastRequest(u *clitest.Upstream, op string) string {
	all := u.Requests(op)
	return all[len(all)-1]
}

func TestSSHHost_CallbackIsShownInEachAgentsZoneAndTheSameToScripts(t *testing.T) {
	t.Parallel()
	h, service, ticket := startZonedHost(t)
	if sent := lastRequest(service, "update-ticket"); !strings.Contains(sent, `"callback_time":"2126-12-24 04:30:00"`) {
		t.Errorf("sent was %s", sent)
	}
	var records string
	for _, a := range zonedAgents {
		if _, out, errOut := h.RunCommand(a.agent, "ticket get "+ticket, ""); !regexp.MustCompile(`Callback +` + a.shows).MatchString(out) {
			t.Errorf("%s reads %s%s, not %s", a.agent, out, errOut, a.shows)
		}
		_, out, _ := h.RunCommand(a.agent, "ticket get "+ticket+" --json", "")
		if records == "" {
			records = out
		}
		if out != records || !strings.Contains(out, `"callback":"2126-12-24T04:30:00Z"`) {
			t.Errorf("%s's script gets\n%s, another\n%s", a.agent, out, records)
		}
	}
}

func TestSSHHost_ConsolesShowACallbackInTheirOwnZone(t *testing.T) {
	t.Parallel()
	h, _, _ := startZonedHost(t)
	for agent, shows := range map[string]string{"Asha Rao": "24 Dec 2126 10:00", "Ben Carter": "23 Dec 2126 23:30", "Chen Li": "24 Dec 2126 13:30", "Gus Holm": "24 Dec 2126 04:30"} {
		h.OpenConsole(agent).WaitForText("Call back " + shows)
	}
}

func TestSSHHost_TomorrowAtTenInKolkataIsSentAsHalfPastFour(t *testing.T) {
	t.Parallel()
	h, service, ticket := startZonedHost(t)
	code, _, errOut := h.RunCommand("Asha Rao", "ticket update "+ticket+" --sub-status P --callback 'tomorrow 10:00'", "")
	if sent := lastRequest(service, "update-ticket"); code != exitcode.OK || !strings.Contains(sent, ` 04:30:00"`) {
		t.Errorf("sent was %s %s", sent, errOut)
	}
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("Call me")
	asha.Press("b", "tomorrow 10:30")
	asha.WaitForText("10:30 Asia/Kolkata")
	asha.Press("\x13") // ctrl+s
	asha.WaitForText("saved")
	if sent := lastRequest(service, "update-ticket"); !strings.Contains(sent, ` 05:00:00"`) {
		t.Errorf("sent was %s", sent)
	}
}
