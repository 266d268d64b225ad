package config_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

const full = `
account    = "acme"
agent      = "Asha Rao"
base_url   = "https://acme.example.com"
kms_url    = "https://kb.example.com"
token      = "c2VjcmV0"
order_user = "orders"
order_password = "hush"
cm_id      = 4711
time_zone  = "Asia/Kolkata"
limit      = 5000
refresh    = "90s"
refresh_older = "20m"
hold_back  = "10s"
cache      = "off"
faq_prefetch = false
faq_link = "https://help.example.com/kb/{id}"
range_days = 3
open_since = 0
after_save = "list"
ticket_lines = 2
conversation = "oldest first"
theme = "light"
symbols = "plain"
mouse = false
notifications = "osc777"
columns = ["number", "title", "last-activity"]
allow_plain_http = true

[[views]]
name         = "Refunds today"
words        = "refund"
sub_statuses = ["P", "RS"]
queues       = ["Billing"]
assignees    = ["Asha Rao"]
open         = true

[[views]]
name    = "On fire"
at_risk = true
sort    = "clock"
columns = ["title", "customer"]

[vocabulary]
queues       = [{key = "BILL", label = "Billing"}, {key = "HW"}]
dispositions = ["Refund|Paid out", "Refund|Refused"]
[[vocabulary.sub_statuses]]
key   = "RS"
label = "Resolved"
`

// load reads the account that the environment or the file chooses.
func load(env func(string) string, path string) (config.Config, error) {
	return config.LoadAccount(env, path, "")
}

