package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/exitcode"
	"frontdesk/internal/oneshot"
	"frontdesk/internal/wire"
)

// customerSaveMembers are the flags of a customer, one contact and an enquiry.
var customerSaveMembers = slices.Concat(
	withPrefix("", customerMembers, func(r *wire.SaveCustomerRequest) *wire.CustomerInfo { return &r.Customer }),
	withPrefix("contact-", contactMembers, func(r *wire.SaveCustomerRequest) *wire.ContactInfo { return singleContact(&r.Contacts) }),
	withPrefix("enquiry-", enquiryMembers, func(r *wire.SaveCustomerRequest) *wire.EnquiryInfo { return &r.Enquiry }),
)

// singleContact returns the only contact of a request, adding an empty one if there is none.
func singleContact(contacts *[]wire.ContactInfo) *wire.ContactInfo {
	if len(*contacts) == 0 {
		*contacts = make([]wire.ContactInfo, 1)
	}
	return &(*contacts)[0]
}

func customerAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{Use: "add --name NAME --phone DIGITS", Short: "Add a customer", Args: atMostWords(0)}
	check := func(_ *oneshot.Invocation, r *wire.SaveCustomerRequest, _ []string) error {
		if err := checkCustomer(r); err != nil {
			return err
		}
		switch {
		case r.Customer.Name == "":
			return exitcode.UsageErrorf("--name is needed: the customer's name")
		case !hasPhoneOrEmail(r):
			return exitcode.UsageErrorf("--phone or --email is needed, of the customer or (--contact-phone, --contact-email) of the contact")
		}
		return nil
	}
	return operationCommand(env, c, wire.AddCustomer.OperationInfo, customerSaveMembers, check, oneshot.AddCustomer)
}

func customerUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID", Short: "Change a customer", Args: cobra.ArbitraryArgs,
		Long: "Change a customer. What is not said stays as it is. The service wants the name, a phone number or an\n" +
			"e-mail address with every change, so that one of these has to be said.",
	}
	check := func(_ *oneshot.Invocation, r *wire.SaveCustomerRequest, args []string) error {
		found, err := parseIDArg("customer", args)
		if err == nil {
			err = checkCustomer(r)
		}
		if err == nil && r.Customer.Name == "" && !hasPhoneOrEmail(r) {
			err = exitcode.UsageErrorf("--name, --phone or --email is needed: the service wants one of them with every change")
		}
		r.Customer.ID, r.Customer.Update = found, true
		return err
	}
	return operationCommand(env, c, wire.UpdateCustomer.OperationInfo, customerSaveMembers, check, oneshot.UpdateCustomer)
}

// checkCustomer validates the phone numbers and normalises the contact and the enquiry.
func checkCustomer(r *wire.SaveCustomerRequest) error {
	if err := checkDigits("phone", r.Customer.Phone); err != nil {
		return err
	}
	return normalizeContacts(&r.Contacts, &r.Enquiry)
}

// normalizeContacts validates the contact, drops an empty one, and marks blocks that have an id as updates.
func normalizeContacts(contacts *[]wire.ContactInfo, enquiry *wire.EnquiryInfo) error {
	enquiry.Update = enquiry.ID != ""
	one := singleContact(contacts)
	if *one == (wire.ContactInfo{}) {
		*contacts = nil
		return nil
	}
	one.Update = one.ID != ""
	if err := checkDigits("contact-phone", one.Phone); err != nil {
		return err
	}
	return checkDigits("contact-other-phone", one.AdditionalPhone)
}

func checkDigits(flag, phone string) error {
	if strings.Trim(phone, "0123456789") != "" {
		return exitcode.UsageErrorf("--%s %q must be digits alone", flag, phone)
	}
	return nil
}

// hasPhoneOrEmail reports whether the customer or a contact has a phone number or an e-mail address.
func hasPhoneOrEmail(r *wire.SaveCustomerRequest) bool {
	return r.Customer.Phone+r.Customer.Email != "" || slices.ContainsFunc(r.Contacts, func(p wire.ContactInfo) bool { return p.Phone+p.Email != "" })
}
