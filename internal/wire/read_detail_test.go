package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

func TestEveryMemberOfATicketIsShownHoweverItIsTyped(t *testing.T) {
	for name, kind := range detailRecord.all() {
		if kind == "array" {
			continue // attachments are links, not fields
		}
		for sent, value := range map[string]string{`"1234"`: "1234", `1234`: "1234", `"a &amp; b"`: "a & b", `null`: "", `""`: "", `[]`: ""} {
			for _, form := range []string{
				`[{"additional_info":{},"history":{},"task_details":{"ticketId":"7",%q:%s}}]`,
				`[{"ticketId":"7",%q:%s}]`,
				`{"status":"success","message":[{"ticketId":"7",%q:%s}]}`,
			} {
				body := fmt.Sprintf(form, name, sent)
				all, err := wire.GetTicket.Read(strings.NewReader(body), wire.Reading{})
				switch {
				case name == "ticketId" && value == "":
					continue // no ticket without one
				case err != nil || len(all) != 1:
					t.Errorf("%s: %d tickets, %v", body, len(all), err)
					continue
				}
				d := all[0]
				if value != "" && !shown(d.Fields, nil, value) && d.Body.Plain().String() != value {
					t.Errorf("%s shows %v", body, d.Fields)
				}
				if value == "" && len(d.Fields) != 1 {
					t.Errorf("%s shows %v", body, d.Fields)
				}
			}
		}
	}
}

func TestADocumentsNumberOfNothingIsNoField(t *testing.T) {
	found, err := wire.GetTicket.Read(strings.NewReader(
		`[{"task_details":{"ticketId":"7","customer_rating":0,"productId":"0","customerId":61046,"loyalty_points":0}}]`), wire.Reading{})
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	var labels []string
	for _, f := range found[0].Fields {
		labels = append(labels, f.Label.String()+" "+f.Value.String())
	}
	if want := []string{"Ticket 7", "Customer 61046", "Loyalty points 0"}; !slices.Equal(labels, want) {
		t.Errorf("shows %q, want %q", labels, want)
	}
}
