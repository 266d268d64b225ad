package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

const (
	// television is an order with every field of order_info filled.
	television = `{"customer_info":{"customer_name":"Asha Rao","customer_id":"","update":false},"contact_info":[{"contact_person_phone":"7000000001","contact_person_name":"Ira"}],
	"enquiry_info":{"next_follow_up_date":"2026-12-01","subStatus":"Warm","additional_fields":{"attr2":"e"}},
	"order_info":{"order_id":"","assign_emp_name":"Mei Lin","assign_emp_code":"AC-1","assign_emp_email":"mei@acme.example.com","delivery_status":"Packed",
	"erp_order_id":"ERP-1","erp_invoice_no":"9001","create_date":"2026-11-18","remarks":"fragile","invoice_no":"INV/26/1","invoice_date":"18 Nov","unit_name":"DC North",
	"block_name":"R1-B2","ticket_id":"713516551148","encryptOrder":"no","payment_mode":"Card","dealDetails":"1 × TV","associate_fields":{"attr1":"o"},"update":false}}`

	televisionRecord = `{"order_id":"2","assign_emp_name":"Mei Lin","assign_emp_code":"AC-1","assign_emp_email":"mei@acme.example.com","delivery_status":"Packed",` +
		`"erp_order_id":"ERP-1","erp_invoice_no":"9001","create_date":"2026-11-18","remarks":"fragile","invoice_no":"INV/26/1","invoice_date":"18 Nov","unit_name":"DC North",` +
		`"block_name":"R1-B2","ticket_id":"713516551148","encryptOrder":"no","payment_mode":"Card","dealDetails":"1 × TV","associate_fields":{"attr1":"o"},"update":true,` +
		`"customer_id":1,"enquiry_id":2,"contact_id":2,"customer_name":"Asha Rao"}`
)

// TestAnOrderComesBackWithEveryMember covers PROTOCOL.md 4.5 to 4.7 and 3.7.
func TestAnOrderComesBackWithEveryMember(t *testing.T) {
	h := serviceWithCustomer(t)
	for _, c := range []struct {
		op         wire.OperationInfo
		body, want string
	}{
		{wire.AddOrder.OperationInfo, television, `{"status":"success","message":"Order added successfully","Order":{"result":true,"order_id":2,"customer_id":1,"enquiry_id":2,"action":"Order added","action_event":"ADD_ORDER","contact_id":2}}`},
		{wire.PullOrder.OperationInfo, `{"cmId":4711,"enquiryIds":"2"}`, `{"totalCount":1,"message":[` + televisionRecord + `],"status":"success"}` + "\n"},
		{
			wire.UpdateOrder.OperationInfo, `{"customer_info":{"customer_name":"Asha Rao"},"order_info":{"order_id":"2","delivery_status":"Shipped","update":true,"associate_fields":{"awb":"X1"}}}`,
			`{"status":"success","message":"Order updated successfully","Order":{"result":true,"customer_id":1,"enquiry_id":2,"action":"Order updated","action_event":"ORDER_FIELD_UPDATION","contact_id":2}}`,
		},
		{
			wire.PullOrder.OperationInfo, `{"cmId":4711,"enquiryIds":"2"}`,
			`{"totalCount":1,"message":[` + strings.NewReplacer("Packed", "Shipped", `{"attr1":"o"}`, `{"attr1":"o","awb":"X1"}`).Replace(televisionRecord) + `],"status":"success"}` + "\n",
		},
		{wire.PullOrder.OperationInfo, `{"cmId":4711,"customer_Ids":"99"}`, `{"totalCount":0,"message":[],"status":"success"}` + "\n"},
	} {
		if w := post(h, c.op, login, c.body); w.Code != http.StatusOK || w.Body.String() != c.want {
			t.Errorf("%s: %d %s\nnot %s", c.op.Name, w.Code, w.Body, c.want)
		}
	}
	asha := get(t, h, 1)
	if asha.Name.String() != "Asha Rao" || len(asha.Contacts) != 2 || asha.Contacts[1].Name.String() != "Ira" {
		t.Errorf("the customer is %+v", asha)
	}
}

