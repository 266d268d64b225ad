package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/ssh"

	"frontdesk/internal/guard"
	"frontdesk/internal/text"
)

// The exit codes that are the host's own.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitPanic  = 70 // EX_SOFTWARE
	exitLater  = 75 // EX_TEMPFAIL: the host is full or ends
	exitBroken = 130
)

// Why a session was ended by the host.
var (
	errInterrupted = errors.New("interrupted")
	errDraining    = errors.New("the host was stopped")
	errIdle        = errors.New("no key was pressed for a long time")
	errOver        = errors.New("the session has lasted as long as it may")
	errRevoked     = errors.New("the key may no longer sign in")
)

// session runs one session, whole. A panic in it ends it alone.
func (h *Host) session(s ssh.Session) {
	v, _ := s.Context().Value(visitKey{}).(*Visit)
	if v == nil {
		_ = s.Exit(exitFailed)
		return
	}
	if !v.guest.begins() {
		h.part(s, v, exitLater)
		return
	}
	if refused := h.join(v); refused != "" {
		_, _ = io.WriteString(s.Stderr(), "frontdesk: "+refused+"\n")
		h.part(s, v, exitLater)
		return
	}
	h.Audit.Info("signed in", v.attrs("email", v.Agent.Email.String(), "key", v.Agent.Key, "what", what(s))...)
	guard.Go(v.keepAlive, v.cancel)
	code, why := h.contained(s, v)
	v.cancel(why)
	h.Audit.Info("left", v.attrs("code", code, "after", h.Now().Sub(v.Since).Round(time.Second).String(), "why", reason(why))...)
	h.part(s, v, code)
	h.leave(v) // last: when nobody is left, the host closes every connection
}

// what is how the log names what a session is for.
func what(s ssh.Session) string {
	if command := s.RawCommand(); command != "" {
		words, _ := split(command)
		return verb(words)
	}
	return "console"
}

// verb is the command alone: what follows, or stands in its place, may be what an agent wrote to a customer.
func verb(words []string) string {
	isName := func(i int) bool {
		return i < len(words) && words[i] != "" && words[i][0] != '-' && strings.Trim(words[i], "abcdefghijklmnopqrstuvwxyz-") == ""
	}
	switch {
	case isName(0) && isName(1):
		return words[0] + " " + words[1]
	case isName(0):
		return words[0]
	}
	return "another command"
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return text.PlainLine(err.Error()).String()
}

// contained runs the session's console or command; a panic becomes its exit code.
func (h *Host) contained(s ssh.Session, v *Visit) (code int, why error) {
	defer func() {
		if failed := guard.Recovered(recover()); failed != nil {
			code, why = h.panicked(s, v, failed), errors.New("panic")
		}
	}()
	if s.RawCommand() != "" {
		return h.command(s, v), context.Cause(v.ctx)
	}
	err := h.show(s, v)
	var failed *PanicError
	switch {
	case errors.As(err, &failed):
		return h.panicked(s, v, failed), errors.New("panic")
	case err == nil:
		return exitDone, nil
	}
	code = h.told(s, v, err)
	if cause := context.Cause(v.ctx); cause != nil {
		err = cause // what the console saw of it is less
	}
	return code, err
}

// panicked says so to the agent and, with the stack, to the log.
func (h *Host) panicked(s ssh.Session, v *Visit, failed *PanicError) int {
	h.Metrics.panics.add()
	h.Log.Error("a session failed", v.attrs("fault", failed.Error(), "stack", string(failed.Stack))...)
	_, _ = io.WriteString(s.Stderr(), "frontdesk: this session failed and was ended; what you typed is kept as a draft. Sign in again to go on.\n")
	return exitPanic
}

// told says why the host ended the session, and with which code it ends.
func (h *Host) told(s ssh.Session, v *Visit, err error) int {
	cause := context.Cause(v.ctx)
	switch {
	case errors.Is(cause, errGone):
		return exitFailed // nobody is there to be told
	case errors.Is(cause, errDraining), errors.Is(cause, errIdle), errors.Is(cause, errOver), errors.Is(cause, errRevoked):
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v; what you typed is kept as a draft.\n", cause)
		return exitLater
	case errors.Is(cause, errInterrupted):
		return exitBroken
	case errors.Is(err, errNoTerminal):
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v\n", err)
		return exitUsage
	}
	_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %s\n", text.PlainLine(err.Error()))
	return exitFailed
}

// command runs a one-shot command with the session's streams. Nothing but our own commands can be run.
func (h *Host) command(s ssh.Session, v *Visit) int {
	words, err := split(s.RawCommand())
	if err == nil && h.Command == nil {
		err = errors.New("no commands are run here")
	}
	if err != nil {
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v\n", err)
		return exitUsage
	}
	ctx, stop := context.WithTimeoutCause(v.ctx, h.Limits.Total, errOver)
	defer stop()
	var in io.Reader = piped{s, v.channel}
	var out io.Writer = s
	if _, _, has := s.Pty(); has {
		size, _ := v.size.take()
		in, out = newTyped(in, s, func() { v.cancel(errInterrupted) }), printed{s, size[0]}
	}
	return h.Command(ctx, v, words, in, out, s.Stderr())
}

// part ends the session's channel. A client that does not take the end of its session loses the connection; one that
// is still reading what a command has printed has time for it.
func (h *Host) part(s ssh.Session, v *Visit, code int) {
	patience := partingTime
	if s.RawCommand() != "" {
		patience = readingTime
	}
	timer := guard.AfterFunc(patience, func() { _ = v.guest.Close() })
	_ = s.Exit(code)
	guard.Go(func() {
		<-v.closed
		timer.Stop()
		v.guest.ends()
	})
}
