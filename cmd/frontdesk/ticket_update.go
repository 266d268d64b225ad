package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

var ticketUpdateMembers = []member[wire.TicketUpdate]{
	{flag: "sub-status", usage: "the `key` that the ticket gets, such as P or CL", into: func(r *wire.TicketUpdate) *string { return &r.SubStatus }},
	{flag: "comment", usage: "what is to be said; - reads it from standard input", into: func(r *wire.TicketUpdate) *string { return &r.Comment }, lines: true},
	{flag: "callback", usage: "when to call back by your clock, such as \"2026-12-24 18:30\" or \"tomorrow 10:00\"", into: func(r *wire.TicketUpdate) *string { return &r.Callback }},
	{flag: "queue", usage: "the `key` of the queue that the ticket goes to", into: func(r *wire.TicketUpdate) *string { return &r.Queue }},
	{flag: "disposition", usage: "the `path` joined by |", into: func(r *wire.TicketUpdate) *string { return &r.Disposition }},
}

func ticketUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID --sub-status KEY", Short: "Change a ticket, or all that a CSV file names", Args: cobra.ArbitraryArgs,
		Long: "Change a ticket. With --from-csv, change the tickets of a file with the columns ticket_id, sub_status,\n" +
			"comment, callback_time (in the account's time zone), queue and disposition: every row is checked first, one is sent, then the rest. What\n" +
			"becomes of each row is kept in FILE.result.csv; --resume goes on with that and sends no row twice.",
	}
	var req wire.TicketUpdate
	define(c, ticketUpdateMembers, &req)
	var bulk oneshot.BulkUpdate
	c.Flags().StringVar(&bulk.File, "from-csv", "", "change the tickets that this `file` names")
	c.Flags().StringVar(&bulk.Result, "result", "", "keep what becomes of each row in this new `file`")
	c.Flags().StringVar(&bulk.Resume, "resume", "", "go on with this `file` of results")
	markFiles(c, "from-csv", "result", "resume")
	c.Flags().DurationVar(&bulk.Pace, "pace", gentle, "the `duration` between two rows")
	return oneShot(env, c, true, func(ctx context.Context, s *oneshot.Session, args []string) error {
		if c.Flags().Changed("from-csv") {
			if err := checkBulk(c, bulk, args); err != nil {
				return err
			}
			return bulk.Run(ctx, s)
		}
		for _, flag := range []string{"result", "resume", "pace"} {
			if c.Flags().Changed(flag) {
				return oneshot.Misused("--%s goes with --from-csv", flag)
			}
		}
		if err := fill(ctx, s, c, ticketUpdateMembers, &req); err != nil {
			return err
		}
		if err := checkTicketUpdate(s, &req, args); err != nil {
			return err
		}
		return oneshot.UpdateTicket.Run(ctx, s, req)
	})
}

// gentle is the pace that a service is asked to keep up with unless told otherwise.
const gentle = 250 * time.Millisecond

// checkBulk refuses what a file of updates says itself, and what cannot be meant.
func checkBulk(c *cobra.Command, b oneshot.BulkUpdate, args []string) error {
	for _, m := range ticketUpdateMembers {
		if c.Flags().Changed(m.flag) {
			return oneshot.Misused("--%s stands in the file that --from-csv names", m.flag)
		}
	}
	switch {
	case len(args) > 0:
		return oneshot.Misused("%q: the tickets stand in the file that --from-csv names", args[0])
	case b.File == "":
		return oneshot.Misused("--from-csv needs the name of a file")
	case b.Result != "" && b.Resume != "":
		return oneshot.Misused("--resume goes on with its own file: leave --result out")
	case b.Pace < 0:
		return oneshot.Misused("--pace must not be negative")
	}
	return nil
}

func checkTicketUpdate(s *oneshot.Session, r *wire.TicketUpdate, args []string) error {
	r.TicketID = strings.TrimSpace(strings.Join(args, " "))
	switch {
	case r.TicketID == "":
		return oneshot.Misused("there is no ticket id")
	case len(args) > 1 || strings.ContainsAny(r.TicketID, ", "):
		return oneshot.Misused("%q is more than one ticket: update one at a time, or --from-csv FILE", r.TicketID)
	case strings.TrimSpace(r.SubStatus) == "":
		return oneshot.Misused("--sub-status is needed: the key that the ticket gets, such as P or CL")
	}
	if r.Callback != "" {
		at, err := desk.ParseWhen(r.Callback, s.Zones.Shown(s.Now()))
		if err == nil {
			err = wire.CheckCallback(at, s.Zones.Account())
		}
		if err != nil {
			return oneshot.Misused("--callback: %v", err)
		}
		r.Callback = wire.Callback(at, s.Zones.Account())
	}
	oneshot.WarnOfSubStatus(s, r.SubStatus)
	return nil
}
