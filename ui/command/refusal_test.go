package command_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/ui/command"
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
		msg, _ := c.Submit(command.Submission{Kind: command.KindAddCustomer, Values: map[string]string{
			command.FieldCustomerName: "Tom Reid", command.FieldCustomerPhone: "5550177",
		}})().(command.SubmitResultMsg)
		if msg.Outcome != command.Rejected || msg.Field != command.FieldCustomerName {
			t.Fatalf("outcome %v at %q: %v", msg.Outcome, msg.Field, msg.Err)
		}
	}
}
