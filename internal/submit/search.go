package submit

import (
	"context"
	"strings"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// skew is the clock difference between client and service that is tolerated.
const skew = 10 * time.Minute

// period is when a request was sent: at some time from one moment to another.
type period struct{ from, to time.Time }

// at returns the period of a request that was sent at a known time.
func at(t time.Time) period { return period{t, t} }

// Match is a record that may be the result of an add.
type Match struct {
	ID      desk.ID
	Differs bool // it bears the mark, but other values than those sent
	answer  Answer
}

// candidates are the records that match an add.
type candidates struct {
	all        []Match
	isComplete bool // the service returned all of them
}

func idsOf(matches []Match) []string {
	ids := make([]string, len(matches))
	for i, m := range matches {
		ids[i] = m.ID.Raw()
	}
	return ids
}

// days returns the account's days on which a record may have been added by a request sent in a period.
func (s *Sender) days(sent period) desk.DateRange {
	return desk.DateRange{From: s.Zones.Today(sent.from.Add(-skew)), To: s.Zones.Today(sent.to.Add(skew))}
}

// isOlder reports whether a record was created before a request was sent.
func (s *Sender) isOlder(created desk.UnixTime, sent period) bool {
	return !created.IsZero() && created.In(s.Zones.Account()).Before(sent.from.Add(-skew))
}

func ticketMark(r wire.AddTicketRequest) string {
	if ref := Ref(r.Details); ref != "" {
		return RefLabel + safetext.LineFromText(ref).String()
	}
	return ""
}

// findTickets returns the tickets with the title and the reference or, without one, the details. It uses a fresh cache,
// because cached days and requests in flight may predate the write.
func findTickets(ctx context.Context, s *Sender, r wire.AddTicketRequest, sent period) (candidates, error) {
	fresh, days := s.Cache.Fresh(), s.days(sent)
	if err := fresh.Pull(ctx, days); err != nil {
		return candidates{}, err
	}
	pulled, err := fresh.Snapshot().List(ctx, cache.Query{Span: days, Zone: s.Zones.Account()})
	if err != nil {
		return candidates{}, err
	}
	var ids []desk.ID
	for i := range pulled.Len() {
		if t := pulled.At(i); isSameLine(t.Title, r.Title) && !s.isOlder(t.Created, sent) {
			ids = append(ids, t.ID)
		}
	}
	found, missing, err := s.Cache.GetTickets(ctx, ids)
	matches := candidates{isComplete: len(missing) == 0}
	for _, day := range fresh.Progress(days).Days {
		matches.isComplete = matches.isComplete && day.State == cache.Complete
	}
	for _, t := range found {
		if hasBody(r, t.Body) {
			matches.all = append(
				matches.all,
				Match{ID: t.ID, answer: Answer{Ticket: desk.TicketResult{Ticket: t.Ticket}}},
			)
		}
	}
	return matches, err
}

// hasBody reports whether a ticket's details are those sent.
func hasBody(r wire.AddTicketRequest, body safetext.HTML) bool {
	if ref := Ref(r.Details); ref != "" {
		return hasRef(body.Text().String(), ref)
	}
	return isSameText(body, safetext.NewHTML(r.Details))
}

func customerMark(r wire.SaveCustomerRequest) string {
	return markOf("the code ", r.Customer.Text("customer_code"))
}

// markOf returns the mark that a value makes; empty for none.
func markOf(name, value string) string {
	if line := safetext.LineFromEscaped(value); !line.IsEmpty() {
		return name + line.String()
	}
	return ""
}

// findCustomers returns the customers with the code or, without one, with the phone or e-mail and the name.
func findCustomers(ctx context.Context, s *Sender, r wire.SaveCustomerRequest, sent period) (candidates, error) {
	if s.Cache.AccountID < 1 {
		return candidates{}, errNowhere
	}
	filter := wire.PullCustomerRequest{"cm_id": s.Cache.AccountID, "customerCode": r.Customer.Text("customer_code")}
	if customerMark(r) == "" {
		filter = wire.PullCustomerRequest{"cm_id": s.Cache.AccountID, "phone": r.Phone()}
		if r.Phone() == "" {
			filter.Set("email", r.Email())
		}
	}
	matches := candidates{isComplete: true}
	for _, day := range s.days(sent).Days() {
		filter = filter.With("createStartDate", day.String()).With("createEndDate", day.String())
		found, err := client.Call(ctx, s.Cache.Client, wire.PullCustomer, filter)
		if err != nil {
			return matches, err
		}
		// a service that ignores the filters returns a page of all customers
		matches.isComplete = matches.isComplete && len(found) < wire.DefaultPageSize
		for i := range found {
			if m, is := matchCustomer(r, &found[i]); is && !s.isOlder(found[i].Created, sent) {
				matches.all = append(matches.all, m)
			}
		}
	}
	return matches, nil
}

// matchCustomer reports whether a customer may be the added one.
func matchCustomer(r wire.SaveCustomerRequest, c *desk.Customer) (m Match, matches bool) {
	isNamed, saved := isSameLine(c.Name, r.Customer.Text("customer_name")), desk.SaveResult{Applied: true, Customer: c.ID}
	if contact := c.PrimaryContact(); contact != nil {
		saved.Contact = contact.ID
	}
	m = Match{ID: desk.NumericID(c.ID), Differs: !isNamed, answer: Answer{Saved: saved}}
	if customerMark(r) != "" {
		return m, isSameLine(c.Code, r.Customer.Text("customer_code"))
	}
	return m, isNamed
}

func orderMark(r wire.SaveOrderRequest) string {
	return markOf("the ERP id ", r.Order.Text("erp_order_id"))
}

// findSentOrders returns the customer's orders with the ERP id or, without one, with all values that were sent.
func findSentOrders(ctx context.Context, s *Sender, r wire.SaveOrderRequest, _ period) (candidates, error) {
	page, isComplete, err := s.findOrders(ctx, r)
	matches, sent := candidates{isComplete: isComplete}, sentOfOrder(r)
	for i := range page {
		hasAll := len(sent) == 0 || wire.AllApplied(wire.EditableOrder(&page[i]), sent)
		if hasAll || orderMark(r) != "" && isSameLine(page[i].ERPOrder, r.Order.Text("erp_order_id")) {
			matches.all = append(matches.all, Match{ID: page[i].ID, Differs: !hasAll, answer: orderAnswer(&page[i])})
		}
	}
	return matches, err
}

// sentOfOrder returns the values that belong to the order's record.
func sentOfOrder(r wire.SaveOrderRequest) wire.Values {
	out := wire.Values{}
	for path, value := range r.Values() {
		if strings.HasPrefix(path, "order_info.") && value != "" {
			out[path] = value
		}
	}
	return out
}

// findOrders pulls the orders of a request's customer: of an update the order itself, of an add those with its ERP id.
func (s *Sender) findOrders(
	ctx context.Context, r wire.SaveOrderRequest,
) (found []desk.Order, isComplete bool, err error) {
	customer := r.Customer.Text("customer_id")
	filter := wire.PullOrderRequest{ // the interface spells customers both ways
		"orderIds": r.Order.Text("order_id"), "customerIds": customer, "customer_Ids": customer,
	}
	if customer == "" {
		filter.Set("name", r.Customer.Text("customer_name"))
	} else if id, err := wire.ParseLooseInt(customer); err == nil {
		s.Cache.InvalidateCustomer(id.Value)
	}
	if r.Order.Text("order_id") == "" {
		filter.Set("erpOrderId", r.Order.Text("erp_order_id"))
	}
	page, isComplete, err := s.Cache.PullOrders(ctx, filter)
	return page.Orders, isComplete, err
}

func orderAnswer(o *desk.Order) Answer {
	return Answer{Saved: desk.SaveResult{
		Applied: true, Order: o.ID, Customer: o.Customer, Contact: o.Contact, Enquiry: o.Enquiry,
	}}
}

// isSameLine reports whether a line of a record is the one that was sent, up to white space.
func isSameLine(stored safetext.Line, sent string) bool {
	return isLine(stored, sent, func(a, b string) bool { return a == b })
}

// isLine reports whether the words of a line are those that were sent, as the service may have understood them.
func isLine(stored safetext.Line, sent string, isSame func(a, b string) bool) bool {
	words := func(l safetext.Line) string { return strings.Join(strings.Fields(l.String()), " ") }
	return isSame(words(stored), words(safetext.LineFromText(sent))) ||
		isSame(words(stored), words(safetext.LineFromEscaped(sent)))
}
