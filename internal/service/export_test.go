package service

import (
	"net/http/httptest"
	"strings"

	"frontdesk/internal/wire"
)

// Decode reads a request as the service does before it answers.
func Decode[Req any](op wire.OperationInfo, body string) (Req, error) {
	return decode[Req](op, httptest.NewRecorder(), httptest.NewRequest(wire.Method, op.Path, strings.NewReader(body)))
}
