package oneshot

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

// Query is a command that reads with one call.
type Query[Req, Ans any] struct {
	Op          wire.Operation[Req, Ans]
	Single      bool // the response is one record, printed in JSON as an object instead of a list
	PrintResult func(*Invocation, Req, Ans)
}

// Run sends the request and prints the response.
func (r Query[Req, Ans]) Run(ctx context.Context, s *Invocation, req Req) error {
	c, kept, err := s.client(ctx, r.Op.OperationInfo)
	if err != nil {
		return err
	}
	answer, err := client.Call(ctx, c, r.Op, req)
	if err != nil {
		return err
	}
	if !s.JSON {
		r.PrintResult(s, req, answer)
		return nil
	}
	records, err := kept.records()
	if err != nil {
		return err
	}
	if r.Op.RecordsPath == "" || r.Single && len(records) == 1 {
		return s.object(records[0])
	}
	s.list(records)
	return nil
}
