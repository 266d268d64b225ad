package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func ticketUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "update ID --sub-status KEY",
		Short: "Update a ticket, or the tickets in a CSV file",
		Args:  cobra.ArbitraryArgs, Annotations: printsOne(record.SavedTicket),
		Long: "Update a ticket, or with --from-csv the tickets in a CSV file.\n" +
			"\n" +
			"The file has the columns ticket_id, sub_status, comment, callback_time (in the\n" +
			"time zone of the account), queue, disposition and macro, and BLOCK.KEY for each\n" +
			"field of the account's own. All rows are checked first; then one is sent, and if\n" +
			"it succeeds, the others. The outcome of each row is recorded in FILE.result.csv.\n" +
			"--resume continues an interrupted run, and sends no row twice. A file that ticket\n" +
			"list --csv has printed can be edited and used, too: only what differs is sent.\n" +
			"\n" +
			"With --ref, the comment ends with a line \"ref: TEXT\". If the answer is lost, the\n" +
			"command finds the update by that line, also where several agents or scripts\n" +
			"share a credential. Use a new reference for each update. In a file, write such a\n" +
			"line at the end of the comment.",
	}
	var req wire.UpdateTicketRequest
	var ref string
	usage := schema.Field{Usage: "a unique `text` that is added to the comment, to find the update by"}
	mark := requestFlag{name: refFlagName, field: usage, value: refFlag(&ref)}
	flags := append(textFlags(schema.TicketUpdate, &req), mark, blockFlag(&req.Extra))
	register(c, flags)
	var macroName string
	addMacroFlag(c, &macroName)
	var bulk bulkUpdate
	bulk.define(c)
	return serviceCommand(env, c, writes, func(ctx context.Context, s *Invocation, args []string) error {
		if c.Flags().Changed("from-csv") {
			if err := checkBulk(c, flags, bulk, args); err != nil {
				return err
			}
			return bulk.Run(ctx, s)
		}
		if err := refuseBulkFlags(c); err != nil {
			return err
		}
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		req.TicketID = strings.TrimSpace(strings.Join(args, " "))
		if err := errors.Join(checkCallbackFlag(s, &req), checkSet(s, &req.Extra)); err != nil {
			return err
		}
		if c.Flags().Changed(macroFlag) {
			if err := expandMacro(ctx, s, macroName, &req); err != nil {
				return err
			}
		}
		req.Comment = submit.WithRef(req.Comment, ref)
		if err := checkTicketUpdate(s, &req); err != nil {
			return err
		}
		if err := completeBlocks(ctx, s, &req); err != nil {
			return err
		}
		return nameUnknownTicket(UpdateTicketWrite.Run(ctx, s, req), req.TicketID)
	})
}

// define adds the flags of an update of many tickets.
func (b *bulkUpdate) define(c *cobra.Command) {
	c.Flags().StringVar(&b.File, "from-csv", "", "update the tickets in this CSV `file`")
	c.Flags().StringVar(&b.Result, "result", "", "record the outcome of each row in this new `file` (default FILE.result.csv)")
	c.Flags().StringVar(&b.Resume, "resume", "", "continue an interrupted run from this results `file`")
	markFiles(c, "from-csv", "result", "resume")
	durationVar(c.Flags(), &b.Interval, "pace", defaultPace, "wait this `duration` between two rows")
}

// refuseBulkFlags returns an error for a flag of an update of many tickets.
func refuseBulkFlags(c *cobra.Command) error {
	for _, flag := range []string{"result", "resume", "pace"} {
		if c.Flags().Changed(flag) {
			return exitcode.UsageErrorf("--%s works only with --from-csv", flag)
		}
	}
	return nil
}

// nameUnknownTicket returns the error of an update with the id that the service does not know. Its own message is that
// the id is missing (PROTOCOL.md 5.1).
func nameUnknownTicket(err error, id string) error {
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind != client.Rejected {
		return err
	}
	said := safetext.Fold(fault.Message.String())
	if !fault.NotFound() && !strings.Contains(said, "no data found") && !strings.Contains(said, "ticket_id is missing") {
		return err
	}
	return exitcode.With(exitcode.Of(err), fmt.Errorf("%s: the service has no ticket %s (it says: %s)",
		fault.Op.Name, safetext.LineFromText(id), fault.Message))
}

// defaultPace is the default interval between two rows of a bulk update.
const defaultPace = 250 * time.Millisecond

// checkBulk rejects flags that the CSV file replaces, and invalid combinations.
func checkBulk(c *cobra.Command, flags []requestFlag, b bulkUpdate, args []string) error {
	for _, f := range flags {
		switch {
		case c.Flags().Changed(f.name) && f.name == refFlagName:
			return exitcode.UsageErrorf(
				"--%s cannot be used with --from-csv: end the comment with a line %sTEXT", f.name, submit.RefLabel,
			)
		case c.Flags().Changed(f.name):
			return exitcode.UsageErrorf("--%s cannot be used with --from-csv: set it in a column of the file", f.name)
		}
	}
	switch {
	case c.Flags().Changed(macroFlag):
		return exitcode.UsageErrorf("--%s cannot be used with --from-csv: use the column macro of the file", macroFlag)
	case len(args) > 0:
		return exitcode.UsageErrorf("%q cannot be used with --from-csv: name tickets in the column ticket_id of the file", args[0])
	case b.File == "":
		return exitcode.UsageErrorf("--from-csv needs the name of a file")
	case b.Result != "" && b.Resume != "":
		return exitcode.UsageErrorf("--result and --resume exclude each other: --resume continues in its own file")
	case b.Interval < 0:
		return exitcode.UsageErrorf("--pace must not be negative")
	}
	return nil
}

