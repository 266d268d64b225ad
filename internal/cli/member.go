package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// requestFlag is a flag that sets one field of a request.
type requestFlag[Req any] struct {
	flag, usage string
	field       func(*Req) *string
	stdin       bool                  // "-" reads a text of several lines from standard input
	date        bool                  // a date, today or yesterday; sent as YYYY-MM-DD
	value       func(*Req) *flagValue // used instead of field for values that are parsed
}

// runner performs one operation: a oneshot.Read or a oneshot.Write.
type runner[Req any] interface {
	Run(context.Context, *oneshot.Invocation, Req) error
}

// operationCommand builds the command of an operation. The flags come from members; check applies the arguments to the
// request and validates it.
func operationCommand[Req any](
	env func(string) string, c *cobra.Command, op wire.OperationInfo, members []requestFlag[Req],
	check func(*oneshot.Invocation, *Req, []string) error, does runner[Req],
) *cobra.Command {
	var req Req
	register(c, members, &req)
	return serviceCommand(env, c, op.IsWrite, func(ctx context.Context, s *oneshot.Invocation, args []string) error {
		if err := resolve(ctx, s, c, members, &req); err != nil {
			return err
		}
		if err := check(s, &req, args); err != nil {
			return err
		}
		return does.Run(ctx, s, req)
	})
}

func register[Req any](c *cobra.Command, members []requestFlag[Req], req *Req) {
	for _, m := range members {
		if m.value == nil {
			c.Flags().StringVar(m.field(req), m.flag, "", m.usage)
			continue
		}
		value := m.value(req)
		c.Flags().VarPF(value, m.flag, "", m.usage).NoOptDefVal = value.alone
	}
}

// withPrefix converts the flags of a block to flags of the request that contains it, and adds a prefix to their names.
func withPrefix[Req, Block any](prefix string, members []requestFlag[Block], block func(*Req) *Block) []requestFlag[Req] {
	all := make([]requestFlag[Req], len(members))
	for i, m := range members {
		all[i] = requestFlag[Req]{flag: prefix + m.flag, usage: m.usage, stdin: m.stdin, date: m.date}
		if m.value != nil {
			all[i].value = func(r *Req) *flagValue { return m.value(block(r)) }
			continue
		}
		all[i].field = func(r *Req) *string { return m.field(block(r)) }
	}
	return all
}

// refuseEmpty rejects flags with an empty value, as from an unset variable in a script: an empty filter would match
// everything, and an empty field would leave a record unchanged.
func refuseEmpty[Req any](c *cobra.Command, members []requestFlag[Req]) error {
	for _, m := range members {
		if f := c.Flags().Lookup(m.flag); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return exitcode.UsageErrorf("--%s is empty: say something, or leave it out", m.flag)
		}
	}
	return nil
}

// resolve reads at most one field from standard input and converts dates. It rejects flags with an empty value.
func resolve[Req any](ctx context.Context, s *oneshot.Invocation, c *cobra.Command, members []requestFlag[Req], req *Req) error {
	if err := refuseEmpty(c, members); err != nil {
		return err
	}
	taken := ""
	for _, m := range members {
		if m.value != nil {
			continue
		}
		value := m.field(req)
		if m.date && *value != "" {
			day, err := dayFlag(s, m.flag, *value)
			if err != nil {
				return err
			}
			*value = day.String()
		}
		if !m.stdin || *value != "-" {
			continue
		}
		if taken != "" {
			return exitcode.UsageErrorf("--%s and --%s cannot both come from standard input", taken, m.flag)
		}
		taken = m.flag
		words, err := s.ReadText(ctx, *value)
		if err != nil {
			return err
		}
		*value = words
	}
	return nil
}
