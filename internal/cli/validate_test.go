package cli_test

import (
	"encoding/csv"
	"maps"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/theme"
)

// validRequests are values of each write operation that every entrance accepts.
var validRequests = map[string]wire.Values{
	wire.AddTicket.Name:      {"title": "Belt"},
	wire.UpdateTicket.Name:   {"ticket_id": "TICKET", "sub_status": "P", "comment": "Belt sent"},
	wire.AddCustomer.Name:    {"customer_info.customer_name": "Ira Rao", "customer_info.phone": "9800000002"},
	wire.UpdateCustomer.Name: {"customer_info.customer_name": "Asha Rao", "customer_info.city": "Pune", "customer_info.individual": "true"},
	wire.AddOrder.Name:       {"customer_info.customer_name": "Asha Rao", "order_info.payment_mode": "card"},
	wire.UpdateOrder.Name:    {"customer_info.customer_name": "Asha Rao", "order_info.payment_mode": "card"},
}

// The entrances through which an agent or a program writes.
const (
	inForm    = "form"
	inFlags   = "flags"
	inCSV     = "CSV file"
	inService = "service"
)

// TestValidate_FormFlagsCSVAndServiceAgree tries each rule at each entrance: with a value that breaks it, the entrance
// refuses what it otherwise accepts.
func TestValidate_FormFlagsCSVAndServiceAgree(t *testing.T) {
	long, full := strings.Repeat("x", 64<<10+1), "it takes 64 KiB, and says that the end is left out"
	for _, row := range []struct {
		rule      string
		operation string
		path      string
		wrong     string
		right     string
		accepts   string // the entrance that accepts the wrong value
		because   string
	}{
		{rule: "a title", operation: wire.AddTicket.Name, path: "title", right: "Belt"},
		{rule: "one e-mail address", operation: wire.AddTicket.Name, path: "email_id", wrong: "asha rao", right: "asha@example.com"},
		{rule: "one e-mail address, not two", operation: wire.AddTicket.Name, path: "email_id", wrong: "a@example.com,b@example.com", right: "a@example.com"},
		{rule: "a day", operation: wire.AddTicket.Name, path: "due_date", wrong: "2046-02-30", right: "2046-02-28"},
		{rule: "64 KiB of details", operation: wire.AddTicket.Name, path: "ticket_details", wrong: long, right: long[1:], accepts: inForm, because: full},

		{rule: "a ticket", operation: wire.UpdateTicket.Name, path: "ticket_id", right: "TICKET", accepts: inForm, because: "it is opened on a ticket"},
		{rule: "one ticket", operation: wire.UpdateTicket.Name, path: "ticket_id", wrong: "71 72", right: "TICKET", accepts: inForm, because: "it is opened on a ticket"},
		{rule: "a sub-status", operation: wire.UpdateTicket.Name, path: "sub_status", right: "CL"},
		{rule: "a real callback time", operation: wire.UpdateTicket.Name, path: "callback_time", wrong: "2046-02-30 10:00:00", right: "2046-02-28 10:00:00"},
		{rule: "a callback time", operation: wire.UpdateTicket.Name, path: "callback_time", wrong: "soon", right: "2046-02-28 10:00:00"},
		{
			rule: "a callback time to come", operation: wire.UpdateTicket.Name, path: "callback_time", wrong: "2001-01-01 10:00:00", right: "2046-02-28 10:00:00",
			accepts: inService, because: "a write may arrive late",
		},
		{rule: "64 KiB of comment", operation: wire.UpdateTicket.Name, path: "comment", wrong: long, right: long[1:], accepts: inForm, because: full},

		{rule: "a name", operation: wire.AddCustomer.Name, path: "customer_info.customer_name", right: "Ira Rao"},
		{rule: "a phone or an e-mail", operation: wire.AddCustomer.Name, path: "customer_info.phone", right: "9800000002"},
		{rule: "a phone of digits", operation: wire.AddCustomer.Name, path: "customer_info.phone", wrong: "98-0000", right: "980000"},
		{rule: "a phone without +", operation: wire.AddCustomer.Name, path: "customer_info.phone", wrong: "+919800000002", right: "919800000002"},
		{rule: "one e-mail address of a customer", operation: wire.AddCustomer.Name, path: "customer_info.email_id", wrong: "asha@", right: "asha@example.com"},
		{rule: "an assignee's e-mail address", operation: wire.AddCustomer.Name, path: "customer_info.customer_assign_emp_email", wrong: "lena", right: "lena@example.com"},
		{rule: "64 KiB of remarks", operation: wire.AddCustomer.Name, path: "customer_info.remarks", wrong: long, right: long[1:], accepts: inForm, because: full},
		{rule: "a contact's phone of digits", operation: wire.AddCustomer.Name, path: "contact_info.new1.contact_person_phone", wrong: "1-2", right: "12"},
		{rule: "a contact's other phone of digits", operation: wire.AddCustomer.Name, path: "contact_info.new1.additional_contact_phone", wrong: "1-2", right: "12"},
		{rule: "a contact's e-mail address", operation: wire.AddCustomer.Name, path: "contact_info.new1.contact_person_email", wrong: "ira", right: "ira@example.com"},
		{rule: "an enquiry's id", operation: wire.UpdateCustomer.Name, path: "enquiry_info.enquiry_id", wrong: "one"},
		{rule: "an enquiry's assignee", operation: wire.AddCustomer.Name, path: "enquiry_info.assign_emp_email", wrong: "lena", right: "lena@example.com"},
		{rule: "a name, a phone or an e-mail", operation: wire.UpdateCustomer.Name, path: "customer_info.customer_name", right: "Asha Rao"},
		{rule: "a changed phone of digits", operation: wire.UpdateCustomer.Name, path: "customer_info.phone", wrong: "98-0000", right: "980000"},

		{rule: "an order's customer", operation: wire.AddOrder.Name, path: "customer_info.customer_name", right: "Asha Rao"},
		{rule: "a changed order's customer", operation: wire.UpdateOrder.Name, path: "customer_info.customer_name", right: "Asha Rao"},
		{rule: "an order's assignee", operation: wire.AddOrder.Name, path: "order_info.assign_emp_email", wrong: "lena", right: "lena@example.com"},
		{rule: "64 KiB of deal", operation: wire.UpdateOrder.Name, path: "order_info.dealDetails", wrong: long, right: long[1:], accepts: inForm, because: full},
		{rule: "the phone of an order's contact", operation: wire.AddOrder.Name, path: "contact_info.new1.contact_person_phone", wrong: "1-2", right: "12"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			d := newWritePaths(t)
			for name, accepts := range d.forOperation(row.operation) {
				wrong, right := d.values(row.operation, row.path, row.wrong), d.values(row.operation, row.path, row.right)
				if said, ok := accepts(t, row.operation, wrong); ok != (name == row.accepts) {
					t.Errorf("%s: %.60q is accepted: %v (%s), %s", name, row.wrong, ok, row.because, said)
				}
				if said, ok := accepts(t, row.operation, right); !ok {
					t.Errorf("%s: %.60q is refused: %s", name, row.right, said)
				}
			}
		})
	}
}

