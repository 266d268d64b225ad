package main

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/oneshot"
)

// dayFlags are the flags of a range of days.
type dayFlags struct{ from, to string }

// define gives a command the flags.
func (d *dayFlags) define(c *cobra.Command) {
	c.Flags().StringVar(&d.from, "from", "", "the first `day`")
	c.Flags().StringVar(&d.to, "to", "", "the last `day`")
}

// parse is the range that was typed; both of its days are needed.
func (d *dayFlags) parse(s *oneshot.Invocation) (span desk.DateRange, err error) {
	if span.From, err = dayFlag(s, "from", d.from); err != nil {
		return span, err
	}
	span.To, err = dayFlag(s, "to", d.to)
	return span, err
}

// dayFlag reads one day as people name it.
func dayFlag(s *oneshot.Invocation, flag, value string) (desk.Date, error) {
	if value == "" {
		return desk.Date{}, oneshot.UsageErrorf("--%s is needed: a day such as 2026-11-20, today or yesterday", flag)
	}
	span, err := desk.ParseDateRange(value, s.Today())
	if err != nil || span.From != span.To {
		return desk.Date{}, oneshot.UsageErrorf("--%s %q is no day such as 2026-11-20, today or yesterday", flag, value)
	}
	return span.From, nil
}
