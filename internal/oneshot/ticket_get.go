package oneshot

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// GetTickets prints all fields of tickets in the given order.
func GetTickets(ctx context.Context, s *Invocation, ids []string) error {
	keys := make([]desk.ID, len(ids))
	for i, id := range ids {
		keys[i] = desk.NewKey(id)
	}
	c, kept, err := s.client(ctx, wire.GetTicket.OperationInfo)
	if err != nil {
		return err
	}
	found, missing, err := cache.New(cache.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now}).GetTickets(ctx, keys)
	switch {
	case len(found) == 0 && err != nil:
		return err
	case len(found) == 0 && len(missing) == 1:
		return fmt.Errorf("the service knows no ticket %s", missing[0].Display())
	case len(found) == 0:
		return fmt.Errorf("the service knows none of these %d tickets", len(missing))
	}
	if s.JSON {
		s.wrapped(found, kept)
	} else {
		for n := range found {
			s.ticket(n, &found[n])
		}
	}
	for _, id := range missing {
		s.Notef("the service knows no ticket %s", id.Display())
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

// wrapped prints the raw records of the found tickets.
func (s *Invocation) wrapped(found []desk.TicketDetails, kept *responseLog) {
	records, _ := kept.records() // the client has decoded them before
	byID := map[string]jsontext.Value{}
	for _, r := range records {
		id := wire.RawText(wire.RawMember(wire.RawMember(r, "task_details"), "ticketId"))
		if id == "" {
			id = wire.RawText(wire.RawMember(r, "ticketId")) // some accounts leave out the wrapper
		}
		byID[id] = r
	}
	out := list{screen: &s.Printer}
	for _, t := range found {
		if r, ok := byID[t.ID.Raw()]; ok {
			out.add(r)
		}
	}
	out.end()
}
