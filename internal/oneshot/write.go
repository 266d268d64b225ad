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

// Write is a command that changes something by one call, which is sent once.
type Write[Req, Ans any] struct {
	Op    wire.Op[Req, Ans]
	Words func(*Session, Req, Ans) // prints for people what was done
	Warn  func(*Session, Req, Ans) // says where the answer is not what was asked for; may be nil

	// Undone is an error for an answer that calls itself a success and yet says that nothing was done; may be nil.
	Undone func(Ans) error

	// Prior is what looks like a request before it is sent; nil where nothing follows from it. Its error is that the
	// service is away.
	Prior func(ctx context.Context, s *Session, c *client.Client, req Req) (submit.Prior, error)

	// Lost says what can be found out, or what to do, after the answer to a request was lost; it sends nothing but reads.
	Lost func(ctx context.Context, s *Session, c *client.Client, req Req, left departed) findings
}

// departed is how things stood when a request was sent.
type departed struct {
	at    time.Time
	prior submit.Prior
}

// Run sends the request, or prints it in a dry run.
func (w Write[Req, Ans]) Run(ctx context.Context, s *Session, req Req) error {
	if s.DryRun {
		body, err := w.Op.Encode(req)
		if err != nil {
			return err
		}
		return s.dryRun(w.Op.Info, body)
	}
	c, kept, err := s.client(ctx, w.Op.Info)
	if err != nil {
		return err
	}
	left := departed{at: s.Now()}
	if w.Prior != nil {
		if left.prior, err = w.Prior(ctx, s, c, req); err != nil {
			return fmt.Errorf("%w; nothing was sent", err)
		}
		kept.take() // what was read before is no part of the answer
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
func (w Write[Req, Ans]) print(s *Session, kept *answers, req Req, answer Ans) error {
	if !s.JSON {
		if w.undone(answer) == nil {
			w.Words(s, req, answer)
		}
		return nil
	}
	records, err := kept.records()
	if err != nil {
		return err
	}
	return s.object(records[0])
}

func (w Write[Req, Ans]) undone(answer Ans) error {
	if w.Undone == nil {
		return nil
	}
	return w.Undone(answer)
}

// failed says of a lost answer that it is one, and what could be found out.
func (w Write[Req, Ans]) failed(ctx context.Context, s *Session, c *client.Client, req Req, left departed, err error) error {
	var call *client.Error
	switch {
	case !errors.As(err, &call):
		return err
	case !call.Sent:
		return fmt.Errorf("%w; nothing was sent", err)
	case !call.Unknown():
		return err
	}
	return s.lost(err, w.Lost(ctx, s, c, req, left))
}

// away passes on that a service could not be asked at all; of every other fault nothing more is known.
func away(err error) error {
	var call *client.Error
	if errors.As(err, &call) && (call.Kind == client.Unreachable || call.Kind == client.TimedOut || call.Kind == client.Canceled) {
		return err
	}
	return nil
}
