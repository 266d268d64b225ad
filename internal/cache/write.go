package cache

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// UpdateTicket sends an update once (PROTOCOL.md 4.9), takes the ticket of the answer over and
// watches it. After an error nothing is changed here; whether it was carried out is for the error's
// Unknown to say.
func (b *Cache) UpdateTicket(ctx context.Context, update wire.UpdateTicketRequest) (desk.TicketResult, error) {
	answer, err := client.Call(ctx, b.Client, wire.UpdateTicket, update)
	if err != nil {
		return answer, err
	}
	if answer.Ticket.ID.IsZero() {
		answer.Ticket.ID = desk.NewKey(update.TicketID)
	}
	b.teachDisposition(safetext.LineFromText(update.Disposition))
	b.applyResult(answer)
	return answer, nil
}

// AddTicket sends a new ticket once (PROTOCOL.md 4.8), takes it over and watches it.
func (b *Cache) AddTicket(ctx context.Context, add wire.AddTicketRequest) (desk.TicketResult, error) {
	answer, err := client.Call(ctx, b.Client, wire.AddTicket, add)
	if err != nil {
		return answer, err
	}
	b.applyResult(answer)
	return answer, nil
}

// applyResult takes a receipt over. Its turn comes after every request made so far: what these bring is older.
func (b *Cache) applyResult(r desk.TicketResult) {
	if r.Ticket.ID.IsZero() {
		return // nothing to keep: the answer does not name its ticket
	}
	b.merge(fromWrite, b.next(), desk.Date{}, []desk.Ticket{r.Ticket})
	b.Watch(r.Ticket.ID)
}
