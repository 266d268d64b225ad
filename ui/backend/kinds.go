package backend

import (
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
)

// Fields that the console fills in, shows or focuses.
const (
	FieldSubStatus     = submit.FieldSubStatus
	FieldQueue         = submit.FieldQueue
	FieldDisposition   = submit.FieldDisposition
	FieldComment       = "comment"
	FieldCallback      = submit.FieldCallback
	FieldTitle         = "title"
	FieldDetails       = "ticket_details"
	FieldEmail         = "email_id"
	FieldCustomerName  = submit.FieldCustomerName
	FieldCustomerPhone = "customer_info.phone"
	FieldCustomerEmail = "customer_info.email_id"
	FieldOrderTicket   = "order_info.ticket_id"
	FieldCallerName    = "caller.name"
	FieldCallerPhone   = "caller.phone"
	FieldCallTyped     = "call.typed" // of whom was searched
	fieldCustomerCode  = "customer_info.customer_code"
	fieldERPOrder      = "order_info.erp_order_id"
)

// The kinds of write, named after their operations.
const (
	KindUpdate         = "update-ticket"
	KindAdd            = "add-ticket"
	KindAddCustomer    = "add-customer"
	KindUpdateCustomer = "update-customer"
	KindAddOrder       = "add-order"
	KindUpdateOrder    = "update-order"

	// KindUpdateMany is an update of many tickets; a field that is left empty stays as it is.
	KindUpdateMany = "update-tickets"

	// KindCall is a call that was begun and has not ended: its notes are kept as a draft.
	KindCall = "call"
)

// FormKind describes a kind of write and its form.
type FormKind struct {
	Name         string           // the operation, such as update-ticket; part of draft keys
	Title        string           // in lists, such as "Update ticket"
	FormTitle    string           // heading of its form; Title when empty
	Noun         string           // such as "ticket"
	ProgressText string           // shown while it is sent
	TitleFields  []string         // the paths of the values that describe it in a list of drafts
	Creates      bool             // adds a record
	NeedsReview  bool             // shows a review before sending
	Sections     []schema.Section // the sections of the form

	errorFields map[string]string // folded phrases of error messages, and the path of the field each concerns
}

// customerRefusals maps phrases of error messages to customer fields.
var customerRefusals = map[string]string{
	"name, e-mail": FieldCustomerName, "name, email": FieldCustomerName, "several customers": FieldCustomerName,
	"customer does not exist": FieldCustomerName, "phone number should be": FieldCustomerPhone,
}

// kinds holds every kind of write by name.
var kinds = map[string]FormKind{}

func init() {
	for _, k := range []FormKind{
		{
			Name: KindUpdate, Title: "Update ticket", FormTitle: "Update", Noun: "ticket", ProgressText: "Saving…",
			errorFields: map[string]string{"callback": FieldCallback, "sub-status": FieldSubStatus, "sub status": FieldSubStatus},
		},
		{Name: KindUpdateMany, Title: "Update many", FormTitle: "Update", Noun: "tickets", ProgressText: "Saving…"},
		{Name: KindCall, Title: "Call", Noun: "call", TitleFields: []string{FieldCallerName, FieldCallerPhone, FieldCallTyped}},
		{
			Name: KindAdd, Title: "New ticket", Noun: "ticket", ProgressText: "Opening the ticket…",
			TitleFields: []string{FieldTitle}, Creates: true,
		},
		{
			Name: KindAddCustomer, Title: "New customer", Noun: "customer", ProgressText: "Adding the customer…",
			TitleFields: []string{FieldCustomerName, FieldCustomerPhone, FieldCustomerEmail},
			Creates:     true, NeedsReview: true,
			errorFields: customerRefusals,
		},
		{
			Name: KindUpdateCustomer, Title: "Edit customer", Noun: "customer", ProgressText: "Saving…",
			TitleFields: []string{FieldCustomerName}, NeedsReview: true,
			errorFields: customerRefusals,
		},
		{
			Name: KindAddOrder, Title: "New order", Noun: "order", ProgressText: "Adding the order…",
			TitleFields: []string{fieldERPOrder, FieldCustomerName}, Creates: true, NeedsReview: true,
			errorFields: customerRefusals,
		},
		{
			Name: KindUpdateOrder, Title: "Edit order", Noun: "order", ProgressText: "Saving…",
			TitleFields: []string{fieldERPOrder, FieldCustomerName}, NeedsReview: true,
			errorFields: customerRefusals,
		},
	} {
		k.Sections = schema.RequestOf(k.Operation()).Sections
		kinds[k.Name] = k
	}
}

// LookupKind returns a kind by name; false if there is none.
func LookupKind(name string) (FormKind, bool) {
	k, known := kinds[name]
	return k, known
}

// With returns the kind with an account's own blocks, if its form has them.
func (k FormKind) With(b schema.Blocks) FormKind {
	if len(b) > 0 {
		k.Sections = schema.RequestOf(k.Operation()).With(b).Sections
	}
	return k
}

// Operation returns the operation that the form's values are for.
func (k FormKind) Operation() string {
	if k.Name == KindUpdateMany || k.Name == KindCall {
		return KindUpdate
	}
	return k.Name
}

// Subject returns the value that names a record, such as a title or a customer's name; empty if there is none.
func (k FormKind) Subject(values map[string]string) string {
	i := slices.IndexFunc(k.TitleFields, func(path string) bool { return values[path] != "" })
	if i < 0 {
		return ""
	}
	return values[k.TitleFields[i]]
}

// TicketValues returns a ticket's values for a form, to detect conflicts later.
func (c *Backend) TicketValues(d *desk.TicketDetails) map[string]string {
	return submit.TicketValues(d, c.Zones, c.Cache.Blocks)
}

// CustomerValues returns a customer's values for a form; masked phones and e-mails are left out.
func CustomerValues(c *desk.Customer) map[string]string { return submit.CustomerValues(c) }

// OrderValues returns an order's values for a form, with the customer's id.
func OrderValues(o *desk.Order) map[string]string { return submit.OrderValues(o) }

// NewOrderValues returns the customer's values for the form of a new record.
func NewOrderValues(id int64, name string) map[string]string {
	return map[string]string{submit.FieldCustomerID: desk.NumericID(id).Raw(), FieldCustomerName: name}
}
