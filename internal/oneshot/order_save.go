package oneshot

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// AddOrder adds an order of a customer (PROTOCOL.md 4.5).
var AddOrder = Write[wire.OrderSave, desk.Saved]{
	Op:     wire.AddOrder,
	Words:  func(s *Session, _ wire.OrderSave, saved desk.Saved) { s.saved(saved) },
	Undone: undone,
	Prior:  ordersBefore,
	Lost:   findOrder,
}

// UpdateOrder changes an order (PROTOCOL.md 4.6).
var UpdateOrder = Write[wire.OrderSave, desk.Saved]{
	Op: wire.UpdateOrder,
	Words: func(s *Session, r wire.OrderSave, saved desk.Saved) {
		saved.Order = desk.NewKey(r.Order.ID) // the answer does not say it
		s.saved(saved)
	},
	Undone: undone,
	Lost: func(ctx context.Context, s *Session, c *client.Client, r wire.OrderSave, _ departed) findings {
		return changedOrder(ctx, s, c, r)
	},
}

// buyer is the filter that finds an order's customer: the service wants one beside what names the order.
func buyer(r wire.OrderSave) string {
	if r.Customer.ID != "" {
		return "--customer " + r.Customer.ID
	}
	return "--name " + shellWord(r.Customer.Name)
}
