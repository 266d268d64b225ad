package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// contactMembers are the members of a contact that stand beside the ways to reach them; contactShown those that are
// said in another way. Whatever is left stands under More.
var (
	contactMembers = []string{"gender", "age", "maritalStatus", "isGuest"}
	contactShown   = []string{
		"contactPerson", "phoneCountryCode", "phone", "additionalPhone", "email", "isPrimaryContact", "isActive", "leadId", "cmId",
		"isMobileMasked", "isEmailMasked",
	}
)

// contact is one person: how they are reached first, the rest of the record small below.
func (s *customerRenderer) contact(c *desk.Contact) {
	name := c.Name.String()
	if name == "" {
		name = "Contact without a name"
	}
	marks := ""
	if c.Primary {
		marks = "primary"
	}
	if !c.Active {
		marks = joined(marks, "not active")
	}
	name = safetext.Truncate(name, s.width())
	rest := ""
	if room := s.width() - safetext.Width(name) - 3; marks != "" && room > 0 {
		rest = s.th.Muted.Render(safetext.Truncate(" · "+marks, room+3))
	}
	s.writeLines(s.th.Header.Render(name) + rest)
	for _, r := range contactMethods(c) {
		value := r.value
		if desk.IsMasked(value) {
			value += "  (masked)"
		}
		s.doc.pairs([]field{{r.label, value}}, "  ")
		s.flush()
	}
	personal := s.fieldBits(c.Fields, func(member string) bool { return slices.Contains(contactMembers, member) })
	for _, l := range wrap(personal, max(s.width()-2, 1)) {
		if l != "" {
			s.writeLines("  " + s.th.Muted.Render(l))
		}
	}
}

// contactRest is what a contact's record holds that nobody looks for first.
func (s *customerRenderer) contactRest(c *desk.Contact) string {
	return s.fieldBits(c.Fields, func(member string) bool {
		return !slices.Contains(contactMembers, member) && !slices.Contains(contactShown, member)
	})
}

// fieldBits are some of a record's members beside one another.
func (s *customerRenderer) fieldBits(fields []desk.LabeledValue, wanted func(member string) bool) string {
	var bits []string
	for _, f := range fields {
		if wanted(f.Member) {
			bits = append(bits, f.Label.String()+" "+s.doc.at.zones.FormatField(f).Line().String())
		}
	}
	return joined(bits...)
}

// contactMethod is a way to reach somebody.
type contactMethod struct{ label, value string }

// contactMethods are the ways to reach a contact, a phone number with its country code before it.
func contactMethods(c *desk.Contact) []contactMethod {
	phone := Dialled(c.CountryCode.String(), c.Phone.String())
	var all []contactMethod
	for _, r := range []contactMethod{{"Phone", phone}, {"Other phone", c.OtherPhone.String()}, {"E-mail", c.Email.String()}} {
		if r.value != "" {
			all = append(all, r)
		}
	}
	return all
}

// leastNational is how many digits a number has without its country code, at least: shorter ones that begin like the
// code are none that hold it.
const leastNational = 7

// Dialled is a phone number with its country code before it, unless it holds one.
func Dialled(code, phone string) string {
	code = strings.TrimLeft(code, "+0")
	switch rest, holds := strings.CutPrefix(phone, code); {
	case phone == "" || code == "" || strings.HasPrefix(phone, "+"):
		return phone
	case holds && len(rest) >= leastNational:
		return "+" + code + " " + rest
	}
	return "+" + code + " " + phone
}
