package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// apiError is an error response: an HTTP code and a message (PROTOCOL.md 5.2).
type apiError struct {
	code    int
	message string
}

// Error returns the message.
func (f *apiError) Error() string { return f.message }

// The error responses of PROTOCOL.md 5.1 and those of the service's own limits.
var (
	errJSON        = &apiError{http.StatusBadRequest, "Invalid Json."}
	errTicketID    = &apiError{http.StatusBadRequest, "No Data found/ticket_id is missing"}
	errTicketIDs   = &apiError{http.StatusBadRequest, "ticket_ids are missing."}
	errTitle       = &apiError{http.StatusBadRequest, "title is missing"}
	errCallback    = &apiError{http.StatusBadRequest, "Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss."}
	errNoTicket    = &apiError{http.StatusNotFound, "No Data found"}
	errTooLarge    = &apiError{http.StatusRequestEntityTooLarge, "the body is larger than 8 MiB"}
	errInternal    = &apiError{http.StatusInternalServerError, "the service failed; nothing was changed"}
	errOutcome     = &apiError{http.StatusInternalServerError, wire.OutcomeUnknown}
	errOneObject   = &apiError{http.StatusBadRequest, "Invalid Json. One object is expected in the array."}
	errSearchKey   = &apiError{http.StatusBadRequest, "search_key is missing"}
	errRange       = &apiError{http.StatusBadRequest, "the dates may be at most 24 hours apart"}
	errTooManyIDs  = &apiError{http.StatusBadRequest, "at most 1000 ticket_ids are answered at once"}
	errTooLong     = &apiError{http.StatusServiceUnavailable, "the request took too long and was given up"}
	errUnavailable = &apiError{http.StatusServiceUnavailable, "the desk's database cannot be reached; nothing was changed"}
	errTextTooLong = &apiError{http.StatusBadRequest, "a text is longer than 64 KiB"}
)

// ruleErrors are the error responses to values that break a rule. Where a rule has none, the response names the field.
var ruleErrors = map[wire.Rule]*apiError{
	wire.RuleDigits:    {http.StatusBadRequest, "a phone number should be a string of digits"},
	wire.RuleLength:    errTextTooLong,
	wire.RuleCallback:  errCallback,
	wire.RuleNumber:    errNoEnquiry,
	wire.RuleOneTicket: {http.StatusNotFound, errTicketID.message},
}

// problemError returns the error response to a request with problems, nil if it has none: missing if a value is
// missing.
func problemError(problems []wire.Problem, missing error) error {
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	if p.IsMissing() {
		return missing
	}
	if known := ruleErrors[p.Rule]; known != nil {
		return known
	}
	if p.Rule == wire.RuleDate {
		return &apiError{
			http.StatusBadRequest,
			p.Field.Key + " " + strconv.Quote(p.Value[:min(len(p.Value), 40)]) + " should be YYYY-MM-DD.",
		}
	}
	return &apiError{http.StatusBadRequest, p.Field.Key + " " + p.Text}
}

// retryUnavailable is after how many seconds a client asks again while the database cannot be reached.
const retryUnavailable = "2"

// errCommitted wraps errors that occur after a write was, or may have been, committed.
var errCommitted = errors.New("after the commit")

// writeError writes an error response. Any error other than an apiError is logged and becomes a 500.
func (s *Service) writeError(w http.ResponseWriter, err error) {
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		if !errors.Is(err, context.Canceled) {
			s.Log.Error("cannot answer", "fault", safetext.LineFromText(err.Error()).String())
		}
		switch {
		case errors.Is(err, errCommitted), errors.Is(err, store.ErrOutcomeUnknown):
			apiErr = errOutcome
		case store.IsUnavailable(err):
			apiErr = errUnavailable
			w.Header().Set("Retry-After", retryUnavailable)
		default:
			apiErr = errInternal
		}
	}
	body, err := json.Marshal(wire.FailureResponse{Message: apiErr.message, Status: wire.StatusFailed})
	if err == nil {
		writeBody(w, apiErr.code, body)
	}
}

// writeJSON writes a complete response.
func writeJSON(w http.ResponseWriter, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	writeBody(w, http.StatusOK, body)
	return nil
}

// writeCommitted responds to a committed write. An error is wrapped in errCommitted, since the write stays
// committed.
func writeCommitted(w http.ResponseWriter, record any) error {
	if err := writeJSON(w, record); err != nil {
		return fmt.Errorf("%w: %w", errCommitted, err)
	}
	return nil
}

// writeBody writes a body. It ignores write errors, since the client has disconnected then.
func writeBody(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
