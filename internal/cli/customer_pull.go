package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/connection"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func customerPullCommand(env func(string) string) *cobra.Command {
	var days dateRangeFlags
	var req wire.PullCustomerRequest
	c := &cobra.Command{
		Use:   "pull --from DATE --to DATE",
		Short: "Print the customers created in a range of days",
		Args:  atMostWords(0),
		Long: "Print the customers created between two days, both included, oldest first. A day\n" +
			"is YYYY-MM-DD, today or yesterday, in the time zone of the account.",
	}
	days.define(c)
	flags := sectionFlags(schema.CustomerFilters, &req)
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
		return pullCustomers{Span: span, Filter: req}.Run(ctx, s)
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

// pullCustomers prints the customers created in a range of days, oldest first and without duplicates (PROTOCOL.md 4.4).
// Filter applies to each day; its dates and account are set by Run. Without a limit, all pages are requested.
type pullCustomers struct {
	Span   desk.DateRange
	Filter wire.PullCustomerRequest
}

// Run pulls and prints the customers. Missing or incomplete days are reported on standard error.
func (p pullCustomers) Run(ctx context.Context, s *Invocation) error {
	days, err := daysOf(p.Span)
	if err != nil {
		return err
	}
	account, err := s.accountID()
	if err != nil {
		return err
	}
	p.Filter.Account = account
	c, responses, err := s.client(ctx, wire.PullCustomer.OperationInfo)
	if err != nil {
		return err
	}
	done, found := atomic.Int32{}, atomic.Int32{}
	end := s.ShowStatus(func() string {
		return fmt.Sprintf("pulling %s: %d of %d days, %d customers", p.Span, done.Load(), len(days), found.Load())
	})
	faults := eachDay(ctx, days, func(ctx context.Context, n int) error {
		defer done.Add(1)
		return p.day(ctx, c, days[n], &found)
	})
	end()
	return p.print(ctx, s, days, faults, responses.drain())
}

// day pulls the customers of one day: all pages, or only one if the filter has a limit.
func (p pullCustomers) day(ctx context.Context, c *client.Client, day desk.Date, found *atomic.Int32) error {
	req := p.Filter
	req.StartDate, req.EndDate = day.String(), day.String()
	limited := req.Limit.Valid
	if !limited {
		req.Limit = wire.NewLooseInt(wire.DefaultPageSize)
	}
	return pages(req.Offset.Value, limited, func(offset int64) ([]string, error) {
		if offset > 0 {
			req.Offset = wire.NewLooseInt(offset)
		}
		page, err := client.Call(ctx, c, wire.PullCustomer, req)
		found.Add(int32(len(page)))
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = formatID(page[i].ID)
		}
		return ids, err
	})
}

// print prints the customers and reports what is missing.
func (p pullCustomers) print(
	ctx context.Context,
	s *Invocation,
	days []desk.Date,
	faults []error,
	responses []response,
) error {
	var missing []dayError
	for n, err := range slices.Backward(faults) {
		if err != nil {
			missing = append(missing, dayError{days[n], err})
		}
	}
	if len(responses) == 0 && len(missing) > 0 {
		return cmp.Or(firstCause(missing), exitcode.ErrInterrupted)
	}
	rows := customerRows(s, responses)
	switch {
	case s.JSON:
		s.PrintArray(records(rows))
	case len(rows) == 0:
		s.Notef("no such customers of %s", loadedDays(p.Span, missing))
	default:
		output.Table(&s.Printer, customerColumns(s.zones()), values(rows))
	}
	noteWithoutID(s, values(rows), "customer", customerID)
	reportDayErrors(s, missing)
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case len(missing) > 0:
		return exitcode.Partialf("%d of %d days are missing or not whole", len(missing), len(days))
	}
	return nil
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

// customerRows returns the newest row of each customer, by day and creation, because the interface does not define an
// order.
func customerRows(s *Invocation, responses []response) []recordRow[desk.Customer] {
	rows := readRows(responses, "createStartDate", func(answer io.Reader) ([]desk.Customer, error) {
		return wire.PullCustomer.Decode(answer, wire.DecodeOptions{Zone: s.zones().Account()})
	})
	slices.SortStableFunc(rows, func(a, b recordRow[desk.Customer]) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.value.Created, b.value.Created))
	})
	return newestRows(rows, customerID, (*desk.Customer).Supersedes)
}

func customerID(c *desk.Customer) string { return formatID(c.ID) }

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
