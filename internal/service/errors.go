package service

import (
	"context"
	"errors"
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
	errEncoding    = &apiError{http.StatusBadRequest, "Invalid Json. The body is not UTF-8."}
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
	errGivenUp     = &apiError{http.StatusServiceUnavailable, "the request took too long and was given up; nothing was changed"}
	errHeld        = &apiError{http.StatusServiceUnavailable, "another program keeps the record locked; nothing was changed"}
	errDamaged     = &apiError{http.StatusServiceUnavailable, "the desk is damaged and takes no changes; nothing was changed"}
	errUnavailable = &apiError{http.StatusServiceUnavailable, "the desk's database cannot be reached; nothing was changed"}
	errManyValues  = &apiError{http.StatusBadRequest, "a request has at most 20000 values and names"}
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

// isOutcomeUnknown reports whether a write may have been committed in spite of its error.
func isOutcomeUnknown(err error) bool {
	return errors.Is(err, errCommitted) || errors.Is(err, store.ErrOutcomeUnknown)
}

// writeError writes an error response. Any error other than an apiError is logged and becomes a 500.
func (s *Service) writeError(w http.ResponseWriter, err error) {
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		if !errors.Is(err, context.Canceled) {
			s.Log.Error("cannot answer", "error", safetext.LineFromText(err.Error()).String(), requestOf(w))
		}
		switch {
		case isOutcomeUnknown(err):
			apiErr = errOutcome
		case errors.Is(err, store.ErrHeld):
			apiErr = errHeld
			w.Header().Set("Retry-After", retryUnavailable)
		case store.IsDamaged(err):
			apiErr = errDamaged
		case store.IsUnavailable(err):
			apiErr = errUnavailable
			w.Header().Set("Retry-After", retryUnavailable)
			s.counts.unavailable.Add(1)
		default:
			apiErr = errInternal
		}
	}
	if x, ok := w.(*loggedResponse); ok {
		x.reason = safetext.LineFromText(apiErr.message).String()
	}
	if apiErr == errOutcome {
		s.counts.unknown.Add(1)
	}
	body, err := json.Marshal(wire.Failed(apiErr.message))
	if err == nil {
		writeBody(w, apiErr.code, body)
	}
}

// storeErrors maps a store's errors to error responses.
var storeErrors = map[error]*apiError{
	store.ErrCustomerNotFound:  errNoCustomer,
	store.ErrAmbiguousCustomer: errAmbiguousCustomer,
	store.ErrEnquiryNotFound:   errNoEnquiry,
	store.ErrOrderNotFound:     errNoOrder,
}

// toAPIError returns the error response for a store's error, else the error itself.
func toAPIError(err error) error {
	for cause, f := range storeErrors {
		if errors.Is(err, cause) {
			return f
		}
	}
	return err
}

// The error responses of customer and order operations in addition to those of PROTOCOL.md 5.1.
var (
	errNameAndContactRequired = &apiError{http.StatusBadRequest, "name, e-mail id and phone number are required"}
	errCustomerName           = &apiError{http.StatusBadRequest, "customer_name is missing"}
	errCustomerID             = &apiError{http.StatusBadRequest, "service_customer_id is missing"}
	errNoCustomer             = &apiError{http.StatusNotFound, "the customer does not exist"}
	errAmbiguousCustomer      = &apiError{
		http.StatusBadRequest,
		"several customers have that name; customer_id is required",
	}
	errNoContact = &apiError{http.StatusNotFound, "contact_id does not exist at this customer"}
	errNoEnquiry = &apiError{http.StatusNotFound, "enquiry_id does not exist at this customer"}
	errNoOrder   = &apiError{http.StatusNotFound, "order_id does not exist"}
)
