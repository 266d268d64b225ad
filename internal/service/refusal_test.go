package service_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

const (
	badJSON = "Invalid Json."
	noEmail = "is not an e-mail address"
	reach   = "name, e-mail id and phone number are required"
)

// operations are the seven operations of customers and orders with a request that is answered with success.
var operations = []struct {
	op   wire.OperationInfo
	good jsonObject
}{
	{wire.AddCustomer.OperationInfo, addCustomer},
	{wire.UpdateCustomer.OperationInfo, updateCustomer},
	{wire.GetCustomer.OperationInfo, getCustomer},
	{wire.PullCustomer.OperationInfo, pullCustomer},
	{wire.AddOrder.OperationInfo, addOrder},
	{wire.UpdateOrder.OperationInfo, updateOrder},
	{wire.PullOrder.OperationInfo, pullOrder},
}

// required are the required fields of PROTOCOL.md 4.1 to 4.7, with what the document gives as their
// type and what is answered without them.
var required = []struct {
	section string
	op      wire.OperationInfo
	good    jsonObject
	field   string
	message string
	number  bool // a number alone is of its type, not text
	either  bool // number or numeric text
}{
	{"4.1", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.customer_name", reach, false, false},
	{"4.1", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", reach, false, false},
	{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.email_id", reach, false, false},
	{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "service_customer_id", "service_customer_id is missing", false, true},
	{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "cm_id", "cm_id must be greater than 0", true, false},
	{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "createStartDate", "createStartDate should be YYYY-MM-DD.", false, false},
	{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "createEndDate", "createEndDate should be YYYY-MM-DD.", false, false},
	{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_name", "customer_name is missing", false, false},
	{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "customer_info.customer_name", "customer_name is missing", false, false},
	{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "order_info.order_id", "order_id is missing", false, false},
	{"4.7", wire.PullOrder.OperationInfo, pullOrder, "cmId", "cmId must be greater than 0", true, false},
	{"4.7", wire.PullOrder.OperationInfo, pullOrder, "customer_Ids", "another filter is required", false, false},
}

// TestRequiredFields takes away each required field and puts in its place what is empty, blank or of a wrong type.
func TestRequiredFields(t *testing.T) {
	h := serviceWithCustomer(t)
	before := pullEverything(t, h)
	for _, f := range required {
		send := func(raw, message string) {
			protocolRow{f.section, f.op, f.good.with(f.field, raw).body(f.op), 400, message}.check(t, h)
		}
		send("", f.message)
		wrong := []string{"null", "true", "[]", "{}", "1.5"}
		switch {
		case f.number:
			wrong = append(wrong, `""`, `" "`, `"4711"`)
			send("0", f.message)
			send("-1", f.message)
		case f.either:
			wrong = append(wrong, `"one"`, `"1.0"`, `" 1"`, `"99999999999999999999"`, "99999999999999999999")
		default:
			wrong = append(wrong, "7")
		}
		if !f.number {
			send(`""`, f.message)
			send(`" \t\n"`, f.message)
		}
		for _, raw := range wrong {
			send(raw, badJSON)
		}
	}
	if pullEverything(t, h) != before {
		t.Error("a refused request changed something")
	}
}

// TestBodies covers PROTOCOL.md 1.2 and 6.2 for each operation.
func TestBodies(t *testing.T) {
	h := serviceWithCustomer(t)
	before := pullEverything(t, h)
	for _, o := range operations {
		good := o.good.body(o.op)
		other := strings.TrimSuffix(strings.TrimPrefix(good, "["), "]")
		if o.op.Body == wire.BodyObject {
			other = "[" + good + "]"
		}
		twice := strings.Replace(good, "{", `{"name":"x","name":"y",`, 1)
		for _, c := range []struct {
			body    string
			code    int
			message string
		}{
			{"", 400, badJSON},
			{" ", 400, badJSON},
			{"null", 400, badJSON},
			{`"text"`, 400, badJSON},
			{other, 400, badJSON},
			{good[:len(good)-1], 400, badJSON},
			{good + "x", 400, badJSON},
			{twice, 400, badJSON},
			{strings.Replace(good, "{", `{"x":"`+"\xff"+`",`, 1), 400, badJSON},
			{strings.Replace(good, "{", `{"x":`+jsonText(8<<20)+`,`, 1), 413, "8 MiB"},
			{strings.Replace(good, "{", `{"x":`+jsonText(64<<10+1)+`,`, 1), 400, "64 KiB"},
		} {
			protocolRow{"6.2", o.op, c.body, c.code, c.message}.check(t, h)
		}
		if o.op.Body == wire.BodyArray {
			for _, body := range []string{"[]", "[null]", "[7]", "[" + other + "," + other + "]"} {
				protocolRow{"1.2", o.op, body, 400, "One object"}.check(t, h)
			}
		}
		// An unknown member and one of another case are somebody else's: they change nothing.
		plain := protocolRow{"1.2", o.op, strings.Replace(good, "{", `{"x":`+jsonText(64<<10)+`,"CUSTOMER_INFO":7,`, 1), 200, ""}
		if !o.op.IsWrite {
			plain.check(t, h)
		}
	}
	if pullEverything(t, h) != before {
		t.Error("a refused request changed something")
	}
}

// TestBodies_NullIsNoText in an array's object either, where a text is meant.
func TestBodies_NullIsNoText(t *testing.T) {
	h := serviceWithCustomer(t)
	for _, o := range operations {
		good := o.good.body(o.op)
		start := strings.IndexByte(good, ':')
		if start < 0 {
			continue // it has no body
		}
		name := good[strings.IndexByte(good, '"'):start]
		body := "{" + name + ":null}"
		if o.op.Body == wire.BodyArray {
			body = "[" + body + "]"
		}
		protocolRow{"1.2", o.op, body, 400, badJSON}.check(t, h)
	}
}

// TestRefusedRequests walks the rows of PROTOCOL.md 5.1, 6.1 and 6.2 that customers and
// orders can meet, beside the required fields and the shapes of bodies.
func TestRefusedRequests(t *testing.T) {
	h := serviceWithCustomer(t)
	protocolRow{"", wire.AddCustomer.OperationInfo, addCustomer.with("customer_info.customer_name", `"Twin"`).body(wire.AddCustomer.OperationInfo), 200, ""}.check(t, h)
	protocolRow{"", wire.AddCustomer.OperationInfo, addCustomer.with("customer_info.customer_name", `"Twin"`).body(wire.AddCustomer.OperationInfo), 200, ""}.check(t, h)
	before := pullEverything(t, h)
	long := `{"own":[` + jsonText(60<<10) + "," + jsonText(5<<10) + `]}`
	for _, c := range []struct {
		section string
		op      wire.OperationInfo
		good    jsonObject
		field   string
		raw     string
		code    int
		message string
	}{
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info", "null", 400, badJSON},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info", "[]", 400, badJSON},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info", "", 400, reach},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"98 76"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"+919876543210"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"9876543210\r\nX: y"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"9876543210\n"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"\u200b9876543210"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.phone", `"٩٨٧٦"`, 400, "digits"},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.email_id", `"a@example.com\r\nBcc: x@example.com"`, 400, noEmail},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.email_id", `"a@example.com\n"`, 400, noEmail},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.email_id", `"Asha <a@example.com>"`, 400, noEmail},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.customer_assign_emp_email", `"<a@example.com>"`, 400, noEmail},
		{"enquiry_info", wire.AddCustomer.OperationInfo, addCustomer, "enquiry_info.assign_emp_email", `"a\u0000@example.com"`, 400, noEmail},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `[{"contact_person_email":"a@example.com\u200b"}]`, 400, noEmail},
		{"contact_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "contact_info", `[{"contact_person_email":"a@\u202eexample.com"}]`, 400, noEmail},
		{"order_info", wire.AddOrder.OperationInfo, addOrder, "order_info.assign_emp_email", `"a@example.com\t"`, 400, noEmail},
		{"order_info", wire.AddOrder.OperationInfo, addOrder, "customer_info.email_id", `"<a@example.com>"`, 400, noEmail},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.organization", `"true"`, 400, badJSON},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.update", `"false"`, 400, badJSON},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.additional_fields", `""`, 400, badJSON},
		{"customer_info", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.additional_fields", `[]`, 400, badJSON},
		{"6.2", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.additional_fields", long, 400, "64 KiB"},
		{"6.2", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.associate_fields", long, 400, "64 KiB"},
		{"6.2", wire.AddCustomer.OperationInfo, addCustomer, "enquiry_info.additional_fields", long, 400, "64 KiB"},
		{"6.2", wire.AddOrder.OperationInfo, addOrder, "order_info.associate_fields", long, 400, "64 KiB"},
		{"6.2", wire.AddCustomer.OperationInfo, addCustomer, "customer_info.remarks", jsonText(64<<10 + 1), 400, "64 KiB"},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `{}`, 400, badJSON},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `[7]`, 400, badJSON},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `[{"contact_person_phone":"12-34"}]`, 400, "digits"},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `[{"contact_person_phone":1234}]`, 400, badJSON},
		{"contact_info", wire.AddCustomer.OperationInfo, addCustomer, "contact_info", `[{"contact_id":"1"}]`, 404, "contact_id"},
		{"contact_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "contact_info", `[{"contact_id":"2"}]`, 404, "contact_id"},
		{"contact_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "contact_info", `[{"contact_id":"one"}]`, 404, "contact_id"},
		{"enquiry_info", wire.AddCustomer.OperationInfo, addCustomer, "enquiry_info.enquiry_id", `"1"`, 404, "enquiry_id"},
		{"enquiry_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "enquiry_info.enquiry_id", `"99"`, 404, "enquiry_id"},
		{"enquiry_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "enquiry_info.enquiry_id", `"one"`, 404, "enquiry_id"},
		{"enquiry_info", wire.UpdateCustomer.OperationInfo, updateCustomer, "enquiry_info", `[]`, 400, badJSON},
		{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.customer_id", `"99"`, 404, "does not exist"},
		{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.customer_id", `"0"`, 404, "does not exist"},
		{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.customer_id", `"-1"`, 404, "does not exist"},
		{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.customer_id", `"one"`, 404, "does not exist"},
		{"4.2", wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.customer_id", `1`, 400, badJSON},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "service_customer_id", `99`, 404, "does not exist"},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "service_customer_id", `0`, 404, "does not exist"},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "service_customer_id", `-1`, 404, "does not exist"},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "email_id", `"other@example.com"`, 404, "does not exist"},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "phone", `"1"`, 404, "does not exist"},
		{"4.3", wire.GetCustomer.OperationInfo, getCustomer, "phone", `9876543210`, 400, badJSON},
		{"6.1", wire.PullCustomer.OperationInfo, pullCustomer, "cm_id", `4712`, 403, "cm_id is not this account's"},
		{"6.1", wire.PullOrder.OperationInfo, pullOrder, "cmId", `1`, 403, "cmId is not this account's"},
		{"6.1", wire.PullCustomer.OperationInfo, pullCustomer, "createEndDate", `"2026-11-22"`, 400, "24 hours"},
		{"6.1", wire.PullCustomer.OperationInfo, pullCustomer, "createStartDate", `"2026-11-18"`, 400, "24 hours"},
		{"24 hours", wire.PullCustomer.OperationInfo, pullCustomer, "createEndDate", `"2026-11-19"`, 400, "createEndDate lies before createStartDate"},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "createStartDate", `"20-11-2026"`, 400, "createStartDate should be"},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "createStartDate", `"2026-11-31"`, 400, "createStartDate should be"},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "createEndDate", `"2026-11-20 00:00:00"`, 400, "createEndDate should be"},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "isOrganisation", `"true"`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "isIndividual", `"maybe"`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "isChannelPartner", `1`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "zone_id", `"x"`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "name", `7`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `"many"`, 400, badJSON},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "offset", `1.5`, 400, badJSON},
		{"6.2", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `0`, 400, "1 to 10000"},
		{"6.2", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `"0"`, 400, "1 to 10000"},
		{"6.2", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `-1`, 400, "1 to 10000"},
		{"6.2", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `10001`, 400, "1 to 10000"},
		{"6.2", wire.PullCustomer.OperationInfo, pullCustomer, "limit", `"10001"`, 400, "1 to 10000"},
		{"4.4", wire.PullCustomer.OperationInfo, pullCustomer, "offset", `-1`, 400, "offset"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_name", `"Nobody"`, 404, "does not exist"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_name", `"asha rao"`, 404, "does not exist"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_name", `"%"`, 404, "does not exist"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_name", `"Twin"`, 400, "customer_id is required"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_id", `"99"`, 404, "does not exist"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "customer_info.customer_id", `"one"`, 404, "does not exist"},
		{"update flag", wire.AddOrder.OperationInfo, addOrder, "order_info.update", `true`, 400, "order_id is missing"},
		{"update flag", wire.AddOrder.OperationInfo, addOrder, "order_info.order_id", `"1"`, 400, "order_id must be empty"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "order_info.update", `"false"`, 400, badJSON},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "enquiry_info.enquiry_id", `"99"`, 404, "enquiry_id"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "contact_info", `[{"contact_id":"2"}]`, 404, "contact_id"},
		{"4.5", wire.AddOrder.OperationInfo, addOrder, "contact_info", `[{"contact_person_phone":"x"}]`, 400, "digits"},
		{"update flag", wire.UpdateOrder.OperationInfo, updateOrder, "order_info.update", `false`, 400, "order_id must be empty"},
		{"update flag", wire.UpdateOrder.OperationInfo, updateOrder, "order_info.update", ``, 400, "order_id must be empty"},
		{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "order_info.order_id", `"99"`, 404, "order_id does not exist"},
		{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "order_info.order_id", `"one"`, 404, "order_id does not exist"},
		{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "customer_info.customer_id", `"2"`, 400, "another customer"},
		{"4.6", wire.UpdateOrder.OperationInfo, updateOrder, "enquiry_info.enquiry_id", `"99"`, 404, "enquiry_id"},
		{"4.7", wire.PullOrder.OperationInfo, jsonObject{"cmId": account}, "viewId", `"7"`, 400, "filter is required"},
		{"4.7", wire.PullOrder.OperationInfo, jsonObject{"cmId": account}, "limit", `"7"`, 400, "filter is required"},
		{"4.7", wire.PullOrder.OperationInfo, jsonObject{"cmId": account}, "offset", `"7"`, 400, "filter is required"},
		{"4.7", wire.PullOrder.OperationInfo, jsonObject{"cmId": account}, "sortParam", `"x"`, 400, "filter is required"},
		{"6.2", wire.PullOrder.OperationInfo, pullOrder, "limit", `"0"`, 400, "1 to 10000"},
		{"6.2", wire.PullOrder.OperationInfo, pullOrder, "limit", `"10001"`, 400, "1 to 10000"},
		{"6.2", wire.PullOrder.OperationInfo, pullOrder, "limit", `"many"`, 400, "1 to 10000"},
		{"4.7", wire.PullOrder.OperationInfo, pullOrder, "offset", `"-1"`, 400, "offset"},
		{"4.7", wire.PullOrder.OperationInfo, pullOrder, "offset", `"many"`, 400, "offset"},
		{"4.7", wire.PullOrder.OperationInfo, pullOrder, "generationStartDate", `"20-11-2026"`, 400, "generationStartDate should be"},
		{"4.7", wire.PullOrder.OperationInfo, pullOrder, "expectedClosureEndDate", `"soon"`, 400, "expectedClosureEndDate should be"},
	} {
		protocolRow{c.section, c.op, c.good.with(c.field, c.raw).body(c.op), c.code, c.message}.check(t, h)
	}
	if pullEverything(t, h) != before {
		t.Error("a refused request changed something")
	}
}

// TestWhatIsNotThereIsSaidInThePlaceOfTheRecord covers PROTOCOL.md 4.3 and 5.1.
func TestWhatIsNotThereIsSaidInThePlaceOfTheRecord(t *testing.T) {
	w := post(newService(t), wire.GetCustomer.OperationInfo, key, getCustomer.body(wire.GetCustomer.OperationInfo))
	const want = `{"Customer Details":"The given information does not exist","message":"The given information does not exist","status":"failed"}`
	if w.Code != http.StatusNotFound || w.Body.String() != want {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestEachLimitOnItsRightSide covers PROTOCOL.md 6.1 and 6.2: what the refusals just miss.
func TestEachLimitOnItsRightSide(t *testing.T) {
	h := serviceWithCustomer(t)
	for _, c := range []struct {
		op    wire.OperationInfo
		good  jsonObject
		field string
		raws  []string
	}{
		{wire.PullCustomer.OperationInfo, pullCustomer, "limit", []string{`1`, `"1"`, `10000`, `"10000"`, `""`, `" "`}},
		{wire.PullCustomer.OperationInfo, pullCustomer, "offset", []string{`0`, `"0"`, `""`, `9223372036854775807`}},
		{wire.PullCustomer.OperationInfo, pullCustomer, "createEndDate", []string{`"2026-11-20"`, `"2026-11-21"`}},
		{wire.PullOrder.OperationInfo, pullOrder, "limit", []string{`"1"`, `"10000"`, `""`, `" "`}},
		{wire.PullOrder.OperationInfo, pullOrder, "offset", []string{`"0"`, `"9223372036854775807"`, `""`}},
		{wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.remarks", []string{jsonText(64 << 10)}},
		{wire.UpdateCustomer.OperationInfo, updateCustomer, "customer_info.additional_fields", []string{`{"own":` + jsonText(64<<10-2) + `}`, `{}`, `{"own":null}`}},
		{wire.UpdateOrder.OperationInfo, updateOrder, "order_info.remarks", []string{jsonText(64 << 10)}},
	} {
		for _, raw := range c.raws {
			protocolRow{"6.1", c.op, c.good.with(c.field, raw).body(c.op), 200, ""}.check(t, h)
		}
	}
	full := addCustomer.body(wire.AddCustomer.OperationInfo)
	pad := strings.Repeat(" ", 8<<20-len(full))
	protocolRow{"6.2", wire.AddCustomer.OperationInfo, full + pad, 200, "added"}.check(t, h)
	protocolRow{"6.2", wire.AddCustomer.OperationInfo, full + pad + " ", 413, "8 MiB"}.check(t, h)
}

func TestEveryOperationOfTheDocumentIsAnswered(t *testing.T) {
	h := serviceWithCustomer(t)
	for _, o := range slices.Backward(operations) { // a second Asha Rao would stand in the way of orders by name
		protocolRow{"1.2", o.op, o.good.body(o.op), 200, ""}.check(t, h)
	}
	for _, op := range wire.Operations() {
		if w := post(h, op, credential(op), ""); w.Code == http.StatusNotFound {
			t.Errorf("%s is not answered", op.Name)
		}
	}
	if !slices.ContainsFunc(wire.Operations(), func(op wire.OperationInfo) bool { return op.Alias != "" }) {
		t.Error("no operation has a second path")
	}
	w := post(h, wire.OperationInfo{Path: wire.PullCustomer.Alias}, key, pullCustomer.body(wire.PullCustomer.OperationInfo))
	if first := post(h, wire.PullCustomer.OperationInfo, key, pullCustomer.body(wire.PullCustomer.OperationInfo)); w.Code != 200 || w.Body.String() != first.Body.String() {
		t.Errorf("the second path answers %d %s", w.Code, w.Body)
	}
}
