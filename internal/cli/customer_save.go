package cli

import (
	"github.com/spf13/cobra"

	"frontdesk/internal/oneshot"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// customerFlags returns the flags of a customer, one contact and an enquiry.
func customerFlags(r *wire.SaveCustomerRequest) []requestFlag {
	return requestFlags(schema.AddCustomer, r)
}

func customerAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "add --name NAME --phone DIGITS", Short: "Add a customer", Args: atMostWords(0)}
	check := func(_ *oneshot.Invocation, r *wire.SaveCustomerRequest, _ []string) error {
		setUpdates(&r.Contacts, &r.Enquiry)
		return usageError(schema.AddCustomer, r.Validate())
	}
	return operationCommand(env, c, wire.AddCustomer.OperationInfo, customerFlags, check, oneshot.AddCustomer)
}

func customerUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID", Short: "Change a customer", Args: cobra.ArbitraryArgs,
		Long: "Change a customer. What is not said stays as it is. The service wants the name, a phone number or an\n" +
			"e-mail address with every change, so that one of these has to be said.",
	}
	check := func(_ *oneshot.Invocation, r *wire.SaveCustomerRequest, args []string) error {
		found, err := parseIDArg("customer", args)
		if err != nil {
			return err
		}
		r.Customer.ID, r.Customer.Update = found, true
		setUpdates(&r.Contacts, &r.Enquiry)
		return usageError(schema.UpdateCustomer, r.Validate())
	}
	return operationCommand(env, c, wire.UpdateCustomer.OperationInfo, customerFlags, check, oneshot.UpdateCustomer)
}

// setUpdates drops a contact that no flag describes, and marks a contact and an enquiry that have an id as updates.
func setUpdates(contacts *[]wire.ContactInfo, enquiry *wire.EnquiryInfo) {
	enquiry.Update = enquiry.ID != ""
	one := &(*contacts)[0]
	if *one == (wire.ContactInfo{}) {
		*contacts = nil
		return
	}
	one.Update = one.ID != ""
}
