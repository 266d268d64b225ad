package cli

import (
	"cmp"
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func customerPullCommand(env func(string) string) *cobra.Command {
	var days dateRangeFlags
	var req wire.PullCustomerRequest
	c := &cobra.Command{
		Use:   "pull --from DATE --to DATE",
		Short: "Print the customers created in a range of days",
		Args:  atMostWords(0), Annotations: prints(record.Customer),
		Long: "Print the customers created between two days, both included, oldest first. A day\n" +
			"is YYYY-MM-DD, today or yesterday, in the time zone of the account.",
	}
	days.define(c)
	flags := objectFlags(schema.CustomerFilters, &req)
	register(c, flags)
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		span, err := days.parse(s)
		if err != nil {
			return err
		}
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		if err := checkCustomerPull(&req); err != nil {
			return err
		}
		account, err := s.accountID()
		if err != nil {
			return err
		}
		req.Set("cm_id", account)
		return pullCustomers(span, req).run(ctx, s)
	})
}

// checkCustomerPull rejects combinations of filters of which the service would silently apply only one. A single id in
// assignedToIdStr is moved to assignedToId.
func checkCustomerPull(r *wire.PullCustomerRequest) error {
	kinds := 0
	for _, key := range []string{"isOrganisation", "isIndividual", "isChannelPartner"} {
		if r.Flag(key) {
			kinds++
		}
	}
	_, hasOneZone := r.Number("zone_id")
	switch {
	case kinds > 1:
		return exitcode.UsageErrorf("--organisation, --individual and --channel-partner exclude each other")
	case r.Text("zoneIdStr") != "" && hasOneZone:
		return exitcode.UsageErrorf("--zone and --zone-id exclude each other")
	}
	if one, err := wire.ParseLooseInt(r.Text("assignedToIdStr")); err == nil && one.Valid {
		r.Set("assignedToIdStr", "")
		r.Set("assignedToId", one.Value)
	}
	return nil
}

// pullCustomers is a pull of the customers created in a range of days (PROTOCOL.md 4.4).
func pullCustomers(span desk.DateRange, filter wire.PullCustomerRequest) pull[desk.Customer] {
	p := pull[desk.Customer]{
		kind: &customerKind, op: wire.PullCustomer.OperationInfo, span: span, dayMember: "createStartDate",
	}
	p.offset, _ = filter.Number("offset")
	if _, p.isLimited = filter.Number("limit"); !p.isLimited {
		filter.Set("limit", wire.DefaultPageSize)
	}
	p.page = func(ctx context.Context, c *client.Client, day desk.Date, offset int64) ([]desk.Customer, int, error) {
		r := filter.With("createStartDate", day.String()).With("createEndDate", day.String())
		if offset > 0 {
			r.Set("offset", offset)
		}
		found, err := client.Call(ctx, c, wire.PullCustomer, r)
		return found, -1, err
	}
	return p
}

// accountID returns the account id, which pulls of customers and orders require.
func (s *Invocation) accountID() (int64, error) {
	account := connection.AccountID(s.Settings)
	if account < 1 {
		return 0, exitcode.UsageErrorf(
			"the account id is not configured: set FRONTDESK_CM_ID or cm_id in the configuration",
		)
	}
	return account, nil
}

// customerKind is customers, by day and creation, because the interface does not define an order.
var customerKind = kind[desk.Customer]{
	noun:       "customer",
	record:     record.OfCustomer,
	read:       wire.PullCustomer.Decode,
	id:         func(c *desk.Customer) string { return formatID(c.ID) },
	supersedes: (*desk.Customer).Supersedes,
	compare:    func(a, b *desk.Customer) int { return cmp.Compare(a.Created, b.Created) },
	columns:    customerColumns,
}

// customerColumns are the columns of a customer table; the name is last because it may be long.
func customerColumns(zones desk.TimeZones) []output.Column[desk.Customer] {
	return []output.Column[desk.Customer]{
		{Head: wire.Label("customer", "id"), Cell: func(c *desk.Customer) string { return formatID(c.ID) }},
		{Head: wire.Label("customer", "generationDate"), Cell: func(c *desk.Customer) string { return formatTime(c.Created, zones) }},
		{Head: wire.Label("customer", "customerCode"), Cell: func(c *desk.Customer) string { return c.Code.String() }, Optional: true},
		{Head: wire.Label("contact", "phone"), Cell: func(c *desk.Customer) string { return primaryContact(c).Phone.String() }},
		{
			Head:     wire.Label("contact", "email"),
			Cell:     func(c *desk.Customer) string { return primaryContact(c).Email.String() },
			Optional: true,
		},
		{Head: wire.Label("customer", "city"), Cell: func(c *desk.Customer) string { return c.Text("city").String() }, Optional: true},
		{Head: wire.Label("customer", "classification"), Cell: func(c *desk.Customer) string { return c.Classification.String() }, Optional: true},
		{Head: wire.Label("customer", "name"), Cell: func(c *desk.Customer) string { return c.Name.String() }},
	}
}

// formatID formats an id; 0 becomes an empty string.
func formatID(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// primaryContact returns a customer's primary contact, or an empty one if there is none.
func primaryContact(c *desk.Customer) *desk.Contact {
	if p := c.PrimaryContact(); p != nil {
		return p
	}
	return &desk.Contact{}
}
