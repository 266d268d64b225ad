package wire_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// timesOf returns a record's members that were parsed as times, by label.
func timesOf(fields []desk.LabeledValue) map[string]string {
	found := map[string]string{}
	for _, f := range fields {
		if !f.Time.IsZero() {
			found[f.Label.String()] = f.Time.In(time.UTC).Format(time.RFC3339)
		}
	}
	return found
}

func TestTheDatesOfATicketsRecordAndHistoryAreParsedAsTimes(t *testing.T) {
	const answer = `[{"task_details":{"ticketId":"7","date":"20-11-2026 09:00","nextFollowUp":"21-11-2026 10:00","taskEnddate":"soon","phone":"211120261000"},
		"history":{"notes":[{"date":"20-11-2026 09:30","detail":"x","callback_time":"2026-11-21 10:00:00","phone":"1795255200000"}]}}]`
	berlin, err := desk.ParseZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	read, err := wire.GetTicket.Decode(strings.NewReader(answer), wire.DecodeOptions{Zone: berlin})
	if err != nil || len(read) != 1 || len(read[0].Timeline) != 1 {
		t.Fatal(read, err)
	}
	record, entry := timesOf(read[0].Fields), timesOf(read[0].Timeline[0].Values)
	if len(record) != 2 || record["Created"] != "2026-11-20T08:00:00Z" || record["Callback"] != "2026-11-21T09:00:00Z" {
		t.Errorf("the record's are %v", record)
	}
	if len(entry) != 1 || entry["Callback time"] != "2026-11-21T09:00:00Z" {
		t.Errorf("the entry's are %v", entry)
	}
}

func TestOfARepeatedDateTheLastIsTheTime(t *testing.T) {
	for dates, want := range map[string]string{
		`"generationDate":"Nov 20, 2026 9:00:00 AM"`:                                            "2026-11-20T09:00:00Z",
		`"generationDate":"Nov 20, 2026 9:00:00 AM","generationDate":"Nov 21, 2026 9:00:00 AM"`: "2026-11-21T09:00:00Z",
		`"generationDate":"Nov 20, 2026 9:00:00 AM","generationDate":"long ago"`:                "",
	} {
		read, err := wire.GetCustomer.Decode(strings.NewReader(`{"status":"success","Customer Details":{"id":7,`+dates+`}}`), wire.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := timesOf(read.Fields)["Created"]; got != want {
			t.Errorf("%s: %q, want %q", dates, got, want)
		}
	}
}
