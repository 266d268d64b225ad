package cli

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func customerPullCommand(env func(string) string) *cobra.Command {
	var asked dayFlags
	var req wire.PullCustomerRequest
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the customers created in a range of days", Args: atMostWords(0),
		Long: "Print the customers created from one day to another, both included, oldest first.\n" +
			"A day is YYYY-MM-DD, today or yesterday, in the account's time zone.",
	}
	asked.define(c)
	flags := sectionFlags(schema.CustomerFilters, &req)
	register(c, flags)
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, _ []string) error {
		span, err := asked.parse(s)
		if err != nil {
			return err
		}
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		if err := checkCustomerPull(&req); err != nil {
			return err
		}
		return oneshot.PullCustomers{Span: span, Filter: req}.Run(ctx, s)
	})
}

// checkCustomerPull rejects combinations of filters of which the service would silently apply only one. A single id in
// AssignedToIDs is moved to AssignedToID.
func checkCustomerPull(r *wire.PullCustomerRequest) error {
	kinds := 0
	for _, said := range []bool{r.IsOrganisation, bool(r.IsIndividual), bool(r.IsChannelPartner)} {
		if said {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return exitcode.UsageErrorf("--organisation, --individual and --channel-partner exclude each other")
	case r.ZoneIDs != "" && r.ZoneID.Valid:
		return exitcode.UsageErrorf("--zone and --zone-id exclude each other")
	}
	if one, err := wire.ParseLooseInt(r.AssignedToIDs); err == nil && one.Valid {
		r.AssignedToID, r.AssignedToIDs = one, ""
	}
	return nil
}
