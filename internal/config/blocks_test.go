package config_test

import (
	"strings"
	"testing"

	"frontdesk/internal/config"
)

const withBlocks = `
[[ticket_blocks]]
block = "issue"
label = "Issue"

[[ticket_blocks.fields]]
key     = "category"
label   = "Category"
kind    = "choice"
choices = ["Late", "Damaged"]
required_when_closing = true

[[ticket_blocks.fields]]
key        = "reason"
label      = "Reason"
kind       = "choice"
depends_on = "category"
choices    = { Late = ["Courier", "Stock"], Damaged = ["Box"] }
`

func TestTicketBlocks_AreReadFromTheFile(t *testing.T) {
	got, err := load(environment(t), writeConfig(t, withBlocks+`
[[ticket_blocks]]
block  = "more"
label  = "More"
fields = [{ key = "agreed", label = "Agreed", kind = "yes_no" }, { key = "note", label = "Note" }]
[[macros]]
name = "Late"
set.issue.category = "late"
set.more.agreed = true
[accounts.acme]
base_url = "https://acme.example.com"
[accounts.beta]
base_url = "https://beta.example.com"
macros = []
[[accounts.beta.ticket_blocks]]
block  = "own"
label  = "Own"
fields = [{ key = "a", label = "A" }]
`))
	if err == nil {
		t.Fatal("no account was chosen")
	}
	got, err = config.LoadAccount(environment(t), got.Path, "acme")
	if err != nil {
		t.Fatal(err)
	}
	if paths := strings.Join(got.TicketBlocks.Paths(), " "); paths != "issue.category issue.reason more.agreed more.note" {
		t.Errorf("got %s", paths)
	}
	reason, _ := got.TicketBlocks.FieldAt("issue.reason")
	if reason.DependsOn != "issue.category" || len(reason.OptionsBy["Late"]) != 2 {
		t.Errorf("got %+v", reason)
	}
	if set := got.Macros[0].Blocks; set["issue.category"] != "Late" || set["more.agreed"] != "Yes" {
		t.Errorf("the macro sets %v", set)
	}
	if got, err = config.LoadAccount(environment(t), got.Path, "beta"); err != nil || len(got.TicketBlocks) != 1 {
		t.Errorf("an account's own take the place of the top's: %v, %v", got.TicketBlocks.Paths(), err)
	}
}

