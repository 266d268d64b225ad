package main

import (
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

var ticketAddMembers = []member[wire.TicketAdd]{
	{flag: "title", usage: "what it is about", into: func(r *wire.TicketAdd) *string { return &r.Title }},
	{flag: "details", usage: "the whole story; - reads it from standard input", into: func(r *wire.TicketAdd) *string { return &r.Details }, lines: true},
	{flag: "due", usage: "the `day` by which it has to be done", into: func(r *wire.TicketAdd) *string { return &r.DueDate }},
	{flag: "email", usage: "the customer's e-mail `address`", into: func(r *wire.TicketAdd) *string { return &r.Email }},
}

func ticketAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "add --title TITLE", Short: "Open a ticket", Args: cobra.NoArgs}
	return operationCommand(env, c, wire.AddTicket.Info, ticketAddMembers, checkTicketAdd, oneshot.AddTicket)
}

func checkTicketAdd(s *oneshot.Session, r *wire.TicketAdd, _ []string) error {
	if strings.TrimSpace(r.Title) == "" {
		return oneshot.Misused("--title is needed: what the ticket is about")
	}
	if r.DueDate == "" {
		return nil
	}
	day, err := dayFlag(s, "due", r.DueDate)
	r.DueDate = day.String()
	if err == nil && day.Compare(desk.DayOf(s.Now().In(s.Zone))) < 0 {
		s.Note("the due date %s is over", day)
	}
	return err
}
