package config_test

import (
	"fmt"
	"strings"
	"testing"
)

const staffed = `display_zone = "Asia/Tokyo"
` + several + `
[keys.inbox]
update = "U"
mark   = "M"

[agents."Asha Rao"]
email           = "asha@example.com"
theme           = "light"
accessible      = true
display_zone    = "Asia/Kolkata"
account         = "beta"
views           = [{name = "Mine", assignees = ["Asha Rao"]}]
keys.inbox.mark = "X"

[agents.Ben]
views = []
`

func TestAnAgentHasWhatTheirTableSaysAndElseWhatTheAccountHas(t *testing.T) {
	c, err := load(environment(t), writeConfig(t, staffed))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Asha Rao": "asha@example.com beta: light Asia/Kolkata [Mine] mark X update U",
		"Ben":      " : auto Asia/Tokyo [] mark M update U",
		"Chen":     " : auto Asia/Tokyo [Everywhere] mark M update U",
	} {
		a := c.Agents[name]
		over := a.ApplyTo(c)
		var views, keys []string
		for _, v := range over.Views {
			views = append(views, v.Name)
		}
		for _, action := range []string{"mark", "update"} {
			for _, k := range over.Keys {
				if string(k.Action) == action {
					keys = append(keys, action, strings.Join(k.Keys, "/"))
				}
			}
		}
		if got := fmt.Sprintf("%s %s: %s %v %s %s", a.Email, a.Account, over.Theme, over.DisplayZone, views, strings.Join(keys, " ")); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if len(c.Keys) != 2 || c.Keys[1].Keys[0] == "X" {
		t.Errorf("an agent's keys became the account's: %v", c.Keys)
	}
}

func TestWhatAgentsHaveOfTheirOwnIsListedWithItsPlace(t *testing.T) {
	all := settings(t, environment(t), writeConfig(t, staffed), "acme")
	for name, want := range map[string]string{
		`agents."Asha Rao".theme`:           `light · agents."Asha Rao".theme in the file`,
		`agents."Asha Rao".accessible`:      `true · agents."Asha Rao".accessible in the file`,
		`agents."Asha Rao".display_zone`:    `Asia/Kolkata · agents."Asha Rao".display_zone in the file`,
		`display_zone`:                      `Asia/Tokyo · display_zone in the file`,
		`agents."Asha Rao".account`:         `beta · agents."Asha Rao".account in the file`,
		`agents."Asha Rao".keys.inbox.mark`: `[X] · agents."Asha Rao".keys.inbox.mark in the file`,
		`agents.Ben.views`:                  `<nil> · agents.Ben.views in the file`,
		`theme`:                             `auto · default`,
	} {
		if got := fmt.Sprintf("%v · %v", all[name].Value, all[name].Origin); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if _, listed := all["agents.Ben.theme"]; listed {
		t.Error("what an agent has not is listed")
	}
}

func TestAMistakeInAnAgentsTableIsFoundAtTheStart(t *testing.T) {
	for file, want := range map[string]string{
		"[agents.\"Asha Rao\"]\nthemes = \"dark\"":      `: agents."Asha Rao".themes is not a setting; did you mean theme?`,
		"[agents.Asha]\ntheme = \"blue\"":               `: agents.Asha.theme must be one of auto, dark, light, high-contrast-dark, high-contrast-light, terminal, catppuccin-mocha, catppuccin-latte, gruvbox-dark, gruvbox-light, nord, not "blue"`,
		"[agents.Asha]\ndisplay_zone = \"Mars\"":        `: agents.Asha.display_zone must be a time zone such as "Europe/Berlin", not "Mars"`,
		"[agents.Asha]\naccount = \"acme\"":             `: agents.Asha.account: there is no account "acme"; no account is configured`,
		several + "[agents.Asha]\naccount = \"acne\"":   `: agents.Asha.account: there is no account "acne"; known are acme, beta`,
		"[agents.Asha]\norder_password = \"c2VjcmV0\"":  `: agents.Asha.order_password is not a setting; `,
		"[agents.Asha]\nviews = [{words = \"refund\"}]": `: agents.Asha.views[1].name is missing`,
		"agents = [\"Asha\"]":                           `: agents must be tables such as [agents."Asha Rao"], not a list`,
		"[agents.\"Asha\\u202eRao\"]":                   `: agents has an agent whose name`,
		"[accounts.acme.agents.Asha]":                   `: accounts.acme.agents is not a setting; `,
	} {
		if _, err := load(environment(t), writeConfig(t, file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", file, err)
		}
	}
}
