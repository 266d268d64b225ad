package main

import (
	"context"

	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// customerPullMembers are the filters of Pull Customer (PROTOCOL.md 4.4).
var customerPullMembers = []member[wire.CustomerPull]{
	{flag: "name", usage: "of this name", into: func(r *wire.CustomerPull) *string { return &r.Name }},
	{flag: "phone", usage: "with this phone number", into: func(r *wire.CustomerPull) *string { return &r.Phone }},
	{flag: "email", usage: "with this e-mail `address`", into: func(r *wire.CustomerPull) *string { return &r.Email }},
	{flag: "code", usage: "with this customer `code`", into: func(r *wire.CustomerPull) *string { return &r.CustomerCode }},
	{flag: "id", usage: "with this `id`", into: func(r *wire.CustomerPull) *string { return &r.CustomerID }},
	{flag: "zone", usage: "of these zones, `ids` joined by commas", into: func(r *wire.CustomerPull) *string { return &r.ZoneIDs }},
	{flag: "zone-id", usage: "of this zone", value: func(r *wire.CustomerPull) *understood { return id(&r.ZoneID) }},
	{flag: "assigned-to", usage: "assigned to these employees, `ids` joined by commas", into: func(r *wire.CustomerPull) *string { return &r.AssignedToIDs }},
	{flag: "designation", usage: "of this designation `type`", into: func(r *wire.CustomerPull) *string { return &r.DesignationType }},
	{flag: "organisation", usage: "organisations alone", value: func(r *wire.CustomerPull) *understood { return yes(&r.IsOrganisation) }},
	{flag: "individual", usage: "persons alone", value: func(r *wire.CustomerPull) *understood { return yes(&r.IsIndividual) }},
	{flag: "channel-partner", usage: "channel partners alone", value: func(r *wire.CustomerPull) *understood { return yes(&r.IsChannelPartner) }},
	{flag: "source", usage: "from this primary source", value: func(r *wire.CustomerPull) *understood { return id(&r.PrimarySourceID) }},
	{flag: "secondary-source", usage: "from this secondary source", value: func(r *wire.CustomerPull) *understood { return id(&r.SecondarySourceID) }},
	{flag: "tertiary-source", usage: "from this tertiary source", value: func(r *wire.CustomerPull) *understood { return id(&r.TertiarySourceID) }},
	{flag: "attr", usage: "with this attribute, N from 1 to 15; may be given several times", value: func(r *wire.CustomerPull) *understood { return attributes(&r.Attributes) }},
	{flag: "all-customers", usage: "search as the page of all customers does", value: func(r *wire.CustomerPull) *understood { return yes(&r.IsAllCustomerPage) }},
	{flag: "limit", usage: "print at most so many customers of each day, 1 to 10000", value: func(r *wire.CustomerPull) *understood {
		return figure(1, largestLimit, func(n int64) { r.Limit = wire.NewNumber(n) })
	}},
	{flag: "offset", usage: "leave out so many customers of each day", value: func(r *wire.CustomerPull) *understood {
		return figure(0, largestID, func(n int64) { r.Offset = wire.NewNumber(n) })
	}},
}

func customerPullCommand(env func(string) string) *cobra.Command {
	var asked dayFlags
	var req wire.CustomerPull
	c := &cobra.Command{
		Use: "pull --from DATE --to DATE", Short: "Print the customers created in a range of days", Args: atMostWords(0),
		Long: "Print the customers created from one day to another, both included, oldest first.\n" +
			"A day is YYYY-MM-DD, today or yesterday, in the account's time zone.",
	}
	asked.define(c)
	define(c, customerPullMembers, &req)
	return oneShot(env, c, false, func(ctx context.Context, s *oneshot.Session, _ []string) error {
		span, err := asked.span(s)
		if err != nil {
			return err
		}
		if err := fill(ctx, s, c, customerPullMembers, &req); err != nil {
			return err
		}
		if err := checkCustomerPull(&req); err != nil {
			return err
		}
		return oneshot.PullCustomers{Span: span, Filter: req}.Run(ctx, s)
	})
}

// checkCustomerPull refuses filters of which the service would look at one alone, without saying so.
func checkCustomerPull(r *wire.CustomerPull) error {
	kinds := 0
	for _, said := range []bool{r.IsOrganisation, bool(r.IsIndividual), bool(r.IsChannelPartner)} {
		if said {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return oneshot.Misused("--organisation, --individual and --channel-partner exclude each other")
	case r.ZoneIDs != "" && r.ZoneID.Given:
		return oneshot.Misused("--zone and --zone-id exclude each other")
	}
	if one, err := wire.ParseNumber(r.AssignedToIDs); err == nil && one.Given {
		r.AssignedToID, r.AssignedToIDs = one, ""
	}
	return nil
}
