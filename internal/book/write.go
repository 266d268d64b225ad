package book

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// Update sends an update once (PROTOCOL.md 4.9), takes the ticket of the answer over and
// watches it. After an error nothing is changed here; whether it was carried out is for the error's
// Unknown to say.
func (b *Book) Update(ctx context.Context, update wire.TicketUpdate) (desk.Receipt, error) {
	answer, err := client.Call(ctx, b.Client, wire.UpdateTicket, update)
	if err != nil {
		return answer, err
	}
	if answer.Ticket.ID.IsZero() {
		answer.Ticket.ID = desk.NewKey(update.TicketID)
	}
	b.teachDisposition(text.PlainLine(update.Disposition))
	b.accept(answer)
	return answer, nil
}

// Add sends a new ticket once (PROTOCOL.md 4.8), takes it over and watches it.
func (b *Book) Add(ctx context.Context, add wire.TicketAdd) (desk.Receipt, error) {
	answer, err := client.Call(ctx, b.Client, wire.AddTicket, add)
	if err != nil {
		return answer, err
	}
	b.accept(answer)
	return answer, nil
}

// accept takes a receipt over. Its turn comes after every request made so far: what these bring is older.
func (b *Book) accept(r desk.Receipt) {
	if r.Ticket.ID.IsZero() {
		return // nothing to keep: the answer does not name its ticket
	}
	b.learn(receipt, b.next(), desk.Day{}, []desk.Ticket{r.Ticket})
	b.Watch(r.Ticket.ID)
}
