package submit

import (
	"cmp"
	"context"
	"strings"
	"unicode"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Request is a write that is ready to be sent: one of the six types below.
type Request interface {
	send(context.Context, *Sender, Prior) (Answer, error)
	record() desk.ID // that it changes; zero of a new one
	words() words
}

// The requests. The looks before and after a write find an add by what it sends, and a change in its record.
type (
	// TicketAddition adds a ticket; a reference in its details marks it.
	TicketAddition struct{ wire.AddTicketRequest }
	// TicketChange changes a ticket. Its comment is compared with the entries before it was sent.
	TicketChange struct {
		wire.UpdateTicketRequest
		before *desk.TicketDetails // the ticket if it has been read
	}
	// CustomerAddition adds a customer; a code marks it.
	CustomerAddition struct{ wire.SaveCustomerRequest }
	// CustomerChange changes a customer.
	CustomerChange struct {
		wire.SaveCustomerRequest
		changed wire.Values // by a form, without the flags, which have to be sent and which not all records show
		before  wire.Values // the customer if it has been read
	}
	// OrderAddition adds an order; an ERP id marks it.
	OrderAddition struct{ wire.SaveOrderRequest }
	// OrderChange changes an order.
	OrderChange struct {
		wire.SaveOrderRequest
		before wire.Values // the order if it has been read
	}
)

// request returns the request of a form, with the changes against the current record and what the interface requires.
func (s *Sender) request(f Form, current currentRecord) (Request, error) {
	switch f.Kind {
	case wire.AddTicket.Name:
		r, err := wire.NewAddTicketRequest(f.Values)
		return TicketAddition{r}, err
	case wire.UpdateTicket.Name:
		return s.ticketUpdate(f, current)
	case wire.AddCustomer.Name:
		r, err := wire.NewSaveCustomerRequest("", f.Values)
		return CustomerAddition{r}, err
	case wire.UpdateCustomer.Name:
		r, err := wire.NewSaveCustomerRequest(f.Record.Raw(), withFlags(withName(f, current), f.Values))
		return CustomerChange{r, changes(f.Values, current.values), current.values}, err
	case wire.AddOrder.Name:
		r, err := wire.NewSaveOrderRequest("", f.CustomerID(), f.Values)
		return OrderAddition{r}, err
	case wire.UpdateOrder.Name:
		r, err := wire.NewSaveOrderRequest(f.Record.Raw(), current.values[FieldCustomerID], withName(f, current))
		return OrderChange{r, current.values}, err
	}
	return nil, errUnknownKind
}

// ticketUpdate sends the changes, and the sub-status, which the interface requires. A callback is understood as of the
// time at which the form is sent or was sent.
func (s *Sender) ticketUpdate(f Form, current currentRecord) (Request, error) {
	asked := changes(f.Values, current.values)
	for _, path := range s.Cache.Blocks.Paths() {
		_, isInForm := f.Values[path]
		if isInForm && strings.TrimSpace(f.Values[path]) == "" && f.Original[path] != "" && current.values[path] != "" {
			asked[path] = "" // a block can be emptied, because it is sent whole
		}
	}
	asked[FieldSubStatus] = cmp.Or(asked[FieldSubStatus], current.values[FieldSubStatus])
	if typed := asked[FieldCallback]; typed != "" {
		at, err := desk.ParseCallbackTime(typed, s.Zones.Local(s.sentAt(f)))
		if err == nil {
			err = wire.CheckUnambiguous(at, s.Zones.Account())
		}
		if err != nil {
			return nil, err
		}
		asked[FieldCallback] = wire.FormatCallbackTime(at, s.Zones.Account())
	}
	r, err := wire.NewUpdateTicketRequest(f.Record.Raw(), asked)
	return s.signed(TicketChange{r, current.ticket}), err
}

// withName returns the changes with the customer's name, which the interface requires (PROTOCOL.md 2.1).
func withName(f Form, current currentRecord) wire.Values {
	out := changes(f.Values, current.values)
	out[FieldCustomerName] = cmp.Or(strings.TrimSpace(f.Values[FieldCustomerName]), current.values[FieldCustomerName])
	return out
}

// withFlags adds the customer's flags as set in the form, because they cannot be left out.
func withFlags(requested, values wire.Values) wire.Values {
	for _, f := range schema.Customer.Fields {
		if path := schema.Join(schema.Customer.Path, f.Key); f.Kind == schema.Bool && values[path] != "" {
			requested[path] = values[path]
		}
	}
	return requested
}

// CustomerID returns the id of the customer of an order: as known to the form, otherwise the record of a new order.
func (f Form) CustomerID() string {
	id := f.Original[FieldCustomerID]
	if id == "" && f.Kind == wire.AddOrder.Name {
		id = f.Record.Raw()
	}
	return id
}

// RefLabel is the prefix of a ticket's last details line, which marks the ticket as the caller's own.
const RefLabel = "ref: "

// WithRef returns a ticket's details with the reference appended as the last line; an empty reference changes nothing.
func WithRef(details, ref string) string {
	switch {
	case ref == "":
		return details
	case strings.TrimSpace(details) == "":
		return RefLabel + ref
	}
	return strings.TrimRight(details, "\r\n") + "\n\n" + RefLabel + ref
}

// Ref returns the reference in the last line of a ticket's details, or "" when there is none.
func Ref(details string) string {
	details = strings.TrimRight(details, "\r\n ")
	last := details[strings.LastIndexByte(details, '\n')+1:]
	ref, found := strings.CutPrefix(strings.TrimSpace(last), RefLabel)
	if !found {
		return ""
	}
	return strings.TrimSpace(ref)
}

// hasRef reports whether details contain the reference as a whole word. It searches the entire text because services
// may fold the last line into the one before.
func hasRef(details, ref string) bool {
	for {
		_, rest, found := strings.Cut(details, RefLabel+ref)
		if !found {
			return false
		}
		if rest == "" || !IsRefLetter(rune(rest[0])) {
			return true
		}
		details = rest
	}
}

// IsRefLetter reports whether r may appear in a reference: services pass these characters through unchanged.
func IsRefLetter(r rune) bool {
	return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.:/#", r))
}

func (TicketAddition) record() desk.ID   { return desk.ID{} }
func (r TicketChange) record() desk.ID   { return desk.NewID(r.TicketID) }
func (CustomerAddition) record() desk.ID { return desk.ID{} }
func (r CustomerChange) record() desk.ID { return desk.NewID(r.Customer.ID) }
func (OrderAddition) record() desk.ID    { return desk.ID{} }
func (r OrderChange) record() desk.ID    { return desk.NewID(r.Order.ID) }
