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

// span is the range that was typed; both of its days are needed.
func (d *dayFlags) span(s *oneshot.Session) (span desk.Span, err error) {
	if span.From, err = dayFlag(s, "from", d.from); err != nil {
		return span, err
	}
	span.To, err = dayFlag(s, "to", d.to)
	return span, err
}

// dayFlag reads one day as people name it.
func dayFlag(s *oneshot.Session, flag, value string) (desk.Day, error) {
	if value == "" {
		return desk.Day{}, oneshot.Misused("--%s is needed: a day such as 2026-11-20, today or yesterday", flag)
	}
	span, err := desk.ParseSpan(value, s.Today())
	if err != nil || span.From != span.To {
		return desk.Day{}, oneshot.Misused("--%s %q is no day such as 2026-11-20, today or yesterday", flag, value)
	}
	return span.From, nil
}
