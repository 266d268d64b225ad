package client_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

func TestABodyIsSentAndItsAnswerKeptByteForByte(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		op     wire.OperationInfo
		code   int
		body   string
		answer string
		kind   client.Kind
		tries  int
	}{
		"done":                      {wire.AddTicket.OperationInfo, 200, "[{\"title\": 1.50 }]\n", " {\"status\":\"success\"}\n", "", 1},
		"refused, whatever is sent": {wire.AddTicket.OperationInfo, 400, "no json \xff", `{"status":"failed","message":"Invalid Json."}`, client.Rejected, 1},
		"a page instead":            {wire.UpdateTicket.OperationInfo, 502, "[]", "<html>\x1b[31mbusy</html>", client.Unreachable, 1},
		"nothing":                   {wire.UpdateTicket.OperationInfo, 200, "[]", "", client.BadResponse, 1},
		"a read that is cut":        {wire.GetTicket.OperationInfo, 502, "{}", "<html>", client.Unreachable, 4},
	} {
		t.Run(name, func(t *testing.T) {
			var sent []byte
			network := &countingTransport{transportFunc: func(_ int, r *http.Request) (*http.Response, error) {
				sent, _ = io.ReadAll(r.Body)
				return response(c.code, c.answer), nil
			}}
			got, err := client.CallRaw(t.Context(), clientOver(t, network), c.op, []byte(c.body))
			var fault *client.Error
			errors.As(err, &fault)
			if string(sent) != c.body || string(got) != c.answer || network.n != c.tries {
				t.Errorf("sent %q %d times, got %q", sent, network.n, got)
			}
			if c.kind == "" && err != nil || c.kind != "" && (fault == nil || fault.Kind != c.kind) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestWhatWasHeardIsTheWholeAnswerOfCallsThatSucceeded(t *testing.T) {
	const whole = "{\"status\":\"success\",\"message\":[{\"ticketId\":\"1\", \"odd\":\t[]}]}"
	var heard []string
	network := &countingTransport{transportFunc: func(n int, _ *http.Request) (*http.Response, error) {
		if n == 1 {
			return response(200, whole[:40]), nil
		}
		return response(200, whole), nil
	}}
	c := clientOver(t, network)
	c.OnResponse = func(op wire.OperationInfo, request, answer []byte) {
		heard = append(heard, op.Name, string(request), string(answer))
	}
	if _, err := client.Call(t.Context(), c, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"}); err != nil {
		t.Fatal(err)
	}
	if len(heard) != 3 || heard[0] != "pull-ticket" || heard[1] != `[{"start_date":"2026-11-20","end_date":"2026-11-20"}]` || heard[2] != whole {
		t.Errorf("observed %q", heard)
	}
}
