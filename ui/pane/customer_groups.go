package pane

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
)

// customerGroup is what belongs together in a customer's record, by the labels that package wire gives its members.
type customerGroup struct {
	title  string
	labels []string
}

// headLabels stand in the first lines already.
var headLabels = []string{"Name", "Customer", "Code", "Type", "Classification", "Status"}

// customerGroups are the groups below contacts, tickets and orders; whatever belongs to none stands under More.
var customerGroups = []customerGroup{
	{"Who", []string{"Organisation", "Channel partner", "Company status", "Website", "Existing customer"}},
	{"Where", []string{"Address", "PIN code", "City", "State", "Country", "Zone", "Sales zone", "Latitude", "Longitude"}},
	{"Notes", []string{"Remarks", "Cross remarks", "Feedback"}},
	{"Credit", []string{"Credit limit", "Credit period", "Outstanding", "Rate plan"}},
	{"Sources", []string{
		"Primary source", "Secondary source", "Tertiary source", "Campaign", "Campaign item", "Campaign activity", "Referral", "Enquiries",
	}},
	{"Account", []string{
		"Account", "Level", "Assigned to", "Creator", "Parent company", "Channel partner id", "Channel partner's employee", "Employee in history",
	}},
	{"Dates", []string{"Created", "Changed"}},
}

const moreTitle = "More"

// titledPairs is labelled values under a title.
type titledPairs struct {
	title string
	pairs []pair
}

// grouped sorts a record's members into the groups, in the order of the groups' labels; empty groups are left out.
func (s *customerSheet) grouped() []titledPairs {
	c := s.record.Value
	taken := slices.Clone(headLabels)
	var all []titledPairs
	for _, g := range customerGroups {
		taken = append(taken, g.labels...)
		var pairs []pair
		for _, label := range g.labels {
			if i := slices.IndexFunc(c.Fields, func(f desk.Field) bool { return f.Label.String() == label }); i >= 0 {
				pairs = append(pairs, pair{label, s.value(label, c.Fields[i])})
			}
		}
		if len(pairs) > 0 {
			all = append(all, titledPairs{g.title, pairs})
		}
	}
	if more := s.more(taken); len(more) > 0 {
		all = append(all, titledPairs{moreTitle, more})
	}
	return all
}

// value is a member for people: a date that could be read as everywhere else.
func (s *customerSheet) value(label string, f desk.Field) string {
	at := map[string]desk.Stamp{"Created": s.record.Value.Created, "Changed": s.record.Value.Modified}[label]
	if at.IsZero() {
		return s.doc.at.zones.Value(f).String()
	}
	return clock(s.doc.at.zones.At(at), s.doc.at.now)
}

// more is what belongs to no group, of the record and of its contacts.
func (s *customerSheet) more(taken []string) []pair {
	var more []pair
	for _, f := range s.record.Value.Fields {
		if label := f.Label.String(); !slices.Contains(taken, label) {
			more = append(more, pair{label, s.doc.at.zones.Value(f).String()})
		}
	}
	for i := range s.record.Value.Contacts {
		contact := &s.record.Value.Contacts[i]
		if rest := s.contactRest(contact); rest != "" {
			more = append(more, pair{"Of " + cmp.Or(contact.Name.String(), "a contact"), rest})
		}
	}
	return more
}
