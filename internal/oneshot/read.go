package oneshot

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

// Read is a command that reads by one call: Words prints the answer for people.
type Read[Req, Ans any] struct {
	Op    wire.Op[Req, Ans]
	One   bool // the answer is one record, which scripts get as an object instead of a list
	Words func(*Session, Req, Ans)
}

// Run asks and prints the answer.
func (r Read[Req, Ans]) Run(ctx context.Context, s *Session, req Req) error {
	c, kept, err := s.client(ctx, r.Op.Info)
	if err != nil {
		return err
	}
	answer, err := client.Call(ctx, c, r.Op, req)
	if err != nil {
		return err
	}
	if !s.JSON {
		r.Words(s, req, answer)
		return nil
	}
	records, err := kept.records()
	if err != nil {
		return err
	}
	if r.Op.Records == "" || r.One && len(records) == 1 {
		return s.object(records[0])
	}
	s.list(records)
	return nil
}
