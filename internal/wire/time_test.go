package wire_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func TestADateIsReadInItsOneFormOrShownAsItCame(t *testing.T) {
	parts := func(year, month, day, hour, minute, second any) string {
		return fmt.Sprintf(`{"year":%v,"month":%v,"dayOfMonth":%v,"hourOfDay":%v,"minute":%v,"second":%v}`, year, month, day, hour, minute, second)
	}
	for sent, want := range map[string]string{
		`"Nov 20, 2026 2:05:09 PM"`:                              "2026-11-20 14:05:09",
		`"Nov 20, 2026 02:05:09 PM"`:                             "2026-11-20 14:05:09",
		`"Nov 20, 2026 2:05:09\u202fPM"`:                         "2026-11-20 14:05:09",
		`"Nov 20, 2026, 2:05:09\u202fPM"`:                        "2026-11-20 14:05:09",
		`"November 20, 2026 2:05:09 PM"`:                         "2026-11-20 14:05:09",
		`"November 20, 2026, 2:05:09 PM"`:                        "2026-11-20 14:05:09",
		`"Nov 20, 2026 2:05:09\u00a0pm"`:                         "2026-11-20 14:05:09",
		`" Nov 20, 2026 12:00:00 AM "`:                           "2026-11-20 00:00:00",
		`"Nov 20, 2026 12:00:00 PM"`:                             "2026-11-20 12:00:00",
		`"Feb 29, 2028 1:00:00 AM"`:                              "2028-02-29 01:00:00",
		`"Feb 29, 2026 1:00:00 AM"`:                              "",
		`"Nov 20, 2026 13:05:09 PM"`:                             "",
		`"Nov 20, 2026 2:05:09"`:                                 "",
		`"Nov 20, 2026 2:05 PM"`:                                 "",
		`"20 Nov, 2026 14:05"`:                                   "",
		`"11/20/2026 2:05:09 PM"`:                                "",
		`"2026-11-20 14:05:09"`:                                  "",
		`1795183509000`:                                          "",
		parts(2026, 0, 31, 0, 0, 0):                              "2026-01-31 00:00:00",
		parts(2026, 11, 31, 23, 59, 59):                          "2026-12-31 23:59:59",
		parts(`"2026"`, `"1"`, `28.0`, 0, 0, 0):                  "2026-02-28 00:00:00",
		parts(2028, 1, 29, 0, 0, 0):                              "2028-02-29 00:00:00",
		parts(2026, 1, 29, 0, 0, 0):                              "",
		parts(2026, 12, 1, 0, 0, 0):                              "",
		parts(2026, -1, 1, 0, 0, 0):                              "",
		parts(2026, 3, 31, 0, 0, 0):                              "",
		parts(2026, 0, 0, 0, 0, 0):                               "",
		parts(2026, 0, 32, 0, 0, 0):                              "",
		parts(2026, 0, 1, 24, 0, 0):                              "",
		parts(2026, 0, 1, 0, 60, 0):                              "",
		parts(2026, 0, 1, 0, 0, 60):                              "",
		parts(0, 0, 1, 0, 0, 0):                                  "",
		parts(10000, 0, 1, 0, 0, 0):                              "",
		parts(2026, `"x"`, 1, 0, 0, 0):                           "",
		parts(2026, `null`, 1, 0, 0, 0):                          "",
		parts(2026, `""`, 1, 0, 0, 0):                            "",
		parts(2026, 1.5, 1, 0, 0, 0):                             "",
		parts(2026, `{"a":1}`, 1, 0, 0, 0):                       "",
		parts(`1e30`, 1, 1, 0, 0, 0):                             "",
		`{"year":2026,"month":0,"dayOfMonth":1}`:                 "",
		`[` + parts(2026, 0, 31, 0, 0, 0) + `]`:                  "2026-01-31 00:00:00",
		`{"Year":2026,"month":0,"dayOfMonth":1,"hourOfDay":1}`:   "",
		`{"year":{"year":{"year":[[[[[[[[[[[[[]]]]]]]]]]]]]}}}`:  "",
		`{"year":2026,"month":0,"dayOfMonth":1,"hourOfDay":"9"}`: "",
	} {
		for _, member := range []string{"generationDate", "lastModificationTime"} {
			c := pullCustomer1(t, fmt.Sprintf("%q:%s", member, sent))
			at := max(c.Created, c.Modified)
			switch {
			case want == "" && (at != 0 || len(c.Fields) != 3):
				t.Errorf("%s %s was read as %v; shown are %v", member, sent, at.In(berlinZone(t)), c.Fields)
			case want != "" && at.In(berlinZone(t)).Format(time.DateTime) != want:
				t.Errorf("%s %s was read as %v", member, sent, at.In(berlinZone(t)))
			}
		}
	}
}

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
	if len(entry) != 1 || entry["Callback"] != "2026-11-21T09:00:00Z" {
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
