package cli_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/service"
	"frontdesk/internal/wire"
)

// startTeam starts a host with one account on a service of our own whose key may act for agents.
func startTeam(t *testing.T, around func(http.Handler) http.HandlerFunc, mayActFor ...string) (*clitest.Host, *clitest.Upstream) {
	t.Helper()
	upstream, _ := clitest.NewUpstreamWith(
		t, service.Credentials{Token: clitest.Token, Author: "Team", For: mayActFor}, around,
	)
	h := clitest.NewHost(t, []string{"Asha Rao", "Jürgen Groß"})
	h.WriteConfiguration(fmt.Sprintf(
		"base_url = %q\nkms_url = %[1]q\ntoken = %q\non_behalf_of = true\n", upstream.URL, clitest.Token,
	))
	h.Start()
	return h, upstream
}

// addTicketAs adds a ticket as an agent.
func addTicketAs(t *testing.T, h *clitest.Host, agent string) (id string) {
	t.Helper()
	code, out, errOut := h.RunCommand(agent, "ticket add --title 'Zebra stripes' --details 'All over'", "")
	if id = regexp.MustCompile(`^\d+`).FindString(out); code != exitcode.OK || id == "" {
		t.Fatal(out, errOut)
	}
	return id
}

func TestOnBehalf_WhatAgentsOfAHostWriteBearsTheirNames(t *testing.T) {
	t.Parallel()
	h, _ := startTeam(t, nil, "Asha Rao", "Jürgen Groß")
	id := addTicketAs(t, h, "Asha Rao")
	code, out, errOut := h.RunCommand("Jürgen Groß", "ticket update "+id+" --sub-status P --comment 'Called back'", "")
	if code != exitcode.OK {
		t.Fatal(out, errOut)
	}
	requireAuthors(t, h, id, `"creatorName":"Asha Rao"`, `"creatorName":"Jürgen Groß","detail":"Called back"`)
	asha, jürgen := h.OpenConsole("Asha Rao"), h.OpenConsole("Jürgen Groß")
	jürgen.WaitForText("Called back")
	asha.SelectNewest()
	asha.Press("c")
	asha.WaitForText("Comment")
	asha.Press("Sent a new remote", ctrlS)
	asha.WaitForText("saved")
	jürgen.Press("r")
	jürgen.WaitForText("Sent a new remote")
	jürgen.WaitForText("Asha Rao")
	requireAuthors(t, h, id, `"creatorName":"Asha Rao","detail":"Sent a new remote"`)
}

// requireAuthors checks that a ticket has members.
func requireAuthors(t *testing.T, h *clitest.Host, id string, members ...string) {
	t.Helper()
	_, answer, _ := h.RunCommand("Asha Rao", "ticket get "+id+" --raw", "")
	for _, text := range members {
		if !strings.Contains(strings.ReplaceAll(answer, `": `, `":`), text) {
			t.Fatalf("no %s in %s", text, answer)
		}
	}
}

// TestOnBehalf_ALostAnswerIsFoundByTheAgentsName though all agents share the key.
func TestOnBehalf_ALostAnswerIsFoundByTheAgentsName(t *testing.T) {
	t.Parallel()
	h, _ := startTeam(t, cutAfter, "Asha Rao", "Jürgen Groß")
	id := addTicketAs(t, h, "Asha Rao")
	code, out, errOut := h.RunCommand("Asha Rao", "ticket update "+id+" --sub-status P --comment 'Called back'", "")
	if code != exitcode.OK {
		t.Errorf("code %d: %s %s", code, out, errOut)
	}
}

func TestOnBehalf_AKeyThatMayNotIsRefused(t *testing.T) {
	t.Parallel()
	h, upstream := startTeam(t, nil, "Asha Rao")
	code, _, errOut := h.RunCommand("Jürgen Groß", "ticket add --title x --details x", "")
	if code == exitcode.OK || !strings.Contains(errOut, "may not act for the agent") {
		t.Errorf("code %d: %s", code, errOut)
	}
	if len(upstream.Requests(wire.AddTicket.Name)) != 1 {
		t.Error("it was sent again")
	}
}

// TestOnBehalf_OtherServicesAreToldNobody: the name goes to no service that was not set up for it.
func TestOnBehalf_OtherServicesAreToldNobody(t *testing.T) {
	t.Parallel()
	var told atomic.Bool
	upstream, _ := clitest.NewRealUpstream(t, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if len(r.Header.Values(wire.OnBehalfOf)) != 0 {
				told.Store(true)
			}
			next.ServeHTTP(w, r)
		}
	})
	h := clitest.NewHost(t, []string{"Asha Rao"})
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\ntoken = %q\n", upstream.URL, clitest.Token))
	h.Start()
	addTicketAs(t, h, "Asha Rao")
	h.Stop()
	if told.Load() {
		t.Error("the name went to a service that was not set up for it")
	}
}

// keyedUpstream is our own service with a key for each agent, and one that reads; it keeps which key sent what.
type keyedUpstream struct {
	*clitest.Upstream
	mu   sync.Mutex
	sent map[string]int // "key operation"
}

func newKeyedUpstream(t *testing.T) *keyedUpstream {
	t.Helper()
	u := &keyedUpstream{sent: map[string]int{}}
	keys := service.Credentials{Token: clitest.Token, Author: "Reader", Keys: []service.Key{
		{Token: "YXNoYQ==", Author: "Asha Rao"}, {Token: "anVlcmdlbg==", Author: "Jürgen Groß"},
	}}
	u.Upstream, _ = clitest.NewUpstreamWith(t, keys, func(next http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			u.mu.Lock()
			u.sent[strings.TrimPrefix(r.Header.Get("Authorization"), "Basic ")+" "+clitest.OperationOf(r)]++
			u.mu.Unlock()
			next.ServeHTTP(w, r)
		}
	})
	return u
}

