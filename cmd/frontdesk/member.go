package main

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
)

// member is a flag that fills one member of a request, as it is typed.
type member[Req any] struct {
	flag, usage string
	into        func(*Req) *string
	lines       bool // may be several lines: "-" reads them from standard input
}

// writeCommand makes a command of an operation that changes something: members are its flags, check fills in what
// the arguments say and refuses what cannot be meant.
func writeCommand[Req, Ans any](
	env func(string) string, c *cobra.Command, members []member[Req],
	check func(*oneshot.Session, *Req, []string) error, write oneshot.Write[Req, Ans],
) *cobra.Command {
	var req Req
	define(c, members, &req)
	return oneShot(env, c, true, func(ctx context.Context, s *oneshot.Session, args []string) error {
		if err := fill(s, members, &req); err != nil {
			return err
		}
		if err := check(s, &req, args); err != nil {
			return err
		}
		return write.Run(ctx, s, req)
	})
}

func define[Req any](c *cobra.Command, members []member[Req], req *Req) {
	for _, m := range members {
		c.Flags().StringVar(m.into(req), m.flag, "", m.usage)
	}
}

// fill reads what is to come from standard input, which holds one text.
func fill[Req any](s *oneshot.Session, members []member[Req], req *Req) error {
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
		words, err := s.Words(*value)
		if err != nil {
			return err
		}
		*value = words
	}
	return nil
}
