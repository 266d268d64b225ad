package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/config"
)

const several = `
account   = "acme"
agent     = "Asha Rao"
kms_url   = "https://kb.example.com"
cm_id     = 1

[[views]]
name = "Everywhere"

[vocabulary]
queues       = [{key = "HW"}]
dispositions = ["Refund|Refused"]

[accounts.acme]
base_url = "https://acme.example.com"
token    = "c2VjcmV0"

[accounts.beta]
base_url   = "https://beta.example.com"
token      = "YmV0YQ=="
cm_id      = 12
time_zone  = "Asia/Kolkata"
limit      = 500
refresh    = "5m"
range_days = 3
theme      = "light"
agent      = "Ben"
views      = [{name = "Beta alone"}]
vocabulary = {queues = [{key = "BILL"}]}
`

func TestOneOfSeveralAccountsIsWorkedWith(t *testing.T) {
	path := writeConfig(t, several)
	for _, c := range []struct{ flag, variable, want, token string }{
		{"", "", "acme", "c2VjcmV0"},
		{"", "beta", "beta", "YmV0YQ=="},
		{"acme", "beta", "acme", "c2VjcmV0"},
		{"beta", "", "beta", "YmV0YQ=="},
	} {
		got, err := config.LoadAccount(environment(t, "FRONTDESK_ACCOUNT", c.variable), path, c.flag)
		if err != nil || got.Account.String() != c.want || got.BaseURL != "https://"+c.want+".example.com" || string(got.Token) != c.token {
			t.Errorf("%+v: %+v %v", c, got, err)
		}
		if !slices.Equal(got.Accounts, []string{"acme", "beta"}) {
			t.Errorf("known are %v", got.Accounts)
		}
	}
}

func TestAnAccountHasEverythingAndTheTopIsForAll(t *testing.T) {
	path := writeConfig(t, several)
	acme, err := config.LoadAccount(environment(t), path, "acme")
	if err != nil {
		t.Fatal(err)
	}
	if acme.Agent.String() != "Asha Rao" || acme.AccountID != 1 || acme.RangeDays != 7 || acme.Views[0].Name != "Everywhere" || acme.ArticlesURL != "https://kb.example.com" {
		t.Errorf("acme: %+v", acme)
	}
	beta, err := config.LoadAccount(environment(t, "FRONTDESK_CM_ID", "99"), path, "beta")
	if err != nil {
		t.Fatal(err)
	}
	if beta.Agent.String() != "Ben" || beta.AccountID != 99 || beta.Limit != 500 || beta.Refresh != 5*time.Minute || beta.RangeDays != 3 ||
		beta.Theme != "light" || beta.Zone.String() != "Asia/Kolkata" || beta.ArticlesURL != "https://kb.example.com" {
		t.Errorf("beta: %+v", beta)
	}
	if len(beta.Views) != 1 || beta.Views[0].Name != "Beta alone" || beta.Queues[0].Label() != "BILL" || beta.Dispositions[0] != "Refund|Refused" {
		t.Errorf("beta's views and vocabulary: %+v", beta)
	}
}

func TestTheOnlyAccountNeedNotBeChosen(t *testing.T) {
	got, err := load(environment(t), writeConfig(t, "[accounts.acme]\nlimit = 5"))
	if err != nil || got.Account.String() != "acme" || got.Limit != 5 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestAnAccountThatIsNotThereIsNeverTakenForAnother(t *testing.T) {
	for _, c := range []struct{ file, variable, flag, want string }{
		{several, "", "acne", `--account: there is no account "acne"; known are acme, beta`},
		{several, "acne", "", `FRONTDESK_ACCOUNT: there is no account "acne"; known are acme, beta`},
		{"account = \"x\"\n[accounts.acme]\n", "", "", `: account: there is no account "x"; known are acme`},
		{"[accounts.acme]\n[accounts.beta]\n", "", "", `no account is chosen by --account, FRONTDESK_ACCOUNT or account in`},
		{`account = "acme"`, "", "acne", `--account: there is no account "acne"; known are acme`},
		{`limit = 5`, "", "acme", `--account: there is no account "acme"; no account is configured`},
	} {
		_, err := config.LoadAccount(environment(t, "FRONTDESK_ACCOUNT", c.variable), writeConfig(t, c.file), c.flag)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.file, err)
		}
	}
	if got, err := config.LoadAccount(environment(t), writeConfig(t, `account = "acme"`), "acme"); err != nil || got.Account.String() != "acme" {
		t.Errorf("the account of a file with one was refused: %v", err)
	}
}

func TestAMistakeInAnAccountIsSaidEvenWhenAnotherIsWorkedWith(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"[accounts.beta]\nlimit = 0", `: accounts.beta.limit must be a whole number from 1 to 10000, not 0`},
		{"[accounts.beta]\nbase_ulr = \"x\"", `: accounts.beta.base_ulr is not a setting; did you mean base_url?`},
		{"[accounts.beta]\naccount = \"x\"", `: accounts.beta.account is not a setting`},
		{"[accounts]\nbeta = 7", `: accounts.beta must be a table, not 7`},
		{`accounts = "beta"`, `: accounts must be tables such as [accounts.acme], not "beta"`},
		{`accounts = {"a\u202eb" = {}}`, `: accounts has an account whose name`},
		{`accounts = {"" = {}}`, `: accounts has an account whose name ""`},
		{"[accounts.beta]\n[[accounts.beta.views]]\nwords = \"x\"", `: accounts.beta.views[1].name is missing`},
	} {
		_, err := config.LoadAccount(environment(t), writeConfig(t, strings.ReplaceAll(c.file, "[accounts.beta]", "[accounts.acme]\n[accounts.beta]")), "acme")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}

