package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

// calls are the customer and order operations with the document's rules for each.
var calls = []struct {
	op    wire.OperationInfo
	call  func(context.Context, *client.Client) error
	path  string
	login bool // user name and password, not the API key
	begin string
}{
	{
		wire.AddCustomer.OperationInfo, operationCall(wire.AddCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_name": "Asha"}}),
		"/ms/customer/customer/api/v1/add-update", false, `{"customer_info":{"customer_id":"","customer_name":"Asha"`,
	},
	{
		wire.UpdateCustomer.OperationInfo, operationCall(wire.UpdateCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_id": "7"}}),
		"/ms/customer/customer/api/v1/add-update", false, `{"customer_info":{"customer_id":"7","customer_name":""`,
	},
	{
		wire.GetCustomer.OperationInfo, operationCall(wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": 7}),
		"/search-customer-by-customer-id.html", false, `[{"service_customer_id":7}]`,
	},
	{
		wire.PullCustomer.OperationInfo, operationCall(wire.PullCustomer, wire.PullCustomerRequest{"cm_id": 1, "createStartDate": "2026-11-20"}),
		"/select-customer-between-start-and-end-dates.html", false, `{"cm_id":1,"createStartDate":"2026-11-20"}`,
	},
	{
		wire.AddOrder.OperationInfo, operationCall(wire.AddOrder, wire.SaveOrderRequest{Order: wire.OrderInfo{"erp_order_id": "E1"}}),
		"/ms/customer/order/api/v1/add-update", true, `{"customer_info":{`,
	},
	{
		wire.UpdateOrder.OperationInfo, operationCall(wire.UpdateOrder, wire.SaveOrderRequest{Order: wire.OrderInfo{"order_id": "9", "update": true}}),
		"/ms/customer/order/api/v1/add-update", true, `{"customer_info":{`,
	},
	{
		wire.PullOrder.OperationInfo, operationCall(wire.PullOrder, wire.PullOrderRequest{"cmId": 1}),
		"/ms/customer-search/order-search/api/v1/pull-internal", true, `{"cmId":1}`,
	},
}

func operationCall[Req, Ans any](op wire.Operation[Req, Ans], req Req) func(context.Context, *client.Client) error {
	return func(ctx context.Context, c *client.Client) error {
		_, err := client.Call(ctx, c, op, req)
		return err
	}
}

func TestCustomersAndOrdersAreAskedForAsTheDocumentSays(t *testing.T) {
	for _, c := range calls {
		t.Run(c.op.Name, func(t *testing.T) {
			network := &countingTransport{transportFunc: func(_ int, r *http.Request) (*http.Response, error) {
				body, err := io.ReadAll(r.Body)
				if err != nil || r.Method != http.MethodPost || r.URL.String() != "https://desk.example.com"+c.path || r.Header.Get("Content-Type") != "application/json" {
					t.Errorf("%s %s %v %v", r.Method, r.URL, r.Header, err)
				}
				if !strings.HasPrefix(string(body), c.begin) {
					t.Errorf("sent %s", body)
				}
				user, password, _ := r.BasicAuth()
				if c.login != (user == "u" && password == "hunter2") || !c.login && r.Header.Get("Authorization") != "Basic c2VjcmV0" {
					t.Errorf("the credential was %q", r.Header.Get("Authorization"))
				}
				return response(200, `{"status":"success","message":[],"Customer Details":{"id":7},"Order":{}}`), nil
			}}
			if err := c.call(t.Context(), clientOver(t, network)); err != nil || network.n != 1 {
				t.Errorf("asked %d times: %v", network.n, err)
			}
		})
	}
}

func TestCustomersAndOrdersAreReadAgainAndWrittenOnce(t *testing.T) {
	for _, c := range calls {
		t.Run(c.op.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(503, "<html>"), nil }}
				err := c.call(t.Context(), clientOver(t, network))
				var fault *client.Error
				if !errors.As(err, &fault) || fault.OutcomeUnknown() != c.op.IsWrite || (network.n == 1) != c.op.IsWrite {
					t.Errorf("asked %d times, outcome unknown %v: %v", network.n, fault.OutcomeUnknown(), err)
				}
			})
		})
	}
}

func TestARefusalOfACustomerOrOrderIsTheServicesWordAtAnyCode(t *testing.T) {
	for _, c := range calls {
		for _, code := range []int{200, 400, 404, 500} {
			network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
				return response(code, `{"message":"Name, Email Id and Phone Number are required","status":"failed"}`), nil
			}}
			err := c.call(t.Context(), clientOver(t, network))
			var fault *client.Error
			if !errors.As(err, &fault) || fault.Kind != client.Rejected || fault.OutcomeUnknown() || fault.NotFound() != (code == 404) || network.n != 1 ||
				err.Error() != c.op.Name+": the service refused: Name, Email Id and Phone Number are required" {
				t.Errorf("%s at %d: %v", c.op.Name, code, err)
			}
		}
		for code, body := range map[int]string{200: `{"message":"Invalid Auth Key","status":"failed"}`, 401: ``} {
			network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, body), nil }}
			var fault *client.Error
			if err := c.call(t.Context(), clientOver(t, network)); !errors.As(err, &fault) || fault.Kind != client.Unauthorized {
				t.Errorf("%s at %d: %v", c.op.Name, code, err)
			}
		}
	}
}

func TestACustomerThatDoesNotExistIsNotFoundAtAnyCode(t *testing.T) {
	for code, body := range map[int]string{
		200: `{"Customer Details":"The given information does not exist","status":"failed"}`,
		201: `{"Customer Details":{},"status":"success"}`,
		400: `{"Customer Details":"The given information does not exist","status":"failed"}`,
		404: `{"Customer Details":"does not exist","message":"does not exist","status":"failed"}`,
	} {
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, body), nil }}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": 7})
		var fault *client.Error
		if !errors.As(err, &fault) || !fault.NotFound() {
			t.Errorf("at %d: %v", code, err)
		}
	}
}

func TestWrite_ServiceThatFailedAndDoesNotKnowIsNoRefusal(t *testing.T) {
	network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
		return response(http.StatusInternalServerError, `{"message":"`+wire.OutcomeUnknown+`","status":"failed"}`), nil
	}}
	_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "7"})
	var fault *client.Error
	if !errors.As(err, &fault) || !fault.OutcomeUnknown() {
		t.Fatalf("it counts as refused: %v", err)
	}
	if want := "update-ticket: " + wire.OutcomeUnknown; err.Error() != want || fault.Summary() != "the service failed" {
		t.Errorf("%q, %q", err, fault.Summary())
	}
}

func TestWrite_GatewayThatSaysFailedLeavesTheOutcomeUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a read waits between its tries
		for _, c := range calls {
			for code, unknown := range map[int]bool{502: true, 504: true, 400: false, 500: false} {
				network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
					return response(code, `{"message":"upstream timed out","status":"failed"}`), nil
				}}
				err := c.call(t.Context(), clientOver(t, network))
				var fault *client.Error
				if !errors.As(err, &fault) || fault.OutcomeUnknown() != (unknown && c.op.IsWrite) || c.op.IsWrite && network.n != 1 {
					t.Errorf("%s at %d: unknown %v: %v", c.op.Name, code, fault.OutcomeUnknown(), err)
				}
				if refused := strings.Contains(err.Error(), "the service refused"); c.op.IsWrite && refused == unknown {
					t.Errorf("%s at %d says that the service refused: %v: %v", c.op.Name, code, refused, err)
				}
			}
		}
	})
}
