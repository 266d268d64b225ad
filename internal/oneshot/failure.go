// Package oneshot performs one operation for a person or a script: it sends, prints words or the interface's own
// JSON, and says by its exit code what became of it.
package oneshot

import (
	"context"
	"errors"
	"fmt"

	"frontdesk/internal/client"
)

// The exit codes that scripts rely on (PROTOCOL.md 9.6).
const (
	ExitOK          = 0
	ExitFailed      = 1
	ExitUsage       = 2   // nothing was sent
	ExitDenied      = 4   // the service does not accept the credential
	ExitUnknown     = 5   // a write that may have been carried out
	ExitPartial     = 6   // what was got is printed, what is missing is named on standard error
	ExitInterrupted = 130 // by a signal
)

// ExitError is an error with an exit code of its own.
type ExitError struct {
	Code int
	Err  error
}

// Error is the error's line.
func (f *ExitError) Error() string { return f.Err.Error() }

// Unwrap is the error.
func (f *ExitError) Unwrap() error { return f.Err }

// UsageErrorf is a command line that cannot be meant; nothing was sent.
func UsageErrorf(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// partialf is a result that is not all of what was asked for.
func partialf(format string, args ...any) error {
	return &ExitError{ExitPartial, fmt.Errorf(format, args...)}
}

// ExitCode is the exit code of a command that ended with err.
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
