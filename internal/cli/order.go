package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"frontdesk/internal/desk"
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func orderCommand(env func(string) string) *cobra.Command {
	return commandGroup(
		"order",
		"Read, add and change orders",
		orderPullCommand(env),
		orderAddCommand(env),
		orderUpdateCommand(env),
	)
}

// orderFlags returns the flags of an order, its customer, one contact and an enquiry.
func orderFlags(r *wire.SaveOrderRequest) []requestFlag {
	r.Contacts = make([]wire.ContactInfo, 1)
	return blockFlags(schema.AddOrderFields, map[string]object{
		schema.Customer.Path: &r.Customer, schema.Contact.Path: &r.Contacts[0], schema.Enquiry.Path: &r.Enquiry,
		schema.Order.Path: &r.Order,
	})
}

func orderAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "add --customer-name NAME",
		Short: "Add an order for an existing customer",
		Args:  atMostWords(0), Annotations: printsOne(record.Saved),
	}
	check := func(_ *Invocation, r *wire.SaveOrderRequest, _ []string) error { return checkOrder(r) }
	return operationCommand(env, c, wire.AddOrder.OperationInfo, orderFlags, check, AddOrderWrite)
}

func orderUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use:   "update ID --customer-name NAME",
		Short: "Change an order",
		Args:  cobra.ArbitraryArgs, Annotations: printsOne(record.Saved),
		Long: "Change an order. Fields without a flag stay as they are. The service requires\n" +
			"the customer's name with every change.",
	}
	check := func(_ *Invocation, r *wire.SaveOrderRequest, args []string) error {
		id, err := parseIDArg("order", args)
		if err == nil {
			err = checkOrder(r)
		}
		r.Order.Set("order_id", id)
		r.Order.Set("update", true)
		return err
	}
	return operationCommand(env, c, wire.UpdateOrder.OperationInfo, orderFlags, check, UpdateOrderWrite)
}

// checkOrder validates the request, and the customer's id if there is one.
func checkOrder(r *wire.SaveOrderRequest) error {
	setUpdates(&r.Contacts, &r.Enquiry)
	if err := usageError(schema.AddOrderFields, r.Validate()); err != nil || r.Customer.Text("customer_id") == "" {
		return err
	}
	_, err := parseIDArg("customer", []string{r.Customer.Text("customer_id")})
	return err
}

// AddOrderWrite adds an order for a customer (PROTOCOL.md 4.5).
var AddOrderWrite = mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op:      wire.AddOrder,
	Request: submit.AddOrder,
	Advice:  lookForOrder,
	Record:  orderRecord(wire.EventOrderAdded),
}

// UpdateOrderWrite changes an order (PROTOCOL.md 4.6).
var UpdateOrderWrite = mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op: wire.UpdateOrder,
	Complete: func(r wire.SaveOrderRequest, saved *desk.SaveResult) {
		saved.Order = desk.NewID(r.Order.Text("order_id"))
	},
	Request: submit.UpdateOrder,
	Advice: func(_ *Invocation, r wire.SaveOrderRequest, _ submit.Result) string {
		return "see frontdesk order pull " + customerFlag(r) + " --order " + r.Order.Text("order_id") + " --whole"
	},
	Record: orderRecord(wire.EventOrderUpdated),
}

// orderRecord returns a function that makes the response to adding or changing an order; it has no place for an id that
// is not a number.
func orderRecord(event string) func(*Invocation, submit.Answer, string) any {
	return func(_ *Invocation, answer submit.Answer, said string) any {
		saved := answer.Saved
		id, err := strconv.ParseInt(saved.Order.Raw(), 10, 64)
		if err != nil {
			return nil
		}
		return wire.SavedOrder(said, "", event, id, saved.Customer, saved.Enquiry, saved.Contact)
	}
}

// customerFlag returns the filter that identifies an order's customer, which the service requires in addition to the
// order.
func customerFlag(r wire.SaveOrderRequest) string {
	if r.Customer.Text("customer_id") != "" {
		return "--customer " + r.Customer.Text("customer_id")
	}
	return "--name " + shellQuote(r.Customer.Text("customer_name"))
}
