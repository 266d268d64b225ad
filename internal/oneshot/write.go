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

// Mutation is a command that changes something by one call, which is sent once.
type Mutation[Req, Ans any] struct {
	Op          wire.Operation[Req, Ans]
	PrintResult func(*Invocation, Req, Ans) // prints for people what was done
	Warn        func(*Invocation, Req, Ans) // says where the answer is not what was asked for; may be nil

	// CheckResult is an error for an answer that calls itself a success and yet says that nothing was done; may be nil.
	CheckResult func(Ans) error

	// Prior is what looks like a request before it is sent; nil where nothing follows from it. Its error is that the
	// service is away.
	Prior func(ctx context.Context, s *Invocation, c *client.Client, req Req) (submit.Prior, error)

	// Verify says what can be found out, or what to do, after the answer to a request was lost; it sends nothing but reads.
	Verify func(ctx context.Context, s *Invocation, c *client.Client, req Req, left departed) findings
}

// departed is how things stood when a request was sent.
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
		kept.drain() // what was read before is no part of the answer
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

// print prints the answer; people are told of a success alone.
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

// failed says of a lost answer that it is one, and what could be found out.
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

// away passes on that a service could not be asked at all; of every other fault nothing more is known.
func away(err error) error {
	var call *client.Error
	if errors.As(err, &call) && (call.Kind == client.Unreachable || call.Kind == client.Timeout || call.Kind == client.Canceled) {
		return err
	}
	return nil
}