// TestWhoseAnOrderIs covers PROTOCOL.md 4.5, and the order's contact.
func TestWhoseAnOrderIs(t *testing.T) {
	h := serviceWithCustomer(t)
	twin := wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_name": "Twin", "phone": "5"}}
	first := must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, twin))
	second := must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, twin))
	add := func(c wire.CustomerInfo, contacts ...wire.ContactInfo) desk.SaveResult {
		return must[desk.SaveResult](t)(call(t, h, wire.AddOrder, wire.SaveOrderRequest{Customer: c, Contacts: contacts}))
	}
	if s := add(wire.CustomerInfo{"customer_name": "Twin", "customer_id": fmt.Sprint(second.Customer)}); s.Customer != second.Customer || s.Contact != second.Contact || s.Enquiry == 0 {
		t.Errorf("by id: %+v", s)
	}
	if s := add(wire.CustomerInfo{"customer_name": "Whoever", "customer_id": fmt.Sprint(first.Customer)}); s.Customer != first.Customer {
		t.Errorf("the id goes before the name: %+v", s)
	}
	if s := add(wire.CustomerInfo{"customer_name": "Asha Rao"}, wire.ContactInfo{"contact_person_phone": "9876543210"}); s.Customer != 1 || s.Contact != 1 {
		t.Errorf("a contact that is there: %+v", s)
	}
	if s := add(wire.CustomerInfo{"customer_name": "Asha Rao", "city": "Elsewhere"}, wire.ContactInfo{"contact_id": "1"}); s.Contact != 1 {
		t.Errorf("a contact by its id: %+v", s)
	}
	if c := get(t, h, 1); len(c.Contacts) != 1 || c.Text("city").String() != "" {
		t.Errorf("the orders changed their customer: %+v", c)
	}
	one := must[desk.SaveResult](t)(call(t, h, wire.AddOrder, wire.SaveOrderRequest{Customer: wire.CustomerInfo{"customer_name": "Asha Rao"}, Enquiry: wire.EnquiryInfo{"enquiry_id": "1", "remarks": "the same"}}))
	if one.Enquiry != 1 {
		t.Errorf("an enquiry that is there: %+v", one)
	}
}

// pulledOrders returns the ids of the orders that match filters, given as JSON members.
func pulledOrders(t *testing.T, h http.Handler, filter string) string {
	t.Helper()
	var answer struct {
		Status     string
		TotalCount int
		Message    []struct {
			OrderID string `json:"order_id"`
		}
	}
	w := post(h, wire.PullOrder.OperationInfo, login, fmt.Sprintf(`{"cmId":%d,%s}`, account, filter))
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Status != "success" {
		t.Fatalf("%s: %s", filter, w.Body)
	}
	found := ""
	for _, o := range answer.Message {
		found += o.OrderID
	}
	paged := strings.Contains(filter, "limit") || strings.Contains(filter, "offset")
	if !paged && answer.TotalCount != len(answer.Message) {
		t.Errorf("%s: %d rows of %d", filter, len(answer.Message), answer.TotalCount)
	}
	return found
}

// all lets every order through, so that the request has a filter of the document's list.
const all = `"generationStartDate":"2026-11-20",`

