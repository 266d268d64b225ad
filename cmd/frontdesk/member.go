package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// member is a flag that fills one member of a request, as it is typed.
type member[Req any] struct {
	flag, usage string
	into        func(*Req) *string
	lines       bool                   // may be several lines: "-" reads them from standard input
	day         bool                   // a day as people name it, sent as YYYY-MM-DD
	value       func(*Req) *understood // instead of into: what is not text as it is typed
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
		if err := fill(ctx, s, c, members, &req); err != nil {
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
		if m.value == nil {
			c.Flags().StringVar(m.into(req), m.flag, "", m.usage)
			continue
		}
		value := m.value(req)
		c.Flags().VarPF(value, m.flag, "", m.usage).NoOptDefVal = value.alone
	}
}

// within makes members of a block members of the request that holds it; their flags begin with prefix.
func within[Req, Block any](prefix string, members []member[Block], block func(*Req) *Block) []member[Req] {
	all := make([]member[Req], len(members))
	for i, m := range members {
		all[i] = member[Req]{flag: prefix + m.flag, usage: m.usage, lines: m.lines, day: m.day}
		if m.value != nil {
			all[i].value = func(r *Req) *understood { return m.value(block(r)) }
			continue
		}
		all[i].into = func(r *Req) *string { return m.into(block(r)) }
	}
	return all
}

// refuseEmpty refuses flags that are given without saying anything: an empty filter would let everything pass, an
// empty field leaves a record as it was, and neither is what a script with an unset variable means.
func refuseEmpty[Req any](c *cobra.Command, members []member[Req]) error {
	for _, m := range members {
		if f := c.Flags().Lookup(m.flag); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return oneshot.Misused("--%s is empty: say something, or leave it out", m.flag)
		}
	}
	return nil
}

// fill reads what is to come from standard input, which holds one text, and days as people name them. It refuses flags
// that are given without saying anything.
func fill[Req any](ctx context.Context, s *oneshot.Session, c *cobra.Command, members []member[Req], req *Req) error {
	if err := refuseEmpty(c, members); err != nil {
		return err
	}
	taken := ""
	for _, m := range members {
		if m.value != nil {
			continue
		}
		value := m.into(req)
		if m.day && *value != "" {
			day, err := dayFlag(s, m.flag, *value)
			if err != nil {
				return err
			}
			*value = day.String()
		}
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
