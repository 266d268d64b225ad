package record_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/desk"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// TestFields_NameIsWrittenOnceAndPlain: a script that knows one kind of records knows the names of all.
func TestFields_NameIsWrittenOnceAndPlain(t *testing.T) {
	plain := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, k := range record.Kinds {
		seen := map[string]bool{}
		for _, f := range k.Fields() {
			if !plain.MatchString(f.Name) || seen[f.Name] || f.Meaning == "" {
				t.Errorf("%s: %+v", k, f)
			}
			seen[f.Name] = true
		}
	}
}

// TestOfCustomer_HasEveryMemberUnderOneName: what the interface sends is in the record, under the name of the table or
// under its own.
func TestOfCustomer_HasEveryMemberUnderOneName(t *testing.T) {
	const answer = `{"status":"success","Customer Details":{"id":7,"name":"Asha &amp; Sons","city":"Pune","isOrganization":true,
		"maxCreditAmt":"12.50","generationDate":"Nov 20, 2026 10:00:00 AM","companyParentId":9,"odd":"x &lt; y",
		"contacts":[{"id":8,"phone":"98","isPrimaryContact":true,"isMobileMasked":true}],"additional_fields":[{"tier":"gold"}]}}`
	kolkata, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	c, err := wire.GetCustomer.Decode(strings.NewReader(answer), wire.DecodeOptions{Zone: kolkata})
	if err != nil {
		t.Fatal(err)
	}
	got := record.OfCustomer(&c, kolkata)
	for name, want := range map[string]any{
		"id": int64(7), "name": "Asha & Sons", "city": "Pune", "organisation": true, "credit_limit": 12.5, "phone": "98",
		"created": "2026-11-20T10:00:00+05:30", "website": nil, "deleted": false,
	} {
		if got.Value(name) != want {
			t.Errorf("%s is %v, not %v", name, got.Value(name), want)
		}
	}
	encoded, err := json.Marshal(got)
	for _, want := range []string{
		`"other":{"companyParentId":"9","odd":"x < y"}`, `"contacts":[{"id":8,`, `"other":{"isMobileMasked":"Yes"}`,
		`"blocks":{"additional_fields":[{"tier":"gold"}]}`,
	} {
		if err != nil || !strings.Contains(string(encoded), want) {
			t.Errorf("no %s in %s: %v", want, encoded, err)
		}
	}
}

// TestChoose_NamesWhatThereIs: a misspelt field is an error before anything is asked.
func TestChoose_NamesWhatThereIs(t *testing.T) {
	_, err := record.Ticket.Choose([]string{"id", "tilte"})
	if err == nil || !strings.HasPrefix(err.Error(), `no field is called "tilte"; did you mean title? known are id, title, `) {
		t.Error(err)
	}
	chosen, err := record.Ticket.Choose([]string{" due", "id "})
	if err != nil || len(chosen) != 2 || chosen[0].Name != "due" || chosen[1].Name != "id" {
		t.Error(chosen, err)
	}
}

// TestCells_AreWhatTheRecordHas: a table has the values of the JSON, and nothing where they are null.
func TestCells_AreWhatTheRecordHas(t *testing.T) {
	at := desk.NewUnixTime(time.Date(2026, 11, 20, 4, 30, 0, 0, time.UTC))
	ticket := desk.Ticket{ID: desk.NewID("71"), Created: at, CustomerID: 7, Marks: desk.Closed | desk.NotFixedAtOnce}
	fields, err := record.Ticket.Choose([]string{"id", "created", "customer_id", "closed", "first_contact", "due"})
	if err != nil {
		t.Fatal(err)
	}
	cells := record.OfTicket(&ticket, time.UTC).Only(fields).Cells()
	if want := []string{"71", "2026-11-20T04:30:00Z", "7", "true", "false", ""}; !slices.Equal(cells, want) {
		t.Errorf("%q, not %q", cells, want)
	}
}

// TestOfSavedTicket_HasNoPriorityThatOnlyTheServiceCanRead: answers to writes have a number where pulls have a word.
func TestOfSavedTicket_HasNoPriorityThatOnlyTheServiceCanRead(t *testing.T) {
	for said, want := range map[string]any{"2": nil, "0": nil, "High": "High"} {
		saved := desk.TicketResult{Ticket: desk.Ticket{
			ID: desk.NewID("71"), Priority: desk.NewInternedLine(safetext.LineFromText(said)),
		}}
		got := record.OfSavedTicket(&saved, time.UTC)
		if got.Value("priority") != want || got.Value("id") != "71" {
			t.Errorf("%s is %v", said, got)
		}
	}
}
