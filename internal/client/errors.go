package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Kind classifies an error, so that callers can decide what to do next.
type Kind string

// The kinds of error.
const (
	Unreachable      Kind = "the service cannot be reached"
	Timeout          Kind = "the service did not answer in time"
	Rejected         Kind = "the service refused"
	Unauthorized     Kind = "the service does not accept the credential"
	RateLimited      Kind = "the service asks to slow down"
	BadResponse      Kind = "the service's answer cannot be read"
	ResponseTooLarge Kind = "the service's answer is too large"
	Mismatched       Kind = "the service's answer is not about this write"
	Redirected       Kind = "the service points elsewhere, where no credential is sent"
	Canceled         Kind = "the call was cancelled"
	ReadOnly         Kind = "this account is read only here: nothing was sent"
	Internal         Kind = "internal error" // a panic in the client, a transport or a hook
)

// Error is the error of a failed call.
type Error struct {
	Op      wire.OperationInfo
	Kind    Kind
	Code    int           // HTTP status, 0 when no complete response was received
	Message safetext.Line // from the error response, sanitised; may be empty
	Sent    bool          // the request may have reached the service
	Err     error

	RetryAfter time.Duration // how long the service asks to wait; 0 if it names no time
}

// Error returns one sanitised line with the operation, the summary and the service's message.
func (e *Error) Error() string {
	line := e.Op.Name + ": " + e.Summary()
	switch {
	case e.isUnknownToService():
		return e.Op.Name + ": " + e.Message.String() // begins with the summary
	case !e.Message.IsEmpty():
		return line + ": " + e.Message.String()
	case e.Code >= http.StatusMultipleChoices:
		return fmt.Sprintf("%s (%d)", line, e.Code)
	case e.NetworkCause() != "":
		return line + ": " + e.NetworkCause()
	case e.Kind == BadResponse:
		return line + e.unreadable()
	}
	return line
}

// unreadable returns what of an answer cannot be read, sanitised, if it can be said in words.
func (e *Error) unreadable() string {
	var shape *wire.ShapeError
	if errors.As(e.Err, &shape) {
		return ": " + safetext.LineFromText(shape.Error()).String()
	}
	var encoding *safetext.EncodingError
	if errors.As(e.Err, &encoding) {
		return ": " + encoding.What()
	}
	return ""
}

// Summary returns a description of the error without text of the service. It names the limit that an answer exceeds,
// and distinguishes a lost connection from an unreachable service, and a gateway's response to a write from a rejection
// by the service.
func (e *Error) Summary() string {
	var large *wire.TooLargeError
	var proxy *proxyError
	switch {
	case errors.As(e.Err, &proxy):
		return safetext.LineFromText(proxy.Error()).String()
	case e.Kind == ResponseTooLarge && errors.As(e.Err, &large):
		return string(e.Kind) + ": " + large.Error()
	case isGatewayCode(e.Code) && (e.Kind == Unreachable || e.Kind == Rejected && e.OutcomeUnknown()):
		return "a gateway answered for the service"
	case e.isUnknownToService():
		return "the service failed"
	case e.Kind == Unreachable && e.Sent:
		return "the connection broke off"
	case e.Op.IsWrite && e.isByAnotherProgram():
		return "the answer is neither a success nor a refusal of the service"
	}
	return string(e.Kind)
}

// isUnknownToService reports whether our service says that it does not know what became of a write.
func (e *Error) isUnknownToService() bool { return e.Message.String() == wire.OutcomeUnknown }

// isByAnotherProgram reports whether an error response lacks the status of the service's failures. A framework or a web
// server answers like that, with 5xx also after the service has written the record. With 4xx the request was not
// accepted. A failure with 200 may have no status at all.
func (e *Error) isByAnotherProgram() bool {
	var refusal *wire.Failure
	if e.Kind != Rejected || !errors.As(e.Err, &refusal) || strings.EqualFold(refusal.Status, wire.StatusFailed) {
		return false
	}
	return e.Code >= http.StatusInternalServerError || e.Code < http.StatusMultipleChoices && refusal.Status != ""
}

// NothingListens is the cause of a refused connection.
const NothingListens = "nothing listens there"

