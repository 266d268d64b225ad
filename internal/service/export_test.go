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

// MaxAddresses is how many addresses of wrong credentials are kept.
const MaxAddresses = maxAddresses

// AddressesOf returns how many addresses of wrong credentials a service keeps.
func AddressesOf(s *Service) int { return max(s.guesses.addresses.Len(), s.guesses.wrong.Len()) }
