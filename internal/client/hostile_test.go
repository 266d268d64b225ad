package client_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

func TestWhateverAServiceSaysItsErrorIsOneSafeLine(t *testing.T) {
	for _, c := range texttest.Hostile(t) {
		message, _ := json.Marshal(c.Text)
		for body, code := range map[string]int{
			c.Text: 500,
			`{"status":"failed","message":` + string(message) + `}`: 200,
		} {
			network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, body), nil }}
			_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"})
			if err == nil {
				t.Errorf("%s, %d: no error", c.Name, code)
			} else if harm := texttest.Forbidden(err.Error()); harm != nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %d: %q: %v", c.Name, code, err, harm)
			}
		}
	}
}
