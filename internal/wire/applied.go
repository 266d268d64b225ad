package wire

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
)

// recordKeys returns the keys of a section's fields by the names of the record members that return them. Other members
// cannot be changed.
func recordKeys(s schema.Section) map[string]string {
	keys := map[string]string{}
	for _, f := range s.Fields {
		if f.Record != "" && !f.Names {
			keys[f.Record] = f.Key
		}
	}
	return keys
}

var customerKeys, contactKeys = recordKeys(schema.Customer), recordKeys(schema.Contact)

// EditableCustomer returns the values of a customer record that Update Customer can change, by request path. Masked
// phones and e-mails are omitted, because they must never be sent back.
func EditableCustomer(c *desk.Customer) Values {
	out := Values{}
	for name, value := range valuesByName(customerTable, c.Fields) {
		if key, known := customerKeys[name]; known {
			out[schema.Join(customerBlock, key)] = singleLine(schema.Customer, key, value)
		}
	}
	flags := map[string]bool{
		"individual":      !c.Organization,
		"organization":    c.Organization,
		"channel_partner": c.ChannelPartner,
	}
	for path, set := range flags { // individual is not in the record: it means not an organisation
		delete(out, schema.Join(customerBlock, path))
		if set {
			out[schema.Join(customerBlock, path)] = "true"
		}
	}
	maps.Copy(out, contactValues(c, false))
	return out
}

// contactValues returns the values of a customer's contacts that are masked, or those that are not, by request path. A
// request cannot refer to a contact without an id.
func contactValues(c *desk.Customer, masked bool) Values {
	out := Values{}
	for i := range c.Contacts {
		contact := &c.Contacts[i]
		under := schema.Join(contactBlock, strconv.FormatInt(contact.ID, 10))
		for name, value := range valuesByName(contactTable, contact.Fields) {
			if key, known := contactKeys[name]; known && contact.ID != 0 && isMasked(contact, name, value) == masked {
				out[schema.Join(under, key)] = singleLine(schema.Contact, key, value)
			}
		}
	}
	return out
}

// isMasked reports whether a contact field, by its name in the record, is masked, either by the account's flag or by
// its characters.
func isMasked(c *desk.Contact, name, value string) bool {
	values := valuesByName(contactTable, c.Fields)
	switch name {
	case "phone", "additionalPhone":
		return values["isMobileMasked"] != "" || desk.IsMasked(value)
	case "email":
		return values["isEmailMasked"] != "" || desk.IsMasked(value)
	}
	return false
}

// MaskedFields returns the masked values of a customer's contacts by request path.
func MaskedFields(c *desk.Customer) Values { return contactValues(c, true) }

// EditableOrder returns the values of an order record that Update Order can change, by request path. An order record
// uses the names of order_info (PROTOCOL.md 3.7).
func EditableOrder(p *desk.Order) Values {
	values := valuesByName(orderTable, p.Fields)
	out := Values{schema.Join(customerBlock, "customer_name"): cmp.Or(values["customer_name"], p.CustomerName.String())}
	for _, f := range schema.Order.Fields {
		if value, ok := values[f.Key]; ok && !f.Names {
			out[schema.Join(orderBlock, f.Key)] = singleLine(schema.Order, f.Key, value)
		}
	}
	return out
}

// IsReturned reports whether records include the value at a request path. It is false for new contacts, which have
// another path once they have an id.
func IsReturned(path string) bool {
	s, f, known := schema.AddOrderFields.FieldAt(path)
	isNew := s.Repeated && strings.HasPrefix(path, s.ElementPath(schema.NewElementPrefix))
	return known && f.Record != "" && !isNew
}

// singleLine collapses white space in a value unless its field is multi-line, so that showing it in a form does not
// change it.
func singleLine(s schema.Section, key, value string) string {
	if f, _ := s.FieldOf(key); f.Kind == schema.Multiline {
		return value
	}
	return strings.Join(strings.Fields(value), " ")
}

// valuesByName returns the known fields of a record by name. Known fields come first, in table order.
func valuesByName[T any](t recordDecoder[T], fields []desk.LabeledValue) map[string]string {
	out := map[string]string{}
	at := 0
	for _, f := range fields {
		for at < len(t.labels) && t.labels[at] != f.Label {
			at++
		}
		if at == len(t.labels) {
			break
		}
		out[t.members[at].name] = strings.TrimSpace(f.Value.String())
		at++
	}
	return out
}

// identifyingFields lists the fields that identify a new contact in a record, since its id is assigned by the service.
var identifyingFields = []string{"contact_person_name", "contact_person_phone", "contact_person_email"}

// AllApplied reports whether a record contains all requested values that records return, and at least one of them.
// New contacts are matched by content.
func AllApplied(found, requested Values) bool {
	compared := 0
	for path, want := range requested {
		if !IsReturned(path) {
			continue
		}
		if !isSameValue(path, found[path], want) {
			return false
		}
		compared++
	}
	for _, name := range ElementIDs(schema.Contact, requested) {
		if !strings.HasPrefix(name, schema.NewElementPrefix) {
			continue
		}
		if !hasContact(found, requested, name) {
			return false
		}
		compared++
	}
	return compared > 0
}

// NotReturned lists the requested paths that records do not return, sorted.
func NotReturned(requested Values) []string {
	var hidden []string
	for path, want := range requested {
		name, member, _ := strings.Cut(strings.TrimPrefix(path, contactBlock+"."), ".")
		isMark := strings.HasPrefix(name, schema.NewElementPrefix) && slices.Contains(identifyingFields, member)
		if want != "" && !IsReturned(path) && !isMark {
			hidden = append(hidden, path)
		}
	}
	slices.Sort(hidden)
	return hidden
}

// hasContact reports whether a record has a contact with the identifying fields of a new one.
func hasContact(found, requested Values, added string) bool {
	for _, name := range ElementIDs(schema.Contact, found) {
		matches, compared := true, 0
		for _, member := range identifyingFields {
			path := schema.Join(schema.Contact.ElementPath(name), member)
			if want := strings.TrimSpace(requested[schema.Join(schema.Contact.ElementPath(added), member)]); want != "" {
				matches, compared = matches && isSameValue(path, found[path], want), compared+1
			}
		}
		if matches && compared > 0 {
			return true
		}
	}
	return false
}

// isSameValue reports whether two values are equal after normalisation. The requested value has not been sanitised; the
// record's has.
func isSameValue(path, found, want string) bool {
	return found == want || normalise(path, found) == normalise(path, want)
}

func normalise(path, value string) string {
	value = safetext.BlockFromHTML(value).String()
	if s, f, known := schema.AddOrderFields.FieldAt(path); known {
		value = singleLine(s, f.Key, value)
	}
	return strings.TrimSpace(value)
}
