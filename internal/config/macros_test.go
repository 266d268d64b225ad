package config_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/macro"
)

const withMacros = `
[[macros]]
name       = "Refund sent"
key        = "r"
sub_status = "CL"
comment    = """
Dear {{customer}},
your refund for {{ticket}} is on its way.
"""
confirm    = true

[[macros]]
name     = "No answer"
callback = "+2d"

[[texts]]
name = "Greeting"
text = "Dear {{customer}},"

[agents."Asha Rao"]
[[agents."Asha Rao".macros]]
name  = "Mine"
key   = "r"
queue = "HW"
`

func TestMacros_AreReadFromTheFile(t *testing.T) {
	got, err := load(environment(t), writeConfig(t, withMacros))
	if err != nil {
		t.Fatal(err)
	}
	want := []macro.Macro{
		{
			Name: "Refund sent", Key: "r", SubStatus: "CL", Confirm: true,
			Comment: "Dear {{customer}},\nyour refund for {{ticket}} is on its way.",
		},
		{Name: "No answer", Callback: "+2d"},
	}
	if !reflect.DeepEqual(got.Macros, want) {
		t.Errorf("got %+v", got.Macros)
	}
	if !slices.Equal(got.Texts, []macro.Text{{Name: "Greeting", Body: "Dear {{customer}},"}}) {
		t.Errorf("got %+v", got.Texts)
	}
	own := got.Agents["Asha Rao"].ApplyTo(got).Macros
	if !slices.Equal(macro.Names(own), []string{"Mine", "Refund sent", "No answer"}) || own[0].Key != "r" || own[1].Key != "" {
		t.Errorf("an agent's own: %+v", own)
	}
}

func TestMacros_AMistakeIsOneLineThatNamesTheEntry(t *testing.T) {
	entry := func(more string) string { return "[[macros]]\nname = \"A\"\n" + more + "\n" }
	for _, c := range []struct{ file, line string }{
		{entry(`colour = "red"`), `: macros[1].colour is not a setting; known are name, key, sub_status`},
		{entry(``), `: macros[1] changes nothing`},
		{"[[macros]]\nqueue = \"HW\"", `: macros[1].name is missing`},
		{entry(`comment = ""`), `: macros[1].comment must be a text, not ""`},
		{entry(`comment = "{{order}}"`), `: macros[1].comment has the variable {{order}}, which is not known; known are customer, writer, title, ticket, agent, callback, today`},
		{entry(`callback = "26:00"`), `: macros[1].callback cannot be used: 26:00 is not a time of day`},
		{entry(`callback = "2026-11-20 10:00"`), `: macros[1].callback cannot be used: "2026-11-20 10:00" names one date`},
		{entry(`queue = "HW"`) + entry(`queue = "BL"`), `: macros[2].name "A" is the name of [1] too`},
		{
			entry("key = \"r\"\nqueue = \"HW\"") + "[[macros]]\nname = \"B\"\nkey = \"r\"\nqueue = \"HW\"",
			`: macros[2].key "r" is the key of [1] too`,
		},
		{entry("key = \"e\"\nqueue = \"HW\""), `: macros: the key "e" of "A" belongs to the list of macros itself, for fill-form`},
		{
			entry("key = \"r\"\nqueue = \"HW\"") + "[keys.macros]\nfill-form = \"r\"",
			`: macros: the key "r" of "A" belongs to the list of macros itself, for fill-form`,
		},
		{
			entry("key = \"r\"\nqueue = \"HW\"") + "[agents.Ben.keys.macros]\nfill-form = \"r\"",
			`: agents.Ben.macros: the key "r" of "A" belongs`,
		},
		{entry("key = \"f1\"\nqueue = \"HW\""), `: macros[1].key must be one character, not "f1"`},
		{"[[texts]]\nname = \"A\"\ntext = \"{{x}}\"", `: texts[1].text has the variable {{x}}`},
		{"[[texts]]\nname = \"A\"\ntext = \"x\"\n[[texts]]\nname = \"A\"\ntext = \"y\"", `: texts[2].name "A" is the name of [1] too`},
		{"[accounts.acme]\nbase_url = \"https://a.example.com\"\n[[accounts.acme.macros]]\nname = \"A\"", `: accounts.acme.macros[1] changes nothing`},
		{"[agents.Ben]\n[[agents.Ben.macros]]\nname = \"A\"\nkey = \"rr\"\nqueue = \"x\"", `: agents.Ben.macros[1].key must be one character`},
	} {
		path := writeConfig(t, c.file)
		_, err := load(environment(t), path)
		if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.line) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}

// TestMacros_AnAccountsOwnTakeThePlaceOfTheTops: as its views do.
func TestMacros_AnAccountsOwnTakeThePlaceOfTheTops(t *testing.T) {
	file := withMacros + `
[accounts.acme]
base_url = "https://acme.example.com"
[[accounts.acme.macros]]
name  = "Acme's"
queue = "HW"
`
	got, err := config.LoadAccount(environment(t), writeConfig(t, file), "acme")
	if err != nil || !slices.Equal(macro.Names(got.Macros), []string{"Acme's"}) || len(got.Texts) != 1 {
		t.Errorf("%+v %v", got.Macros, err)
	}
}
