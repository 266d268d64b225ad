package main

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/oneshot"
)

const largestLimit = 10_000 // decisions.md, Sizes

func ticketPullCommand(env func(string) string) *cobra.Command {
	var from, to string
	var limit int
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the tickets created in a range of days", Args: cobra.NoArgs,
		Long: "Print the tickets created from one day to another, both included, oldest first.\n" +
			"A day is YYYY-MM-DD, today or yesterday, in the account's time zone.",
	}
	c.Flags().StringVar(&from, "from", "", "the first `day`")
	c.Flags().StringVar(&to, "to", "", "the last `day`")
	c.Flags().IntVar(&limit, "limit", 0, "print at most so many tickets of each day, 1 to 10000")
	return oneShot(env, c, false, func(ctx context.Context, s *oneshot.Session, _ []string) error {
		if c.Flags().Changed("limit") && (limit < 1 || limit > largestLimit) {
			return oneshot.Misused("--limit must be from 1 to %d", largestLimit)
		}
		first, err := dayFlag(s, "from", from)
		if err != nil {
			return err
		}
		last, err := dayFlag(s, "to", to)
		if err != nil {
			return err
		}
		return oneshot.PullTickets{Span: desk.Span{From: first, To: last}, Limit: limit}.Run(ctx, s)
	})
}

// dayFlag reads one day as people name it.
func dayFlag(s *oneshot.Session, flag, value string) (desk.Day, error) {
	if value == "" {
		return desk.Day{}, oneshot.Misused("--%s is needed: a day such as 2026-11-20, today or yesterday", flag)
	}
	span, err := desk.ParseSpan(value, desk.DayOf(s.Now().In(s.Zone)))
	if err != nil || span.From != span.To {
		return desk.Day{}, oneshot.Misused("--%s %q is no day such as 2026-11-20, today or yesterday", flag, value)
	}
	return span.From, nil
}
