package service_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/wire"
)

// protocolRow is one row of a table of PROTOCOL.md: the request and the expected response.
type protocolRow struct {
	section string
	op      wire.OperationInfo
	body    string
	code    int
	message string // a part of it
}

// check sends a row and gives the answer; a refusal has the shape of PROTOCOL.md 5.1 and no other.
func (c protocolRow) check(t *testing.T, h http.Handler) map[string]any {
	t.Helper()
	w := post(h, c.op, credential(c.op), c.body)
	var answer map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s, %s %.150s: %d %.200s is no JSON object", c.section, c.op.Name, c.body, w.Code, w.Body)
	}
	message, _ := answer["message"].(string)
	status := map[bool]string{true: "success", false: "failed"}[c.code == http.StatusOK]
	if w.Code != c.code || answer["status"] != status || !strings.Contains(message, c.message) {
		t.Errorf("%s, %s %.150s: %d %.200s, not %d %s", c.section, c.op.Name, c.body, w.Code, w.Body, c.code, c.message)
	}
	delete(answer, "Customer Details")
	if c.code != http.StatusOK && len(answer) != 2 {
		t.Errorf("%s, %s: the refusal is %s", c.section, c.op.Name, w.Body)
	}
	if w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s, %s: %v", c.section, c.op.Name, w.Header())
	}
	return answer
}

// jsonObject is a request in the shape of the document, which tests change member by member.
type jsonObject map[string]any

// with returns the request with the member at a dotted path set; raw is its JSON, and "" removes it.
func (g jsonObject) with(path, raw string) jsonObject {
	name, rest, deep := strings.Cut(path, ".")
	changed := maps.Clone(g)
	switch {
	case deep:
		inner, _ := g[name].(jsonObject)
		changed[name] = inner.with(rest, raw)
	case raw == "":
		delete(changed, name)
	default:
		changed[name] = json.RawMessage(raw)
	}
	return changed
}

// body writes the request; the operations that take an array get one of one object.
func (g jsonObject) body(op wire.OperationInfo) string {
	text, err := json.Marshal(g)
	if err != nil {
		panic(err)
	}
	if op.Body == wire.BodyArray {
		return "[" + string(text) + "]"
	}
	return string(text)
}

// jsonText returns a JSON text of n letters.
func jsonText(n int) string { return `"` + strings.Repeat("x", n) + `"` }

// The requests of the document's shapes that are answered with success on a desk with one customer, id 1.
var (
	addCustomer = jsonObject{
		"customer_info": jsonObject{"customer_name": "Asha Rao", "phone": "9876543210", "email_id": "", "customer_id": "", "update": false},
		"contact_info":  []jsonObject{}, "enquiry_info": jsonObject{},
	}
	updateCustomer = jsonObject{
		"customer_info": jsonObject{"customer_name": "", "phone": "", "email_id": "new@example.com", "customer_id": "1", "update": true},
		"contact_info":  []jsonObject{}, "enquiry_info": jsonObject{},
	}
	getCustomer  = jsonObject{"service_customer_id": "1", "email_id": "", "phone": ""}
	pullCustomer = jsonObject{"cm_id": account, "createStartDate": "2026-11-20", "createEndDate": "2026-11-20"}
	addOrder     = jsonObject{
		"customer_info": jsonObject{"customer_name": "Asha Rao", "customer_id": "", "update": false},
		"contact_info":  []jsonObject{}, "enquiry_info": jsonObject{}, "order_info": jsonObject{"order_id": "", "update": false},
	}
	updateOrder = jsonObject{
		"customer_info": jsonObject{"customer_name": "Asha Rao", "customer_id": "", "update": false},
		"contact_info":  []jsonObject{}, "enquiry_info": jsonObject{}, "order_info": jsonObject{"order_id": "1", "delivery_status": "Shipped", "update": true},
	}
	pullOrder = jsonObject{"cmId": account, "customer_Ids": "1"}
)

// serviceWithCustomer returns a service with customer 1, Asha Rao, and her order 1.
func serviceWithCustomer(t *testing.T) http.Handler {
	t.Helper()
	h := newService(t)
	protocolRow{"", wire.AddCustomer.OperationInfo, addCustomer.body(wire.AddCustomer.OperationInfo), 200, "added"}.check(t, h)
	protocolRow{"", wire.AddOrder.OperationInfo, addOrder.body(wire.AddOrder.OperationInfo), 200, "added"}.check(t, h)
	return h
}

// pullEverything returns all customers and orders of the responses.
func pullEverything(t *testing.T, h http.Handler) string {
	t.Helper()
	customers := post(h, wire.PullCustomer.OperationInfo, key, pullCustomer.body(wire.PullCustomer.OperationInfo))
	orders := post(h, wire.PullOrder.OperationInfo, login, fmt.Sprintf(`{"cmId":%d,"generationStartDate":"2000-01-01"}`, account))
	if customers.Code != 200 || orders.Code != 200 {
		t.Fatal(customers, orders)
	}
	return customers.Body.String() + orders.Body.String()
}
