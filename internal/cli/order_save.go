package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// orderSaveMembers are the flags of an order, its customer, one contact and an enquiry.
var orderSaveMembers = slices.Concat(
	withPrefix("", buyerMembers, func(r *wire.SaveOrderRequest) *wire.CustomerInfo { return &r.Customer }),
	withPrefix("", orderMembers, func(r *wire.SaveOrderRequest) *wire.OrderInfo { return &r.Order }),
	withPrefix("contact-", contactMembers, func(r *wire.SaveOrderRequest) *wire.ContactInfo { return singleContact(&r.Contacts) }),
	withPrefix("enquiry-", enquiryMembers, func(r *wire.SaveOrderRequest) *wire.EnquiryInfo { return &r.Enquiry }),
)

func orderAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "add --customer-name NAME", Short: "Add an order of a customer who exists", Args: atMostWords(0)}
	check := func(_ *oneshot.Invocation, r *wire.SaveOrderRequest, _ []string) error { return checkOrder(r) }
	return operationCommand(env, c, wire.AddOrder.OperationInfo, orderSaveMembers, check, oneshot.AddOrder)
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
	return operationCommand(env, c, wire.UpdateOrder.OperationInfo, orderSaveMembers, check, oneshot.UpdateOrder)
}

// checkOrder validates the customer, and normalises the contact and the enquiry.
func checkOrder(r *wire.SaveOrderRequest) error {
	if r.Customer.Name == "" {
		return exitcode.UsageErrorf("--customer-name is needed: the name of a customer who exists; --customer ID says which of several")
	}
	if r.Customer.ID != "" {
		if _, err := parseIDArg("customer", []string{r.Customer.ID}); err != nil {
			return err
		}
	}
	return normalizeContacts(&r.Contacts, &r.Enquiry)
}
