package cli_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/cli"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// deskCommands are the commands that work on the configured desk: how each is called, what it reads from standard
// input, and whether it writes.
var deskCommands = map[string]struct {
	line, in string
	writes   bool
}{
	"frontdesk":                   {"--accessible", "q\n", true},
	"frontdesk ticket list":       {"ticket list", "", false},
	"frontdesk ticket pull":       {"ticket pull --from today --to today", "", false},
	"frontdesk ticket get":        {"ticket get 713548210331", "", false},
	"frontdesk ticket add":        {"ticket add --title x", "", true},
	"frontdesk ticket update":     {"ticket update 713548210331 --sub-status P", "", true},
	"frontdesk ticket update CSV": {"ticket update --from-csv CSV", "", true},
	"frontdesk customer pull":     {"customer pull --from today --to today", "", false},
	"frontdesk customer get":      {"customer get 61046", "", false},
	"frontdesk customer add":      {"customer add --name x --phone 5550100", "", true},
	"frontdesk customer update":   {"customer update 61046 --name x --phone 5550100", "", true},
	"frontdesk order pull":        {"order pull --customer 61046", "", false},
	"frontdesk order add":         {"order add --customer-name x --erp-order E-7", "", true},
	"frontdesk order update":      {"order update 5258525 --customer-name x --delivery y", "", true},
	"frontdesk faq search":        {"faq search refund", "", false},
	"frontdesk faq categories":    {"faq categories", "", false},
	"frontdesk handover":          {"handover", "", false},
	"frontdesk stats":             {"stats", "", false},
	"frontdesk api":               {"api get-ticket", `{"ticket_ids":"713548210331"}`, false},
	"frontdesk api write":         {"api add-ticket", `[{"title":"x"}]`, true},
	"frontdesk ssh":               {"ssh --authorized-keys KEYS --listen nowhere", "", true},
}

// otherCommands work on no configured desk: on none, on one that a flag names, or, like doctor, without changing it.
var otherCommands = []string{
	"serve", "init", "config", "doctor", "cache info", "cache clear", "completion", "version", "schema", "mcp", "desk init", "desk map", "desk import",
	"desk export", "desk vocabulary", "copy", "backup", "restore", "docs",
}

// runIn runs a command line of the table with its files below a directory.
func runIn(t *testing.T, dir string, variables map[string]string, line, in string) (code int, out, errOut string) {
	t.Helper()
	var said, told bytes.Buffer
	env := func(name string) string {
		if value := variables[name]; value != "" {
			return value
		}
		if name == "XDG_DATA_HOME" || name == "XDG_CONFIG_HOME" || name == "XDG_CACHE_HOME" {
			return dir
		}
		return ""
	}
	line = strings.NewReplacer("CSV", filepath.Join(dir, "updates.csv"), "KEYS", filepath.Join(dir, "keys")).Replace(line)
	code = cli.Run(t.Context(), strings.Fields(line), env, strings.NewReader(in), &said, &told)
	return code, said.String(), told.String()
}

