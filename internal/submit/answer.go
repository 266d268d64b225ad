package submit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// This file decides whether an answer is believed (PROTOCOL.md 9.1): only if it is about the record, the reference and
// the action that were sent. A proxy, a reused connection or a service that mixes its callers up may hand out the
// answer to another write, also to an earlier one of the same record. Each function returns what speaks against an
// answer, or an empty line. An answer that leaves out what the interface does not require is believed.

func objectionf(format string, args ...any) safetext.Line {
	return safetext.LineFromText(fmt.Sprintf(format, args...))
}

// minCutTitle is the length from which the beginning of a title counts as the title, cut by the service.
const minCutTitle = 40

func objectionToNewTicket(r wire.AddTicketRequest, prior Prior, a desk.TicketResult) safetext.Line {
	id := a.Ticket.ID
	other := slices.IndexFunc(a.Named, func(named desk.ID) bool {
		return !isSameID(named, id) && named != desk.NumericID(a.Ticket.TaskID)
	})
	switch {
	case a.Records > 1:
		return objectionf("it has the records of several tickets")
	case id.IsZero():
		return objectionf("it names no ticket")
	case other >= 0:
		return objectionf("it names the tickets %s and %s", id.Display(), a.Named[other].Display())
	case slices.Contains(prior.IDs, id.Raw()):
		return objectionf("ticket %s, which it names, was there before", id.Display())
	case slices.ContainsFunc(a.Titles, func(title safetext.Line) bool { return !isTitle(title, r.Title) }):
		return objectionf("it is about ticket %s, %s", id.Display(), a.Titles[0])
	case !mayHaveBody(r, a.Detail):
		return objectionf("ticket %s, which it names, has other details", id.Display())
	case isOtherAddress(a.Ticket.Email, r.Email):
		return objectionf("ticket %s, which it names, is that of %s", id.Display(), a.Ticket.Email)
	}
	return safetext.Line{}
}

// mayHaveBody reports whether the details of a ticket are those sent, perhaps with something before or after them, or
// are not shown.
func mayHaveBody(r wire.AddTicketRequest, body safetext.HTML) bool {
	shown, sent, ref := oneLine(body), oneLine(safetext.NewHTML(r.Details)), Ref(r.Details)
	switch {
	case shown == "" || sent == "":
		return true
	case ref != "":
		return hasRef(shown, ref)
	}
	return isPartOf(sent, shown) || isPartOf(shown, sent)
}

// isTitle reports whether a record's title is the one that was sent, up to white space and case. A long one may be cut.
func isTitle(stored safetext.Line, sent string) bool {
	long := strings.TrimRight(stored.String(), " .…")
	return isSameName(stored, sent) ||
		len(long) >= minCutTitle && strings.HasPrefix(safetext.LineFromText(sent).String(), long)
}

// isSameName reports whether a line of a record is the one that was sent, up to white space and case.
func isSameName(stored safetext.Line, sent string) bool {
	return isLine(stored, sent, strings.EqualFold)
}

func isPartOf(part, whole string) bool {
	return strings.Contains(strings.ToLower(whole), strings.ToLower(part))
}

// isOtherAddress reports whether a record has another e-mail address than the one that was sent, and shows it.
func isOtherAddress(stored safetext.Line, sent string) bool {
	return sent != "" && strings.Contains(stored.String(), "@") && !desk.IsMasked(stored.String()) &&
		!isSameName(stored, sent)
}

// isSameID reports whether two ids are the same, also if one of them is a number and the other a text.
func isSameID(a, b desk.ID) bool {
	x, y := strings.TrimSpace(a.Raw()), strings.TrimSpace(b.Raw())
	if x == y {
		return true
	}
	n, errN := wire.ParseLooseInt(x)
	m, errM := wire.ParseLooseInt(y)
	return errN == nil && errM == nil && x != "" && y != "" && n.Value == m.Value
}

func (r TicketChange) objection(ctx context.Context, s *Sender, prior Prior, a desk.TicketResult) safetext.Line {
	named := a.Named
	if len(named) == 0 && a.Ticket.TaskID != 0 {
		named = []desk.ID{desk.NumericID(a.Ticket.TaskID)}
	}
	other := slices.IndexFunc(named, func(id desk.ID) bool { return !isSameID(id, r.record()) })
	switch {
	case a.Records > 1:
		return objectionf("it has the records of several tickets")
	case len(named) == 0:
		return objectionf("it names no ticket")
	case other >= 0:
		return objectionf("it is about ticket %s", named[other].Display())
	case r.mayBeEarlier(a):
		return s.objectionAsBefore(ctx, r, prior)
	}
	return safetext.Line{}
}

