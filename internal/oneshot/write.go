package oneshot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Mutation is a command that writes with one call, which is never retried.
type Mutation[Req, Ans any] struct {
	Op          wire.Operation[Req, Ans]
	PrintResult func(*Invocation, Req, Ans) // prints the result as text
	Warn        func(*Invocation, Req, Ans) // reports where the response differs from the request; may be nil

	// CheckResult returns an error for a response with a successful status that reports that nothing was done; may be
	// nil.
	CheckResult func(Ans) error

	// Prior looks for existing records that match the request before it is sent; may be nil. It returns an error only
	// if the service is unavailable.
	Prior func(ctx context.Context, s *Invocation, c *client.Client, req Req) (submit.Prior, error)

	// Verify looks for the result of a request whose response was lost, and only reads.
	Verify func(ctx context.Context, s *Invocation, c *client.Client, req Req, left departed) findings
}

// departed is the state when a request was sent.
type departed struct {
	at    time.Time
	prior submit.Prior
}

// Run sends the request, or prints it in a dry run.
func (w Mutation[Req, Ans]) Run(ctx context.Context, s *Invocation, req Req) error {
	if s.DryRun {
		body, err := w.Op.Encode(req)
		if err != nil {
			return err
		}
		return s.dryRun(w.Op.OperationInfo, body)
	}
	c, kept, err := s.client(ctx, w.Op.OperationInfo)
	if err != nil {
		return err
	}
	left := departed{at: s.Now()}
	if w.Prior != nil {
		if left.prior, err = w.Prior(ctx, s, c, req); err != nil {
			return fmt.Errorf("%w; nothing was sent", err)
		}
		kept.drain() // responses to reads before the write are not printed
	}
	answer, err := client.Call(ctx, c, w.Op, req)
	if err != nil {
		return w.failed(ctx, s, c, req, left, err)
	}
	if w.Warn != nil {
		w.Warn(s, req, answer)
	}
	if err := w.print(s, kept, req, answer); err != nil {
		return err
	}
	if undone := w.undone(answer); undone != nil {
		return fmt.Errorf("%s: %w", w.Op.Name, undone)
	}
	return nil
}

// print prints the response; as text only if it reports success.
func (w Mutation[Req, Ans]) print(s *Invocation, kept *responseLog, req Req, answer Ans) error {
	if !s.JSON {
		if w.undone(answer) == nil {
			w.PrintResult(s, req, answer)
		}
		return nil
	}
	records, err := kept.records()
	if err != nil {
		return err
	}
	return s.object(records[0])
}

func (w Mutation[Req, Ans]) undone(answer Ans) error {
	if w.CheckResult == nil {
		return nil
	}
	return w.CheckResult(answer)
}

// failed returns the error of a failed call; if the response was lost, it verifies the write first.
func (w Mutation[Req, Ans]) failed(ctx context.Context, s *Invocation, c *client.Client, req Req, left departed, err error) error {
	var call *client.Error
	switch {
	case !errors.As(err, &call):
		return err
	case !call.Sent:
		return fmt.Errorf("%w; nothing was sent", err)
	case !call.OutcomeUnknown():
		return err
	}
	return s.lost(err, w.Verify(ctx, s, c, req, left))
}

// away returns err if the service is unavailable, otherwise nil.
func away(err error) error {
	var call *client.Error
	if errors.As(err, &call) && (call.Kind == client.Unreachable || call.Kind == client.Timeout || call.Kind == client.Canceled) {
		return err
	}
	return nil
}
