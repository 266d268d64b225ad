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
	Done        = 0
	Failed      = 1
	Usage       = 2   // nothing was sent
	Denied      = 4   // the service does not accept the credential
	Unknown     = 5   // a write that may have been carried out
	Partial     = 6   // what was got is printed, what is missing is named on standard error
	Interrupted = 130 // by a signal
)

// Failure is an error with an exit code of its own.
type Failure struct {
	Code int
	Err  error
}

// Error is the error's line.
func (f *Failure) Error() string { return f.Err.Error() }

// Unwrap is the error.
func (f *Failure) Unwrap() error { return f.Err }

// Misused is a command line that cannot be meant; nothing was sent.
func Misused(format string, args ...any) error { return &Failure{Usage, fmt.Errorf(format, args...)} }

// partial is a result that is not all of what was asked for.
func partial(format string, args ...any) error { return &Failure{Partial, fmt.Errorf(format, args...)} }

// Code is the exit code of a command that ended with err.
func Code(err error) int {
	var own *Failure
	var call *client.Error
	switch {
	case err == nil:
		return Done
	case errors.As(err, &own):
		return own.Code
	case errors.As(err, &call) && call.Unknown():
		return Unknown
	case errors.As(err, &call) && call.Kind == client.Denied:
		return Denied
	case errors.As(err, &call) && call.Kind == client.Canceled, errors.Is(err, context.Canceled):
		return Interrupted
	}
	return Failed
}
