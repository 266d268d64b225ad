package wire_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/desk"
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
				`{"additional_info":{},"history":{},"task_details":{"ticketId":"7",%q:%s}}`,
				`{"status":"success","task_details":{"ticketId":"7",%q:%s}}`,
				`{"task_details":{"ticketId":"7",%q:%s},"status":"success","message":"found"}`,
				`{"ticketId":"7",%q:%s}`,
			} {
				body := fmt.Sprintf(form, name, sent)
				all, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{})
				switch {
				case name == "ticketId" && value == "":
					continue // no ticket without one
				case err != nil || len(all) != 1:
					t.Errorf("%s: %d tickets, %v", body, len(all), err)
					continue
				}
				d := all[0]
				if value != "" && !isShown(d.Fields, nil, value) && d.Body.Text().String() != value {
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
	found, err := wire.GetTicket.Decode(strings.NewReader(
		`[{"task_details":{"ticketId":"7","customer_rating":0,"productId":"0","customerId":61046,"loyalty_points":0}}]`), wire.DecodeOptions{})
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	var labels []string
	for _, f := range found[0].Fields {
		labels = append(labels, f.Label.String()+" "+f.Value.String())
	}
	if want := []string{"Ticket 7", "Customer id 61046", "Loyalty points 0"}; !slices.Equal(labels, want) {
		t.Errorf("shows %q, want %q", labels, want)
	}
}

func TestTicketGet_LoneObjectIsReadAndARefusalIsNot(t *testing.T) {
	found, err := wire.GetTicket.Decode(strings.NewReader(
		`{"task_details":{"ticketId":"7","status":"Pending"},"history":{"notes":[{"detail":"Called back"}]},"additional_info":{}}`), wire.DecodeOptions{})
	if err != nil || len(found) != 1 || found[0].ID.Raw() != "7" || len(found[0].Timeline) != 1 {
		t.Errorf("read %+v, %v", found, err)
	}
	for _, body := range []string{`{"status":"failed","message":"No Data found"}`, `{"task_details":{},"Status":"Failed","Message":"No Data found"}`} {
		var refusal *wire.Failure
		if _, err := wire.GetTicket.Decode(strings.NewReader(body), wire.DecodeOptions{}); !errors.As(err, &refusal) || refusal.Message.String() != "No Data found" {
			t.Errorf("%s: %v", body, err)
		}
	}
	if _, err := wire.GetTicket.Decode(strings.NewReader(`{"additional_info":{}}`), wire.DecodeOptions{}); err == nil {
		t.Error("an object of nothing counts as an answer")
	}
}

func TestTicket_SLAWordingIsReadByItsWords(t *testing.T) {
	for wording, want := range map[string]desk.Flags{
		"Out of SLA": desk.OutOfSLA, "OUT_OF_SLA": desk.OutOfSLA, "OutOfSLA": desk.OutOfSLA, "Breached": desk.OutOfSLA, "SLA breach": desk.OutOfSLA,
		"At Risk": desk.AtRisk, "at_risk": desk.AtRisk, "About to breach": desk.AtRisk, "Nearing breach": desk.AtRisk,
		"Within SLA": 0, "Without SLA": 0, "Not breached": 0, "No SLA": 0, "Outlet": 0, "Routed": 0, "": 0,
	} {
		found, err := wire.GetTicket.Decode(strings.NewReader(fmt.Sprintf(`[{"task_details":{"ticketId":"7","slaStatus":%q}}]`, wording)), wire.DecodeOptions{})
		if err != nil || len(found) != 1 || found[0].Marks&(desk.OutOfSLA|desk.AtRisk) != want {
			t.Errorf("%q is %v, %v", wording, found[0].Marks, err)
		}
	}
}
