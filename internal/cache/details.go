package cache

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// maxGets is how many Get Ticket calls one request makes at a time.
const maxGets = 4

// GetTickets fetches whole tickets in batches of 50, in the order in which they were asked for, each once;
// their rows are merged into the book. What the service does not know is missing. With an error, what
// other batches brought is found all the same.
func (b *Cache) GetTickets(ctx context.Context, ids []desk.ID) (found []desk.TicketDetails, missing []desk.ID, err error) {
	return b.get(ctx, ids, wire.GetTicketRequest{ConversationType: "notes", HistoryType: "all"})
}

func (b *Cache) get(ctx context.Context, ids []desk.ID, how wire.GetTicketRequest) (found []desk.TicketDetails, missing []desk.ID, err error) {
	wanted, missing := askable(ids)
	batches := slices.Collect(slices.Chunk(wanted, wire.MaxTicketIDs))
	answers := make([][]desk.TicketDetails, len(batches))
	faults := make([]error, len(batches))
	var calls guard.Group
	calls.SetLimit(maxGets)
	for i, batch := range batches {
		calls.Go(func() error {
			faults[i] = guard.Run(func() (err error) {
				answers[i], err = b.getBatch(ctx, batch, how)
				return err
			})
			return nil
		})
	}
	_ = calls.Wait()
	for i, batch := range batches {
		if faults[i] != nil {
			err = cmp.Or(err, faults[i])
			continue
		}
		for _, id := range batch {
			at := slices.IndexFunc(answers[i], func(d desk.TicketDetails) bool { return d.ID == id })
			if at < 0 {
				missing = append(missing, id)
				continue
			}
			found = append(found, answers[i][at])
		}
	}
	return found, missing, err
}

// getBatch is one Get Ticket call; an answer that none of the ids is known is no error.
func (b *Cache) getBatch(ctx context.Context, batch []desk.ID, how wire.GetTicketRequest) ([]desk.TicketDetails, error) {
	raw := make([]string, len(batch))
	for i, id := range batch {
		raw[i] = id.Raw()
	}
	how.TicketIDs = strings.Join(raw, ",")
	asked := b.next()
	details, err := client.Call(ctx, b.Client, wire.GetTicket, how)
	switch {
	case isNoData(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	tickets := make([]desk.Ticket, len(details))
	for i := range details {
		tickets[i] = details[i].Ticket
		b.teachDisposition(details[i].Disposition)
	}
	b.merge(listed, asked, desk.Date{}, tickets)
	return details, nil
}

// askable parts ids that can be asked for, each once, from those that the comma-separated list cannot
// carry and that therefore no ticket has.
func askable(ids []desk.ID) (wanted, missing []desk.ID) {
	seen := map[desk.ID]bool{}
	for _, id := range ids {
		switch {
		case seen[id]:
		case strings.TrimSpace(id.Raw()) != id.Raw() || id.IsZero() || strings.Contains(id.Raw(), ","):
			missing = append(missing, id)
		default:
			wanted = append(wanted, id)
		}
		seen[id] = true
	}
	return wanted, missing
}

// isNoData knows the refusal of a Get Ticket that found nothing (PROTOCOL.md 4.10).
func isNoData(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected &&
		(fault.NotFound() || strings.Contains(safetext.Fold(fault.Message.String()), "no data found"))
}
