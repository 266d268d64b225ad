package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
)

// source is where the values of a kind of records come from: from functions of their own, by name, or from the fields
// that the interface's record has.
type source[T any] struct {
	kind   Kind
	values map[string]func(*T) any
	fields func(*T) []desk.LabeledValue
	groups func(*T) []desk.FieldGroup
}

// object returns a record of a source.
func (s source[T]) object(r *T, zone *time.Location) Object {
	var left []desk.LabeledValue
	if s.fields != nil {
		left = slices.Clone(s.fields(r))
	}
	all := s.kind.Fields()
	o := make(Object, len(all))
	for i, f := range all {
		o[i] = Member{Name: f.Name}
		get := s.values[f.Name]
		if get != nil {
			o[i].Value = plain(get(r), zone)
		}
		left = slices.DeleteFunc(left, func(v desk.LabeledValue) bool {
			isOfField := slices.Contains(f.Members, v.Member)
			if isOfField && get == nil && o[i].Value == nil {
				o[i].Value = f.value(v, zone)
			}
			return isOfField
		})
		switch {
		case f.Name == "blocks" && get == nil && s.groups != nil:
			o[i].Value = blocks(s.groups(r), zone)
		case f.Name == "other":
			o[i].Value = labelled(left, zone)
		}
	}
	return o
}

// plain returns a value as records have it; what is not known is nil.
func plain(v any, zone *time.Location) any {
	switch v := v.(type) {
	case desk.UnixTime:
		return timeOf(v, zone)
	case time.Time:
		if v.IsZero() {
			return nil
		}
		return v.In(zone).Format(time.RFC3339)
	case int32:
		return plain(int64(v), zone)
	case int64:
		if v == 0 {
			return nil
		}
		return v
	case fmt.Stringer:
		return plain(v.String(), zone)
	case string:
		if v == "" {
			return nil
		}
		return v
	}
	return v
}

// timeOf returns a time in RFC 3339; nil if it is not set.
func timeOf(at desk.UnixTime, zone *time.Location) any {
	if at.IsZero() {
		return nil
	}
	return at.In(zone).Format(time.RFC3339)
}

// orderTime is how most services write the times of orders, for which the interface has no format.
const orderTime = "2006-01-02 15:04:05"

// value returns the value of a field of the interface's record. One that is not of the field's type stays a text.
func (f Field) value(v desk.LabeledValue, zone *time.Location) any {
	said := v.Value.String()
	switch f.Type {
	case moment:
		if !v.Time.IsZero() {
			return timeOf(v.Time, zone)
		}
		if at, err := time.ParseInLocation(orderTime, said, zone); err == nil {
			return at.Format(time.RFC3339)
		}
	case number:
		if n, err := strconv.ParseInt(said, 10, 64); err == nil {
			return n
		}
		if n, err := strconv.ParseFloat(said, 64); err == nil {
			return n
		}
	case flag:
		if said == "Yes" {
			return true
		}
	}
	return plain(said, zone)
}

// labelled returns values under their names in the interface, or else under their labels.
func labelled(all []desk.LabeledValue, zone *time.Location) Object {
	return named(all, func(member string) string { return member }, zone)
}

// named returns values under names that follow from those of the interface, or else under their labels.
func named(all []desk.LabeledValue, nameOf func(member string) string, zone *time.Location) Object {
	o := Object{}
	for _, v := range all {
		name := nameOf(v.Member)
		if name == "" {
			name = v.Label.String()
		}
		if !o.has(name) {
			o = append(o, Member{name, Field{Type: moment}.value(v, zone)})
		}
	}
	return o
}

// blocks returns blocks of custom fields: each a list of its rows.
func blocks(all []desk.FieldGroup, zone *time.Location) Object {
	o := Object{}
	for _, g := range all {
		name := g.Member
		if name == "" {
			name = g.Title.String()
		}
		rows := []any{}
		for _, row := range g.Rows {
			rows = append(rows, labelled(row, zone))
		}
		if !o.has(name) {
			o = append(o, Member{name, rows})
		}
	}
	return o
}

// has returns a function that reports whether a ticket has a flag.
func has(mark desk.Flags) func(*desk.Ticket) any {
	return func(t *desk.Ticket) any { return t.Marks.Has(mark) }
}

