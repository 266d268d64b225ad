package cli

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// customerPullMembers are the filters of Pull Customer (PROTOCOL.md 4.4).
var customerPullMembers = []requestFlag[wire.PullCustomerRequest]{
	{flag: "name", usage: "of this name", field: func(r *wire.PullCustomerRequest) *string { return &r.Name }},
	{flag: "phone", usage: "with this phone number", field: func(r *wire.PullCustomerRequest) *string { return &r.Phone }},
	{flag: "email", usage: "with this e-mail `address`", field: func(r *wire.PullCustomerRequest) *string { return &r.Email }},
	{flag: "code", usage: "with this customer `code`", field: func(r *wire.PullCustomerRequest) *string { return &r.CustomerCode }},
	{flag: "id", usage: "with this `id`", field: func(r *wire.PullCustomerRequest) *string { return &r.CustomerID }},
	{flag: "zone", usage: "of these zones, `ids` joined by commas", field: func(r *wire.PullCustomerRequest) *string { return &r.ZoneIDs }},
	{flag: "zone-id", usage: "of this zone", value: func(r *wire.PullCustomerRequest) *flagValue { return idFlag(&r.ZoneID) }},
	{flag: "assigned-to", usage: "assigned to these employees, `ids` joined by commas", field: func(r *wire.PullCustomerRequest) *string { return &r.AssignedToIDs }},
	{flag: "designation", usage: "of this designation `type`", field: func(r *wire.PullCustomerRequest) *string { return &r.DesignationType }},
	{flag: "organisation", usage: "organisations alone", value: func(r *wire.PullCustomerRequest) *flagValue { return boolFlag(&r.IsOrganisation) }},
	{flag: "individual", usage: "persons alone", value: func(r *wire.PullCustomerRequest) *flagValue { return boolFlag(&r.IsIndividual) }},
	{flag: "channel-partner", usage: "channel partners alone", value: func(r *wire.PullCustomerRequest) *flagValue { return boolFlag(&r.IsChannelPartner) }},
	{flag: "source", usage: "from this primary source", value: func(r *wire.PullCustomerRequest) *flagValue { return idFlag(&r.PrimarySourceID) }},
	{flag: "secondary-source", usage: "from this secondary source", value: func(r *wire.PullCustomerRequest) *flagValue { return idFlag(&r.SecondarySourceID) }},
	{flag: "tertiary-source", usage: "from this tertiary source", value: func(r *wire.PullCustomerRequest) *flagValue { return idFlag(&r.TertiarySourceID) }},
	{flag: "attr", usage: "with this attribute, N from 1 to 15; may be given several times", value: func(r *wire.PullCustomerRequest) *flagValue { return attributeFlag(&r.Attributes) }},
	{flag: "all-customers", usage: "search as the page of all customers does", value: func(r *wire.PullCustomerRequest) *flagValue { return boolFlag(&r.IsAllCustomerPage) }},
	{flag: "limit", usage: "print at most so many customers of each day, 1 to 10000", value: func(r *wire.PullCustomerRequest) *flagValue {
		return intFlag(1, largestLimit, func(n int64) { r.Limit = wire.NewLooseInt(n) })
	}},
	{flag: "offset", usage: "leave out so many customers of each day", value: func(r *wire.PullCustomerRequest) *flagValue {
		return intFlag(0, largestID, func(n int64) { r.Offset = wire.NewLooseInt(n) })
	}},
}

func customerPullCommand(env func(string) string) *cobra.Command {
	var asked dayFlags
	var req wire.PullCustomerRequest
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the customers created in a range of days", Args: atMostWords(0),
		Long: "Print the customers created from one day to another, both included, oldest first.\n" +
			"A day is YYYY-MM-DD, today or yesterday, in the account's time zone.",
	}
	asked.define(c)
	register(c, customerPullMembers, &req)
	return serviceCommand(env, c, false, func(ctx context.Context, s *oneshot.Invocation, _ []string) error {
		span, err := asked.parse(s)
		if err != nil {
			return err
		}
		if err := resolve(ctx, s, c, customerPullMembers, &req); err != nil {
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
