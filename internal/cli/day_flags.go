package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
)

// dayFlags are the --from and --to flags of a date range.
type dayFlags struct{ from, to string }

// define adds the flags to a command.
func (d *dayFlags) define(c *cobra.Command) {
	c.Flags().StringVar(&d.from, "from", "", "the first `day`")
	c.Flags().StringVar(&d.to, "to", "", "the last `day`")
}

// parse returns the date range; both flags are required.
func (d *dayFlags) parse(s *oneshot.Invocation) (span desk.DateRange, err error) {
	if span.From, err = dayFlag(s, "from", d.from); err != nil {
		return span, err
	}
	span.To, err = dayFlag(s, "to", d.to)
	return span, err
}

// dayFlag parses a single day: a date, today or yesterday.
func dayFlag(s *oneshot.Invocation, flag, value string) (desk.Date, error) {
	if value == "" {
		return desk.Date{}, exitcode.UsageErrorf("--%s is needed: a day such as 2026-11-20, today or yesterday", flag)
	}
	span, err := desk.ParseDateRange(value, s.Today())
	if err != nil || span.From != span.To {
		return desk.Date{}, exitcode.UsageErrorf("--%s %q is no day such as 2026-11-20, today or yesterday", flag, value)
	}
	return span.From, nil
}
