package client_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

type answeringTransport struct{ calls int }

func (c *answeringTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	c.calls++
	return &http.Response{
		StatusCode: http.StatusOK, Request: r, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(`{"status":"success"}`)),
	}, nil
}

func TestReadOnly_NoWriteLeavesTheClient(t *testing.T) {
	writes := 0
	for _, op := range wire.Operations() {
		way := &answeringTransport{}
		c, err := client.New(client.Config{
			BaseURL: "https://desk.example.com", KMSURL: "https://kb.example.com", Transport: way, ReadOnly: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.CallRaw(t.Context(), c, op, []byte(`{}`))
		if !op.IsWrite {
			if err != nil || way.calls != 1 {
				t.Errorf("%s reads: %d calls, %v", op.Name, way.calls, err)
			}
			continue
		}
		writes++
		var failed *client.Error
		if !errors.As(err, &failed) || failed.Kind != client.ReadOnly || failed.OutcomeUnknown() || way.calls != 0 {
			t.Errorf("%s was sent %d times: %v", op.Name, way.calls, err)
		}
	}
	if writes != 6 {
		t.Errorf("%d operations write, not 6", writes)
	}
}
