package wire_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/wire"
)

// kinds are what each type of the document is written as.
var kinds = map[string]jsontext.Kind{
	"number": '0', "decimal": '0', "boolean": 't', "string": '"', "text date": '"', "object": '{', "date": '{', "array": '[',
	"number or text": '0', "boolean or text": 't',
}

// jsonMembers returns the members of a value's JSON by name.
func jsonMembers(t *testing.T, value any) map[string]jsontext.Value {
	t.Helper()
	body, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]jsontext.Value
	if err := json.Unmarshal(body, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheServiceWritesEveryMemberOfTheDocumentAndNoOther(t *testing.T) {
	for _, c := range []struct {
		section section
		empty   any // every member is written even where there is nothing to say
	}{
		{customerRecord, jsontext.Value(wire.CustomerRecord)},
		{contactRecord, jsontext.Value(wire.ContactRecord)},
		{section{"3.3 Ticket record of Add Ticket", ticketRecord.members + "\nstring: assignedToPhone"}, jsontext.Value(strings.Replace(wire.TicketRecord, "null", `""`, 1))},
		{pulledRecord, jsontext.Value(strings.NewReplacer(`"referenceId": null`, `"referenceId": 0`, `"taskTitle": null`, `"taskTitle": ""`, `"additional_info": null`, `"additional_info": {}`).Replace(wire.DetailRecord))},
		{section{"3.5 Article with an attachment", articleRecord.members + "\nstring: attachmentDetail"}, jsontext.Value(strings.Replace(wire.ArticleRecord, "null", `""`, 1))},
		{categoryRecord, jsontext.Value(wire.CategoryRecord)},
		{addedCustomer, wire.SavedCustomer("", "", "", 0, 0)[5]},
		{addedOrder, wire.SavedOrder("", "", "", 1, 0, 0, 0)[5]},
		{updatedOrder, wire.SavedOrder("", "", "", 0, 0, 0, 0)[5]},
		{orderRecord, jsontext.Value(wire.OrderRecord)},
		{customerInfo, wire.CustomerInfo{}},
		{contactInfo, wire.ContactInfo{}},
		{enquiryInfo, wire.EnquiryInfo{}},
		{orderInfo, wire.OrderInfo{}},
		{section{"3.9 lastModificationTime", "number: year month dayOfMonth hourOfDay minute second"}, wire.DateTimeParts{}},
		{section{"4.1 and 4.2, request", "object: customer_info enquiry_info\narray: contact_info"}, wire.SaveCustomerRequest{}},
		{section{"4.1, answer", "string: status message\nobject: customer"}, wire.SavedCustomer("", "", "", 0, 0)},
		{section{"4.5 and 4.6, request", "object: customer_info enquiry_info order_info\narray: contact_info"}, wire.SaveOrderRequest{}},
		{section{"4.5, answer", "string: status message\nobject: Order"}, wire.SavedOrder("", "", "", 0, 0, 0, 0)},
	} {
		t.Run(c.section.name, func(t *testing.T) {
			got := jsonMembers(t, c.empty)
			for name, kind := range c.section.all() {
				v, there := got[name]
				if is := v.Kind(); !there || is != kinds[kind] && (is != 'f' || kinds[kind] != 't') {
					t.Errorf("%s is written as %s, not as a %s", name, v, kind)
				}
				delete(got, name)
			}
			if len(got) > 0 {
				t.Errorf("written besides: %v", slices.Sorted(maps.Keys(got)))
			}
		})
	}
}

func TestEveryMemberThatTheServiceKeepsIsWrittenWhereItCameFrom(t *testing.T) {
	for _, c := range []struct {
		section section
		into    func() any
	}{
		{addTicket, func() any { return new(wire.AddTicketRequest) }},
		{updateTicket, func() any { return new(wire.UpdateTicketRequest) }},
		{getTicket, func() any { return new(wire.GetTicketRequest) }},
		{pullTicket, func() any { return new(wire.PullTicketRequest) }},
		{searchFAQ, func() any { return new(wire.SearchFAQRequest) }},
		{customerInfo, func() any { return new(wire.CustomerInfo) }},
		{contactInfo, func() any { return new(wire.ContactInfo) }},
		{enquiryInfo, func() any { return new(wire.EnquiryInfo) }},
		{orderInfo, func() any { return new(wire.OrderInfo) }},
		{getCustomer, func() any { return new(wire.GetCustomerRequest) }},
		{pullCustomer, func() any { return new(wire.PullCustomerRequest) }},
		{pullOrder, func() any { return new(wire.PullOrderRequest) }},
	} {
		t.Run(c.section.name, func(t *testing.T) {
			record := c.into()
			if err := json.Unmarshal([]byte(object(c.section.numbered())), record, wire.StrictOptions); err != nil {
				t.Fatal(err)
			}
			got := jsonMembers(t, record)
			for name, value := range c.section.numbered() {
				if string(got[name]) != value {
					t.Errorf("%s was %s and is %s", name, value, got[name])
				}
			}
		})
	}
}

func TestAModificationTimeIsWrittenWithItsMonthFromZero(t *testing.T) {
	zone := berlinZone(t)
	body, err := json.Marshal(wire.NewDateTimeParts(time.Date(2026, 1, 31, 23, 59, 58, 0, zone)))
	if want := `{"year":2026,"month":0,"dayOfMonth":31,"hourOfDay":23,"minute":59,"second":58}`; err != nil || string(body) != want {
		t.Errorf("%s %v", body, err)
	}
	if got := time.Date(2026, 11, 20, 14, 5, 9, 0, zone).Format(wire.CustomerTimeLayout); got != "Nov 20, 2026 2:05:09 PM" {
		t.Error(got)
	}
}
