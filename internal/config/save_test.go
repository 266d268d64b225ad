package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/config"
)

func TestANewAccountIsAddedAndTheOthersStayAsTheyAre(t *testing.T) {
	const before = "# mine\naccount = \"acme\" # the first\n[accounts.acme]\nlimit = 5 # enough"
	path := writeConfig(t, before)
	if _, err := config.SaveAccount(path, "beta", map[string]any{"base_url": "https://b.example.com", "token": "x\"y", "cm_id": 12}, false); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(after), before+"\n") {
		t.Errorf("%s %v", after, err)
	}
	beta, err := config.LoadAccount(environment(t), path, "beta")
	if err != nil || beta.Token != "x\"y" || beta.AccountID != 12 {
		t.Errorf("%+v %v", beta, err)
	}
	if acme, err := load(environment(t), path); err != nil || acme.Account.String() != "acme" || acme.Limit != 5 {
		t.Errorf("%+v %v", acme, err)
	}
}

func TestTheFirstAccountMakesTheFileForItsOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "config.toml")
	if _, err := config.SaveAccount(path, "acme", map[string]any{"token": "x"}, false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if c, err := load(environment(t), path); err != nil || c.Account.String() != "acme" || c.Token != "x" {
		t.Errorf("%+v %v", c, err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
}

func TestASecondAccountLeavesTheFirstOneChosen(t *testing.T) {
	path := writeConfig(t, "[accounts.acme]\n")
	if _, err := config.SaveAccount(path, "beta", map[string]any{"limit": 7}, false); err != nil {
		t.Fatal(err)
	}
	if c, err := load(environment(t), path); err != nil || c.Account.String() != "acme" {
		t.Errorf("%+v %v", c, err)
	}
}

func TestAnAccountIsReplacedOnlyWhenThatIsWanted(t *testing.T) {
	const before = "# mine\naccount = \"acme\"\n[accounts.acme]\nlimit = 5\n[accounts.beta]\nlimit = 6\n"
	path := writeConfig(t, before)
	if _, err := config.SaveAccount(path, "acme", map[string]any{"limit": 7}, false); err == nil || !strings.Contains(err.Error(), `holds an account "acme" already`) {
		t.Error(err)
	}
	backup, err := config.SaveAccount(path, "acme", map[string]any{"limit": 7}, true)
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile(backup); err != nil || string(kept) != before {
		t.Errorf("%s %v", kept, err)
	}
	for name, limit := range map[string]int{"acme": 7, "beta": 6} {
		if c, err := config.LoadAccount(environment(t), path, name); err != nil || c.Limit != limit {
			t.Errorf("%s: %+v %v", name, c, err)
		}
	}
}

func TestAFileThatCannotTakeAnAccountIsLeftAsItIs(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"base_url = \"https://a.example.com\"\naccount = \"acme\"", "holds one account at its top"},
		{"acount = \"x\"", "did you mean account?"},
		{"accounts = {acme = {}}", "cannot be added"},
	} {
		path := writeConfig(t, c.file)
		if _, err := config.SaveAccount(path, "beta", map[string]any{"limit": 7}, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.file, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != c.file {
			t.Errorf("%q became %q, %v", c.file, after, err)
		}
	}
	if _, err := config.SaveAccount(writeConfig(t, ""), "a b", nil, false); err == nil {
		t.Error("a name with a space was taken")
	}
}

func TestALinkToTheFileStaysOne(t *testing.T) {
	path := writeConfig(t, "[accounts.acme]\n")
	link := filepath.Join(t.TempDir(), "config.toml")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if _, err := config.SaveAccount(link, "beta", map[string]any{"limit": 7}, false); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%v %v", info, err)
	}
	if c, err := config.LoadAccount(environment(t), path, "beta"); err != nil || c.Limit != 7 {
		t.Errorf("%+v %v", c, err)
	}
}

func TestAReplacedAccountKeepsItsViewsAndKeys(t *testing.T) {
	path := writeConfig(t, "[accounts.acme]\ntoken = \"old\"\ncm_id = 3\nrange_days = 3\n[accounts.acme.keys.inbox]\nupdate = \"U\"\n[[accounts.acme.views]]\nname = \"Mine\"\n")
	if _, err := config.SaveAccount(path, "acme", map[string]any{"token_command": []string{"pass"}}, true); err != nil {
		t.Fatal(err)
	}
	c, err := load(environment(t), path)
	if err != nil || c.Token != "" || len(c.TokenFrom.Command) != 1 || c.AccountID != 0 || c.RangeDays != 3 || len(c.Keys) != 1 || len(c.Views) != 1 {
		t.Errorf("%+v %v", c, err)
	}
}

func TestAReplacedAccountForgetsTheFilesOfItsCredentials(t *testing.T) {
	path := writeConfig(t, "[accounts.acme]\ntoken_file = \"/old\"\norder_password_file = \"/older\"\n")
	values := map[string]any{"token_command": []string{"pass"}}
	if _, err := config.SaveAccount(path, "acme", values, true); err != nil {
		t.Fatal(err)
	}
	if c, err := load(environment(t), path); err != nil || c.TokenFrom.File+c.OrderPasswordFrom.File != "" || len(c.TokenFrom.Command) != 1 {
		t.Errorf("%+v %v", c, err)
	}
}
