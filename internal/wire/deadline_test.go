package wire_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

func TestTicket_SLAEndsWhereTheRecordSays(t *testing.T) {
	berlin, err := desk.ParseZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for members, want := range map[string]string{
		`"date":"20-11-2026 09:00","taskEnddate":"20-11-2026 17:30","sla":"1 Day 0 Hr 0 Min"`: "2026-11-20 17:30:00",
		`"date":"20-11-2026 09:00","taskEnddate":"","sla":"1 Day 2 Hr 5 Min"`:                 "2026-11-21 11:05:00",
		`"sla":"0:1:29","date":"20-11-2026 09:00"`:                                            "2026-11-20 09:01:29",
		`"date":"20-11-2026 09:00","taskEnddate":"22-11-2026 00:00"`:                          "2026-11-22 23:59:59",
		`"date":"20-11-2026 09:00","taskEnddate":"soon","sla":"soon"`:                         "",
		`"date":"20-11-2026 09:00","sla":480,"slaStatus":"Out of SLA"`:                        "",
		`"date":"20-11-2026 09:00","sla":{"Hr":4},"taskEnddate":null`:                         "",
		`"date":"yesterday","sla":"4 Hr 0 Min"`:                                               "",
	} {
		record := `{"ticketId":"7",` + members + `}`
		listed, err := wire.PullTicket.Decode(strings.NewReader(fmt.Sprintf(`{"status":"success","message":[%s]}`, record)), wire.DecodeOptions{Zone: berlin})
		if err != nil || len(listed.Tickets) != 1 {
			t.Fatal(members, listed, err)
		}
		read, err := wire.GetTicket.Decode(strings.NewReader(fmt.Sprintf(`[{"task_details":%s}]`, record)), wire.DecodeOptions{Zone: berlin})
		if err != nil || len(read) != 1 {
			t.Fatal(members, read, err)
		}
		for from, end := range map[string]desk.UnixTime{"a pull": listed.Tickets[0].Due, "a look": read[0].Due} {
			got := ""
			if !end.IsZero() {
				got = end.In(berlin).Format(time.DateTime)
			}
			if got != want {
				t.Errorf("%s of %s: the SLA ends at %q instead of %q", from, members, got, want)
			}
		}
	}
}