// writePaths are the ways to write to a desk that holds a customer, an order and a ticket.
type writePaths struct {
	url                     string
	customer, order, ticket string
}

func newWritePaths(t *testing.T) writePaths {
	t.Helper()
	u, _ := clitest.NewRealUpstream(t, nil)
	return writePaths{
		url:      u.URL,
		customer: addRecord(t, u.URL, "customer", "customer_id", "customer", "add", "--name", "Asha Rao", "--phone", "9800000001"),
		order:    addRecord(t, u.URL, "Order", "order_id", "order", "add", "--customer-name", "Asha Rao"),
		ticket:   strings.Trim(addRecord(t, u.URL, "ticket", "ticketId", "ticket", "add", "--title", "Belt"), `"`),
	}
}

// values returns valid values of an operation, with one of them replaced.
func (d writePaths) values(operation, path, value string) wire.Values {
	values := maps.Clone(validRequests[operation])
	values[path] = value
	for path, value := range values {
		values[path] = strings.ReplaceAll(value, "TICKET", d.ticket)
	}
	return values
}

// forOperation returns the ways to perform an operation: each tries to write and returns its message and whether the
// write was accepted.
func (d writePaths) forOperation(operation string) map[string]func(*testing.T, string, wire.Values) (string, bool) {
	all := map[string]func(*testing.T, string, wire.Values) (string, bool){inForm: d.form, inFlags: d.flags, inService: d.service}
	if operation == wire.UpdateTicket.Name {
		all[inCSV] = d.csv
	}
	return all
}