// NetworkCause returns why the service cannot be reached, or "" when that is not known.
func (e *Error) NetworkCause() string {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case e.Kind != Unreachable || e.Sent:
		return ""
	case errors.As(e.Err, &name) && name.IsNotFound:
		return "no machine has that name"
	case errors.As(e.Err, &name):
		return "the name cannot be looked up"
	case errors.Is(e.Err, syscall.ECONNREFUSED):
		return NothingListens
	case errors.As(e.Err, &certificate):
		return "its certificate is not trusted: " + certificateReason(certificate.Err)
	case errors.Is(e.Err, http.ErrSchemeMismatch):
		return "it does not speak TLS: https is not for it"
	}
	return ""
}

// certificateReason returns why a certificate is not trusted.
func certificateReason(err error) string {
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &authority):
		return "this machine does not know who signed it"
	case errors.As(err, &name):
		return "it is not for " + safetext.LineFromText(name.Host).String()
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has expired or is not valid yet"
	}
	return safetext.LineFromText(err.Error()).String()
}

// Unwrap returns the cause. It may hold text from the service and must not be displayed unsanitised.
func (e *Error) Unwrap() error { return e.Err }

// OutcomeUnknown reports whether a write may have been applied although no response confirms it; it is never retried
// automatically. A 303 may follow a write that was applied, while other redirects mean that it was not. A 502 or 504 of
// a gateway does not show what the service behind it did, nor does the failure of another program.
func (e *Error) OutcomeUnknown() bool {
	if !e.Op.IsWrite || !e.Sent {
		return false
	}
	switch e.Code {
	case http.StatusSeeOther, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	}
	return e.isUnknownToService() || e.isByAnotherProgram() || !notAppliedKinds[e.Kind]
}

// KindOf returns the kind of a failed call's error; empty for any other error.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

// IsNotFound reports whether an error says that the service has no such record.
func IsNotFound(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.NotFound()
}

// IsUnanswered reports whether a call found out nothing, because no service answered in time, or one that failed or was
// too busy.
func IsUnanswered(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (slices.Contains([]Kind{Unreachable, Timeout, Canceled, RateLimited}, e.Kind) ||
		e.Code >= http.StatusInternalServerError)
}

// notAppliedKinds are the kinds of error response that mean that nothing was applied.
var notAppliedKinds = map[Kind]bool{Rejected: true, Unauthorized: true, RateLimited: true, Redirected: true}

// NotFound reports whether the service has no such record, by status 404 or, as Get Customer does with any status, by
// the shape of the error response. A 404 for an unknown path does not count.
func (e *Error) NotFound() bool {
	var refusal *wire.Failure
	return e.Kind == Rejected && e.Message.String() != wire.MsgNoEndpoint &&
		(e.Code == http.StatusNotFound || errors.As(e.Err, &refusal) && refusal.NotFound)
}

// failed returns the *Error of a failed attempt and classifies it.
func failed(op wire.OperationInfo, code int, sent bool, err error) *Error {
	e := &Error{Op: op, Kind: Unreachable, Code: code, Sent: sent, Err: err}
	var refusal *wire.Failure
	var panicked *guard.PanicError
	var large *wire.TooLargeError
	switch {
	case errors.As(err, &panicked):
		e.Kind = Internal
	case code >= 300 && code < 400:
		e.Kind = Redirected
	case code == http.StatusTooManyRequests:
		e.Kind = RateLimited
	case errors.As(err, &large):
		e.Kind = ResponseTooLarge
	case errors.As(err, &refusal):
		e.Kind, e.Message = Rejected, refusal.Message
		if code == http.StatusUnauthorized || safetext.Fold(refusal.Message.String()) == "invalid auth key" {
			e.Kind = Unauthorized
		}
	case code == http.StatusUnauthorized:
		e.Kind = Unauthorized
	case errors.Is(err, context.Canceled):
		e.Kind = Canceled
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		e.Kind = Timeout
	case isGatewayCode(code): // without a message of the service
		e.Kind = Unreachable
	case code != 0:
		e.Kind = BadResponse
	}
	return e
}

// isGatewayCode reports whether a gateway answers with this code if the service behind it does not.
func isGatewayCode(code int) bool {
	return code == http.StatusBadGateway || code == http.StatusServiceUnavailable || code == http.StatusGatewayTimeout
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}
