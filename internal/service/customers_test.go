package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// asha is a customer with every field of the blocks filled.
const asha = `{"customer_info":{"customer_name":"Asha &amp; Söhne 100%","phone":"9876543210","email_id":"Asha@example.com","locality":"Kothrud",
	"city":"Pune","state":"Maharashtra","country":"India","address":"Flat 5","pincode":"411038","type":"Buyer","classification":"Gold",
	"customer_code":"C_1","customer_id":"","customer_assign_emp_name":"Mei Lin","customer_assign_emp_code":"AC-1","customer_assign_emp_email":"mei@acme.example.com",
	"zone":"7","customer_remarks":"calls late","remarks":"","individual":false,"organization":true,"channel_partner":false,
	"primary_source":"12","secondary_source":"13","tertiary_source":"14","additional_fields":{"attr1":"red","attr15":15,"attr3":{"deep":1}},"associate_fields":{},"update":false},
	"contact_info":[{"contact_id":"","title":"Ms","first_name":"Ira","last_name":"Rao","contact_person_name":"","country_code":"+91","contact_person_phone":"7000000001",
	"contact_person_email":"ira@example.com","additional_contact_phone":"7000000002","dob":"1990-11-21","gender":"Female","update":false,"matchEmailPhone":false}],
	"enquiry_info":{"enquiry_id":"","assign_emp_name":"","assign_emp_code":"","assign_emp_email":"","round_robin_key":"","next_follow_up_date":"2026-12-01",
	"action":"call","subStatus":"Warm","additional_fields":{},"associate_fields":{},"update":false,"remarks":"wants an offer"}}`

// TestACustomerComesBackWithEveryMember covers PROTOCOL.md 3.1 and 3.2: every member, of its type.
func TestACustomerComesBackWithEveryMember(t *testing.T) {
	h := newService(t)
	added := post(h, wire.AddCustomer.OperationInfo, key, asha)
	if want := `{"status":"success","message":"Customer added successfully","customer":{"result":true,"customer_id":1,"action":"Customer added","action_event":"ADD_CUSTOMER","contact_id":1}}`; added.Body.String() != want {
		t.Fatalf("added %s", added.Body)
	}
	const moment = `{"year":2026,"month":10,"dayOfMonth":20,"hourOfDay":12,"minute":0,"second":0}`
	want := `{"id":1,"cmId":4711,"isOrganization":true,"isChannelPartner":false,"name":"Asha &amp; Söhne 100%","website":"","address":"Flat 5",` +
		`"state":"Maharashtra","city":"Pune","country":"India","latitude":"","longitude":"","currentStatus":"","companyStatus":"",` +
		`"generationDate":"Nov 20, 2026 12:00:00 PM","lastModificationTime":` + moment + `,"creatorId":0,"channelPartnerId":0,"ratePlanId":0,` +
		`"campaignId":0,"campaignItemId":0,"campaignActivityId":0,"customerLevel":0,"zone":7,"companyParentId":0,"assignedToId":1,"maxCreditPeriod":0,` +
		`"historyEmpId":0,"channelPartnerEmpId":0,"syncedStepNumber":0,"salesAdminZone":0,"referralId":0,"totalNoOfEnquiries":1,"maxCreditAmt":0,` +
		`"outStandingAmount":0,"remarks":"calls late","customerCode":"C_1","pinCode":"411038","classification":"Gold","customerType":"Buyer","crossRemarks":"",` +
		`"imageReferenceId":"","syncdLocationId":"","feedbackOnCustomer":"","deleted":false,"isExistingCustomer":false,"isExistingContact":false,` +
		`"syncStatus":false,"isApi":true,"contacts":[{"id":1,"cmId":4711,"leadId":1,"parentContactId":0,"subOfficeId":0,"creatorId":0,"age":35,"enquiryId":1,` +
		`"orderId":0,"contactPerson":"Ms Ira Rao","gender":"Female","phone":"7000000001","additionalPhone":"7000000002","email":"ira@example.com","maritalStatus":"",` +
		`"phoneCountryCode":"+91","isPrimaryContact":true,"isActive":true,"isGuest":false,"isMergeEnable":false,"isMobileMasked":false,` +
		`"isEmailMasked":false,"showBirthYear":false,"generationDate":` + moment + `}]}`
	got := post(h, wire.GetCustomer.OperationInfo, key, `[{"service_customer_id":1}]`)
	if got.Body.String() != `{"Customer Details":`+want+`,"status":"success"}` {
		t.Errorf("got %s", got.Body)
	}
	pulled := post(h, wire.PullCustomer.OperationInfo, key, pullCustomer.body(wire.PullCustomer.OperationInfo))
	if pulled.Body.String() != `{"message":[`+want+`],"status":"success"}`+"\n" {
		t.Errorf("pulled %s", pulled.Body)
	}
	empty := post(h, wire.PullCustomer.OperationInfo, key, pullCustomer.with("name", `"nobody"`).body(wire.PullCustomer.OperationInfo))
	if empty.Body.String() != `{"message":[],"status":"success"}`+"\n" {
		t.Errorf("of nobody pulled %s", empty.Body)
	}
}