// writeConfig writes a configuration to a file that only its owner may open.
func writeConfig(t *testing.T, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// environment returns an environment with these variables and an empty home.
func environment(t *testing.T, pairs ...string) func(string) string {
	t.Helper()
	variables := map[string]string{"XDG_CONFIG_HOME": t.TempDir()}
	for i := 0; i < len(pairs); i += 2 {
		variables[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return variables[name] }
}

func TestWithNothingSetTheConsoleOpensOnTheEmbeddedDesk(t *testing.T) {
	got, err := load(environment(t), "")
	if err != nil {
		t.Fatal(err)
	}
	got.CacheDir, got.DataDir, got.Path, got.Exists, got.Origins, got.Serve = "", "", "", false, nil, config.Server{}
	got.SSH = config.SSH{}
	if want := (config.Config{Zone: time.Local, Refresh: time.Minute, RefreshOlder: 10 * time.Minute, HoldBack: 5 * time.Second, RangeDays: 7, OpenSince: 90, TicketLines: 1, AfterSave: "next", Conversation: "newest first", Theme: "auto", Symbols: "usual", Columns: desk.UsualColumns(), Notifications: "off", CacheMode: "on", FAQPrefetch: true, Mouse: true}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestEverythingCanBeSetInTheFile(t *testing.T) {
	got, err := load(environment(t), writeConfig(t, full))
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	got.CacheDir, got.DataDir, got.Path, got.Exists, got.Origins, got.Serve = "", "", "", false, nil, config.Server{}
	got.SSH = config.SSH{}
	want := config.Config{
		Account: safetext.LineFromText("acme"), Agent: safetext.LineFromText("Asha Rao"),
		BaseURL: "https://acme.example.com", ArticlesURL: "https://kb.example.com", AllowPlainHTTP: true,
		FAQLink: "https://help.example.com/kb/{id}",
		Token:   "c2VjcmV0", OrderUser: "orders", OrderPassword: "hush", AccountID: 4711,
		Zone: zone, Limit: 5000, Refresh: 90 * time.Second, RefreshOlder: 20 * time.Minute, HoldBack: 10 * time.Second, RangeDays: 3, TicketLines: 2, AfterSave: "list", Conversation: "oldest first", Theme: "light", Symbols: "plain",
		Columns: []string{"number", "title", "last-activity"}, Notifications: "osc777", CacheMode: "off",
		Views: []desk.View{
			{Name: "Refunds today", Filter: `is:open assignee:="Asha Rao" queue:=Billing sub:=P,=RS refund`},
			{Name: "On fire", Filter: "is:late,risk", Sort: "clock", Columns: []string{"title", "customer"}},
		},
		Vocabulary: config.Vocabulary{
			SubStatuses:  []desk.Code{desk.NewCode("RS", safetext.LineFromText("Resolved"))},
			Queues:       []desk.Code{desk.NewCode("BILL", safetext.LineFromText("Billing")), desk.NewCode("HW", safetext.Line{})},
			Dispositions: []string{"Refund|Paid out", "Refund|Refused"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestTheEnvironmentComesBeforeTheFile(t *testing.T) {
	env := environment(t, "FRONTDESK_ACCOUNT", "other", "FRONTDESK_BASE_URL", "https://other.example.com", "FRONTDESK_KMS_URL", "https://okb.example.com",
		"FRONTDESK_TOKEN", "b3RoZXI=", "FRONTDESK_ORDER_USER", "me", "FRONTDESK_ORDER_PASSWORD", "mine", "FRONTDESK_CM_ID", "12")
	got, err := load(env, writeConfig(t, full))
	if err != nil {
		t.Fatal(err)
	}
	if got.Account.String() != "other" || got.BaseURL != "https://other.example.com" || got.ArticlesURL != "https://okb.example.com" ||
		got.Token != "b3RoZXI=" || got.OrderUser != "me" || got.OrderPassword != "mine" || got.AccountID != 12 {
		t.Errorf("got %+v", got)
	}
	if got.Agent.String() != "Asha Rao" || got.RangeDays != 3 {
		t.Errorf("what the environment does not say was lost: %+v", got)
	}
}

func TestTheFileIsLookedForWhereTheUserSays(t *testing.T) {
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "frontdesk"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "frontdesk", "config.toml"), []byte(`account = "from home"`), 0o600); err != nil {
		t.Fatal(err)
	}
	named, flagged := writeConfig(t, `account = "from the variable"`), writeConfig(t, `account = "from the flag"`)
	for _, c := range []struct{ variable, flag, want string }{
		{"", "", "from home"},
		{named, "", "from the variable"},
		{named, flagged, "from the flag"},
	} {
		got, err := load(environment(t, "XDG_CONFIG_HOME", home, "FRONTDESK_CONFIG", c.variable), c.flag)
		if err != nil || got.Account.String() != c.want {
			t.Errorf("%+v: %q %v", c, got.Account, err)
		}
	}
}

func TestAMistakeIsOneLineThatSaysWhatAndWhere(t *testing.T) {
	for _, c := range []struct{ file, line string }{
		{`acount = "acme"`, `: acount is not a setting; did you mean account?`},
		{`colour_of_the_sky = 1`, `: colour_of_the_sky is not a setting; known are account, base_url,`},
		{"[[views]]\nname = \"x\"\n[[views]]\nnaem = \"y\"", `: views[2].naem is not a setting; did you mean name?`},
		{"[vocabulary]\nqueue = []", `: vocabulary.queue is not a setting; did you mean queues?`},
		{"[[views]]\nwords = \"x\"", `: views[1].name is missing`},
		{"[vocabulary]\nqueues = [{label = \"x\"}]", `: vocabulary.queues[1].key is missing`},
		{"[vocabulary]\nqueues = [\"Billing\"]", `: vocabulary.queues[1] must be a table, not "Billing"`},
		{`columns = ["title", "assigne"]`, `: columns[2]: "assigne" is not a column; did you mean assignee?`},
		{`columns = ["title", "sub_status"]`, `: columns[2]: "sub_status" is not a column; did you mean sub-status?`},
		{`columns = ["title", "x"]`, `: columns[2]: "x" is not a column; known are title, clock, callback,`},
		{`columns = ["title", "age", "title"]`, `: columns[3]: title is there twice`},
		{`columns = ["age"]`, `: columns must hold title`},
		{"[[views]]\nname = \"x\"\ncolumns = [\"titel\"]", `: views[1].columns[1]: "titel" is not a column; did you mean title?`},
		{"[[views]]\nname = \"x\"\nsort = \"newest\"", `: views[1].sort must be one of risk, age,`},
		{`views = "mine"`, `: views must be a list, not "mine"`},
		{`account = 7`, `: account must be a text of one line, not 7`},
		{`agent = ""`, `: agent must be a text of one line, not ""`},
		{`agent = "Asha  Rao"`, `: agent: the name "Asha  Rao" has blanks that are not seen`},
		{`agent = "Asha\u200b"`, `: agent: the name "Asha" cannot be shown as it is`},
		{`agent = "a\nb"`, `: agent must be a text of one line, not "a\nb"`},
		{`allow_plain_http = "yes"`, `: allow_plain_http must be true or false, not "yes"`},
		{`range_days = "seven"`, `: range_days must be a whole number from 1 to 366, not "seven"`},
		{`theme = "blue"`, `: theme must be one of auto, dark, light, high-contrast-dark, high-contrast-light, terminal, catppuccin-mocha, catppuccin-latte, gruvbox-dark, gruvbox-light, nord, not "blue"`},
		{`open_since = -1`, `: open_since must be a whole number from 0 to 366, not -1`},
		{`open_since = 367`, `: open_since must be a whole number from 0 to 366, not 367`},
		{`range_days = 0`, `: range_days must be a whole number from 1 to 366, not 0`},
		{`limit = 10.0`, `: limit must be a whole number from 1 to 10000, not 10`},
		{`limit = 10.5`, `: limit must be a whole number from 1 to 10000, not 10.5`},
		{`cm_id = -1`, `: cm_id must be a whole number from 1 to 2147483647, not -1`},
		{`refresh = 60`, `: refresh must be a time from 5s to 1h0m0s such as "90s" or "5m", or "0s" for never, not 60`},
		{`refresh = "1ms"`, `, not "1ms"`},
		{`hold_back = "5m"`, `: hold_back must be a time from 1s to 1m0s such as "3s" or "10s", or "0s" for never, not "5m"`},
		{`time_zone = "Mars"`, `: time_zone must be a time zone such as "Europe/Berlin", not "Mars"`},
		{`time_zone = ""`, `, not ""`},
		{`base_url = ["a"]`, `: base_url must be a text of one line, not a list`},
		{`vocabulary = 2026-11-20`, `: vocabulary must be a table, not 2026-11-20`},
		{"account = \"a\"\nagent =", `:2:7: expected value`},
		{"account = \"a\"\naccount = \"b\"", `:2:1: `},
		{"account = \"\xff\"", `line 1 has a byte that is not UTF-8`},
	} {
		path := writeConfig(t, c.file)
		_, err := load(environment(t), path)
		if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.line) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}

func TestAWrongVariableIsNamed(t *testing.T) {
	_, err := load(environment(t, "FRONTDESK_CM_ID", "acme"), writeConfig(t, full))
	if err == nil || err.Error() != `FRONTDESK_CM_ID must be a whole number from 1 to 2147483647, not "acme"` {
		t.Error(err)
	}
}

func TestAFileThatWasNamedMustBeThere(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.toml")
	_, err := load(environment(t, "FRONTDESK_CONFIG", missing), "")
	if err == nil || !strings.Contains(err.Error(), missing) {
		t.Error(err)
	}
	if _, err := load(environment(t), t.TempDir()); err == nil {
		t.Error("a directory was read as a file")
	}
}

func TestACredentialInAFileThatOthersMayOpenIsRefused(t *testing.T) {
	for _, c := range []struct {
		file    string
		mode    os.FileMode
		refused bool
	}{
		{`token = "c2VjcmV0"`, 0o600, false},
		{`token = "c2VjcmV0"`, 0o644, true},
		{`token = "c2VjcmV0"`, 0o640, true},
		{`order_password = "c2VjcmV0"`, 0o604, true},
		{`account = "acme"`, 0o644, false},
	} {
		path := writeConfig(t, c.file)
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := load(environment(t), path)
		if (err != nil) != c.refused {
			t.Errorf("%s, mode %o: %v", c.file, c.mode, err)
		}
		if err != nil && (!strings.Contains(err.Error(), path+" holds a credential") || !strings.Contains(err.Error(), "chmod 600")) {
			t.Error(err)
		}
	}
}

func TestNoCredentialIsEverPrinted(t *testing.T) {
	c, err := load(environment(t), writeConfig(t, full))
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("configured", "all", c, "token", c.Token)
	encoded, err := json.Marshal(map[string]any{"token": c.Token, "password": c.OrderPassword})
	if err != nil {
		t.Fatal(err)
	}
	said := []string{log.String(), string(encoded), fmt.Sprintf("%v %+v %#v %s %q %x %d", c, c, c, c.Token, c.Token, c.Token, c.Token)}
	for _, bad := range []string{"token = 77001", "token = \"77001\\n\"", "token = [\"77001\"]", "token = \"77001", "order_password = {x = 77001}"} {
		_, err := load(environment(t), writeConfig(t, bad))
		if err == nil {
			t.Errorf("%q was accepted", bad)
			continue
		}
		said = append(said, err.Error())
	}
	_, err = load(environment(t, "FRONTDESK_TOKEN", "77001\x1b[31m"), "")
	said = append(said, fmt.Sprint(err))
	for _, line := range said {
		if strings.Contains(line, "c2VjcmV0") || strings.Contains(line, "hush") || strings.Contains(line, "77001") {
			t.Errorf("printed: %s", line)
		}
	}
}

func TestNamesFromTheFileAreSafeToShow(t *testing.T) {
	c, err := load(environment(t), writeConfig(t, `account = "a\u202eb"
[[views]]
name = "\u009b31mred"
[vocabulary]
dispositions = ["x\u200by"]`))
	if err == nil {
		t.Fatalf("a control character was accepted: %+v", c)
	}
	c, err = load(environment(t), writeConfig(t, `account = "a\u202eb"`))
	if err != nil || c.Account.String() != "a\ufffdb" {
		t.Errorf("%q %v", c.Account, err)
	}
}

func TestWhereThingsAreKept(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"/srv/data", "/srv/data/frontdesk"},
		{"not/absolute", filepath.Join(xdg.DataHome, "frontdesk")},
		{"", filepath.Join(xdg.DataHome, "frontdesk")},
	} {
		if got, err := load(environment(t, "XDG_DATA_HOME", c.set), ""); err != nil || got.DataDir != c.want {
			t.Errorf("%q: %q %v", c.set, got.DataDir, err)
		}
	}
}

func TestAnAccountWithPaginationSendsALimit(t *testing.T) {
	for file, want := range map[string]int{
		"": 0, "pagination = true": 1000, "pagination = true\nlimit = 50": 50, "limit = 50": 50, "pagination = false": 0,
		"pagination = true\n[accounts.acme]\npagination = false": 0, "limit = 50\n[accounts.acme]\npagination = true": 50,
	} {
		c, err := load(environment(t), writeConfig(t, file))
		if err != nil || c.Limit != want {
			t.Errorf("%q: %d %v, want %d", file, c.Limit, err, want)
		}
	}
}
