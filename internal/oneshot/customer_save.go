package oneshot

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// AddCustomer adds a customer (PROTOCOL.md 4.1).
var AddCustomer = Mutation[wire.SaveCustomerRequest, desk.SaveResult]{
	Op:          wire.AddCustomer,
	PrintResult: func(s *Invocation, _ wire.SaveCustomerRequest, saved desk.SaveResult) { s.saved(saved) },
	CheckResult: resultError,
	Request:     func(r wire.SaveCustomerRequest) submit.Request { return submit.AddCustomer{SaveCustomerRequest: r} },
	Answer:      saveAnswer,
	Explain:     explainCustomerAdd,
	Record:      customerRecord(wire.EventCustomerAdded),
}

// UpdateCustomer changes a customer (PROTOCOL.md 4.2).
var UpdateCustomer = Mutation[wire.SaveCustomerRequest, desk.SaveResult]{
	Op: wire.UpdateCustomer,
	PrintResult: func(s *Invocation, r wire.SaveCustomerRequest, saved desk.SaveResult) {
		if saved.Customer == 0 {
			id, _ := wire.ParseLooseInt(r.Customer.ID) // the interface only defines the response's status
			saved.Customer = id.Value
		}
		s.saved(saved)
	},
	CheckResult: resultError,
	Request:     func(r wire.SaveCustomerRequest) submit.Request { return submit.UpdateCustomer{SaveCustomerRequest: r} },
	Answer:      saveAnswer,
	Explain: func(_ *Invocation, r wire.SaveCustomerRequest, found submit.Found) string {
		return explainChange(found, "customer", "frontdesk customer get "+r.Customer.ID)
	},
	Record: customerRecord(wire.EventCustomerUpdated),
}

func saveAnswer(a submit.Answer) desk.SaveResult { return a.Saved }

// customerRecord returns a function that makes the response to adding or changing a customer.
func customerRecord(event string) func(*Invocation, desk.SaveResult, string) any {
	return func(_ *Invocation, saved desk.SaveResult, said string) any {
		return wire.SaveCustomerResponse{Status: wire.StatusSuccess, Message: said, Customer: wire.SavedCustomer{
			Result: true, CustomerID: saved.Customer, ContactID: saved.Contact, ActionEvent: event,
		}}
	}
}

// customerFilter returns the flag that identifies a customer best.
func customerFilter(r wire.SaveCustomerRequest) string {
	phone, email := r.Customer.Phone, r.Customer.Email
	for _, p := range r.Contacts {
		phone, email = cmp.Or(phone, p.Phone), cmp.Or(email, p.Email)
	}
	for _, f := range []struct{ flag, value string }{{"--code", r.Customer.Code}, {"--phone", phone}, {"--email", email}} {
		if f.value != "" {
			return f.flag + " " + shellWord(f.value)
		}
	}
	return "--name " + shellWord(r.Customer.Name)
}

// shellWord quotes a value for a shell if necessary.
func shellWord(value string) string {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_"
	if value != "" && strings.Trim(value, harmless) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

// saved prints the result of a write to a customer or an order.
func (s *Invocation) saved(saved desk.SaveResult) {
	var pieces []string
	for _, p := range []struct{ label, value string }{
		{"order ", saved.Order.Display().String()},
		{"customer ", number(saved.Customer)},
		{"contact ", number(saved.Contact)},
		{"enquiry ", number(saved.Enquiry)},
		{"", cmp.Or(saved.Message.String(), saved.Action.String())},
	} {
		if p.value != "" {
			pieces = append(pieces, p.label+p.value)
		}
	}
	if len(pieces) > 0 {
		pieces[0] = s.paint(strong, pieces[0])
	}
	s.line(strings.Join(pieces, gap))
}

// resultError returns an error for a response with a successful status but a result of false.
func resultError(saved desk.SaveResult) error {
	switch {
	case saved.Applied:
		return nil
	case saved.Message.IsEmpty():
		return errors.New("not done: the service answers success with a result of false")
	}
	return fmt.Errorf("not done: the service answers success with a result of false: %s", saved.Message)
}
