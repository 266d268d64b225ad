package wire

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// What a record's members are called in the blocks of a write request; the others cannot be changed.
var (
	customerPaths = map[string]string{
		"name": "customer_name", "customerCode": "customer_code", "customerType": "type", "classification": "classification",
		"address": "address", "city": "city", "state": "state", "pinCode": "pincode", "country": "country", "zone": "zone",
		"isOrganization": "organization", "isChannelPartner": "channel_partner", "remarks": "remarks",
	}
	contactPaths = map[string]string{
		"contactPerson": "contact_person_name", "phone": "contact_person_phone", "email": "contact_person_email", "phoneCountryCode": "country_code",
		"additionalPhone": "additional_contact_phone", "gender": "gender",
	}
)

// EditableCustomer is what a customer record holds of what Update Customer can be told, by the paths of its asks. A
// masked phone or e-mail is left out: it must never be sent back.
func EditableCustomer(c *desk.Customer) Values {
	out := Values{}
	for name, value := range valuesByName(customerTable, c.Fields) {
		if path, known := customerPaths[name]; known {
			out[join(customerBlock, path)] = singleLine(customerAsks, path, value)
		}
	}
	flags := map[string]bool{"individual": !c.Organization, "organization": c.Organization, "channel_partner": c.ChannelPartner}
	for path, set := range flags { // the record does not say who is a person: whoever is no organisation
		delete(out, join(customerBlock, path))
		if set {
			out[join(customerBlock, path)] = "true"
		}
	}
	for i := range c.Contacts {
		contactValues(&c.Contacts[i], out)
	}
	return out
}

func contactValues(c *desk.Contact, out Values) {
	if c.ID == 0 {
		return // it cannot be named in a request
	}
	under := join(contactBlock, strconv.FormatInt(c.ID, 10))
	for name, value := range valuesByName(contactTable, c.Fields) {
		if path, known := contactPaths[name]; known && !isMasked(c, name, value) {
			out[join(under, path)] = singleLine(contactAsks, path, value)
		}
	}
}

// isMasked says whether a contact's member, by its name in the record, is shown with some of its characters hidden:
// the account's flag says so, or its characters do.
func isMasked(c *desk.Contact, name, value string) bool {
	held := valuesByName(contactTable, c.Fields)
	switch name {
	case "phone", "additionalPhone":
		return held["isMobileMasked"] != "" || desk.IsMasked(value)
	case "email":
		return held["isEmailMasked"] != "" || desk.IsMasked(value)
	}
	return false
}

// MaskedFields is what a customer's contacts show with characters hidden, by the paths at which something else can be said.
func MaskedFields(c *desk.Customer) Values {
	out := Values{}
	for i := range c.Contacts {
		contact := &c.Contacts[i]
		for name, value := range valuesByName(contactTable, contact.Fields) {
			if path, known := contactPaths[name]; known && contact.ID != 0 && isMasked(contact, name, value) {
				out[join(join(contactBlock, strconv.FormatInt(contact.ID, 10)), path)] = value
			}
		}
	}
	return out
}

// EditableOrder is what an order record holds of what Update Order can be told, by the paths of its asks: its own
// members have the names of order_info (PROTOCOL.md 3.7).
func EditableOrder(p *desk.Order) Values {
	held := valuesByName(purchaseTable, p.Fields)
	out := Values{join(customerBlock, "customer_name"): cmp.Or(held["customer_name"], p.CustomerName.String())}
	for _, a := range orderAsks {
		if value, ok := held[a.Key]; ok {
			out[join(orderBlock, a.Key)] = singleLine(orderAsks, a.Key, value)
		}
	}
	return out
}

// IsReturned says whether records show what is said at a path. Of a contact that is to be added they show it elsewhere.
func IsReturned(path string) bool {
	block, member, _ := strings.Cut(path, ".")
	held := map[string]string{}
	switch block {
	case customerBlock:
		held = customerPaths
	case contactBlock:
		name, inside, _ := strings.Cut(member, ".")
		if strings.HasPrefix(name, NewElementPrefix) {
			return false
		}
		held, member = contactPaths, inside
	case orderBlock:
		_, known := purchaseTable.at[member]
		return known
	}
	return slices.Contains(slices.Collect(maps.Values(held)), member)
}

// singleLine makes a record's value one line where that is what can be said, so that a form does not change it by showing it.
func singleLine(asks []Field, path, value string) string {
	for _, a := range asks {
		if a.Key == path && a.Kind == KindMultiline {
			return value
		}
	}
	return strings.Join(strings.Fields(value), " ")
}

// valuesByName is a record's fields by the names of their members, as far as the document names them: those come first.
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

// contactMarks are the members by which a contact that was added is found among a record's: its id is the service's.
var contactMarks = []string{"contact_person_name", "contact_person_phone", "contact_person_email"}

// AllApplied says whether a record, by its values, holds everything that was asked for of what records show, and something
// of it. New contacts are found by what they hold, wherever they stand.
func AllApplied(found, asked Values) bool {
	seen := 0
	for path, want := range asked {
		if !IsReturned(path) {
			continue
		}
		if !holds(path, found[path], want) {
			return false
		}
		seen++
	}
	for _, name := range eachElement(contactBlock, asked) {
		if !strings.HasPrefix(name, NewElementPrefix) {
			continue
		}
		if !hasContact(found, asked, name) {
			return false
		}
		seen++
	}
	return seen > 0
}

// NotReturned are the paths of what was asked for that no record shows, sorted.
func NotReturned(asked Values) []string {
	var hidden []string
	for path, want := range asked {
		name, member, _ := strings.Cut(strings.TrimPrefix(path, contactBlock+"."), ".")
		isMark := strings.HasPrefix(name, NewElementPrefix) && slices.Contains(contactMarks, member)
		if want != "" && !IsReturned(path) && !isMark {
			hidden = append(hidden, path)
		}
	}
	slices.Sort(hidden)
	return hidden
}

// hasContact says whether some contact of a record holds what a new one was to hold.
func hasContact(found, asked Values, added string) bool {
	block := Record{Path: contactBlock}
	for _, name := range block.ElementIDs(found) {
		fits, marks := true, 0
		for _, member := range contactMarks {
			path := join(block.ElementPath(name), member)
			if want := strings.TrimSpace(asked[join(block.ElementPath(added), member)]); want != "" {
				fits, marks = fits && holds(path, found[path], want), marks+1
			}
		}
		if fits && marks > 0 {
			return true
		}
	}
	return false
}

// holds says whether a record's value is what was asked for, which has not passed what a record's has.
func holds(path, found, want string) bool {
	return found == want || normalise(path, found) == normalise(path, want)
}

func normalise(path, value string) string {
	block, member, _ := strings.Cut(path, ".")
	asks := map[string][]Field{customerBlock: customerAsks, contactBlock: contactAsks, orderBlock: orderAsks}[block]
	if block == contactBlock {
		_, member, _ = strings.Cut(member, ".")
	}
	return strings.TrimSpace(singleLine(asks, member, safetext.BlockFromHTML(value).String()))
}
