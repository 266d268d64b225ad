package main

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// member is a flag that fills one member of a request, as it is typed.
type member[Req any] struct {
	flag, usage string
	into        func(*Req) *string
	lines       bool // may be several lines: "-" reads them from standard input
}

// performer performs one operation: an oneshot.Read or an oneshot.Write.
type performer[Req any] interface {
	Run(context.Context, *oneshot.Session, Req) error
}

// operationCommand makes the command of an operation: members are its flags, check fills in what the arguments say
// and refuses what cannot be meant.
func operationCommand[Req any](
	env func(string) string, c *cobra.Command, op wire.Info, members []member[Req],
	check func(*oneshot.Session, *Req, []string) error, does performer[Req],
) *cobra.Command {
	var req Req
	define(c, members, &req)
	return oneShot(env, c, op.Write, func(ctx context.Context, s *oneshot.Session, args []string) error {
		if err := fill(ctx, s, members, &req); err != nil {
			return err
		}
		if err := check(s, &req, args); err != nil {
			return err
		}
		return does.Run(ctx, s, req)
	})
}

func define[Req any](c *cobra.Command, members []member[Req], req *Req) {
	for _, m := range members {
		c.Flags().StringVar(m.into(req), m.flag, "", m.usage)
	}
}

// fill reads what is to come from standard input, which holds one text.
func fill[Req any](ctx context.Context, s *oneshot.Session, members []member[Req], req *Req) error {
	taken := ""
	for _, m := range members {
		value := m.into(req)
		if !m.lines || *value != "-" {
			continue
		}
		if taken != "" {
			return oneshot.Misused("--%s and --%s cannot both come from standard input", taken, m.flag)
		}
		taken = m.flag
		words, err := s.Words(ctx, *value)
		if err != nil {
			return err
		}
		*value = words
	}
	return nil
}