// TestOneWayToReachACustomerIsEnough covers PROTOCOL.md 4.1.
func TestOneWayToReachACustomerIsEnough(t *testing.T) {
	h := newService(t)
	for _, c := range []struct{ info, contacts string }{
		{`"phone":"1"`, ``},
		{`"email_id":"a@example.com"`, ``},
		{`"phone":""`, `{"contact_person_phone":"1"}`},
		{`"email_id":" "`, `{"contact_person_name":"x"},{"contact_person_email":"a@example.com"}`},
	} {
		body := `{"customer_info":{"customer_name":"A",` + c.info + `},"contact_info":[` + c.contacts + `],"enquiry_info":{}}`
		protocolRow{"4.1", wire.AddCustomer.OperationInfo, body, 200, "added"}.check(t, h)
	}
	for _, c := range []struct{ info, contacts string }{
		{`"phone":" "`, `{"contact_person_phone":""}`},
		{`"email_id":""`, `{"additional_contact_phone":"1"}`},
		{`"phone":""`, ``},
	} {
		body := `{"customer_info":{"customer_name":"A",` + c.info + `},"contact_info":[` + c.contacts + `],"enquiry_info":{}}`
		protocolRow{"5.1", wire.AddCustomer.OperationInfo, body, 400, reach}.check(t, h)
	}
	protocolRow{"5.1", wire.AddCustomer.OperationInfo, `{"customer_info":{"customer_name":" ","phone":"1"},"contact_info":[],"enquiry_info":{}}`, 400, reach}.check(t, h)
	protocolRow{"4.1", wire.AddCustomer.OperationInfo, `{"customer_info":{"customer_name":"A","phone":"1"}}`, 200, "added"}.check(t, h)
}

func get(t *testing.T, h http.Handler, id int64) desk.Customer {
	t.Helper()
	return must[desk.Customer](t)(call(t, h, wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": id}))
}

// TestAnUpdateChangesWhatItSaysAndNothingElse covers PROTOCOL.md 2.
func TestAnUpdateChangesWhatItSaysAndNothingElse(t *testing.T) {
	h := newService(t)
	post(h, wire.AddCustomer.OperationInfo, key, asha)
	before := get(t, h, 1)
	saved := must[desk.SaveResult](t)(call(t, h, wire.UpdateCustomer, wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_id": "1", "email_id": "new@example.com", "update": true},
	}))
	after := get(t, h, 1)
	if !saved.Applied || saved.Customer != 1 || saved.Contact != 1 || after.Name != before.Name || after.Text("city") != before.Text("city") || after.Zone != 7 || !after.Organization {
		t.Errorf("%+v left %+v", saved, after)
	}
	if p := after.PrimaryContact(); len(after.Contacts) != 1 || p.Email.String() != "new@example.com" || p.Phone.String() != "7000000001" || p.Name.String() != "Ms Ira Rao" {
		t.Errorf("the contact is %+v", p)
	}
	for _, ask := range []struct {
		filter string
		found  int
	}{{`"email":"new@example.com"`, 1}, {`"email":"asha@example.com"`, 0}, {`"email":"ira@example.com"`, 0}, {`"attr1":"red"`, 1}, {`"phone":"9876543210"`, 1}} {
		if got := pulledNames(t, h, ask.filter); len(got) != ask.found {
			t.Errorf("by %s found %v", ask.filter, got)
		}
	}
	must[desk.SaveResult](t)(call(t, h, wire.UpdateCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{
		"customer_id": "1", "customer_name": "Renamed", "channel_partner": true, "additional_fields": wire.CustomFields{"attr1": []byte(`"blue"`)},
	}})) // update false with an id: the id decides
	if c := get(t, h, 1); c.Name.String() != "Renamed" || c.Organization || !c.ChannelPartner {
		t.Errorf("got %+v", c)
	}
	if len(pulledNames(t, h, `"attr1":"blue"`)) != 1 || len(pulledNames(t, h, `"attr1":"red"`)) != 0 || len(pulledNames(t, h, `"attr15":"15"`)) != 1 {
		t.Error("the attributes are not the new ones over the old")
	}
}

