package oneshot

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// AddOrder adds an order for a customer (PROTOCOL.md 4.5).
var AddOrder = Mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op:          wire.AddOrder,
	PrintResult: func(s *Invocation, _ wire.SaveOrderRequest, saved desk.SaveResult) { s.saved(saved) },
	CheckResult: resultError,
	Prior:       ordersBefore,
	Verify:      verifyOrderAdd,
}

// UpdateOrder changes an order (PROTOCOL.md 4.6).
var UpdateOrder = Mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op: wire.UpdateOrder,
	PrintResult: func(s *Invocation, r wire.SaveOrderRequest, saved desk.SaveResult) {
		saved.Order = desk.NewKey(r.Order.ID) // the response does not contain it
		s.saved(saved)
	},
	CheckResult: resultError,
	Verify: func(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveOrderRequest, _ departed) findings {
		return verifyOrderUpdate(ctx, s, c, r)
	},
}

// customerFlag returns the filter that identifies an order's customer, which the service requires in addition to the
// order.
func customerFlag(r wire.SaveOrderRequest) string {
	if r.Customer.ID != "" {
		return "--customer " + r.Customer.ID
	}
	return "--name " + shellWord(r.Customer.Name)
}