func (u *keyedUpstream) count(key, operation string) int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.sent[key+" "+operation]
}

// startKeyed starts a host whose agents have keys of their own in files.
func startKeyed(t *testing.T, u *keyedUpstream, accountsKey string) *clitest.Host {
	t.Helper()
	h := clitest.NewHost(t, []string{"Asha Rao", "Jürgen Groß"})
	asha, jürgen := h.WriteFile("asha", "YXNoYQ==\n"), h.WriteFile("juergen", "anVlcmdlbg==\n")
	h.WriteConfiguration(fmt.Sprintf(
		"base_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n%s[agents.\"Asha Rao\"]\ntoken_file = %q\n[agents.\"Jürgen Groß\"]\ntoken_file = %q\n",
		u.URL, accountsKey, asha, jürgen,
	))
	h.Start()
	return h
}

func TestAgentsKeys_EachWritesWithTheirOwnAndTheAccountReads(t *testing.T) {
	t.Parallel()
	u := newKeyedUpstream(t)
	h := startKeyed(t, u, fmt.Sprintf("token = %q\n", clitest.Token))
	id := addTicketAs(t, h, "Asha Rao")
	code, out, errOut := h.RunCommand("Jürgen Groß", "ticket update "+id+" --sub-status P --comment 'Called back'", "")
	if code != exitcode.OK {
		t.Fatal(out, errOut)
	}
	requireAuthors(t, h, id, `"creatorName":"Asha Rao"`, `"creatorName":"Jürgen Groß","detail":"Called back"`)
	h.OpenConsole("Asha Rao").WaitForText("Called back")
	for _, key := range []string{"YXNoYQ==", "anVlcmdlbg=="} {
		if reads := u.count(key, wire.PullTicket.Name) + u.count(key, wire.GetTicket.Name); reads != 0 {
			t.Errorf("%d reads with the key of an agent", reads)
		}
	}
	if u.count("YXNoYQ==", wire.AddTicket.Name) != 1 || u.count("anVlcmdlbg==", wire.UpdateTicket.Name) != 1 {
		t.Errorf("sent was %v", u.sent)
	}
}

// TestAgentsKeys_WithoutOneOfTheAccountEachHasACacheOfTheirOwn: not everybody may read everything.
func TestAgentsKeys_WithoutOneOfTheAccountEachHasACacheOfTheirOwn(t *testing.T) {
	t.Parallel()
	u := newKeyedUpstream(t)
	h := startKeyed(t, u, "")
	id := addTicketAs(t, h, "Asha Rao")
	asha, jürgen := h.OpenConsole("Asha Rao"), h.OpenConsole("Jürgen Groß")
	asha.WaitForText("Zebra stripes")
	jürgen.WaitForText("Zebra stripes")
	jürgen.SelectNewest()
	jürgen.Press("c")
	asha.WaitForText("Jürgen Groß is editing " + id) // who works on what is shared all the same
	jürgen.Press("Called back", ctrlS)
	asha.WaitForText("Called back")
	requireAuthors(t, h, id, `"creatorName":"Asha Rao"`, `"creatorName":"Jürgen Groß","detail":"Called back"`)
	if code, _, errOut := h.RunCommand("Jürgen Groß", "ticket add --title 'Yak wool' --details x", ""); code != exitcode.OK {
		t.Fatal(errOut)
	}
	asha.WaitForText("Yak wool")
	for _, key := range []string{"YXNoYQ==", "anVlcmdlbg=="} {
		if u.count(key, wire.PullTicket.Name) == 0 {
			t.Errorf("nothing was pulled with %s", key)
		}
	}
	if n := u.count(clitest.Token, wire.PullTicket.Name); n != 0 {
		t.Errorf("%d pulls with the key that nobody has", n)
	}
}

// TestAgentsKeys_AnAgentWithoutOneCannotWorkOnAnAccountWithoutOne and is told by whom to get help.
func TestAgentsKeys_AnAgentWithoutOneCannotWorkOnAnAccountWithoutOne(t *testing.T) {
	t.Parallel()
	u := newKeyedUpstream(t)
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Lee"})
	h.WriteConfiguration(fmt.Sprintf("base_url = %q\nkms_url = %[1]q\n[agents.\"Asha Rao\"]\ntoken = \"YXNoYQ==\"\n", u.URL))
	h.Start()
	addTicketAs(t, h, "Asha Rao")
	code, _, errOut := h.RunCommand("Ben Lee", "ticket add --title x --details x", "")
	if code != exitcode.Failed || !strings.Contains(errOut, "your account is unavailable") {
		t.Errorf("code %d: %s", code, errOut)
	}
}

// TestSignComments_ADryRunShowsTheSignature: it prints what would be sent.
func TestSignComments_ADryRunShowsTheSignature(t *testing.T) {
	config := writePrivateFile(t, filepath.Join(t.TempDir(), "config.toml"), "agent = \"Asha Rao\"\nsign_comments = true\n")
	got := runWith(t.Context(), testEnvironment(t, "http://127.0.0.1:9"), "",
		"ticket", "update", "7", "--sub-status", "P", "--comment", "Called back", "--dry-run", "--config", config)
	if got.code != exitcode.OK || !strings.Contains(got.out, `"Called back\n\n— Asha Rao"`) {
		t.Errorf("%s", got)
	}
}
