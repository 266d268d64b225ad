// Package oneshot runs a single operation from the command line: it sends the request, prints text or JSON, and reports
// the outcome in its exit code.
package oneshot

import (
	"context"
	"errors"
	"fmt"

	"frontdesk/internal/client"
)

// The exit codes, which scripts rely on (PROTOCOL.md 9.6).
const (
	ExitOK          = 0
	ExitFailed      = 1
	ExitUsage       = 2   // nothing was sent
	ExitDenied      = 4   // the service rejects the credential
	ExitUnknown     = 5   // a write may have been applied
	ExitPartial     = 6   // the output is incomplete, as reported on standard error
	ExitInterrupted = 130 // by a signal
)

// ExitError is an error with its own exit code.
type ExitError struct {
	Code int
	Err  error
}

// Error implements error.
func (f *ExitError) Error() string { return f.Err.Error() }

// Unwrap returns the wrapped error.
func (f *ExitError) Unwrap() error { return f.Err }

// UsageErrorf returns an error for an invalid command line; nothing was sent.
func UsageErrorf(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// partialf returns an error for an incomplete result.
func partialf(format string, args ...any) error {
	return &ExitError{ExitPartial, fmt.Errorf(format, args...)}
}

// ExitCode returns the exit code of a command that returned err.
func ExitCode(err error) int {
	var own *ExitError
	var call *client.Error
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &own):
		return own.Code
	case errors.As(err, &call) && call.OutcomeUnknown():
		return ExitUnknown
	case errors.As(err, &call) && call.Kind == client.Unauthorized:
		return ExitDenied
	case errors.As(err, &call) && call.Kind == client.Canceled, errors.Is(err, context.Canceled):
		return ExitInterrupted
	}
	return ExitFailed
}