// objectionUnread is what speaks against an answer if nothing tells it from that to another write, because the service
// does not answer when its record is read. A service that has no such record, or refuses to show it, has answered.
func objectionUnread(noun string, id desk.ID) safetext.Line {
	return objectionf("it may be that to another write, and %s %s cannot be read to find out", noun, id.Display())
}

// mayBeEarlier reports whether an answer may be that to an earlier write of the same ticket: it counts no conversation
// that was not there before this write. A service that does not count updates answers like that, too.
func (r TicketChange) mayBeEarlier(a desk.TicketResult) bool {
	return a.HasCounts && r.before != nil &&
		a.Ticket.LastConversationID <= r.before.LastConversationID && a.Ticket.Conversations <= r.before.Conversations
}

// objectionAsBefore reads a ticket again; it objects to the answer if the ticket shows nothing of an update.
func (s *Sender) objectionAsBefore(ctx context.Context, r TicketChange, prior Prior) safetext.Line {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	now, err := s.ticket(ctx, r.record())
	switch {
	case client.IsUnanswered(err):
		return objectionUnread("ticket", r.record())
	case err == nil && s.isTicketAsBefore(r, prior, now):
		return objectionf("it shows ticket %s as it was before", r.record().Display())
	}
	return safetext.Line{}
}

// isTicketAsBefore reports whether a ticket that was read again shows nothing of an update.
func (s *Sender) isTicketAsBefore(r TicketChange, prior Prior, now *desk.TicketDetails) bool {
	if strings.TrimSpace(r.Comment) != "" && len(now.Timeline) > 0 {
		return len(freshEntries(prior, now.Timeline, r.Comment)) == 0
	}
	return now.Ticket == r.before.Ticket && len(now.Timeline) == len(r.before.Timeline) &&
		maps.Equal(wire.TicketBlocks(s.Cache.Blocks, now.Groups), wire.TicketBlocks(s.Cache.Blocks, r.before.Groups))
}

// isEvent reports whether an answer says that this happened, or does not say what happened.
func isEvent(said safetext.Line, event string) bool {
	return said.IsEmpty() || strings.EqualFold(strings.ReplaceAll(said.String(), " ", "_"), event)
}

// savedObjection returns what speaks against the answer to a write of a customer or an order, apart from its record.
func savedObjection(a desk.SaveResult, noun, event string) safetext.Line {
	switch {
	case a.Records > 1:
		return objectionf("it has the records of several %ss", noun)
	case a.Records == 0 && a.IsOther:
		return objectionf("it is about something else")
	case !isEvent(a.ActionEvent, event):
		return objectionf("it is about %s", a.ActionEvent)
	}
	return safetext.Line{}
}

