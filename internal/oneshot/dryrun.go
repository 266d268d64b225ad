package oneshot

import (
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// request is a request as a dry run prints it in JSON, without credentials.
type request struct {
	Method string         `json:"method"`
	URL    string         `json:"url"`
	Body   jsontext.Value `json:"body,omitzero"`
}

// dryRun prints the request that would be sent.
func (s *Invocation) dryRun(op wire.OperationInfo, body []byte) error {
	if s.JSON {
		return s.object(request{wire.Method, s.url(op), body})
	}
	s.line(wire.Method, " ", safetext.LineFromText(s.url(op)).String())
	if op.Body != wire.NoBody {
		s.line("Content-Type: application/json")
		s.line()
		s.line(sanitizeBody(body))
	}
	return nil
}

// sanitizeBody sanitises a body for a terminal. JSON keeps its meaning.
func sanitizeBody(body []byte) string {
	v := jsontext.Value(body).Clone()
	if v.Compact(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return safetext.BlockFromText(string(body)).String()
	}
	return string(safetext.EscapeJSON(nil, v))
}