func (d writePaths) record(operation string) string {
	return map[string]string{
		wire.UpdateTicket.Name: d.ticket, wire.UpdateCustomer.Name: d.customer, wire.UpdateOrder.Name: d.order, wire.AddOrder.Name: d.customer,
	}[operation]
}

func (d writePaths) form(_ *testing.T, operation string, values wire.Values) (string, bool) {
	record := wire.Values{
		"customer_info.customer_name": "Asha Rao", "customer_info.individual": "true", "sub_status": "US", "order_info.payment_mode": "cash",
	}
	e := editor.New(editor.Options{
		Kind: operation, Record: desk.NewID(d.record(operation)), Values: record, Original: record, Now: time.Now, Zones: desk.NewTimeZones(time.UTC, nil),
	}, theme.New(true, false))
	e.SetSize(100, 60)
	e.LoadDraft(backend.Draft{Values: values, Original: record})
	return "", e.Validate()
}

func (d writePaths) flags(t *testing.T, operation string, values wire.Values) (string, bool) {
	action, noun, _ := strings.Cut(operation, "-")
	args := []string{noun, action, "--dry-run"}
	if id := d.record(operation); action == "update" && noun != "ticket" {
		args = append(args, id)
	}
	for path, value := range values {
		s, f, _ := schema.RequestOf(operation).FieldAt(path)
		switch {
		case value == "":
		case f.Names:
			args = append(args, strings.Fields(value)...)
		default:
			args = append(args, "--"+s.Prefix+f.FlagName()+"="+value)
		}
	}
	got := runAgainst(t, d.url, "", args...)
	if got.code != exitcode.OK && got.code != exitcode.Usage {
		t.Errorf("%q: %s", args, got)
	}
	return got.errOut, got.code == exitcode.OK
}

func (d writePaths) csv(t *testing.T, _ string, values wire.Values) (string, bool) {
	var file strings.Builder
	var head, row []string
	for _, f := range schema.TicketUpdate.Fields {
		head, row = append(head, f.Key), append(row, values[f.Key])
	}
	if err := csv.NewWriter(&file).WriteAll([][]string{head, row}); err != nil {
		t.Fatal(err)
	}
	rows, err := bulk.ParseCSV(strings.NewReader(file.String()), time.UTC, nil)
	if err == nil {
		err = bulk.PastCallbacks(rows, time.Now().UTC())
	}
	if err != nil {
		return err.Error(), false
	}
	return "", true
}

func (d writePaths) service(t *testing.T, operation string, values wire.Values) (string, bool) {
	body, err := d.body(operation, values)
	if err != nil {
		t.Fatal(err)
	}
	got := runAgainst(t, d.url, string(body), "api", operation)
	return got.errOut, got.code == exitcode.OK
}

func (d writePaths) body(operation string, values wire.Values) ([]byte, error) {
	switch operation {
	case wire.AddTicket.Name:
		r, err := wire.NewAddTicketRequest(values)
		return encode(wire.AddTicket.Encode, r, err)
	case wire.UpdateTicket.Name:
		r, err := wire.NewUpdateTicketRequest(values["ticket_id"], values)
		return encode(wire.UpdateTicket.Encode, r, err)
	case wire.AddCustomer.Name:
		r, err := wire.NewSaveCustomerRequest("", values)
		return encode(wire.AddCustomer.Encode, r, err)
	case wire.UpdateCustomer.Name:
		r, err := wire.NewSaveCustomerRequest(d.customer, values)
		return encode(wire.UpdateCustomer.Encode, r, err)
	case wire.AddOrder.Name:
		r, err := wire.NewSaveOrderRequest("", d.customer, values)
		return encode(wire.AddOrder.Encode, r, err)
	}
	r, err := wire.NewSaveOrderRequest(d.order, d.customer, values)
	return encode(wire.UpdateOrder.Encode, r, err)
}

func encode[Req any](encode func(Req) ([]byte, error), req Req, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return encode(req)
}