func objectionToNewCustomer(
	ctx context.Context, s *Sender, r wire.SaveCustomerRequest, prior Prior, a desk.SaveResult,
) safetext.Line {
	id := desk.NumericID(a.Customer)
	switch o := savedObjection(a, "customer", wire.EventCustomerAdded); {
	case !o.IsEmpty():
		return o
	case !a.Applied && a.Records > 0:
		return safetext.Line{}
	case a.Customer == 0:
		return objectionf("it names no customer")
	case slices.Contains(prior.IDs, id.Raw()):
		return objectionf("customer %s, which it names, was there before", id.Display())
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	request := wire.GetCustomerRequest{"service_customer_id": a.Customer}
	found, err := client.Call(ctx, s.Cache.Client, wire.GetCustomer, request)
	switch {
	case client.IsUnanswered(err):
		return objectionUnread("customer", id)
	case err == nil && found.ID == a.Customer && isOtherCustomer(r, &found):
		return objectionf("customer %s, which it names, is %s", id.Display(), found.Name)
	}
	return safetext.Line{}
}

// isOtherCustomer reports whether a customer cannot be the one that was added.
func isOtherCustomer(r wire.SaveCustomerRequest, c *desk.Customer) bool {
	code := r.Customer.Text("customer_code")
	return !isSameName(c.Name, r.Customer.Text("customer_name")) || code != "" && !c.Code.IsEmpty() && !isSameName(c.Code, code) ||
		!mayHavePhone(c, r.Phone()) || len(c.Contacts) == 1 && isOtherAddress(c.Contacts[0].Email, r.Email())
}

// mayHavePhone reports whether a customer has a phone, perhaps with or without its country code, or hides it.
func mayHavePhone(c *desk.Customer, phone string) bool {
	shown := 0
	for _, contact := range c.Contacts {
		for _, line := range []safetext.Line{contact.Phone, contact.OtherPhone} {
			digits := strings.TrimLeft(line.String(), "+0")
			switch {
			case digits == "":
				continue
			case desk.IsMasked(digits), strings.HasSuffix(digits, phone), strings.HasSuffix(phone, digits):
				return true
			}
			shown++
		}
	}
	return phone == "" || shown == 0
}

func objectionToCustomer(r wire.SaveCustomerRequest, a desk.SaveResult) safetext.Line {
	o := savedObjection(a, "customer", a.ActionEvent.String()) // no event is specified
	isOthers := slices.ContainsFunc(
		[]string{wire.EventCustomerAdded, wire.EventOrderAdded, wire.EventOrderUpdated},
		func(event string) bool { return !a.ActionEvent.IsEmpty() && isEvent(a.ActionEvent, event) },
	)
	switch {
	case !o.IsEmpty():
		return o
	case isOthers:
		return objectionf("it is about %s", a.ActionEvent)
	case a.Customer != 0 && !isSameID(desk.NumericID(a.Customer), desk.NewID(r.Customer.Text("customer_id"))):
		return objectionf("it is about customer %d", a.Customer)
	}
	return safetext.Line{}
}

func objectionToNewOrder(
	ctx context.Context, s *Sender, r wire.SaveOrderRequest, prior Prior, a desk.SaveResult,
) safetext.Line {
	switch o := orderObjection(r, a, wire.EventOrderAdded); {
	case !o.IsEmpty():
		return o
	case !a.Applied && a.Records > 0:
		return safetext.Line{}
	case a.Order.IsZero():
		return objectionf("it names no order")
	case slices.Contains(prior.IDs, a.Order.Raw()):
		return objectionf("order %s, which it names, was there before", a.Order.Display())
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	added := r
	added.Order = r.Order.With("order_id", a.Order.Raw())
	if a.Customer != 0 { // who need not be the one that was sent
		added.Customer = r.Customer.With("customer_id", desk.NumericID(a.Customer).Raw())
	}
	switch found, err := s.orderOf(ctx, added); {
	case client.IsUnanswered(err):
		return objectionUnread("order", a.Order)
	case err == nil && isOtherOrder(r, found):
		return objectionf("order %s, which it names, holds something else", a.Order.Display())
	}
	return safetext.Line{}
}

// isOtherOrder reports whether an order cannot be the one that was added. Services write dates in forms of their own.
func isOtherOrder(r wire.SaveOrderRequest, o *desk.Order) bool {
	shown := wire.EditableOrder(o)
	for path, sent := range sentOfOrder(r) {
		if shown[path] != "" && !strings.Contains(path, "date") && !isSameName(safetext.LineFromText(shown[path]), sent) {
			return true
		}
	}
	return !o.CustomerName.IsEmpty() && !isSameName(o.CustomerName, r.Customer.Text("customer_name"))
}

// orderObjection is savedObjection for an order, which is that of the customer who was sent.
func orderObjection(r wire.SaveOrderRequest, a desk.SaveResult, event string) safetext.Line {
	o := savedObjection(a, "order", event)
	if o.IsEmpty() && r.Customer.Text("customer_id") != "" && a.Customer != 0 &&
		!isSameID(desk.NumericID(a.Customer), desk.NewID(r.Customer.Text("customer_id"))) {
		o = objectionf("it is about an order of customer %d", a.Customer)
	}
	return o
}

func objectionToOrder(r wire.SaveOrderRequest, a desk.SaveResult) safetext.Line {
	switch o := orderObjection(r, a, wire.EventOrderUpdated); {
	case !o.IsEmpty():
		return o
	case a.Records == 0:
		return objectionf("it names no order")
	case !a.Order.IsZero() && !isSameID(a.Order, desk.NewID(r.Order.Text("order_id"))):
		return objectionf("it is about order %s", a.Order.Display())
	}
	return safetext.Line{}
}

// objection reads a record again; it objects to the answer if the record shows nothing of a change that it did not show
// before. It is read up to three times, because the records of some services come from an index that follows later.
func (r change[B]) objection(ctx context.Context, s *Sender) safetext.Line {
	shows := func(values wire.Values) bool {
		return JudgeChange(values, r.requested).Verdict != Absent
	}
	if r.before == nil || shows(r.before) {
		return safetext.Line{}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	for look, pause := 1, firstPause; ; look, pause = look+1, 2*pause {
		now, err := r.kind.now(ctx, s, r.body)
		switch {
		case client.IsUnanswered(err):
			return objectionUnread(r.kind.noun, r.record())
		case err != nil || now.hides || shows(now.values) || !maps.Equal(now.values, r.before):
			return safetext.Line{}
		case look == maxLooks || !s.Sleep(ctx, pause):
			return objectionf("%s %s is as it was before", r.kind.noun, r.record().Display())
		}
	}
}
