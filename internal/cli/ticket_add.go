package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func ticketAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "add --title TITLE",
		Short: "Open a ticket",
		Args:  atMostWords(0), Annotations: printsOne(record.SavedTicket),
		Long: "Open a ticket. With --ref, its details end with a line \"ref: TEXT\". If the\n" +
			"answer is lost, the command finds the ticket by that line and prints it. Use a\n" +
			"new reference for each ticket.",
	}
	var ref string
	flags := func(r *wire.AddTicketRequest) []requestFlag {
		usage := schema.Field{Usage: "a unique `text` that is added to the details, to find the ticket by"}
		mark := requestFlag{name: refFlagName, field: usage, value: refFlag(&ref)}
		return append(textFlags(schema.NewTicket, r), mark, blockFlag(&r.Extra))
	}
	check := func(s *Invocation, r *wire.AddTicketRequest, args []string) error {
		r.Details = submit.WithRef(r.Details, ref)
		return checkTicketAdd(s, r, args)
	}
	c = operationCommand(env, c, wire.AddTicket.OperationInfo, flags, check, AddTicketWrite)
	return c
}

// refFlagName is the flag that marks a ticket or an update.
const refFlagName = "ref"

// longestRef limits a reference; it is long enough for any number or hash.
const longestRef = 64

// refFlag parses a reference. It allows only letters, digits and a few signs, which no service changes.
func refFlag(into *string) *flagValue {
	return &flagValue{typeName: "text", parse: func(typed string) error {
		if typed == "" || len(typed) > longestRef ||
			strings.ContainsFunc(typed, func(r rune) bool { return !submit.IsRefLetter(r) }) {
			return fmt.Errorf("it must be 1 to %d letters, digits and - _ . : / #", longestRef)
		}
		*into = typed
		return nil
	}}
}

func checkTicketAdd(s *Invocation, r *wire.AddTicketRequest, _ []string) error {
	if r.DueDate != "" {
		day, err := dueDay(s, r.DueDate)
		if err != nil {
			return err
		}
		if r.DueDate = day.String(); day.Compare(s.today()) < 0 {
			s.Notef("the due date %s is over", day)
		}
	}
	if err := checkSet(s, &r.Extra); err != nil {
		return err
	}
	blocks := s.Settings.TicketBlocks
	return usageError(schema.AddTicketFields.With(blocks), r.Validate(wire.Known{Blocks: blocks}))
}

// dueDay parses a due date; unlike other dates it may be "tomorrow".
func dueDay(s *Invocation, typed string) (desk.Date, error) {
	if strings.EqualFold(strings.TrimSpace(typed), "tomorrow") {
		return s.today().Add(1), nil
	}
	day, err := dayFlag(s, "due", typed)
	if err != nil {
		err = exitcode.UsageErrorf("--due %q is not a day such as 2026-12-24, today or tomorrow", typed)
	}
	return day, err
}

// AddTicketWrite opens a ticket (PROTOCOL.md 4.8).
var AddTicketWrite = mutation[wire.AddTicketRequest, desk.TicketResult]{
	Op:      wire.AddTicket,
	Request: submit.AddTicket,
	Advice:  lookForTicket,
	Record: func(_ *Invocation, answer submit.Answer, _ string) any {
		t := answer.Ticket.Ticket
		return addedTicket{t.Title.String(), t.CustomerID, t.ID.Raw(), t.ID.Raw(), wire.StatusSuccess}
	},
}

// addedTicket holds the fields of an Add Ticket response that a pulled record contains (PROTOCOL.md 4.8).
type addedTicket struct {
	Title      string `json:"title"`
	CustomerID int64  `json:"customer_id"`
	TicketID   string `json:"ticket_id"`
	TicketID2  string `json:"Ticket Id"`
	Status     string `json:"status"`
}

// printTicketResult prints the state of a ticket after a write.
func (s *Invocation) printTicketResult(r desk.TicketResult) {
	t := r.Ticket
	pieces := []string{s.Paint(output.Strong, t.ID.Display().String())}
	for _, piece := range []string{t.SubStatus.Label(), callbackOf(t, s), t.Title.String(), r.Message.String()} {
		if piece != "" {
			pieces = append(pieces, output.Gap, piece)
		}
	}
	s.Line(pieces...)
}

func callbackOf(t desk.Ticket, s *Invocation) string {
	if t.Callback.IsZero() {
		return ""
	}
	if at := s.zones().LocalUnix(t.Callback); s.zones().Differ(at) {
		return "callback " + s.zones().FormatBoth(at)
	}
	return "callback " + formatTime(t.Callback, s.zones())
}
