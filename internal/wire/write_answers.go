package wire

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// readTicketResult decodes an Add Ticket or Update Ticket response (PROTOCOL.md 4.8 and 4.9). It keeps all that the
// response says about which ticket it is: the response may be to another write.
func readTicketResult(d *responseDecoder) (desk.TicketResult, error) {
	var r desk.TicketResult
	name := func(id string) {
		if named := desk.NewID(id); id != "" && !slices.Contains(r.Named, named) {
			r.Named = append(r.Named, named)
		}
	}
	customer := int64(0)
	err := d.decodeEnvelope(func(member string) (bool, error) {
		switch member {
		case "ticket":
			return true, d.elements(func() error { return d.writtenTicket(&r, name) })
		case "customer_id":
			v, err := d.value()
			customer = number(v)
			return true, err
		case "additional_details":
			v, err := d.value()
			reader := d.newFieldReader()
			r.Groups = reader.groups(v)
			return true, err
		case "ticket_id", "ticket id":
			v, err := d.value()
			if err == nil {
				name(scalar(v))
			}
			return true, err
		case "title":
			v, err := d.value()
			if title := line(v); err == nil && !title.IsEmpty() {
				r.Titles = append(r.Titles, title)
			}
			return true, err
		}
		return false, nil
	})
	r.Message = d.message
	r.Ticket.CustomerID = cmp.Or(r.Ticket.CustomerID, customer)
	if r.Ticket.ID.IsZero() && len(r.Named) > 0 {
		r.Ticket.ID = r.Named[0]
	}
	return r, err
}

// writtenTicket decodes the ticket record of an answer to a write.
func (d *responseDecoder) writtenTicket(r *desk.TicketResult, name func(string)) error {
	counts := func(v jsontext.Value) { r.HasCounts = r.HasCounts || scalar(v) != "" }
	b, err := d.row(TicketTimeLayout, map[string]func(jsontext.Value){
		"ticketId":               func(v jsontext.Value) { name(scalar(v)) },
		"detail":                 func(v jsontext.Value) { r.Detail = safetext.NewHTML(scalar(v)) },
		"lastConversationId":     counts,
		"totalConversationCount": counts,
	})
	if err != nil || b.isEmpty {
		return err
	}
	r.Records++
	r.Ticket, r.URL = b.ticket(), b.url
	if !r.Ticket.Title.IsEmpty() {
		r.Titles = append(r.Titles, r.Ticket.Title)
	}
	return nil
}

// readSaveResult returns the decoder of the response to adding or updating a customer or an order, whose record is the
// member own (PROTOCOL.md 4.1, 4.2, 4.5 and 4.6).
func readSaveResult(own string) func(*responseDecoder) (desk.SaveResult, error) {
	return func(d *responseDecoder) (desk.SaveResult, error) {
		saved := desk.SaveResult{Applied: true}
		hasLoose := false // members of the record beside the status
		err := d.decodeEnvelope(func(name string) (bool, error) {
			_, isMember := savedMembers[name]
			switch {
			case name == own:
				return true, d.elements(func() error { return d.savedRecord(&saved) })
			case isMember:
				hasLoose = true
				return true, d.saveResultMember(&saved, name)
			case recordsOfOthers[name]:
				v, err := d.value()
				saved.IsOther = saved.IsOther || name != "message" || bytes.ContainsRune(v, '{') // or a list of texts
				return true, err
			}
			return false, nil
		})
		if saved.Records == 0 && hasLoose {
			saved.Records = 1
		}
		saved.Message = d.message
		return saved, err
	}
}

// recordsOfOthers are the members, in lower case, of which the answer to a write of a customer or an order has at most
// its own.
var recordsOfOthers = nameSet(
	"customer", "order", "customer details", "message",
	"ticket", "ticket_id", "ticket id", "additional_details", "totalcount",
)

func (d *responseDecoder) savedRecord(saved *desk.SaveResult) error {
	saved.Records++
	return d.eachMember(func(name string) error { return d.saveResultMember(saved, name) })
}

func (d *responseDecoder) saveResultMember(saved *desk.SaveResult, name string) error {
	v, err := d.value()
	if set, known := savedMembers[strings.ToLower(name)]; known && err == nil {
		set(saved, v)
	}
	return err
}

var savedMembers = map[string]func(*desk.SaveResult, jsontext.Value){
	"result":       func(s *desk.SaveResult, v jsontext.Value) { s.Applied = scalar(v) == "" || flag(v) },
	"customer_id":  func(s *desk.SaveResult, v jsontext.Value) { s.Customer = number(v) },
	"contact_id":   func(s *desk.SaveResult, v jsontext.Value) { s.Contact = number(v) },
	"enquiry_id":   func(s *desk.SaveResult, v jsontext.Value) { s.Enquiry = number(v) },
	"order_id":     func(s *desk.SaveResult, v jsontext.Value) { s.Order = desk.NewID(scalar(v)) },
	"action":       func(s *desk.SaveResult, v jsontext.Value) { s.Action = line(v) },
	"action_event": func(s *desk.SaveResult, v jsontext.Value) { s.ActionEvent = line(v) },
}