func TestACredentialOfAnyAccountMakesTheFileItsOwnersAlone(t *testing.T) {
	for _, c := range []struct {
		file string
		mode os.FileMode
		want string
	}{
		{"[accounts.acme]\n[accounts.beta]\norder_password = \"x\"", 0o640, "holds a credential and others may open it"},
		{"[accounts.acme]\ntoken_command = [\"pass\"]", 0o662, "decides what is run and where credentials go, and others can write it"},
		{"[accounts.acme]\ntoken_command = [\"pass\"]", 0o644, ""},
		{"[accounts.acme]\ntoken_keyring = \"a/b\"", 0o644, ""},
	} {
		path := writeConfig(t, c.file)
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := config.LoadAccount(environment(t), path, "acme")
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, mode %o: %v", c.file, c.mode, err)
		}
	}
}

func TestConfig_NamedAccountNeverGetsAnothersCredential(t *testing.T) {
	const file = "account = \"acme\"\n[accounts.acme]\nbase_url = \"https://acme.example.com\"\n[accounts.beta]\nbase_url = \"https://beta.example.com\"\n" +
		"kms_url = \"https://kb.example.com\"\ntoken = \"YmV0YQ==\"\norder_user = \"b\"\norder_password_command = [\"pass\"]\n"
	for name, c := range map[string]struct {
		flag      string
		variables []string
		want      string
	}{
		"a key in the environment": {
			"beta",
			[]string{"FRONTDESK_TOKEN", "YWNtZQ=="},
			"account beta is chosen by --account, and FRONTDESK_TOKEN would go to accounts.beta.base_url in the file: unset FRONTDESK_TOKEN, or set FRONTDESK_BASE_URL, too",
		},
		"named in the environment": {
			"",
			[]string{"FRONTDESK_ACCOUNT", "beta", "FRONTDESK_TOKEN", "YWNtZQ=="},
			"account beta is chosen by FRONTDESK_ACCOUNT, and FRONTDESK_TOKEN would go to",
		},
		"a password in the environment": {
			"beta",
			[]string{"FRONTDESK_ORDER_PASSWORD", "hush"},
			"FRONTDESK_ORDER_PASSWORD would go to accounts.beta.base_url in the file: unset FRONTDESK_ORDER_PASSWORD",
		},
		"an address in the environment": {
			"beta",
			[]string{"FRONTDESK_BASE_URL", "https://acme.example.com"},
			"accounts.beta.token in the file would go to FRONTDESK_BASE_URL: unset FRONTDESK_BASE_URL, or set FRONTDESK_TOKEN, too",
		},
		"articles elsewhere": {
			"beta",
			[]string{"FRONTDESK_KMS_URL", "https://acme.example.com"},
			"accounts.beta.token in the file would go to FRONTDESK_KMS_URL",
		},
		"the password elsewhere": {
			"beta",
			[]string{"FRONTDESK_BASE_URL", "https://a.example.com", "FRONTDESK_KMS_URL", "https://a.example.com", "FRONTDESK_TOKEN", "YWNtZQ=="},
			"accounts.beta.order_password_command in the file would go to FRONTDESK_BASE_URL: unset FRONTDESK_BASE_URL, or set FRONTDESK_ORDER_PASSWORD, too",
		},
		"all in the file": {"beta", nil, ""},
		"all in the environment": {"beta", []string{
			"FRONTDESK_BASE_URL", "https://a.example.com", "FRONTDESK_KMS_URL", "https://a.example.com",
			"FRONTDESK_TOKEN", "YWNtZQ==", "FRONTDESK_ORDER_PASSWORD", "hush",
		}, ""},
		"no account is named":   {"", []string{"FRONTDESK_TOKEN", "YWNtZQ=="}, ""},
		"something else is set": {"beta", []string{"FRONTDESK_CM_ID", "7"}, ""},
		"an order user":         {"acme", []string{"FRONTDESK_ORDER_USER", "b"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := config.LoadAccount(environment(t, c.variables...), writeConfig(t, file), c.flag)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "YWNtZQ==")):
				t.Errorf("the key %q would go to %s: %v", string(got.Token), got.BaseURL, err)
			}
		})
	}
}

// TestConfig_OtherAccountIgnoresSecretsOfTheEnvironment: they belong to the account of the start.
func TestConfig_OtherAccountIgnoresSecretsOfTheEnvironment(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "FRONTDESK_TOKEN"), []byte("b2Y=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := writeConfig(t, "account = \"a\"\n[accounts.a]\nbase_url = \"https://a.example.com\"\n"+
		"[accounts.b]\nbase_url = \"https://b.example.com\"\ntoken = \"b2g=\"\n")
	env := func(name string) string { return map[string]string{"CREDENTIALS_DIRECTORY": dir}[name] }
	c, err := config.LoadAccount(env, path, "")
	if err != nil || c.TokenFrom.File != filepath.Join(dir, "FRONTDESK_TOKEN") {
		t.Fatalf("the account of the start: %+v, %v", c.TokenFrom, err)
	}
	other, err := c.LoadOther(env, "b")
	if err != nil || !other.TokenFrom.IsZero() || other.Token == "" {
		t.Errorf("the other account: %+v, %v", other.TokenFrom, err)
	}
}