// TestAnEmployeesNameIsOneLine: a desk's files take no other name, and an export of this desk would not be imported.
func TestAnEmployeesNameIsOneLine(t *testing.T) {
	h := newService(t)
	for _, name := range []string{"Mei\r\n Lin", "Mei Lin"} {
		must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{
			"customer_name": "Asha", "phone": "9876543210", "customer_assign_emp_name": name,
		}}))
	}
	if got := pulledNames(t, h, `"assignedToId":1`); len(got) != 2 {
		t.Errorf("%d of 2 customers are the employee's", len(got))
	}
}

// TestContactsAreTheSameByTheirIDOrWhereTheRequestSaysSo covers PROTOCOL.md 2.2.
func TestContactsAreTheSameByTheirIDOrWhereTheRequestSaysSo(t *testing.T) {
	h := newService(t)
	post(h, wire.AddCustomer.OperationInfo, key, asha)
	save := func(contacts ...wire.ContactInfo) desk.SaveResult {
		return must[desk.SaveResult](t)(call(t, h, wire.UpdateCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_id": "1", "customer_name": "A"}, Contacts: contacts}))
	}
	if s := save(wire.ContactInfo{"contact_id": "1", "contact_person_name": "Ira"}); s.Contact != 1 {
		t.Errorf("by id: %+v", s)
	}
	if s := save(wire.ContactInfo{"contact_person_email": "IRA@example.com", "gender": "F", "matchEmailPhone": true}); s.Contact != 1 {
		t.Errorf("by e-mail: %+v", s)
	}
	if s := save(wire.ContactInfo{}, wire.ContactInfo{"contact_person_phone": "7000000001"}); s.Contact != 2 {
		t.Errorf("a new one with the same phone: %+v", s)
	}
	if s := save(wire.ContactInfo{"contact_person_phone": "55", "matchEmailPhone": true}); s.Contact != 3 {
		t.Errorf("nobody matches: %+v", s)
	}
	c := get(t, h, 1)
	if len(c.Contacts) != 3 || c.Contacts[0].Name.String() != "Ira" || c.Contacts[1].Primary || c.Contacts[0].Phone.String() != "7000000001" {
		t.Errorf("got %+v", c.Contacts)
	}
}

// pulledNames returns the names of today's customers that match a filter, given as JSON members.
func pulledNames(t *testing.T, h http.Handler, filter string) []string {
	t.Helper()
	body := fmt.Sprintf(`{"cm_id":%d,"createStartDate":"2026-11-20","createEndDate":"2026-11-21",%s}`, account, filter)
	var answer struct {
		Status  string
		Message []struct{ Name string }
	}
	w := post(h, wire.PullCustomer.OperationInfo, key, body)
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Status != "success" {
		t.Fatalf("%s: %s", filter, w.Body)
	}
	names := []string{}
	for _, c := range answer.Message {
		names = append(names, c.Name)
	}
	return names
}

// TestEachFilterOfPullCustomer covers the table of PROTOCOL.md 4.4: of two customers each filter finds the
// first, the second, both or none.
func TestEachFilterOfPullCustomer(t *testing.T) {
	h := newService(t)
	post(h, wire.AddCustomer.OperationInfo, key, asha)
	post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Bert","email_id":"bert@example.com","channel_partner":true,"zone":"North","customer_assign_emp_code":"AC-2"}}`)
	post(h, wire.AddCustomer.OperationInfo, key, `{"customer_info":{"customer_name":"Cleo","phone":"333"}}`)
	for filter, want := range map[string]string{
		`"isAllCustomerPage":true`: "ABC", `"isAllCustomerPage":false`: "ABC", `"name":""`: "ABC", `"name":" "`: "ABC",
		`"name":"asha"`: "A", `"name":"ASHA & SOHNE"`: "A", `"name":"&amp;"`: "A", `"name":"%"`: "A", `"name":"_"`: "", `"name":"*"`: "", `"name":"e"`: "ABC",
		`"phone":"9876543210"`: "A", `"phone":"7000000001"`: "A", `"phone":"+91 7000000001"`: "A", `"phone":"7000000002"`: "A", `"phone":"333"`: "C", `"phone":"33"`: "", `"phone":"x"`: "",
		`"email":"ASHA@example.com"`: "A", `"email":"ira@example.com"`: "A", `"email":"bert@example.com"`: "B", `"email":"%"`: "",
		`"designationType":"Manager"`: "", `"designationType":""`: "ABC",
		`"customer_id":"2"`: "B", `"customer_id":"1, 3"`: "AC", `"customer_id":"9"`: "", `"customer_id":"x"`: "", `"customer_id":","`: "",
		`"customerCode":"C_1"`: "A", `"customerCode":"C%"`: "", `"customerCode":"CX1"`: "",
		`"zoneIdStr":"7"`: "A", `"zoneIdStr":"7,North"`: "AB", `"zoneIdStr":"8"`: "", `"zone_id":7`: "A", `"zone_id":"7"`: "A", `"zone_id":0`: "ABC", `"zone_id":8`: "",
		`"zoneIdStr":"North","zone_id":7`: "B", `"zoneIdStr":" ","zone_id":7`: "A",
		`"assignedToId":1`: "A", `"assignedToId":2`: "B", `"assignedToId":0`: "ABC", `"assignedToId":9`: "", `"assignedToIdStr":"1,2"`: "AB", `"assignedToIdStr":"x"`: "",
		`"assignedToId":1,"assignedToIdStr":"2"`: "A", `"assignedToId":0,"assignedToIdStr":"2"`: "B", `"assignedToId":"","assignedToIdStr":"2"`: "B",
		`"isOrganisation":true`: "A", `"isOrganisation":false`: "ABC", `"isIndividual":true`: "C", `"isIndividual":"true"`: "C", `"isIndividual":""`: "ABC",
		`"isChannelPartner":true`: "B", `"isChannelPartner":"true"`: "B", `"isChannelPartner":"false"`: "ABC",
		`"isOrganisation":true,"isIndividual":true`: "A", `"isOrganisation":false,"isIndividual":true,"isChannelPartner":true`: "C",
		`"isOrganisation":false,"isIndividual":false,"isChannelPartner":true`: "B",
		`"primarySourceId":12`: "A", `"primarySourceId":"12"`: "A", `"primarySourceId":13`: "", `"secondarySourceId":13`: "A", `"tertiarySourceId":14`: "A", `"tertiarySourceId":12`: "", `"primarySourceId":0`: "ABC",
		`"attr1":"red"`: "A", `"attr1":"re"`: "", `"attr1":"Red"`: "", `"attr15":"15"`: "A", `"attr2":"red"`: "", `"attr3":"deep"`: "", `"attr1":""`: "ABC",
		`"limit":1`: "A", `"limit":"2"`: "AB", `"limit":""`: "ABC", `"limit":1,"offset":1`: "B", `"offset":"2"`: "C", `"offset":3`: "",
		`"name":"a","customer_id":"2"`: "",
	} {
		got := ""
		for _, name := range pulledNames(t, h, filter) {
			got += name[:1]
		}
		if got != want {
			t.Errorf("%s found %q, not %q", filter, got, want)
		}
	}
	for n := 4; n <= 14; n++ {
		if got := pulledNames(t, h, fmt.Sprintf(`"attr%d":"red"`, n)); len(got) != 0 {
			t.Errorf("attr%d found %v", n, got)
		}
	}
}

// TestAPullWithoutALimitBringsAHundred covers PROTOCOL.md 6.1.
func TestAPullWithoutALimitBringsAHundred(t *testing.T) {
	h := newService(t)
	for i := range 101 {
		if w := post(h, wire.AddCustomer.OperationInfo, key, strings.Replace(asha, "Asha", fmt.Sprint("No ", i), 1)); w.Code != 200 {
			t.Fatal(w.Body)
		}
	}
	for filter, want := range map[string]int{`"x":0`: 100, `"limit":101`: 101, `"offset":100`: 1, `"offset":101`: 0} {
		if got := pulledNames(t, h, filter); len(got) != want {
			t.Errorf("%s brings %d", filter, len(got))
		}
	}
	if got := pulledNames(t, h, `"offset":100`); got[0] != "No 100 &amp; Söhne 100%" {
		t.Errorf("the last is %s", got)
	}
}

func TestCustomersOfAnotherDayAreNotPulled(t *testing.T) {
	h := serviceWithCustomer(t)
	for day, want := range map[string]string{"2026-11-19": `[]`, "2026-11-20": `Asha Rao`, "2026-11-21": `[]`} {
		body := fmt.Sprintf(`{"cm_id":%d,"createStartDate":%q,"createEndDate":%q}`, account, day, day)
		if w := post(h, wire.PullCustomer.OperationInfo, key, body); !strings.Contains(w.Body.String(), want) {
			t.Errorf("on %s: %s", day, w.Body)
		}
	}
}

// TestATicketIsTaggedWithTheCustomerOfItsEMail covers PROTOCOL.md 4.8, email_id.
func TestATicketIsTaggedWithTheCustomerOfItsEMail(t *testing.T) {
	h := serviceWithCustomer(t)
	post(h, wire.AddCustomer.OperationInfo, key, asha)
	for email, want := range map[string]string{
		"ira@example.com": `"customer_id":2`, "ASHA@example.com": `"customer_id":2`, "nobody@example.com": `"customer_id":0`, "": `"customer_id":0`,
	} {
		w := post(h, wire.AddTicket.OperationInfo, key, fmt.Sprintf(`[{"title":"x","email_id":%q}]`, email))
		if !strings.Contains(w.Body.String(), want) || strings.Contains(w.Body.String(), `"contactId":2`) != (email == "ira@example.com") {
			t.Errorf("%q: %s", email, w.Body)
		}
	}
}

func TestCustomerUpdate_RemarksShowBesideWhatIsKnownOfTheCustomer(t *testing.T) {
	h := newService(t)
	add := func(r wire.SaveCustomerRequest) { must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, r)) }
	add(wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_name": "Asha", "phone": "9876543210", "customer_remarks": "calls late"}})
	if got := get(t, h, 1).Remarks.String(); got != "calls late" {
		t.Errorf("remarks are %q", got)
	}
	must[desk.SaveResult](t)(call(t, h, wire.UpdateCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_id": "1", "customer_name": "Asha", "remarks": "wants an invoice", "update": true}}))
	if got := get(t, h, 1).Remarks.String(); got != "wants an invoice" {
		t.Errorf("after the change remarks are %q", got)
	}
}

// TestAnImportedCustomerClaimsNoTimeThatNobodyKnows covers PROTOCOL.md 3.9.
func TestAnImportedCustomerClaimsNoTimeThatNobodyKnows(t *testing.T) {
	s := storetest.Open(t)
	h := configured(s)
	err := s.Load(t.Context(), store.Dataset{Customers: []store.Customer{
		{ID: 900, Name: "Ira Rao", Created: noon.Unix(), Contacts: []store.Contact{{ID: 901, Name: "Ira Rao", Email: "ira@example.com"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := get(t, h, 900)
	if got.Modified != got.Created {
		t.Errorf("never changed, but modified %v and created %v", got.Modified, got.Created)
	}
	if len(got.Contacts) != 1 {
		t.Fatalf("contacts %v", got.Contacts)
	}
	for _, f := range got.Contacts[0].Fields {
		if f.Member == "generationDate" {
			t.Errorf("the contact shows %s as the time it was made", f.Value)
		}
	}
}

// TestCustomer_OwnPhoneIsShownBesideThatOfAContact covers PROTOCOL.md 2.2.
func TestCustomer_OwnPhoneIsShownBesideThatOfAContact(t *testing.T) {
	h := newService(t)
	requireContacts := func(want ...string) {
		t.Helper()
		var shown []string
		for _, c := range get(t, h, 1).Contacts {
			shown = append(shown, fmt.Sprintf("%s, %s, %s, %s", c.Name, c.Phone, c.OtherPhone, c.Email))
		}
		if !slices.Equal(shown, want) {
			t.Errorf("the customer has %q, not %q", shown, want)
		}
	}
	must[desk.SaveResult](t)(call(t, h, wire.AddCustomer, wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_name": "Asha", "phone": "9876543210"},
		Contacts: []wire.ContactInfo{{"contact_person_name": "Ira", "contact_person_phone": "7000000001", "contact_person_email": "ira@example.com"}},
	}))
	requireContacts("Ira, 7000000001, 9876543210, ira@example.com")
	must[desk.SaveResult](t)(call(t, h, wire.UpdateCustomer, wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_id": "1", "customer_name": "Asha", "phone": "9000000009", "email_id": "asha@example.com"},
		Contacts: []wire.ContactInfo{{"contact_person_name": "Ben", "contact_person_phone": "7000000002"}},
	}))
	requireContacts("Ira, 9000000009, 9876543210, asha@example.com", "Ben, 7000000002, , ")
}
