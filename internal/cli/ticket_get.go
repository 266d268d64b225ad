package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

func ticketGetCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "get ID...", Short: "Print tickets with their history", Args: cobra.ArbitraryArgs, Annotations: prints(record.TicketWhole)}
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, args []string) error {
		ids := strings.FieldsFunc(strings.Join(args, ","), func(r rune) bool { return r == ',' || r == ' ' })
		if len(ids) == 0 {
			return exitcode.UsageErrorf("name a ticket, such as frontdesk ticket get 713548210331")
		}
		return getTickets(ctx, s, ids)
	})
}

// getTickets prints all fields of tickets in the given order. It fails if none can be read; the result is partial if
// some can.
func getTickets(ctx context.Context, s *Invocation, ids []string) error {
	keys := make([]desk.ID, len(ids))
	for i, id := range ids {
		keys[i] = desk.NewID(id)
	}
	c, responses, err := s.client(ctx, wire.GetTicket.OperationInfo)
	if err != nil {
		return err
	}
	records := cache.New(cache.Config{Client: c, Zone: s.zones().Account(), Now: time.Now})
	found, missing, err := records.GetTickets(ctx, keys)
	switch {
	case len(found) == 0 && err != nil:
		return err
	case len(found) == 0 && len(missing) == 1:
		return fmt.Errorf("the service has no ticket %s", missing[0].Display())
	case len(found) == 0:
		return fmt.Errorf("the service has none of these %d tickets", len(missing))
	}
	l := list[desk.TicketDetails]{invocation: s, kind: &ticketDetailsKind, context: ctx, print: s.printTickets}
	l.addFound(found, responses, false)
	if err := l.end(); err != nil {
		return err
	}
	for _, id := range missing {
		s.Notef("the service has no ticket %s", id.Display())
	}
	switch lacking := len(keys) - len(found); {
	case err != nil:
		s.Notef("%v", err)
		return exitcode.Partialf("%d of %d tickets are missing", lacking, len(keys))
	case len(missing) > 0:
		return exitcode.Partialf("%d of %d tickets are not known", len(missing), len(keys))
	}
	return nil
}

// ticketDetailsKind is tickets with their history.
var ticketDetailsKind = kind[desk.TicketDetails]{
	noun:       "ticket",
	record:     record.OfTicketDetails,
	read:       wire.GetTicket.Decode,
	id:         func(t *desk.TicketDetails) string { return t.ID.Raw() },
	supersedes: func(now, before *desk.TicketDetails) bool { return now.Supersedes(&before.Ticket) },
}

// printTickets prints tickets with all fields.
func (s *Invocation) printTickets(all []desk.TicketDetails) {
	for n := range all {
		s.printTicket(n, &all[n])
	}
}

// printTicket prints all fields of a ticket.
func (s *Invocation) printTicket(nth int, t *desk.TicketDetails) {
	if nth > 0 {
		s.Line()
		s.Line()
	}
	s.Line(s.Paint(output.Strong, strings.TrimSpace(t.ID.Display().String()+output.Gap+t.Title.String())))
	s.printFields("", t.Fields)
	if !t.Body.IsEmpty() {
		s.Line()
		s.Body("", t.Body)
	}
	s.printGroups(wire.LabelBlocks(s.Settings.TicketBlocks, t.Groups))
	if len(t.Attachments) > 0 {
		s.Heading("Attachments")
		fields := make([]desk.LabeledValue, len(t.Attachments))
		for i, a := range t.Attachments {
			fields[i] = desk.LabeledValue{Label: a.Name, Value: safetext.BlockFromText(a.URL.String())}
		}
		s.printFields(output.Gap, fields)
	}
	if len(t.Timeline) > 0 {
		s.Heading("Timeline")
		for i := range t.Timeline {
			s.printHistoryEntry(&t.Timeline[i])
		}
	}
}

// printHistoryEntry prints one entry of a ticket's history.
func (s *Invocation) printHistoryEntry(e *desk.HistoryEntry) {
	when := e.RawTime.String()
	if !e.At.IsZero() {
		when = formatTime(e.At, s.zones())
	}
	head := strings.Join(strings.Fields(strings.Join([]string{when, e.Author.String(), e.Kind.String()}, " ")), " ")
	s.Line(output.Gap, s.Paint(output.Dim, head))
	if !e.Body.IsEmpty() {
		s.Body(output.Gap+output.Gap, e.Body)
	}
	s.printFields(output.Gap+output.Gap, e.Values)
}