var ticketValues = map[string]func(*desk.Ticket) any{
	"id":              func(t *desk.Ticket) any { return t.ID.Raw() },
	"title":           func(t *desk.Ticket) any { return t.Title },
	"status":          func(t *desk.Ticket) any { return t.Status },
	"sub_status":      func(t *desk.Ticket) any { return t.SubStatus.Key().Raw() },
	"sub_status_name": func(t *desk.Ticket) any { return t.SubStatus.Label() },
	"closed":          has(desk.Closed),
	"priority":        func(t *desk.Ticket) any { return t.Priority },
	"queue":           func(t *desk.Ticket) any { return t.Queue.Key().Raw() },
	"queue_name":      func(t *desk.Ticket) any { return t.Queue.Label() },
	"assignee":        func(t *desk.Ticket) any { return t.Assignee },
	"creator":         func(t *desk.Ticket) any { return t.Creator },
	"created":         func(t *desk.Ticket) any { return t.Created },
	"due":             func(t *desk.Ticket) any { return t.Due },
	"callback":        func(t *desk.Ticket) any { return t.Callback },
	"last_message":    func(t *desk.Ticket) any { return t.LastConversation },
	"last_follow_up":  func(t *desk.Ticket) any { return t.LastFollowUp },
	"messages":        func(t *desk.Ticket) any { return t.Conversations },
	"sla":             func(t *desk.Ticket) any { return t.SLA },
	"late":            has(desk.OutOfSLA),
	"at_risk":         has(desk.AtRisk),
	"escalated":       has(desk.Escalated),
	"wants_callback":  has(desk.CallbackRequested),
	"turnaround_seconds": func(t *desk.Ticket) any {
		if !t.Turnaround.IsSaid() {
			return nil
		}
		return int64(t.Turnaround.Duration() / time.Second)
	},
	"first_contact": func(t *desk.Ticket) any {
		if !t.Marks.Has(desk.FixedAtOnce) && !t.Marks.Has(desk.NotFixedAtOnce) {
			return nil
		}
		return t.Marks.Has(desk.FixedAtOnce)
	},
	"disposition": func(t *desk.Ticket) any { return t.Disposition },
	"source":      func(t *desk.Ticket) any { return t.Source },
	"customer_id": func(t *desk.Ticket) any { return t.CustomerID },
	"order_id":    func(t *desk.Ticket) any { return t.OrderID },
	"email":       func(t *desk.Ticket) any { return t.Email },
	"phone":       func(t *desk.Ticket) any { return t.Phone },
	"task_id":     func(t *desk.Ticket) any { return t.TaskID },
}

// OfTicket returns the record of a ticket of a list.
func OfTicket(t *desk.Ticket, zone *time.Location) Object {
	return source[desk.Ticket]{kind: Ticket, values: ticketValues}.object(t, zone)
}

var detailValues = with(ticketValues, func(t *desk.TicketDetails) *desk.Ticket { return &t.Ticket },
	map[string]func(*desk.TicketDetails) any{
		"body": func(t *desk.TicketDetails) any { return t.Body.Text() },
		"url":  func(t *desk.TicketDetails) any { return t.Page },
	})

// with returns functions of a record that holds another one, with those of that one that it does not have itself.
func with[T, Part any](
	values map[string]func(*Part) any, part func(*T) *Part, own map[string]func(*T) any,
) map[string]func(*T) any {
	for name, get := range values {
		if own[name] == nil {
			own[name] = func(r *T) any { return get(part(r)) }
		}
	}
	return own
}

// OfTicketDetails returns the record of a whole ticket.
func OfTicketDetails(t *desk.TicketDetails, zone *time.Location) Object {
	attachments, timeline := []any{}, []any{}
	for _, a := range t.Attachments {
		attachments = append(attachments, Object{{"name", plain(a.Name, zone)}, {"url", plain(a.URL, zone)}})
	}
	for _, e := range t.Timeline {
		at := timeOf(e.At, zone)
		if at == nil {
			at = plain(e.RawTime, zone)
		}
		timeline = append(timeline, Object{
			{"at", at},
			{"author", plain(e.Author, zone)},
			{"kind", plain(e.Kind, zone)},
			{"text", plain(e.Body.Text(), zone)},
			{"changes", named(e.Values, nameOfChange, zone)},
		})
	}
	o := source[desk.TicketDetails]{
		kind: TicketWhole, values: detailValues,
		fields: func(t *desk.TicketDetails) []desk.LabeledValue { return t.Fields },
		groups: func(t *desk.TicketDetails) []desk.FieldGroup { return t.Groups },
	}.object(t, zone)
	return o.set("attachments", attachments).set("timeline", timeline)
}

// nameOfChange returns the name of what an entry of a ticket's history has set: the ticket's field.
func nameOfChange(member string) string {
	for _, f := range Ticket.Fields() {
		if slices.Contains(f.Members, member) {
			return f.Name
		}
	}
	if f, isOfUpdate := schema.TicketUpdate.FieldOf(member); isOfUpdate {
		return strings.ReplaceAll(f.FlagName(), "-", "_")
	}
	return member
}

// set sets the value of a member that the object has.
func (o Object) set(name string, value any) Object {
	o[slices.IndexFunc(o, func(m Member) bool { return m.Name == name })].Value = value
	return o
}

// OfSavedTicket returns the record of a ticket that was added or updated.
func OfSavedTicket(r *desk.TicketResult, zone *time.Location) Object {
	return source[desk.TicketResult]{kind: SavedTicket, values: savedTicketValues}.object(r, zone)
}

var savedTicketValues = with(ticketValues, func(r *desk.TicketResult) *desk.Ticket { return &r.Ticket },
	map[string]func(*desk.TicketResult) any{
		"message": func(r *desk.TicketResult) any { return r.Message },
		"url":     func(r *desk.TicketResult) any { return r.URL },
		"priority": func(r *desk.TicketResult) any {
			if _, err := strconv.Atoi(r.Ticket.Priority.String()); err == nil {
				return nil // a number, which only the service can read
			}
			return r.Ticket.Priority
		},
	})

