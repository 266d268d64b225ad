package config_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/config"
)

// settings returns all settings by name.
func settings(t *testing.T, env func(string) string, path, account string) map[string]config.Setting {
	t.Helper()
	c, err := config.LoadAccount(env, path, account)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]config.Setting{}
	for _, s := range c.Settings() {
		all[s.Name] = s
	}
	return all
}

func TestEachValueSaysWhereItComesFrom(t *testing.T) {
	all := settings(t, environment(t, "FRONTDESK_CM_ID", "99"), writeConfig(t, several), "beta")
	for name, want := range map[string]string{
		"account":                 "beta · --account",
		"base_url":                "https://beta.example.com · accounts.beta.base_url in the file",
		"kms_url":                 "https://kb.example.com · kms_url in the file",
		"token":                   "••• · accounts.beta.token in the file",
		"token_command":           "<nil> · default",
		"cm_id":                   "99 · FRONTDESK_CM_ID",
		"order_user":              "<nil> · default",
		"allow_plain_http":        "false · default",
		"refresh":                 "5m0s · accounts.beta.refresh in the file",
		"symbols":                 "usual · default",
		"mouse":                   "true · default",
		"theme":                   "light · accounts.beta.theme in the file",
		"accessible":              "false · default",
		"ticket_lines":            "1 · default",
		"open_since":              "90 · default",
		"views":                   "[map[name:Beta alone]] · accounts.beta.views in the file",
		"vocabulary.queues":       "[map[key:BILL label:BILL]] · accounts.beta.vocabulary.queues in the file",
		"vocabulary.dispositions": "[Refund|Refused] · vocabulary.dispositions in the file",
		"vocabulary.sub_statuses": "<nil> · default",
	} {
		if got := fmt.Sprintf("%v · %v", all[name].Value, all[name].Origin); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if len(all) != 83 {
		t.Errorf("%d settings", len(all))
	}
}

func TestACredentialCanBeElsewhere(t *testing.T) {
	path := writeConfig(t, `token = "top"
order_password_command = ["pass", "desk"]
[accounts.acme]
token_keyring = "frontdesk/acme"
[accounts.beta]
token_command = ["secret-tool", "lookup", "desk", "beta"]
order_password = "hush"`)
	acme, err := config.LoadAccount(environment(t), path, "acme")
	if err != nil {
		t.Fatal(err)
	}
	if acme.Token != "" || acme.TokenFrom.Keyring != (config.KeyringEntry{Service: "frontdesk", User: "acme"}) || len(acme.OrderPasswordFrom.Command) != 2 {
		t.Errorf("acme: %+v", acme)
	}
	beta, err := config.LoadAccount(environment(t), path, "beta")
	if err != nil {
		t.Fatal(err)
	}
	if beta.Token != "" || len(beta.TokenFrom.Command) != 4 || beta.OrderPassword != "hush" || !beta.OrderPasswordFrom.IsZero() {
		t.Errorf("beta: %+v", beta)
	}
	if got, err := config.LoadAccount(environment(t, "FRONTDESK_TOKEN", "mine"), path, "beta"); err != nil || got.Token != "mine" || !got.TokenFrom.IsZero() {
		t.Errorf("the environment did not come first: %+v %v", got, err)
	}
	all := settings(t, environment(t), path, "acme")
	if all["token"].Value != nil || all["token"].From != config.Default || all["token_keyring"].Value != "frontdesk/acme" {
		t.Errorf("what was replaced is still listed: %+v", all)
	}
}

func TestWhereACredentialIsMustBeSaidOnce(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"token = \"x\"\ntoken_command = [\"pass\"]", `: token and token_command cannot both be given: one of them says where the credential is`},
		{"[accounts.a]\norder_password_command = [\"x\"]\norder_password_keyring = \"a/b\"", `: accounts.a.order_password_command and order_password_keyring cannot both`},
		{`token_command = "pass desk"`, `: token_command must name a program and its arguments, such as ["pass", "desk"]`},
		{`token_command = []`, `: token_command must name a program and its arguments, such as ["pass", "desk"]`},
		{`token_command = ["pass", ""]`, `: token_command must name a program and its arguments`},
		{`token_keyring = "acme"`, `: token_keyring must be an entry of the keyring, such as "frontdesk/acme"`},
	} {
		if _, err := load(environment(t), writeConfig(t, c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}

func TestNoListOfSettingsHoldsACredential(t *testing.T) {
	all := settings(t, environment(t, "FRONTDESK_ORDER_PASSWORD", "hush"), writeConfig(t, several), "")
	encoded, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprintf("%+v %s", all, encoded); strings.Contains(said, "c2VjcmV0") || strings.Contains(said, "YmV0YQ") || strings.Contains(said, "hush") {
		t.Error(said)
	}
}

func TestConfig_ErrorsNeverRepeatACredential(t *testing.T) {
	const secret = "c2VjcmV0"
	for _, file := range []string{
		`token_keyring = "c2VjcmV0"`,
		`token_keyring = "c2VjcmV0/"`,
		`token_keyring = ["c2VjcmV0"]`,
		`order_password_keyring = "/c2VjcmV0"`,
		`token_command = "c2VjcmV0"`,
		`order_password_command = "c2VjcmV0"`,
		`token_command = ["pass", "c2VjcmV0\n"]`,
		`token_command = ["pass", ["c2VjcmV0"]]`,
		`token_command = {c2VjcmV0 = "c2VjcmV0"}`,
		`token = ["c2VjcmV0"]`,
		"token = \"c2VjcmV0\\n\"",
		`token = c2VjcmV0`,
		`token = "c2VjcmV0`,
		`token = "c2VjcmV0" "c2VjcmV0"`,
		`token "c2VjcmV0"`,
		"[accounts.acme]\ntoken_keyring = \"c2VjcmV0\"",
	} {
		if _, err := load(environment(t), writeConfig(t, file)); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
