package config_test

import (
	"testing"

	"frontdesk/internal/config"
	"frontdesk/internal/keymap"
)

// TestKeys_NamesOfEarlierVersionsAreRead: an agent who has bound other keys keeps them when an action gets a better name.
func TestKeys_NamesOfEarlierVersionsAreRead(t *testing.T) {
	file := `[keys.form]
put-aside = "ctrl+q"
look-up = "f4"
[keys.call]
put-aside = "f5"
look-back = "f6"
[keys.list]
look-for = "v"
[keys.question]
take-theirs = "l"
[keys.bulk]
try-again = "R"
[keys.ticket]
next-hit = "}"
previous-hit = "{"
`
	c, err := config.LoadAccount(environment(t), writeConfig(t, file), "")
	if err != nil {
		t.Fatal(err)
	}
	keys, problems := keymap.WithOverrides(c.Keys)
	if len(problems) > 0 {
		t.Errorf("problems: %v", problems)
	}
	for _, want := range []struct {
		place  keymap.Scope
		key    string
		action keymap.Action
	}{
		{keymap.Form, "ctrl+q", keymap.MoveToOutbox},
		{keymap.Form, "f4", keymap.SearchFAQ},
		{keymap.Call, "f5", keymap.KeepDraft},
		{keymap.Call, "f6", keymap.SearchOlder},
		{keymap.ListOverlay, "v", keymap.Check},
		{keymap.ConfirmOverlay, "l", keymap.LoadTheirs},
		{keymap.BulkOverlay, "R", keymap.Retry},
		{keymap.Ticket, "}", keymap.NextMatch},
		{keymap.Ticket, "{", keymap.PrevMatch},
	} {
		if got, _ := keys.Resolve(want.place, want.key); got != want.action {
			t.Errorf("%s in %s means %q, want %q", want.key, want.place, got, want.action)
		}
	}
	if got := settings(t, environment(t), writeConfig(t, file), "")["keys.form.move-to-outbox"]; got.Origin.String() != "keys.form.put-aside in the file" {
		t.Errorf("the origin is %q", got.Origin)
	}
}

func TestKeys_NameGoesBeforeThatOfEarlierVersions(t *testing.T) {
	c, err := config.LoadAccount(environment(t), writeConfig(t, "[keys.form]\nput-aside = \"ctrl+y\"\nmove-to-outbox = \"f5\"\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	keys, _ := keymap.WithOverrides(c.Keys)
	if got := keys.KeyOf(keymap.Form, keymap.MoveToOutbox); got != "f5" {
		t.Errorf("the form is moved to the outbox by %s", got)
	}
}
