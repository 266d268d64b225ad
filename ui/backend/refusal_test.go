package backend_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/ui/backend"
)

// refusing answers every call with the same refusal.
type refusing string

func (message refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `{"status":"failed","message":"` + string(message) + `"}`
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestRefusal_IsShownAtTheFieldOfItsLongestPhrase(t *testing.T) {
	refusal := refusing("the customer does not exist: the phone number should be ten digits")
	c := commands(t, t.TempDir(), refusal)
	for range 50 {
		msg, _ := c.Submit(backend.Submission{Form: backend.Form{Kind: backend.KindAddCustomer, Values: map[string]string{
			backend.FieldCustomerName: "Tom Reid", backend.FieldCustomerPhone: "5550177",
		}}})().(backend.SubmitResultMsg)
		if msg.Outcome != backend.Refused || msg.Field != backend.FieldCustomerName {
			t.Fatalf("outcome %v at %q: %v", msg.Outcome, msg.Field, msg.Err)
		}
	}
}
