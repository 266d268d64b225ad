package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/wire"
)

// requests are the tables of what is sent, each with how the service reads it.
var requests = []struct {
	section section
	read    func(body string) error
}{
	{customerInfo, decodeStrictly[wire.CustomerInfo]},
	{contactInfo, decodeStrictly[wire.ContactInfo]},
	{enquiryInfo, decodeStrictly[wire.EnquiryInfo]},
	{orderInfo, decodeStrictly[wire.OrderInfo]},
	{getCustomer, decodeStrictly[wire.GetCustomerRequest]},
	{pullCustomer, decodeStrictly[wire.PullCustomerRequest]},
	{pullOrder, decodeStrictly[wire.PullOrderRequest]},
	{addTicket, decodeStrictly[wire.AddTicketRequest]},
	{updateTicket, decodeStrictly[wire.UpdateTicketRequest]},
	{getTicket, decodeStrictly[wire.GetTicketRequest]},
	{pullTicket, decodeStrictly[wire.PullTicketRequest]},
	{searchFAQ, decodeStrictly[wire.SearchFAQRequest]},
	{section{"4.1 and 4.2", "object: customer_info enquiry_info\narray: contact_info"}, decodeStrictly[wire.SaveCustomerRequest]},
	{section{"4.5 and 4.6", "object: customer_info enquiry_info order_info\narray: contact_info"}, decodeStrictly[wire.SaveOrderRequest]},
}

func decodeStrictly[Req any](body string) error {
	var req Req
	return json.Unmarshal([]byte(body), &req, wire.StrictOptions)
}

// values of every type, and which types of the document each belongs to; a customer's free-form
// members aside, null belongs to none.
var values = []struct {
	json  string
	types []string
}{
	{`"s"`, []string{"string"}},
	{`""`, []string{"string", "number or text", "boolean or text"}},
	{`"  "`, []string{"string", "number or text", "boolean or text"}},
	{`7`, []string{"number", "number or text"}},
	{`-7`, []string{"number", "number or text"}},
	{`"7"`, []string{"string", "number or text"}},
	{`"+7"`, []string{"string"}},
	{`" 7"`, []string{"string"}},
	{`"1e2"`, []string{"string"}},
	{`1.5`, nil},
	{`9223372036854775808`, nil},
	{`"9223372036854775808"`, []string{"string"}},
	{`true`, []string{"boolean", "boolean or text"}},
	{`"true"`, []string{"string", "boolean or text"}},
	{`"false"`, []string{"string", "boolean or text"}},
	{`"yes"`, []string{"string"}},
	{`{}`, []string{"object"}},
	{`[]`, []string{"array"}},
	{`null`, nil},
	{"\"\xff\"", nil},
}

func TestAMemberIsTakenInTheTypesOfTheDocumentAndInNoOther(t *testing.T) {
	for _, request := range requests {
		t.Run(request.section.name, func(t *testing.T) {
			for name, kind := range request.section.all() {
				for _, v := range values {
					taken := request.read(fmt.Sprintf(`{%q:%s}`, name, v.json)) == nil
					if taken != slices.Contains(v.types, kind) {
						t.Errorf("%s is a %s; %q taken: %v", name, kind, v.json, taken)
					}
				}
			}
		})
	}
}

func TestAMemberIsTakenOnceAndInItsExactCase(t *testing.T) {
	for _, request := range requests {
		t.Run(request.section.name, func(t *testing.T) {
			for name, kind := range request.section.all() {
				v := valueOf(kind, 7)
				if err := request.read(fmt.Sprintf(`{%q:%s,%q:%s}`, name, v, name, v)); err == nil {
					t.Errorf("%s was taken twice", name)
				}
				if err := request.read(fmt.Sprintf(`{%q:%s,%q:[[]]}`, name, v, strings.ToUpper(name)+"_")); err != nil {
					t.Errorf("a member that is not the document's was read: %v", err)
				}
				if upper := strings.ToUpper(name); upper != name {
					if err := request.read(fmt.Sprintf(`{%q:[[]]}`, upper)); err != nil {
						t.Errorf("%s was taken for %s", upper, name)
					}
				}
			}
		})
	}
}

func TestMembersOfAnAccountsOwnMayBeAnythingButTwice(t *testing.T) {
	if err := decodeStrictly[wire.CustomerInfo](`{"additional_fields":{"a":null,"b":[1,{"c":null}]}}`); err != nil {
		t.Error(err)
	}
	if err := decodeStrictly[wire.CustomerInfo](`{"additional_fields":{"a":{"b":1,"b":2}}}`); err == nil {
		t.Error("a nested member was taken twice")
	}
}

func TestATicketsUnknownMembersAreKeptAsTheyCame(t *testing.T) {
	const own = `"associate":[{"awb":null}],"TITLE":7`
	var add wire.AddTicketRequest
	var update wire.UpdateTicketRequest
	for body, into := range map[string]any{`{"title":"t",` + own + `}`: &add, `{"ticket_id":"1",` + own + `}`: &update} {
		if err := json.Unmarshal([]byte(body), into, wire.StrictOptions); err != nil {
			t.Error(body, err)
		}
	}
	for _, extra := range []wire.CustomFields{add.Extra, update.Extra} {
		if len(extra) != 2 || string(extra["associate"]) != `[{"awb":null}]` || string(extra["TITLE"]) != "7" {
			t.Errorf("kept %v", extra)
		}
	}
}