func writeUpdates(t *testing.T, dir string) {
	t.Helper()
	content := "ticket_id,sub_status\n713548210331,P\n"
	if err := os.WriteFile(filepath.Join(dir, "updates.csv"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestSampleDesk_EachCommandIsTried(t *testing.T) {
	t.Parallel()
	leaves := cli.CommandPaths()
	for _, path := range leaves {
		_, isDesks := deskCommands["frontdesk "+path]
		if !isDesks && path != "frontdesk" && !slices.Contains(otherCommands, path) &&
			!strings.HasPrefix(path, "completion") && !strings.HasPrefix(path, "help") {
			t.Errorf("%s is in neither table: does it work on the configured desk?", path)
		}
	}
	if len(leaves) < len(otherCommands) {
		t.Errorf("commands: %v", leaves)
	}
}

// TestSampleDesk_IsChangedOnlyIfItIsMeant: without a desk, or with half of an account, nobody meant the sample desk.
func TestSampleDesk_IsChangedOnlyIfItIsMeant(t *testing.T) {
	t.Parallel()
	account := []string{"the address of the service", "--sample"}
	for name, c := range map[string]struct {
		file      string
		variables map[string]string
		refused   []string // what is said if everything is refused; nil if reads go on
	}{
		"no configuration":              {"", nil, nil},
		"a file that names no desk":     {"theme = \"dark\"\n", nil, nil},
		"a key alone":                   {"", map[string]string{"FRONTDESK_TOKEN": "c2VjcmV0"}, account},
		"an account's key alone":        {"[accounts.x]\ntoken = \"c2VjcmV0\"\n", nil, account},
		"an account without anything":   {"[accounts.x]\n", nil, account},
		"a name of an account":          {"", map[string]string{"FRONTDESK_ACCOUNT": "x"}, account},
		"the file of a key":             {"", map[string]string{"FRONTDESK_TOKEN_FILE": "/run/secrets/token"}, account},
		"an order user":                 {"", map[string]string{"FRONTDESK_ORDER_USER": "orders"}, account},
		"an account id":                 {"", map[string]string{"FRONTDESK_CM_ID": "7"}, account},
		"a mistyped variable":           {"", map[string]string{"": "HOME\nFRONTDESK_BASEURL", "FRONTDESK_BASEURL": "http://127.0.0.1:1"}, []string{"FRONTDESK_BASE_URL"}},
		"a mistyped prefix":             {"", map[string]string{"": "FRONDESK_TOKEN", "FRONDESK_TOKEN": "x"}, []string{"FRONTDESK_TOKEN"}},
		"a variable in small letters":   {"", map[string]string{"": "frontdesk_base_url", "frontdesk_base_url": "x"}, []string{"FRONTDESK_BASE_URL"}},
		"a variable of something else":  {"", map[string]string{"": "FRONTDESK_SERVICE_HOST", "FRONTDESK_SERVICE_HOST": "10.0.0.1"}, nil},
		"an account that is not there":  {"[accounts.y]\nbase_url = \"http://127.0.0.1:1\"\n", map[string]string{"FRONTDESK_ACCOUNT": "x"}, []string{`there is no account "x"`}},
		"the address of articles alone": {"", map[string]string{"FRONTDESK_KMS_URL": "http://127.0.0.1:1"}, account},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := clitest.WriteSampleDesk(dir); err != nil {
				t.Fatal(err)
			}
			writeUpdates(t, dir)
			if c.file != "" {
				path := filepath.Join(dir, "frontdesk", "config.toml")
				if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			before, err := os.ReadFile(filepath.Join(dir, "frontdesk", "desk.db"))
			if err != nil {
				t.Fatal(err)
			}
			for _, command := range slices.Sorted(maps.Keys(deskCommands)) {
				do := deskCommands[command]
				meant := command == "frontdesk" && c.file == "" // the console without any configuration
				code, out, told := runIn(t, dir, c.variables, do.line, do.in)
				switch {
				case c.refused != nil || do.writes && !meant:
					want := c.refused
					if want == nil {
						want = []string{"--sample"}
					}
					for _, words := range want {
						if !strings.Contains(told, words) {
							t.Errorf("%s said %q, not %q", command, told, words)
						}
					}
					if code != exitcode.Usage || out != "" || strings.Count(told, "\n") != 1 {
						t.Errorf("%s ended with %d, printed %q and said %q", command, code, out, told)
					}
				case code == exitcode.Usage || !meant && !strings.Contains(told, "this is the sample desk"):
					t.Errorf("%s ended with %d and said %q", command, code, told)
				}
			}
			if isThere(filepath.Join(dir, "updates.csv.result.csv")) {
				t.Error("the results of a run that was refused are there")
			}
			after, err := os.ReadFile(filepath.Join(dir, "frontdesk", "desk.db"))
			if err != nil || c.refused != nil && !bytes.Equal(before, after) {
				t.Errorf("the sample desk was changed, %v", err)
			}
		})
	}
}

func TestSampleDesk_IsMeantWithItsFlagWhateverIsConfigured(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := clitest.WriteSampleDesk(dir); err != nil {
		t.Fatal(err)
	}
	file := "account = \"x\"\n[accounts.x]\nbase_url = \"http://127.0.0.1:1\"\ntoken = \"c2VjcmV0\"\n[accounts.y]\n"
	if err := os.WriteFile(filepath.Join(dir, "frontdesk", "config.toml"), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	variables := map[string]string{"FRONTDESK_ORDER_USER": "orders", "FRONTDESK_CM_ID": "7"}
	code, out, told := runIn(t, dir, variables, "ticket add --sample --title Drum", "")
	if code != exitcode.OK || told != "" {
		t.Fatalf("it ended with %d and said %q", code, told)
	}
	code, out, told = runIn(t, dir, variables, "ticket get --sample "+strings.Fields(out)[0], "")
	if code != exitcode.OK || told != "" || !strings.Contains(out, "Drum") {
		t.Errorf("it ended with %d, printed %q and said %q", code, out, told)
	}
	code, _, told = runIn(t, dir, nil, "ticket add --sample --account x --title Drum", "")
	if code != exitcode.Usage || !strings.Contains(told, "--sample and --account cannot both be given") {
		t.Errorf("with an account it ended with %d and said %q", code, told)
	}
}

// TestSampleDesk_TheOldestOpenTicketIsCompleted, though its day is not shown.
func TestSampleDesk_TheOldestOpenTicketIsCompleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, listed, errOut := runIn(t, dir, nil, "ticket list --sort age --csv --fields id", "")
	ids := strings.Fields(listed)
	if len(ids) < 60 {
		t.Fatalf("listed are %q, %s", listed, errOut)
	}
	oldest := ids[len(ids)-1]
	if _, offered, _ := runIn(t, dir, nil, "__complete ticket get "+oldest, ""); !strings.HasPrefix(offered, oldest+"\t") {
		t.Errorf("for %s is offered %q", oldest, offered)
	}
}
