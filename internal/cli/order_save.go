package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// orderFlags returns the flags of an order, its customer, one contact and an enquiry.
func orderFlags(r *wire.SaveOrderRequest) []requestFlag { return requestFlags(schema.AddOrder, r) }

func orderAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "add --customer-name NAME", Short: "Add an order of a customer who exists", Args: atMostWords(0)}
	check := func(_ *oneshot.Invocation, r *wire.SaveOrderRequest, _ []string) error { return checkOrder(r) }
	return operationCommand(env, c, wire.AddOrder.OperationInfo, orderFlags, check, oneshot.AddOrder)
}

func orderUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID --customer-name NAME", Short: "Change an order", Args: cobra.ArbitraryArgs,
		Long: "Change an order. What is not said stays as it is; the service wants the customer's name with every change.",
	}
	check := func(_ *oneshot.Invocation, r *wire.SaveOrderRequest, args []string) error {
		found, err := parseIDArg("order", args)
		if err == nil {
			err = checkOrder(r)
		}
		r.Order.ID, r.Order.Update = found, true
		return err
	}
	return operationCommand(env, c, wire.UpdateOrder.OperationInfo, orderFlags, check, oneshot.UpdateOrder)
}

// checkOrder validates the request, and the customer's id if there is one.
func checkOrder(r *wire.SaveOrderRequest) error {
	setUpdates(&r.Contacts, &r.Enquiry)
	if err := usageError(schema.AddOrder, r.Validate()); err != nil || r.Customer.ID == "" {
		return err
	}
	_, err := parseIDArg("customer", []string{r.Customer.ID})
	return err
}
