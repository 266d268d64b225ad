package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

func customerCommand(env func(string) string) *cobra.Command {
	return commandGroup("customer", "Read, add and change customers",
		customerPullCommand(env), customerGetCommand(env), customerAddCommand(env), customerUpdateCommand(env))
}

func customerGetCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "get ID", Short: "Print a customer with its contacts", Args: cobra.ArbitraryArgs,
		Annotations: printsOne(record.Customer),
	}
	flags := func(r *wire.GetCustomerRequest) []requestFlag { return objectFlags(schema.CustomerLookup, r) }
	check := func(_ *Invocation, r *wire.GetCustomerRequest, args []string) error {
		id, err := parseIDArg("customer", args)
		if err == nil {
			n, _ := wire.ParseLooseInt(id)
			r.Set("service_customer_id", n.Value)
		}
		return err
	}
	return operationCommand(env, c, wire.GetCustomer.OperationInfo, flags, check, getCustomer)
}

// parseIDArg returns the id that a command takes as its only argument, a number from 1, as typed.
func parseIDArg(what string, args []string) (string, error) {
	typed := strings.TrimSpace(strings.Join(args, " "))
	n, err := wire.ParseLooseInt(typed)
	switch {
	case typed == "":
		return "", exitcode.UsageErrorf("name the %s by its id", what)
	case len(args) > 1:
		return "", exitcode.UsageErrorf("%q is more than one %s; name one by its id", typed, what)
	case err != nil || n.Value < 1:
		return "", exitcode.UsageErrorf("%q is not a number; name the %s by its id", typed, what)
	}
	return typed, nil
}

// customerFlags returns the flags of a customer, one contact and an enquiry.
func customerFlags(r *wire.SaveCustomerRequest) []requestFlag {
	r.Contacts = make([]wire.ContactInfo, 1)
	return blockFlags(schema.AddCustomerFields, map[string]object{
		schema.Customer.Path: &r.Customer, schema.Contact.Path: &r.Contacts[0], schema.Enquiry.Path: &r.Enquiry,
	})
}

func customerAddCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "add --name NAME --phone DIGITS", Short: "Add a customer", Args: atMostWords(0),
		Annotations: printsOne(record.Saved),
	}
	check := func(_ *Invocation, r *wire.SaveCustomerRequest, _ []string) error {
		setUpdates(&r.Contacts, &r.Enquiry)
		return usageError(schema.AddCustomerFields, r.Validate())
	}
	return operationCommand(env, c, wire.AddCustomer.OperationInfo, customerFlags, check, AddCustomerWrite)
}

func customerUpdateCommand(env func(string) string) *cobra.Command {
	c := &cobra.Command{
		Use: "update ID", Short: "Change a customer", Args: cobra.ArbitraryArgs, Annotations: printsOne(record.Saved),
		Long: "Change a customer. Fields without a flag stay as they are. The service requires\n" +
			"the name, a phone number or an e-mail address with every change.",
	}
	check := func(_ *Invocation, r *wire.SaveCustomerRequest, args []string) error {
		id, err := parseIDArg("customer", args)
		if err != nil {
			return err
		}
		r.Customer.Set("customer_id", id)
		r.Customer.Set("update", true)
		setUpdates(&r.Contacts, &r.Enquiry)
		return usageError(schema.UpdateCustomerFields, r.Validate())
	}
	return operationCommand(env, c, wire.UpdateCustomer.OperationInfo, customerFlags, check, UpdateCustomerWrite)
}

// setUpdates drops a contact that no flag describes, and marks a contact and an enquiry that have an id as updates.
func setUpdates(contacts *[]wire.ContactInfo, enquiry *wire.EnquiryInfo) {
	enquiry.Set("update", enquiry.Text("enquiry_id") != "")
	one := &(*contacts)[0]
	if len(*one) == 0 {
		*contacts = nil
		return
	}
	one.Set("update", one.Text("contact_id") != "")
}

// getCustomer prints a customer with all contacts (PROTOCOL.md 4.3).
var getCustomer = query[wire.GetCustomerRequest, desk.Customer]{
	Op:     wire.GetCustomer,
	Single: true,
	Records: func(zone *time.Location, c desk.Customer) []record.Object {
		return []record.Object{record.OfCustomer(&c, zone)}
	},
	PrintResult: func(s *Invocation, _ wire.GetCustomerRequest, c desk.Customer) { s.printCustomer(&c) },
}

// printCustomer prints all fields of a customer.
func (s *Invocation) printCustomer(c *desk.Customer) {
	s.Line(s.Paint(output.Strong, strings.TrimSpace(formatID(c.ID)+output.Gap+c.Name.String())))
	s.printFields("", c.Fields)
	s.printGroups(c.Groups)
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.Heading(strings.TrimSpace("Contact " + p.Name.String()))
		s.printFields(output.Gap, p.Fields)
		s.printGroups(p.Groups)
	}
}

// AddCustomerWrite adds a customer (PROTOCOL.md 4.1).
var AddCustomerWrite = mutation[wire.SaveCustomerRequest, desk.SaveResult]{
	Op:      wire.AddCustomer,
	Request: submit.AddCustomer,
	Advice:  lookForCustomer,
	Record:  customerRecord(wire.EventCustomerAdded),
}

// UpdateCustomerWrite changes a customer (PROTOCOL.md 4.2).
var UpdateCustomerWrite = mutation[wire.SaveCustomerRequest, desk.SaveResult]{
	Op: wire.UpdateCustomer,
	Complete: func(r wire.SaveCustomerRequest, saved *desk.SaveResult) {
		if saved.Customer == 0 {
			id, _ := wire.ParseLooseInt(r.Customer.Text("customer_id")) // the interface only defines the response's status
			saved.Customer = id.Value
		}
	},
	Request: submit.UpdateCustomer,
	Advice: func(_ *Invocation, r wire.SaveCustomerRequest, _ submit.Result) string {
		return "see frontdesk customer get " + r.Customer.Text("customer_id")
	},
	Record: customerRecord(wire.EventCustomerUpdated),
}

// customerRecord returns a function that makes the response to adding or changing a customer.
func customerRecord(event string) func(*Invocation, submit.Answer, string) any {
	return func(_ *Invocation, answer submit.Answer, said string) any {
		return wire.SavedCustomer(said, "", event, answer.Saved.Customer, answer.Saved.Contact)
	}
}

// customerFilter returns the flag that identifies a customer best.
func customerFilter(r wire.SaveCustomerRequest) string {
	for _, f := range []struct{ flag, value string }{{"--code", r.Customer.Text("customer_code")}, {"--phone", r.Phone()}, {"--email", r.Email()}} {
		if f.value != "" {
			return f.flag + " " + shellQuote(f.value)
		}
	}
	return "--name " + shellQuote(r.Customer.Text("customer_name"))
}
