package wire_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// records are the readers of the customer and order operations.
var records = map[string]func(body string) error{
	"add-customer":    readFunc(wire.AddCustomer),
	"update-customer": readFunc(wire.UpdateCustomer),
	"get-customer":    readFunc(wire.GetCustomer),
	"pull-customer":   readFunc(wire.PullCustomer),
	"add-order":       readFunc(wire.AddOrder),
	"update-order":    readFunc(wire.UpdateOrder),
	"pull-order":      readFunc(wire.PullOrder),
}

func readFunc[Req, Ans any](op wire.Operation[Req, Ans]) func(body string) error {
	return func(body string) error {
		_, err := op.Decode(strings.NewReader(body), wire.DecodeOptions{})
		return err
	}
}

func TestEveryOperationTellsARefusalFromRubbish(t *testing.T) {
	for name, read := range records {
		for _, message := range []string{
			"Invalid Auth Key", "Invalid Json.", "ticket_ids are missing.", "title is missing", "No Data found/ticket_id is missing",
			"Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss.",
		} {
			for _, form := range []string{`{"message":%q,"status":"failed"}`, `{"Status":"FAILED","Message":%q}`, `[{"message":%q,"status":"failed"}]`, `{"message":%q}`} {
				body := fmt.Sprintf(form, message)
				var refusal *wire.Failure
				if err := read(body); !errors.As(err, &refusal) || refusal.Message.String() != message || refusal.NotFound {
					if name != "get-customer" || !errors.As(err, &refusal) || refusal.Message.String() != message {
						t.Errorf("%s: %s was read as %v", name, body, err)
					}
				}
			}
		}
		for _, body := range []string{``, `<html>502`, `{}`, `[]`, `"x"`, `7`, `null`, `{"status":"success"`, `{"message":[{"id":`, "\x00"} {
			var unreadable *wire.DecodeError
			if err := read(body); !errors.As(err, &unreadable) {
				t.Errorf("%s: %q was read as %v", name, body, err)
			}
		}
	}
}

func TestThatThereIsNoSuchCustomerIsToldByTheAnswersShape(t *testing.T) {
	for body, want := range map[string]string{
		`{"Customer Details":"The given information does not exist","status":"failed"}`:                 "the service refused: The given information does not exist",
		`{"Customer Details":"does not exist","status":"success"}`:                                      "the service refused: does not exist",
		`{"Customer Details":"does not exist","message":"does not exist","status":"failed"}`:            "the service refused: does not exist",
		`[{"customer details":"a\u001b]52;c;x\u0007","Status":"failed"}]`:                               "the service refused: a␛]52;c;x␇",
		`{"Customer Details":{},"status":"success"}`:                                                    "the service has no such record",
		`{"Customer Details":[],"status":"success"}`:                                                    "the service has no such record",
		`{"Customer Details":null,"status":"success"}`:                                                  "the service has no such record",
		`{"Customer Details":{"id":0,"name":""},"status":"success","message":"` + "nothing here" + `"}`: "the service has no such record",
	} {
		_, err := wire.GetCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{})
		var refusal *wire.Failure
		if !errors.As(err, &refusal) || !refusal.NotFound || err.Error() != want {
			t.Errorf("%s was read as %v", body, err)
		}
	}
	var refusal *wire.Failure
	_, err := wire.GetCustomer.Decode(strings.NewReader(`{"message":"Invalid Auth Key","status":"failed"}`), wire.DecodeOptions{})
	if !errors.As(err, &refusal) || refusal.NotFound {
		t.Errorf("a wrong key was read as %v", err)
	}
}

