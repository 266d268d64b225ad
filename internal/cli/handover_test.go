package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cli"
	"frontdesk/internal/exitcode"
)

// TestHandover_TellsWhatTheConsoleHasSent prints what a console has left on disk: two updates, one of them of a ticket
// that the desk does not know, a draft and a form in the outbox.
func TestHandover_TellsWhatTheConsoleHasSent(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, "config.toml")
	if err := os.WriteFile(file, []byte(`agent = "Asha Rao"`), 0o600); err != nil {
		t.Fatal(err)
	}
	env := func(name string) string {
		return map[string]string{"XDG_DATA_HOME": data, "HOME": data, "FRONTDESK_CONFIG": file}[name]
	}
	handover := func(args ...string) (string, int) {
		var out, errOut bytes.Buffer
		code := cli.Run(t.Context(), append([]string{"handover"}, args...), env, strings.NewReader(""), &out, &errOut)
		return out.String() + errOut.String(), code
	}
	first, code := handover()
	if code != exitcode.OK {
		t.Fatal(first)
	}
	_, account, _ := strings.Cut(strings.SplitN(first, "\n", 2)[0], ", ")
	kept := agenttest.Open(t, agent.ThisHost{}, agent.Place(data+"/frontdesk", account, "Asha Rao"), account)
	now := time.Now()
	for _, e := range []agent.Entry{
		{At: now, Kind: "update-ticket", Record: "999", Title: "Drum does not turn", Summary: "Comment: Belt replaced", Outcome: "saved"},
		{At: now, Kind: "update-ticket", Record: "998", Summary: "Comment: Lost", Outcome: "not confirmed", Reason: "the connection broke off"},
	} {
		agenttest.Must(t, kept.Note(e))
	}
	form := agent.Write{Key: agent.Key{Kind: "add-ticket"}, SavedAt: now, Values: map[string]string{"title": "Not sent"}}
	agenttest.Must(t, kept.ToOutbox(form, agent.Refused, "the title is taken", now))
	form.Values = map[string]string{"title": "Typed only"}
	agenttest.Save(t, kept, form)
	said, code := handover("--since", "1h")
	for _, want := range []string{
		"# Handover: Asha Rao, " + account + "\n", "1 confirmed, 1 not confirmed.\n",
		"- 999 Drum does not turn · the service no longer has it\n", " confirmed: Comment: Belt replaced\n",
		"- 998 (title never read) · the service no longer has it\n", " not confirmed: Comment: Lost – the connection broke off\n",
		" · New ticket: Typed only\n", "- refused since ", " · New ticket: Not sent – the title is taken\n", "1 title: never read here.\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	if code != exitcode.OK {
		t.Errorf("it ended with code %d", code)
	}
	asJSON, _ := handover("--json", "--since", "1h")
	if want := `"record":"999","title":"Drum does not turn","what":"Comment: Belt replaced","outcome":"confirmed"}`; !strings.Contains(asJSON, want) {
		t.Errorf("%s is not in %s", want, asJSON)
	}
}

// TestHandover_ReadsHowLongAgo: a day counted in hours is the same as one that is called a day.
func TestHandover_ReadsHowLongAgo(t *testing.T) {
	data := t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_DATA_HOME": data, "HOME": data}[name] }
	handover := func(since string) (string, int) {
		var out, errOut bytes.Buffer
		code := cli.Run(t.Context(), []string{"handover", "--json", "--since", since}, env, strings.NewReader(""), &out, &errOut)
		return out.String(), code
	}
	for since, want := range map[string]time.Duration{
		"8h": 8 * time.Hour, "24h": 24 * time.Hour, "1d": 24 * time.Hour, "1 day": 24 * time.Hour, "2d": 48 * time.Hour,
		"1d12h": 36 * time.Hour, "90m": 90 * time.Minute,
	} {
		said, code := handover(since)
		var note struct {
			From time.Time `json:"from"`
			To   time.Time `json:"to"`
		}
		if err := json.Unmarshal([]byte(said), &note); err != nil || code != exitcode.OK {
			t.Errorf("--since %s: %v, exit %d:\n%s", since, err, code, said)
			continue
		}
		if got := note.To.Sub(note.From).Round(time.Minute); got != want {
			t.Errorf("--since %s begins %v ago instead of %v", since, got, want)
		}
	}
	for _, since := range []string{"2", "1x", "0h", "-1h", "tomorrow", "3 fortnights"} {
		if said, code := handover(since); code != exitcode.Usage {
			t.Errorf("--since %s: exit %d:\n%s", since, code, said)
		}
	}
}
