package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

var agreedBlocks = schema.Blocks{{Path: "issue", Title: "Issue", Block: true, Fields: []schema.Field{
	{Key: "category", Label: "Category", Choices: schema.Listed, Options: []string{"Late", "Damaged"}, ForClosing: true},
	{
		Key: "reason", Label: "Reason", Choices: schema.Listed, DependsOn: "issue.category",
		OptionsBy: map[string][]string{"Late": {"Courier"}, "Damaged": {"Box"}},
	},
	{Key: "amount", Label: "Amount", Kind: schema.Number},
	{Key: "seen", Label: "Seen", Kind: schema.Date},
	{Key: "phone", Label: "Phone", Kind: schema.Digits},
	{Key: "email", Label: "E-mail", Kind: schema.Email},
}}}

// agreedConfiguration is how an account has these blocks.
const agreedConfiguration = `
[[ticket_blocks]]
block = "issue"
label = "Issue"
fields = [
  { key = "category", label = "Category", kind = "choice", choices = ["Late", "Damaged"], required_when_closing = true },
  { key = "reason", label = "Reason", kind = "choice", depends_on = "category", choices = { Late = ["Courier"], Damaged = ["Box"] } },
  { key = "amount", label = "Amount", kind = "number" },
  { key = "seen", label = "Seen", kind = "date" },
  { key = "phone", label = "Phone", kind = "phone" },
  { key = "email", label = "E-mail", kind = "email" },
]
`

// TestBlocks_FormFlagFileAndSendingRefuseTheSame: in the same words.
func TestBlocks_FormFlagFileAndSendingRefuseTheSame(t *testing.T) {
	configuration := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(configuration, []byte(agreedConfiguration), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, value, want string }{
		{"category", "Late", ""},
		{"category", "Lost", "is none of its values: Late, Damaged"},
		{"reason", "Box", ""}, // of the category that the ticket has
		{"reason", "None", "is none of its values: Box, Courier"},
		{"amount", "-12.50", ""},
		{"amount", "12,50", "is not a number such as 12 or 12.50"},
		{"seen", "2026-02-30", "2026-02-30"},
		{"phone", "+49 30", "must be digits alone: leave the + out"},
		{"email", "x", "is not an e-mail address, such as asha@example.com"},
		{"amount", strings.Repeat("1", 65<<10), "is longer than 64 KiB"},
	} {
		path := "issue." + c.key
		f, _ := agreedBlocks.FieldAt(path)
		known := wire.Known{Zone: time.UTC, Blocks: agreedBlocks}
		texts, home := map[string]string{}, t.TempDir()
		if err := wire.Check(wire.UpdateTicket.Name, f, c.value, known); err != nil { // as the field of a form
			texts["form"] = err.Error()
		}
		set := []string{"ticket", "update", "1", "--sub-status", "P", "--dry-run", "--set", path + "=" + c.value}
		texts["flag"] = runWith(t.Context(), map[string]string{"FRONTDESK_CONFIG": configuration, "XDG_DATA_HOME": home}, "", set...).errOut
		file := "ticket_id,sub_status," + path + "\n1,P,\"" + c.value + "\"\n"
		if _, err := bulk.ParseCSV(strings.NewReader(file), time.UTC, agreedBlocks); err != nil {
			texts["file"] = err.Error()
		}
		u := wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"}
		if err := wire.SetBlockValues(&u.Extra, wire.Values{path: c.value}); err != nil {
			t.Fatal(err)
		}
		ticket := &desk.TicketDetails{Groups: []desk.FieldGroup{{Member: "issue", Raw: `[{"category":"Damaged"}]`}}}
		never := func(string) bool { return false }
		if _, err := submit.CompleteBlocks(u, ticket, agreedBlocks, never); err != nil {
			texts["sending"] = err.Error()
		}
		for _, where := range []string{"form", "flag", "file", "sending"} {
			want := c.want
			if where == "sending" && c.value == "None" {
				want = `does not go with Category "Damaged": Box` // which is known then
			}
			if got := texts[where]; (got == "") != (c.want == "") || !strings.Contains(got, want) {
				t.Errorf("%s %.20q, %s: %.200s", c.key, c.value, where, got)
			}
		}
	}
}
