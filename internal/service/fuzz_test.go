package service_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/service"
	"frontdesk/internal/wire"
)

// The bodies of PROTOCOL.md 4, one target an operation: each begins with the document's shape of a request
// and goes wherever the fuzzer leads.

func FuzzAddCustomer(f *testing.F) {
	fuzz(f, wire.AddCustomer, addCustomer.body(wire.AddCustomer.OperationInfo), asha)
}

func FuzzUpdateCustomer(f *testing.F) {
	fuzz(f, wire.UpdateCustomer, updateCustomer.body(wire.UpdateCustomer.OperationInfo), strings.Replace(asha, `"customer_id":""`, `"customer_id":"1"`, 1))
}

func FuzzGetCustomer(f *testing.F) {
	fuzz(f, wire.GetCustomer, getCustomer.body(wire.GetCustomer.OperationInfo), `[{"service_customer_id":1,"email_id":"asha@example.com","phone":"9876543210"}]`)
}

func FuzzPullCustomer(f *testing.F) {
	fuzz(f, wire.PullCustomer, pullCustomer.body(wire.PullCustomer.OperationInfo),
		`{"cm_id":4711,"createStartDate":"2026-11-20","createEndDate":"2026-11-21","isAllCustomerPage":false,"name":"a","phone":"","email":"","designationType":"",`+
			`"customer_id":"1,2","customerCode":"","zoneIdStr":"","zone_id":0,"assignedToId":0,"assignedToIdStr":"","isOrganisation":false,"isIndividual":"","isChannelPartner":"true",`+
			`"primarySourceId":0,"attr1":"red","attr15":"","limit":"100","offset":0}`)
}

func FuzzAddOrder(f *testing.F) {
	fuzz(f, wire.AddOrder, addOrder.body(wire.AddOrder.OperationInfo), television)
}

func FuzzUpdateOrder(f *testing.F) {
	fuzz(f, wire.UpdateOrder, updateOrder.body(wire.UpdateOrder.OperationInfo), strings.Replace(television, `"order_id":""`, `"order_id":"1"`, 1))
}

func FuzzPullOrder(f *testing.F) {
	fuzz(f, wire.PullOrder, pullOrder.body(wire.PullOrder.OperationInfo),
		`{"cmId":4711,"name":"a","enquiryIds":"1","generationStartDate":"2026-11-20","generationEndDate":"2026-11-20","customerIds":"1,2","notAssignToIdsStr":"7",`+
			`"secondarySourceId":13,"attr1":"o","viewId":"","orderIds":"1","bookingStatus":"","sortParam":"","limit":"10","offset":"0"}`)
}

func FuzzAddTicket(f *testing.F) {
	fuzz(f, wire.AddTicket, `[{"title":"Screen stays black &amp; beeps","ticket_details":"<b>help</b>","due_date":"2026-11-25","email_id":"asha@example.com"}]`,
		`[{"title":"x","associate":[{"awb":null}],"order_details":{"a":{"b":[1.5]}}}]`)
}

func FuzzUpdateTicket(f *testing.F) {
	fuzz(f, wire.UpdateTicket,
		`[{"ticket_id":"713500000001","sub_status":"PS","queue":"HW","comment":"called","callback_time":"2026-12-24 10:30:00","disposition":"A|B"}]`,
		`[{"ticket_id":"713500000001","sub_status":"CL","associate":{"awb":[]}}]`)
}

func FuzzGetTicket(f *testing.F) {
	fuzz(f, wire.GetTicket, `{"ticket_ids":"713500000001, 2,,2"}`,
		`{"ticket_ids":"713500000001","conversation_type":"notes","history_type":"all","assigned":"","disposed":"","response":"","landing_queue":"","create":"","resolved":"","include_emailbody":""}`)
}

func FuzzPullTicket(f *testing.F) {
	fuzz(f, wire.PullTicket, `[{"start_date":"2026-11-20","end_date":"2026-11-20"}]`, `[{"start_date":"2026-11-20","end_date":"2026-11-21","limit":10000}]`)
}

func FuzzSearchFAQ(f *testing.F) {
	fuzz(f, wire.SearchFAQ, `[{"search_key":"refund"}]`, `[{"search_key":"100% \"re* NEAR(a, 2) é"}]`)
}

func FuzzFAQCategories(f *testing.F) { fuzz(f, wire.FAQCategories, ``, `{}`) }

// fuzz holds an operation to what its callers may rely on, whatever they send: a body that is taken is JSON, means the
// same once it is written again, and is answered by success or by a refusal; one that is not taken is refused as such.
// The service itself never fails, and its answer is JSON whose status and HTTP code agree.
func fuzz[Req, Ans any](f *testing.F, op wire.Operation[Req, Ans], seeds ...string) {
	f.Helper()
	for _, seed := range append(seeds, `[]`, `{}`, `[{}]`, `null`, "") {
		f.Add(seed)
	}
	h := newService(f)
	for _, first := range []struct {
		op   wire.OperationInfo
		body string
	}{{wire.AddCustomer.OperationInfo, asha}, {wire.AddOrder.OperationInfo, strings.Replace(television, `"customer_id":""`, `"customer_id":"1"`, 1)}, {wire.AddTicket.OperationInfo, aTicket}} {
		if w := post(h, first.op, credential(first.op), first.body); w.Code != http.StatusOK {
			f.Fatal(first.op.Name, w.Body)
		}
	}
	f.Fuzz(func(t *testing.T, body string) {
		w := post(h, op.OperationInfo, credential(op.OperationInfo), body)
		checkAnswer(t, w.Code, w.Body.Bytes())
		req, err := service.Decode[Req](op.OperationInfo, body)
		if err != nil {
			if w.Code != http.StatusBadRequest && w.Code != http.StatusRequestEntityTooLarge || texttest.Forbidden(err.Error()) != nil {
				t.Errorf("%q was not taken (%v) but answered %d", body, err, w.Code)
			}
			return
		}
		if op.Body != wire.NoBody && !json.Valid([]byte(body)) {
			t.Errorf("%q was taken, but is no JSON", body)
		}
		checkRoundTrip(t, op, req)
	})
}

// checkRoundTrip writes a request as a client does and reads it again.
func checkRoundTrip[Req, Ans any](t *testing.T, op wire.Operation[Req, Ans], req Req) {
	t.Helper()
	written, err := op.Encode(req)
	if err != nil {
		t.Fatal(err)
	}
	again, err := service.Decode[Req](op.OperationInfo, string(written))
	if err != nil {
		t.Fatalf("written as %q, not taken again: %v", written, err)
	}
	if twice, err := op.Encode(again); err != nil || string(twice) != string(written) {
		t.Errorf("written as %q, then as %q, %v", written, twice, err)
	}
}

// checkAnswer checks that an answer is JSON and says in its status what its code says.
func checkAnswer(t *testing.T, code int, body []byte) {
	t.Helper()
	var list []json.RawMessage
	if code == http.StatusOK && json.Unmarshal(body, &list) == nil {
		return // Get Ticket's
	}
	var answer struct {
		Status  string
		Message any
	}
	err := json.Unmarshal(body, &answer)
	var refusal *json.SyntaxError
	if errors.As(err, &refusal) || (answer.Status == wire.StatusSuccess) != (code == http.StatusOK) || code >= http.StatusInternalServerError {
		t.Errorf("answered %d %.300q (%v)", code, body, err)
	}
}