func TestNullIsNoRequestAndNoPartOfOne(t *testing.T) {
	for _, body := range []string{
		`null`, `{"customer_info":null}`, `{"contact_info":null}`, `{"contact_info":[null]}`, `{"contact_info":[{"gender":null}]}`,
		`{"enquiry_info":{"additional_fields":null}}`, `{"order_info":{"update":null}}`,
	} {
		if decodeStrictly[wire.SaveOrderRequest](body) == nil {
			t.Errorf("%s was taken", body)
		}
	}
}

func TestAPullOfOrdersFiltersByTheDocumentsListAlone(t *testing.T) {
	has := func(name, value string) bool {
		var req wire.PullOrderRequest
		if err := json.Unmarshal([]byte(fmt.Sprintf(`{"cmId":7,%q:%s}`, name, value)), &req, wire.StrictOptions); err != nil {
			t.Fatal(name, err)
		}
		return wire.HasFilter(req)
	}
	for name := range pullOrderFilters.all() {
		if !has(name, `"7"`) || has(name, `""`) || has(name, `"  "`) {
			t.Errorf("%s: %v, empty %v, blank %v", name, has(name, `"7"`), has(name, `""`), has(name, `"  "`))
		}
	}
	for name := range pullOrderOthers.all() {
		if has(name, `"7"`) {
			t.Errorf("%s counts as a filter", name)
		}
	}
	if has("secondarySourceId", "0") {
		t.Error("a source of 0 counts as a filter")
	}
}

func TestEverySavingRequestIsWrittenWithAllItsKeys(t *testing.T) {
	customer, err := wire.AddCustomer.Encode(wire.SaveCustomerRequest{Customer: wire.CustomerInfo{
		"customer_name": "Asha & Co", "additional_fields": wire.CustomFields{"b": []byte(`1`), "a": []byte(`{"x":null}`)},
	}, Contacts: []wire.ContactInfo{{"contact_person_phone": "123"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"customer_name":"Asha & Co"`, `"customer_id":""`, `"additional_fields":{"a":{"x":null},"b":1},"associate_fields":{}`, `"update":false`,
		`"contact_info":[{"contact_id":""`, `"contact_person_phone":"123"`, `"enquiry_info":{"enquiry_id":""`,
	} {
		if !strings.Contains(string(customer), part) {
			t.Errorf("%s lacks %s", customer, part)
		}
	}
	order, err := wire.UpdateOrder.Encode(wire.SaveOrderRequest{Order: wire.OrderInfo{"order_id": "9", "update": true}})
	if err != nil || !strings.Contains(string(order), `"contact_info":[]`) || !strings.Contains(string(order), `"order_info":{"order_id":"9"`) {
		t.Errorf("%s %v", order, err)
	}
}

func TestAQuestionIsWrittenWithWhatItAsksAlone(t *testing.T) {
	for _, c := range []struct {
		got  func() ([]byte, error)
		want string
	}{
		{func() ([]byte, error) {
			return wire.GetCustomer.Encode(wire.GetCustomerRequest{"service_customer_id": int64(42), "phone": "123"})
		}, `[{"service_customer_id":42,"phone":"123"}]`},
		{func() ([]byte, error) {
			return wire.PullCustomer.Encode(wire.PullCustomerRequest{
				"cm_id": int64(7), "createStartDate": "2026-11-20", "createEndDate": "2026-11-20", "phone": "123", "isIndividual": true,
				"attr15": "x", "limit": int64(0),
			})
		}, `{"cm_id":7,"createStartDate":"2026-11-20","createEndDate":"2026-11-20","phone":"123","isIndividual":true,"attr15":"x","limit":0}`},
		{func() ([]byte, error) {
			return wire.PullOrder.Encode(wire.PullOrderRequest{"cmId": int64(7), "customer_Ids": "1", "customerIds": "1", "limit": "10"})
		}, `{"cmId":7,"customer_Ids":"1","customerIds":"1","limit":"10"}`},
	} {
		if got, err := c.got(); err != nil || string(got) != c.want {
			t.Errorf("wrote %s, not %s (%v)", got, c.want, err)
		}
	}
}

// FuzzRequests holds the strict readers to two promises: no panic, and what is taken is taken again
// as it was written.
func FuzzRequests(f *testing.F) {
	for _, request := range requests {
		f.Add(object(request.section.numbered()))
	}
	f.Add(`{"customer_info":{"customer_name":"a","additional_fields":{"a":null}},"contact_info":[{"update":true}],"order_info":{"update":true}}`)
	f.Add(`{"limit":"7","offset":-0,"isIndividual":" ","zone_id":""}`)
	f.Fuzz(func(t *testing.T, body string) {
		checkRoundTrip[wire.SaveCustomerRequest](t, body)
		checkRoundTrip[wire.SaveOrderRequest](t, body)
		checkRoundTrip[wire.GetCustomerRequest](t, body)
		checkRoundTrip[wire.PullCustomerRequest](t, body)
		checkRoundTrip[wire.PullOrderRequest](t, body)
	})
}

func checkRoundTrip[Req any](t *testing.T, body string) {
	var first, second Req
	if json.Unmarshal([]byte(body), &first, wire.StrictOptions) != nil {
		return
	}
	sent, err := json.Marshal(first, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(sent, &second, wire.StrictOptions); err != nil {
		t.Fatalf("%s was written as %s: %v", body, sent, err)
	}
	if resent, err := json.Marshal(second, json.Deterministic(true)); err != nil || string(resent) != string(sent) {
		t.Errorf("%s was written as %s and then as %s: %v", body, sent, resent, err)
	}
}
