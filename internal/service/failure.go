package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// failure is a refusal with its HTTP code and the message that the caller reads (PROTOCOL.md 5.2).
type failure struct {
	code    int
	message string
}

// Error is the message.
func (f *failure) Error() string { return f.message }

// The failures of PROTOCOL.md 5.1, and those of our own limits.
var (
	errJSON        = &failure{http.StatusBadRequest, "Invalid Json."}
	errTicketID    = &failure{http.StatusBadRequest, "No Data found/ticket_id is missing"}
	errTicketIDs   = &failure{http.StatusBadRequest, "ticket_ids are missing."}
	errTitle       = &failure{http.StatusBadRequest, "title is missing"}
	errCallback    = &failure{http.StatusBadRequest, "Invalid Format.callback_date should be yyyy-MM-dd hh:mm:ss."}
	errNoTicket    = &failure{http.StatusNotFound, "No Data found"}
	errTooLarge    = &failure{http.StatusRequestEntityTooLarge, "the body is larger than 8 MiB"}
	errOwnFault    = &failure{http.StatusInternalServerError, "the service failed; nothing was changed"}
	errOutcome     = &failure{http.StatusInternalServerError, wire.OutcomeUnknown}
	errOneObject   = &failure{http.StatusBadRequest, "Invalid Json. One object is expected in the array."}
	errSearchKey   = &failure{http.StatusBadRequest, "search_key is missing"}
	errRange       = &failure{http.StatusBadRequest, "the dates may be at most 24 hours apart"}
	errTooManyIDs  = &failure{http.StatusBadRequest, "at most 1000 ticket_ids are answered at once"}
	errTooLong     = &failure{http.StatusServiceUnavailable, "the request took too long and was given up"}
	errTextTooLong = &failure{http.StatusBadRequest, "a text is longer than 64 KiB"}
)

// errCommitted wraps the errors of a write that was, or may have been, committed before they occurred.
var errCommitted = errors.New("after the commit")

// fail writes a failure; what is no failure of the caller's is logged and answered with 500.
func (s *Service) fail(w http.ResponseWriter, err error) {
	var f *failure
	if !errors.As(err, &f) {
		if !errors.Is(err, context.Canceled) {
			s.Log.Error("cannot answer", "fault", text.PlainLine(err.Error()).String())
		}
		f = errOwnFault
		if errors.Is(err, errCommitted) {
			f = errOutcome
		}
	}
	body, err := json.Marshal(wire.Failed{Message: f.message, Status: wire.StatusFailed})
	if err == nil {
		send(w, f.code, body)
	}
}

// reply writes a whole answer.
func reply(w http.ResponseWriter, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, body)
	return nil
}

// replyWritten answers a write that is committed: that its answer cannot be written undoes nothing.
func replyWritten(w http.ResponseWriter, record any) error {
	if err := reply(w, record); err != nil {
		return fmt.Errorf("%w: %w", errCommitted, err)
	}
	return nil
}

// send writes a body; a caller who has gone away needs no answer.
func send(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
