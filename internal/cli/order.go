package cli

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func orderCommand(env func(string) string) *cobra.Command {
	return commandGroup("order", "Read and change orders", orderPullCommand(env), orderAddCommand(env), orderUpdateCommand(env))
}

func orderPullCommand(env func(string) string) *cobra.Command {
	var req wire.PullOrderRequest
	var whole bool
	c := &cobra.Command{
		Use: "pull --customer ID", Short: "Print the orders that match", Args: atMostWords(0),
		Long: "Print the orders for which everything holds that is said. The service wants at least one filter; flags whose\n" +
			"help begins with \"and\", and those of sorting and paging, do not count as one.",
	}
	flags := sectionFlags(schema.OrderFilters, &req)
	register(c, flags)
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&whole, "whole", false, "print all that is known of each order instead of a table")
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, _ []string) error {
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		req.CustomerIDsRequired = req.CustomerIDs // the interface has both spellings (PROTOCOL.md 4.7)
		if !req.HasFilter() {
			return exitcode.UsageErrorf("a filter is needed, such as --customer, --name or --from; frontdesk order pull --help lists them")
		}
		return oneshot.PullOrders{Filter: req, Whole: whole}.Run(ctx, s)
	})
}