// OfCustomer returns the record of a customer with its contacts.
func OfCustomer(c *desk.Customer, zone *time.Location) Object {
	contacts := []any{}
	for i := range c.Contacts {
		contacts = append(contacts, contactSource.object(&c.Contacts[i], zone))
	}
	return customerSource.object(c, zone).set("contacts", contacts)
}

var customerSource = source[desk.Customer]{
	kind: Customer,
	values: map[string]func(*desk.Customer) any{
		"id":              func(c *desk.Customer) any { return c.ID },
		"phone":           func(c *desk.Customer) any { return primary(c).Phone },
		"email":           func(c *desk.Customer) any { return primary(c).Email },
		"organisation":    func(c *desk.Customer) any { return c.Organization },
		"channel_partner": func(c *desk.Customer) any { return c.ChannelPartner },
		"deleted":         func(c *desk.Customer) any { return c.Deleted },
	},
	fields: func(c *desk.Customer) []desk.LabeledValue { return c.Fields },
	groups: func(c *desk.Customer) []desk.FieldGroup { return c.Groups },
}

// primary returns a customer's primary contact, or an empty one if there is none.
func primary(c *desk.Customer) *desk.Contact {
	if p := c.PrimaryContact(); p != nil {
		return p
	}
	return &desk.Contact{}
}

var contactSource = source[desk.Contact]{
	kind: contact,
	values: map[string]func(*desk.Contact) any{
		"primary": func(c *desk.Contact) any { return c.Primary },
		"active":  func(c *desk.Contact) any { return c.Active },
	},
	fields: func(c *desk.Contact) []desk.LabeledValue { return c.Fields },
	groups: func(c *desk.Contact) []desk.FieldGroup { return c.Groups },
}

// OfOrder returns the record of an order.
func OfOrder(o *desk.Order, zone *time.Location) Object {
	return source[desk.Order]{
		kind: Order,
		values: map[string]func(*desk.Order) any{
			"id": func(o *desk.Order) any { return o.ID.Raw() },
		},
		fields: func(o *desk.Order) []desk.LabeledValue { return o.Fields },
		groups: func(o *desk.Order) []desk.FieldGroup { return o.Groups },
	}.object(o, zone)
}

// OfSaved returns the record of a write to a customer or an order.
func OfSaved(r *desk.SaveResult, zone *time.Location) Object {
	return source[desk.SaveResult]{kind: Saved, values: map[string]func(*desk.SaveResult) any{
		"customer_id": func(r *desk.SaveResult) any { return r.Customer },
		"order_id":    func(r *desk.SaveResult) any { return r.Order.Raw() },
		"contact_id":  func(r *desk.SaveResult) any { return r.Contact },
		"enquiry_id":  func(r *desk.SaveResult) any { return r.Enquiry },
		"message":     func(r *desk.SaveResult) any { return r.Message },
	}}.object(r, zone)
}

var articleValues = map[string]func(*desk.Article) any{
	"id":              func(a *desk.Article) any { return a.ID },
	"title":           func(a *desk.Article) any { return a.Title },
	"category_id":     func(a *desk.Article) any { return a.CategoryID },
	"category":        func(a *desk.Article) any { return a.CategoryName },
	"parent_category": func(a *desk.Article) any { return a.ParentCategory },
	"type":            func(a *desk.Article) any { return a.Type },
	"created":         func(a *desk.Article) any { return a.Created },
	"attachment":      func(a *desk.Article) any { return a.Attachment },
	"body":            func(a *desk.Article) any { return a.Body.Text() },
}

// OfArticle returns the record of an article that the service has found.
func OfArticle(a *desk.Article, zone *time.Location) Object {
	return OfKnownArticle(a, time.Time{}, nil, zone)
}

// OfKnownArticle returns the record of an article that is known here, with when it was seen and which words it lacks.
func OfKnownArticle(a *desk.Article, seen time.Time, missing []string, zone *time.Location) Object {
	words := []any{}
	for _, word := range missing {
		words = append(words, word)
	}
	o := source[desk.Article]{kind: Article, values: articleValues}.object(a, zone)
	return o.set("seen", plain(seen, zone)).set("missing", words)
}

// OfCategory returns the record of a category; path is the ids from the root to it.
func OfCategory(c *desk.Category, path []int64, zone *time.Location) Object {
	ids := []any{}
	for _, id := range path {
		ids = append(ids, id)
	}
	return source[desk.Category]{kind: Category, values: map[string]func(*desk.Category) any{
		"id":     func(c *desk.Category) any { return c.ID },
		"name":   func(c *desk.Category) any { return c.Name },
		"about":  func(c *desk.Category) any { return c.Detail },
		"parent": func(c *desk.Category) any { return c.Parent },
		"path":   func(*desk.Category) any { return ids },
	}}.object(c, zone)
}
