package cli

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
)

const largestLimit = 10_000 // PROTOCOL.md 6.2

func ticketPullCommand(env func(string) string) *cobra.Command {
	var asked dayFlags
	var limit int
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the tickets created in a range of days", Args: atMostWords(0),
		Long: "Print the tickets created from one day to another, both included, oldest first.\n" +
			"A day is YYYY-MM-DD, today or yesterday, in the account's time zone.",
	}
	asked.define(c)
	c.Flags().IntVar(&limit, "limit", 0, "print at most so many tickets of each day, 1 to 10000")
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, _ []string) error {
		if c.Flags().Changed("limit") && (limit < 1 || limit > largestLimit) {
			return exitcode.UsageErrorf("--limit must be from 1 to %d", largestLimit)
		}
		span, err := asked.parse(s)
		if err != nil {
			return err
		}
		return oneshot.PullTickets{Span: span, Limit: limit}.Run(ctx, s)
	})
}
