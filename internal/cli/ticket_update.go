package cli

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func ticketUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID --sub-status KEY", Short: "Change a ticket, or all that a CSV file names", Args: cobra.ArbitraryArgs,
		Long: "Change a ticket. With --from-csv, change the tickets of a file with the columns ticket_id, sub_status,\n" +
			"comment, callback_time (in the account's time zone), queue and disposition: every row is checked first, one is sent, then the rest. What\n" +
			"becomes of each row is kept in FILE.result.csv; --resume goes on with that and sends no row twice.",
	}
	var req wire.UpdateTicketRequest
	flags := requestFlags(schema.UpdateTicket, &req)
	register(c, flags)
	var bulk oneshot.BulkUpdate
	c.Flags().StringVar(&bulk.File, "from-csv", "", "change the tickets that this `file` names")
	c.Flags().StringVar(&bulk.Result, "result", "", "keep what becomes of each row in this new `file`")
	c.Flags().StringVar(&bulk.Resume, "resume", "", "go on with this `file` of results")
	markFiles(c, "from-csv", "result", "resume")
	c.Flags().DurationVar(&bulk.Interval, "pace", defaultPace, "the `duration` between two rows")
	return serviceCommand(env, c, true, func(ctx context.Context, s *oneshot.Invocation, args []string) error {
		if c.Flags().Changed("from-csv") {
			if err := checkBulk(c, flags, bulk, args); err != nil {
				return err
			}
			return bulk.Run(ctx, s)
		}
		for _, flag := range []string{"result", "resume", "pace"} {
			if c.Flags().Changed(flag) {
				return exitcode.UsageErrorf("--%s goes with --from-csv", flag)
			}
		}
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		if err := checkTicketUpdate(s, &req, args); err != nil {
			return err
		}
		return oneshot.UpdateTicket.Run(ctx, s, req)
	})
}

// defaultPace is the default interval between two rows of a bulk update.
const defaultPace = 250 * time.Millisecond

// checkBulk rejects flags that the CSV file replaces, and invalid combinations.
func checkBulk(c *cobra.Command, flags []requestFlag, b oneshot.BulkUpdate, args []string) error {
	for _, f := range flags {
		if c.Flags().Changed(f.name) {
			return exitcode.UsageErrorf("--%s stands in the file that --from-csv names", f.name)
		}
	}
	switch {
	case len(args) > 0:
		return exitcode.UsageErrorf("%q: the tickets stand in the file that --from-csv names", args[0])
	case b.File == "":
		return exitcode.UsageErrorf("--from-csv needs the name of a file")
	case b.Result != "" && b.Resume != "":
		return exitcode.UsageErrorf("--resume goes on with its own file: leave --result out")
	case b.Interval < 0:
		return exitcode.UsageErrorf("--pace must not be negative")
	}
	return nil
}

func checkTicketUpdate(s *oneshot.Invocation, r *wire.UpdateTicketRequest, args []string) error {
	r.TicketID = strings.TrimSpace(strings.Join(args, " "))
	if r.Callback != "" {
		at, err := desk.ParseCallbackTime(r.Callback, s.Zones.Local(s.Now()))
		if err == nil {
			err = wire.CheckUnambiguous(at, s.Zones.Account())
		}
		if err != nil {
			return exitcode.UsageErrorf("--callback: %v", err)
		}
		r.Callback = wire.FormatCallbackTime(at, s.Zones.Account())
	}
	if err := usageError(schema.UpdateTicket, r.Validate(wire.Known{Zone: s.Zones.Account()})); err != nil {
		return err
	}
	oneshot.WarnUnknownSubStatus(s, r.SubStatus)
	return nil
}