func TestACustomerIsFoundInAnyWrapper(t *testing.T) {
	for _, body := range []string{
		`{"Customer Details":{"id":7,"name":"Asha"},"status":"success"}`,
		`{"status":"success","customer details":[{"id":"7","name":"Asha"}]}`,
		`[{"Customer Details":{"id":7,"name":"Asha","status":"lost"},"Status":"Success"}]`,
		`{"message":{"id":7,"name":"Asha"},"status":"success"}`,
		`{"Customer Details":{"id":7,"name":"Asha"},"message":"found","unknown":[[{}]]}`,
	} {
		c, err := wire.GetCustomer.Decode(strings.NewReader(body), wire.DecodeOptions{})
		if err != nil || c.ID != 7 || c.Name.String() != "Asha" {
			t.Errorf("%s was read as %+v, %v", body, c, err)
		}
	}
}

func TestWhatWasSavedIsReadFromEveryAnswer(t *testing.T) {
	for _, c := range []struct {
		read func(body string) (desk.SaveResult, error)
		body string
		want string
	}{
		{
			saveFunc(wire.AddCustomer),
			`{"status":"success","message":"Customer added","customer":{"result":true,"customer_id":7,"action":"add","action_event":"ADD_CUSTOMER","contact_id":8}}`,
			"true 7 8 0  add ADD_CUSTOMER Customer added",
		},
		{saveFunc(wire.UpdateCustomer), `{"status":"success"}`, "true 0 0 0    "},
		{saveFunc(wire.UpdateCustomer), `{"Status":"Success","customer":null,"customer_id":"7"}`, "true 7 0 0    "},
		{saveFunc(wire.UpdateCustomer), `{"status":"success","customer":{"result":"false","customer_id":""}}`, "false 0 0 0    "},
		{
			saveFunc(wire.AddOrder),
			`{"status":"success","message":"ok","Order":{"result":true,"order_id":9,"customer_id":"7","enquiry_id":6,"action":"a","action_event":"ADD_ORDER","contact_id":8}}`,
			"true 7 8 6 9 a ADD_ORDER ok",
		},
		{
			saveFunc(wire.UpdateOrder),
			`{"status":"success","message":"ok","order":[{"result":true,"customer_id":7,"enquiry_id":6,"action_event":"ORDER_FIELD_UPDATION"}]}`,
			"true 7 0 6   ORDER_FIELD_UPDATION ok",
		},
	} {
		s, err := c.read(c.body)
		got := fmt.Sprint(s.Applied, " ", s.Customer, " ", s.Contact, " ", s.Enquiry, " ", s.Order.Raw(), " ", s.Action, " ", s.ActionEvent, " ", s.Message)
		if err != nil || got != c.want {
			t.Errorf("%s was read as %q, %v", c.body, got, err)
		}
	}
}

func saveFunc[Req any](op wire.Operation[Req, desk.SaveResult]) func(string) (desk.SaveResult, error) {
	return func(body string) (desk.SaveResult, error) {
		return op.Decode(strings.NewReader(body), wire.DecodeOptions{})
	}
}

func TestOrdersAreFoundUnderAnyName(t *testing.T) {
	for body, want := range map[string]int{
		`{"status":"success","totalCount":2,"message":[{"order_id":"1"},{"order_id":"2"}]}`:   2,
		`{"status":"success","totalCount":null,"message":{"order_id":1}}`:                     1,
		`{"status":"success","message":{"orders":[{"order_id":1},{"order_id":2}],"total":2}}`: 2,
		`{"status":"success","message":{"order_id":1,"items":[{"sku":"a"},{"sku":"b"}]}}`:     1,
		`{"status":"success","message":{"anything":"x"},"paging":{}}`:                         1,
		`{"status":"success","data":[{"anything":"x"},{},null]}`:                              1,
		`{"status":"success","message":"no orders"}`:                                          0,
		`{"status":"success","message":[]}`:                                                   0,
		`{"status":"success"}`:                                                                0,
		`{"message":[{"orderId":1}]}`:                                                         1,
	} {
		page, err := wire.PullOrder.Decode(strings.NewReader(body), wire.DecodeOptions{})
		if err != nil || len(page.Orders) != want {
			t.Errorf("%s: %d orders, %v", body, len(page.Orders), err)
		}
	}
}