func TestTicketBlocks_AMistakeIsOneLineThatNamesTheEntry(t *testing.T) {
	block := func(fields string) string {
		return "[[ticket_blocks]]\nblock = \"issue\"\nlabel = \"Issue\"\nfields = [" + fields + "]\n"
	}
	choice := func(key, more string) string {
		return `{ key = "` + key + `", label = "` + key + `", kind = "choice", ` + more + ` }`
	}
	list := `choices = ["x", "y"]`
	for _, c := range []struct{ file, line string }{
		{block(``), `: ticket_blocks[1].fields is empty`},
		{"[[ticket_blocks]]\nblock = \"issue\"\nlabel = \"x\"", `: ticket_blocks[1].fields is missing`},
		{block(`{ key = "a", label = "A", colour = "red" }`), `: ticket_blocks[1].fields[1].colour is not a setting`},
		{block(`{ key = "a", label = "A", kind = "colour" }`), `: ticket_blocks[1].fields[1].kind must be one of text, long_text, number`},
		{block(`{ key = "a b", label = "A" }`), `: ticket_blocks[1].fields[1].key must be a name of letters, digits and underscores, not "a b"`},
		{block(`{ key = "a", label = "A" }, { key = "a", label = "B" }`), `: ticket_blocks[1].fields[2].key "a" is the key of fields[1] too`},
		{block(`{ key = "a", label = "A" }, { key = "b", label = "a" }`), `: ticket_blocks[1].fields[2].label "a" is the label of [1].fields[1] too`},
		{block(`{ key = "a", label = "A" }`) + block(`{ key = "b", label = "B" }`), `: ticket_blocks[2].block "issue" is the block of [1] too`},
		{strings.ReplaceAll(block(`{ key = "a", label = "A" }`), `"issue"`, `"Sub_Status"`), `: ticket_blocks[1].block "Sub_Status" is a member of the interface itself`},
		{strings.ReplaceAll(block(`{ key = "a", label = "A" }`), `"issue"`, `"title"`), `"title" is a member of the interface itself`},
		{block(`{ key = "a", label = "A", choices = ["x"] }`), `: ticket_blocks[1].fields[1].choices goes with kind = "choice"`},
		{block(`{ key = "a", label = "A", kind = "yes_no", choices = ["x"] }`), `.choices goes with kind = "choice"`},
		{block(`{ key = "a", label = "A", depends_on = "b" }`), `.depends_on goes with kind = "choice"`},
		{block(choice("a", `hint = "x"`)), `: ticket_blocks[1].fields[1].choices is missing`},
		{block(choice("a", `choices = ["x", "X"]`)), `.choices has "X" twice`},
		{block(choice("a", `choices = [""]`)), `.choices[1] must be a text of one line, not ""`},
		{block(choice("a", `choices = { x = ["1"] }`)), `.depends_on is missing`},
		{block(choice("a", list) + "," + choice("b", list+`, depends_on = "a"`)), `: ticket_blocks[1].fields[2].choices must be a table`},
		{block(choice("b", `choices = { x = ["1"] }, depends_on = "a"`)), `.depends_on "a" is not a field of the block`},
		{block(`{ key = "a", label = "A" },` + choice("b", `choices = { x = ["1"] }, depends_on = "a"`)), `.depends_on "a" has no choices`},
		{block(choice("a", list) + "," + choice("b", `choices = { z = ["1"] }, depends_on = "a"`)), `: ticket_blocks[1].fields[2].choices.z: a has no such value`},
		{block(choice("a", `choices = { x = ["x"] }, depends_on = "a"`)), `.depends_on "a" goes in a circle`},
		{
			block(choice("a", `choices = { x = ["x"] }, depends_on = "b"`) + "," + choice("b", `choices = { x = ["x"] }, depends_on = "a"`)),
			`: ticket_blocks[1].fields[1].depends_on "b" goes in a circle`,
		},
		{"[accounts.acme]\nbase_url = \"https://a.example.com\"\n" + strings.ReplaceAll(block(``), "[[", "[[accounts.acme."), `: accounts.acme.ticket_blocks[1].fields is empty`},
		{withBlocks + "[[macros]]\nname = \"A\"\nset.issue.colour = \"red\"", `: macros[1].set.issue.colour is not a field of the account: it has issue.category, issue.reason`},
		{"[[macros]]\nname = \"A\"\nset.issue.colour = \"red\"", `: macros[1].set.issue.colour is not a field of the account: it has no ticket_blocks`},
		{withBlocks + "[[macros]]\nname = \"A\"\nset.issue.category = \"Lost\"", `: macros[1].set.issue.category "Lost" is none of its values: Late, Damaged`},
		{withBlocks + "[[macros]]\nname = \"A\"\nset.issue = { category = \"Late\", reason = \"Box\" }", `: macros[1].set.issue.reason "Box" does not go with Category "Late": Courier, Stock`},
		{withBlocks + "[[macros]]\nname = \"A\"\nset.issue.category = \"{{ticket}}\"", `can hold no variables`},
		{withBlocks + "[[macros]]\nname = \"A\"\nset = \"x\"", `: macros[1].set must be a table of blocks, not "x"`},
		{withBlocks + "[agents.Ben]\n[[agents.Ben.macros]]\nname = \"A\"\nset.issue.colour = \"x\"", `: agents.Ben.macros[1].set.issue.colour is not a field`},
	} {
		path := writeConfig(t, c.file)
		_, err := load(environment(t), path)
		if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), c.line) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.file, err)
		}
	}
}
