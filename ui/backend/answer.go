package backend

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Answer is what a request has brought. All parts of the console see it; those that show what was asked for take it.
type Answer[K, T any] struct {
	Of    K // what was asked for
	Value T
	At    time.Time // when the service has answered; zero for what is known without it
	Err   error     // Value is then what was known before, or nothing
}

// Slot holds one request at a time: each cancels the one before, whose answer is dropped. Its zero value holds none.
type Slot struct{ stop context.CancelFunc }

// Cancel cancels the request.
func (s *Slot) Cancel() {
	if s.stop != nil {
		s.stop()
	}
}

// Begin returns the context of a new request: that of nil Slots is the one that they are given.
func (s *Slot) Begin(ctx context.Context) context.Context {
	if s == nil {
		return ctx
	}
	s.Cancel()
	ctx, s.stop = context.WithCancel(ctx)
	return ctx
}

// load returns a command that reads something after a wait, for an Answer. A cancelled one returns no message. One
// without a slot goes on beside others.
func load[K, T any](
	c *Backend, s *Slot, wait time.Duration, of K, get func(context.Context) (T, time.Time, error),
) tea.Cmd {
	ctx := s.Begin(c.Context)
	return func() tea.Msg {
		if !c.Sleep(ctx, wait) {
			return nil
		}
		value, at, err := get(ctx)
		if ctx.Err() != nil {
			return nil
		}
		return Answer[K, T]{of, value, at, err}
	}
}

// Then is called in the event loop once some work is done. Its command follows.
type Then func() tea.Cmd

// DoneMsg brings the end of a Do into the event loop, where Then is called.
type DoneMsg struct{ Then }

// Do returns a command that works outside the event loop and returns what is done in it then; nil for nothing. That is
// dropped if ctx has ended meanwhile, such as that of a Slot with a newer request.
func Do(ctx context.Context, work func() Then) tea.Cmd {
	return func() tea.Msg {
		then := work()
		if then == nil {
			return nil
		}
		return DoneMsg{func() tea.Cmd {
			if ctx.Err() != nil {
				return nil
			}
			return then()
		}}
	}
}

// WrittenMsg is the end of a write that nobody waits for.
type WrittenMsg struct {
	What string // what is lost if it has failed: the beginning of a sentence that Err ends; empty if Err says it all
	Err  error
}

// The writes whose end more than an error follows.
const (
	ReadMarks = "what you read may show as new again: "
	InboxLook = "the inbox will not be remembered: "
)

// written returns a command that writes something.
func written(what string, write func() error) tea.Cmd {
	return func() tea.Msg { return WrittenMsg{what, write()} }
}