// checkCallbackFlag brings the callback of the command line into the format of the interface.
func checkCallbackFlag(s *Invocation, r *wire.UpdateTicketRequest) (err error) {
	if r.Callback == "" {
		return nil
	}
	if r.Callback, err = s.wireCallback(r.Callback, time.Now()); err != nil {
		return exitcode.UsageErrorf("--callback: %v", err)
	}
	return nil
}

// expandMacro completes an update with a macro, after a check of what the flags set beside it.
func expandMacro(ctx context.Context, s *Invocation, name string, r *wire.UpdateTicketRequest) error {
	if err := checkMacroUpdate(s, r); err != nil {
		return err
	}
	return applyMacro(ctx, s, name, r)
}

// checkMacroUpdate validates what the flags set beside a macro, which may set the rest.
func checkMacroUpdate(s *Invocation, r *wire.UpdateTicketRequest) error {
	problems := r.Validate(s.known())
	problems = slices.DeleteFunc(problems, func(p wire.Problem) bool {
		return p.IsMissing() && p.Field.Choices == schema.SubStatuses
	})
	return usageError(schema.UpdateTicketFields.With(s.Settings.TicketBlocks), problems)
}

// known returns the account's own rules and values, which updates are checked against besides those of the interface.
func (s *Invocation) known() wire.Known {
	return wire.Known{Zone: s.zones().Account(), Blocks: s.Settings.TicketBlocks}
}

func checkTicketUpdate(s *Invocation, r *wire.UpdateTicketRequest) error {
	if err := usageError(schema.UpdateTicketFields.With(s.Settings.TicketBlocks), r.Validate(s.known())); err != nil {
		return err
	}
	warnUnknownSubStatus(s, r.SubStatus)
	return nil
}

// UpdateTicketWrite changes a ticket (PROTOCOL.md 4.9).
var UpdateTicketWrite = mutation[wire.UpdateTicketRequest, desk.TicketResult]{
	Op: wire.UpdateTicket,
	Warn: func(s *Invocation, u wire.UpdateTicketRequest, got desk.Ticket) {
		for _, line := range differences(u, got, s.zones()) {
			s.Notef("%s: %s", desk.NewID(u.TicketID).Display(), line)
		}
	},
	Request: submit.UpdateTicket,
	Record:  updateRecord,
}

// updateRecord returns a ticket in the shape of the response to an update.
func updateRecord(s *Invocation, answer submit.Answer, said string) any {
	t := answer.Ticket.Ticket
	record := updatedTicket{
		ID:            t.TaskID,
		TicketID:      t.ID.Raw(),
		Title:         t.Title.String(),
		SubStatus:     t.SubStatus.Key().Raw(),
		SubStatusName: t.SubStatus.Label(),
		QueueKey:      t.Queue.Key().Raw(),
		QueueName:     t.Queue.Label(),
	}
	if !t.Callback.IsZero() {
		record.NextFollowUp = wire.FormatCallbackTime(s.zones().LocalUnix(t.Callback), s.zones().Account())
	}
	return ticketUpdated{record, said, wire.StatusSuccess}
}

// ticketUpdated holds the fields of an Update Ticket response that a ticket contains (PROTOCOL.md 4.9).
type ticketUpdated struct {
	Ticket  updatedTicket `json:"ticket"`
	Message string        `json:"message"`
	Status  string        `json:"status"`
}

// updatedTicket is the ticket record in ticketUpdated.
type updatedTicket struct {
	ID            int64  `json:"id"`
	TicketID      string `json:"ticketId"`
	Title         string `json:"taskTitle"`
	SubStatus     string `json:"substatus"`
	SubStatusName string `json:"substatusName"`
	QueueKey      string `json:"queueKey"`
	QueueName     string `json:"queueName"`
	NextFollowUp  string `json:"nextFollowUp"`
}

// differences describes where the response to an update differs from the request: some services parse hours as 12-hour
// ones (PROTOCOL.md 4.9).
func differences(u wire.UpdateTicketRequest, got desk.Ticket, zones desk.TimeZones) []string {
	var all []string
	if key := got.SubStatus.Key(); !key.IsZero() && key.Raw() != u.SubStatus {
		all = append(
			all,
			"Sub-status mismatch: you set "+safetext.LineFromText(u.SubStatus).String()+
				", the service saved "+got.SubStatus.Label(),
		)
	}
	if u.Callback == "" || wire.FormatCallbackTime(zones.LocalUnix(got.Callback), zones.Account()) == u.Callback {
		return all
	}
	asked := safetext.LineFromText(u.Callback).String()
	if at, err := wire.ParseCallbackTime(u.Callback, zones.Account()); err == nil && zones.Differ(at) {
		asked = formatTime(desk.NewUnixTime(at), zones)
	}
	return append(
		all,
		"Callback mismatch: you set "+asked+", the service saved "+cmp.Or(
			formatTime(got.Callback, zones),
			"none",
		),
	)
}

// warnUnknownSubStatus warns before a write about an unknown key. It is no error: the service may know more keys.
func warnUnknownSubStatus(s *Invocation, key string) {
	known := map[string]string{} // names by key
	for _, own := range desk.InterfaceSubStatuses {
		known[own.Key] = own.Name
	}
	for _, c := range s.Settings.SubStatuses {
		known[c.Key().Raw()] = c.Label()
	}
	if _, is := known[key]; is {
		return
	}
	hint := ""
	for _, other := range slices.Sorted(maps.Keys(known)) {
		if strings.EqualFold(other, key) || strings.EqualFold(known[other], key) {
			hint = fmt.Sprintf(" did you mean %s (%s)?", safetext.LineFromText(other), safetext.LineFromText(known[other]))
			break
		}
	}
	s.Notef("sub-status %q is not in the configuration;%s the service decides", safetext.LineFromText(key), hint)
}
