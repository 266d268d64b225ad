package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// contactLabels stand in a contact's first lines; the masks are said beside what is masked.
var contactLabels = []string{
	"Name", "Country code", "Phone", "Other phone", "E-mail", "Primary contact", "Active", "Customer", "Account", "Phone masked", "E-mail masked",
}

// contact is one person: how they are reached first, the rest of the record small below.
func (s *customerSheet) contact(c *desk.Contact) {
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
	name = text.Cut(name, s.width())
	rest := ""
	if room := s.width() - text.Width(name) - 3; marks != "" && room > 0 {
		rest = s.th.Muted.On(text.Cut(" · "+marks, room+3))
	}
	s.add(s.th.Heading.On(name) + rest)
	for _, r := range reaches(c) {
		value := r.value
		if desk.IsMasked(value) {
			value += "  (masked)"
		}
		s.doc.pairs([]pair{{r.label, value}}, "  ")
		s.flush()
	}
	s.small(c.Fields)
	for _, g := range c.Groups {
		s.doc.group(g)
		s.flush()
	}
}

// reach is a way to reach somebody.
type reach struct{ label, value string }

// reaches are the ways to reach a contact, a phone number with its country code before it.
func reaches(c *desk.Contact) []reach {
	phone := c.Phone.String()
	if code := strings.TrimLeft(c.CountryCode.String(), "+0"); phone != "" && code != "" && !strings.HasPrefix(phone, "+") {
		phone = "+" + code + " " + phone
	}
	var all []reach
	for _, r := range []reach{{"Phone", phone}, {"Other phone", c.OtherPhone.String()}, {"E-mail", c.Email.String()}} {
		if r.value != "" {
			all = append(all, r)
		}
	}
	return all
}

// small are the members of a contact that are rarely looked at, on few lines.
func (s *customerSheet) small(fields []desk.Field) {
	var bits []string
	for _, f := range fields {
		if label := f.Label.String(); !slices.Contains(contactLabels, label) {
			bits = append(bits, label+" "+f.Value.Line().String())
		}
	}
	if len(bits) == 0 {
		return
	}
	for _, l := range wrap(strings.Join(bits, " · "), max(s.width()-2, 1)) {
		s.add("  " + s.th.Muted.On(l))
	}
}