// TestEachFilterOfPullOrder covers the lists of PROTOCOL.md 4.7: of two customers' three orders each filter
// finds those that it names, and one that no record can answer finds none.
func TestEachFilterOfPullOrder(t *testing.T) {
	h := serviceWithCustomer(t) // order 1, with nothing in it
	post(h, wire.UpdateCustomer.OperationInfo, key, `{"customer_info":{"customer_id":"1","customer_name":"Asha Rao","city":"Pune","state":"Maharashtra","country":"India","zone":"7","secondary_source":"13","additional_fields":{"attr5":"c"}}}`)
	post(h, wire.AddOrder.OperationInfo, login, television)
	post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Bert","email_id":"bert@example.com"}}`)
	post(h, wire.AddOrder.OperationInfo, login, `{"customer_info":{"customer_name":"Bert"},"order_info":{"delivery_status":"Shipped","assign_emp_code":"AC-2"}}`)
	for filter, want := range map[string]string{
		`"customer_Ids":"1"`: "12", `"customer_Ids":"1,2"`: "123", `"customer_Ids":"9"`: "", `"customer_Ids":"x"`: "", `"customerIds":"2"`: "3", `"customer_Ids":"1","customerIds":"2"`: "",
		`"name":"ash"`: "12", `"name":"%"`: "", `"enquiryIds":"2,3"`: "23", `"enquiryIds":"all"`: "",
		`"generationStartDate":"2026-11-20"`: "123", `"generationStartDate":"2026-11-21"`: "", `"generationEndDate":"2026-11-20"`: "123", `"generationEndDate":"2026-11-19"`: "",
		`"generationStartDate":"2026-11-21","generationEndDate":"2026-11-19"`: "",
		`"nextFollowupStartDate":"2026-12-01"`:                                "2", `"nextFollowupEndDate":"2026-12-01"`: "2", `"nextFollowupEndDate":"2026-11-30"`: "",
		`"statusStr":"Packed"`: "2", `"statusStr":"Packed,Shipped"`: "23", `"statusStr":"P%"`: "", `"subStatusStr":"Warm"`: "2", `"subStatusStr":"Cold"`: "",
		`"creatorOrAssignedIdStr":"1"`: "2", `"assignToIdsStr":"1,2"`: "23", `"assignToIdsStr":"0"`: "", `"creatorIdStr":"1"`: "", `"creatorIdStr":"0"`: "",
		`"notAssignToIdsStr":"1"`: "13", `"notAssignToIdsStr":"x"`: "",
		`"country":"india"`: "12", `"city":"Pune"`: "12", `"city":"Pun"`: "", `"state":"Maharashtra"`: "12", `"country":"%"`: "", `"secondarySourceId":13`: "12", `"secondarySourceId":"12"`: "",
		`"attr1":"o"`: "2", `"attr2":"e"`: "2", `"attr5":"c"`: "12", `"attr3":"o"`: "", `"attr15":"%"`: "",
		// Nothing that a record returns.
		`"leadPriorityStr":"High"`: "", `"clientReferenceIds":"1"`: "", `"approvedIds":"1"`: "", `"pricingStatus":"Open"`: "",
		`"lastFollowupStartDate":"2026-01-01"`: "", `"lastFollowupEndDate":"2026-12-31"`: "", `"expectedClosureStartDate":"2026-01-01"`: "", `"expectedClosureEndDate":"2026-12-31"`: "",
		// The other keys, beside one of the list.
		all + `"phone":"9876543210"`: "12", all + `"phone":"1"`: "", all + `"email":"BERT@example.com"`: "3", all + `"leadIdStr":"2"`: "3", all + `"viewId":"4"`: "123",
		all + `"orderIds":"1,3"`: "13", all + `"orderIds":"x"`: "", all + `"erpOrderId":"ERP-1"`: "2", all + `"erpOrderId":"ERP"`: "", all + `"erpInvoiceId":"9001"`: "2",
		all + `"createStartDate":"2026-11-18","createEndDate":"2026-11-18"`: "2", all + `"createStartDate":"2026-11-19"`: "13", all + `"assignIdStr":"2"`: "3", all + `"zoneIdStr":"7,8"`: "12",
		all + `"unitId":"DC North"`: "2", all + `"blockId":"R1-B2"`: "2", all + `"blockId":"R1"`: "", all + `"sortParam":"x"`: "123", all + `"bookingStatus":"x"`: "", all + `"bookingSubStatus":"x"`: "",
		all + `"bookingStartDate":"2026-01-01"`: "", all + `"bookingEndDate":"2026-12-31"`: "", all + `"approvalDesignationIds":"1"`: "", all + `"agreementStartDate":"2026-01-01"`: "", all + `"agreementEndDate":"2026-12-31"`: "",
		all + `"limit":"2"`: "12", all + `"limit":"2","offset":"2"`: "3", all + `"offset":"9"`: "", all + `"phone":" ","email":""`: "123",
	} {
		if got := pulledOrders(t, h, filter); got != want {
			t.Errorf("%s found %q, not %q", filter, got, want)
		}
	}
}

// hostileBytes returns the length limit of a hostile text: the service accepts texts of 64 KiB.
func hostileBytes() int {
	if texttest.Long() {
		return 60 << 10
	}
	return 2 << 10
}

func TestHostileTextGoesThroughCustomersAndOrders(t *testing.T) {
	h := newService(t)
	texts := 0
	for _, hostile := range texttest.Hostile(t) {
		texts++
		hostile.Text = hostile.Text[:min(len(hostile.Text), hostileBytes())]
		name := fmt.Sprint(texts) + hostile.Text
		added := must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, wire.SaveCustomerRequest{
			Customer: wire.CustomerInfo{"customer_name": name, "phone": "1", "remarks": hostile.Text}, Contacts: []wire.ContactInfo{{"contact_person_name": hostile.Text, "gender": "-"}},
		}))
		must[desk.SaveResult](t)(call(t, h, wire.AddOrder, wire.SaveOrderRequest{
			Customer: wire.CustomerInfo{"customer_name": name, "customer_id": fmt.Sprint(added.Customer)}, Order: wire.OrderInfo{"remarks": hostile.Text, "dealDetails": hostile.Text},
		}))
	}
	customers := must[[]desk.Customer](t)(call(t, h, wire.PullCustomer, wire.PullCustomerRequest{
		"cm_id": account, "createStartDate": "2026-11-20", "createEndDate": "2026-11-20", "limit": int64(10000),
	}))
	page := must[desk.OrderPage](t)(call(t, h, wire.PullOrder, wire.PullOrderRequest{
		"cmId": account, "generationStartDate": "2026-11-20", "limit": "10000",
	}))
	if texts == 0 || len(customers) != texts || len(page.Orders) != texts {
		t.Fatalf("%d texts gave %d customers and %d orders", texts, len(customers), len(page.Orders))
	}
	var shown []string
	for i, c := range customers {
		shown = append(shown, c.Name.String(), c.Remarks.String(), c.PrimaryContact().Name.String(), page.Orders[i].CustomerName.String())
		for _, f := range page.Orders[i].Fields {
			shown = append(shown, f.Value.String())
		}
	}
	for _, s := range shown {
		if err := texttest.Forbidden(s); err != nil {
			t.Errorf("%.80q: %v", s, err)
		}
	}
}
