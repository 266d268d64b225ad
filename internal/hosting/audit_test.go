package hosting

import (
	"slices"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

func TestAudit_NamesTheRecordsThatWereWritten(t *testing.T) {
	for name, test := range map[string]struct {
		op              wire.OperationInfo
		request, answer string
		want            []string
	}{
		"an update":           {wire.UpdateTicket.OperationInfo, `[{"ticket_id":"7","sub_status":"P","comment":"x"}]`, `{"ticket_id":"8"}`, []string{"ticket_id=7"}},
		"several updates":     {wire.UpdateTicket.OperationInfo, `[{"ticket_id":"7"},{"ticket_id":8}]`, "", []string{"ticket_id=7", "ticket_id=8"}},
		"other letters":       {wire.UpdateTicket.OperationInfo, `[{"Ticket_ID":"7"}]`, "", []string{"ticket_id=7"}},
		"an id below another": {wire.UpdateTicket.OperationInfo, `[{"ticket_id":"7","more":{"ticket_id":"1","customer_id":"2"}}]`, "", []string{"ticket_id=7"}},
		"a new ticket":        {wire.AddTicket.OperationInfo, `[{"title":"x","ticket_id":"1","order_id":"2"}]`, `{"ticket":{"ticketId":"9","orderId":"3"},"ticket_id":"9","customer_id":4}`, []string{"ticket_id=9"}},
		"one that failed":     {wire.AddTicket.OperationInfo, `[{"title":"x","ticket_id":"1"}]`, "", nil},
		"a new customer":      {wire.AddCustomer.OperationInfo, `{"customer_info":{"customer_name":"x"}}`, `{"customer":{"customer_id":5,"contact_id":6}}`, []string{"customer_id=5"}},
		"a customer":          {wire.UpdateCustomer.OperationInfo, `{"customer_info":{"customer_id":"5"}}`, `{"customer":{"customer_id":6}}`, []string{"customer_id=5"}},
		"a new order":         {wire.AddOrder.OperationInfo, `{"customer_info":{"customer_name":"x","customer_id":"5"},"order_info":{"order_id":"1"}}`, `{"Order":{"order_id":9,"customer_id":5,"enquiry_id":3}}`, []string{"order_id=9", "customer_id=5"}},
		"one by a name":       {wire.AddOrder.OperationInfo, `{"customer_info":{"customer_name":"x"}}`, `{"Order":{"order_id":9,"customer_id":5}}`, []string{"order_id=9", "customer_id=5"}},
		"one that was lost":   {wire.AddOrder.OperationInfo, `{"customer_info":{"customer_name":"x","customer_id":"5"}}`, "", []string{"customer_id=5"}},
		"an order":            {wire.UpdateOrder.OperationInfo, `{"customer_info":{"customer_name":"x"},"order_info":{"order_id":"9","update":true}}`, `{"Order":{"customer_id":5}}`, []string{"order_id=9", "customer_id=5"}},
		"nothing to read":     {wire.UpdateTicket.OperationInfo, `[{"ticket_id":`, `x`, nil},
		"no id":               {wire.UpdateTicket.OperationInfo, `[{"ticket_id":{"a":1}},{"ticket_id":true},{"ticket_id":null},{"ticket_id":""}]`, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := recordsOf(client.CallResult{Op: test.op, Request: []byte(test.request), Answer: []byte(test.answer)})
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAudit_NamesARecordByItsNumberWithAllItsDigits(t *testing.T) {
	body := []byte(`{"CUSTOMER_ID": 9007199254740993, "list": [{"customer_id": "A-1"}, {"customer_id": 7}]}`)
	paths := []recordPath{{path: "customer_id", record: "customer"}, {path: "list.customer_id", record: "customer"}}
	want := []string{"customer=9007199254740993", "customer=7", "customer=A-1"}
	got := appendRecords(nil, body, paths)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
