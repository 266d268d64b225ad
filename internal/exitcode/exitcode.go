// Package exitcode maps errors to the exit codes of the program.
package exitcode

import (
	"context"
	"errors"
	"fmt"

	"frontdesk/internal/client"
)

// The exit codes, which scripts rely on (PROTOCOL.md 9.6). Meanings says what each means.
const (
	OK          = 0
	Failed      = 1
	Usage       = 2
	Denied      = 4
	Unknown     = 5
	Partial     = 6
	Interrupted = 130
)

// Meaning is what an exit code means to who runs a command.
type Meaning struct {
	Code int
	Text string
}

// Meanings are all exit codes with what they mean, as the manual page, the page on commands and PROTOCOL.md 9.6 say.
var Meanings = []Meaning{
	{OK, "done"},
	{
		Failed, "failed: refused, not found, unreachable or unreadable; or the answer has result false, so nothing was done; " +
			"for doctor, a check failed",
	},
	{Usage, "wrong usage or configuration; nothing was sent"},
	{Denied, "the credential is not accepted"},
	{Unknown, "the outcome of a write is not known; it is not sent again"},
	{Partial, "partial result: what was received is printed, what is missing is named on standard error"},
	{Interrupted, "interrupted"},
}

// codedError is an error with its own exit code.
type codedError struct {
	error
	code int
}

// Unwrap returns the wrapped error.
func (e *codedError) Unwrap() error { return e.error }

// With returns err with an exit code of its own.
func With(code int, err error) error { return &codedError{err, code} }

// UsageErrorf returns an error for an invalid command line; nothing was sent.
func UsageErrorf(format string, args ...any) error {
	return With(Usage, fmt.Errorf(format, args...))
}

// UsageError marks an error in the command line or the configuration; nothing was sent. It returns nil for nil.
func UsageError(err error) error {
	if err == nil {
		return nil
	}
	return With(Usage, err)
}

// ErrInterrupted is the error of a command that was interrupted.
var ErrInterrupted = With(Interrupted, errors.New("interrupted"))

// Partialf returns an error for an incomplete result.
func Partialf(format string, args ...any) error {
	return With(Partial, fmt.Errorf(format, args...))
}

// Of returns the exit code of a command that returned err.
func Of(err error) int {
	var own *codedError
	var call *client.Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &own) && own.code == Usage && errors.Is(err, context.Canceled):
		return Interrupted // while waiting for the keyring or a credential command
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &call) && call.OutcomeUnknown():
		return Unknown
	case errors.As(err, &call) && call.Kind == client.ReadOnly:
		return Usage
	case errors.As(err, &call) && call.Kind == client.Unauthorized:
		return Denied
	case errors.As(err, &call) && call.Kind == client.Canceled, errors.Is(err, context.Canceled):
		return Interrupted
	}
	return Failed
}
