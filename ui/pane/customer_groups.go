package pane

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
)

// customerGroup is what belongs together in a customer's record, by the names of its members.
type customerGroup struct {
	title   string
	members []string
}

// headMembers stand in the first lines already.
var headMembers = []string{"name", "id", "customerCode", "customerType", "classification", "currentStatus"}

// customerGroups are the groups below contacts, tickets and orders; whatever belongs to none stands under More.
var customerGroups = []customerGroup{
	{"Who", []string{"isOrganization", "isChannelPartner", "companyStatus", "website", "isExistingCustomer"}},
	{"Where", []string{"address", "pinCode", "city", "state", "country", "zone", "salesAdminZone", "latitude", "longitude"}},
	{"Notes", []string{"remarks", "crossRemarks", "feedbackOnCustomer"}},
	{"Credit", []string{"maxCreditAmt", "maxCreditPeriod", "outStandingAmount", "ratePlanId"}},
	{"Sources", []string{
		"primary_source", "primarySource", "secondary_source", "secondarySource", "tertiary_source", "tertiarySource",
		"campaignId", "campaignItemId", "campaignActivityId", "referralId", "totalNoOfEnquiries",
	}},
	{"Account", []string{
		"cmId", "customerLevel", "assignedToId", "creatorId", "companyParentId", "channelPartnerId", "channelPartnerEmpId", "historyEmpId",
	}},
	{"Dates", []string{"generationDate", "lastModificationTime"}},
}

const moreTitle = "More"

// fieldGroup is labelled values under a title.
type fieldGroup struct {
	title string
	pairs []field
}

// grouped sorts a record's members into the groups, in the order of the groups' members; empty groups are left out.
func (s *customerRenderer) grouped() []fieldGroup {
	c := s.record.Value
	taken := slices.Clone(headMembers)
	var all []fieldGroup
	for _, g := range customerGroups {
		taken = append(taken, g.members...)
		var pairs []field
		for _, member := range g.members {
			if i := slices.IndexFunc(c.Fields, func(f desk.LabeledValue) bool { return f.Member == member }); i >= 0 {
				pairs = append(pairs, field{c.Fields[i].Label.String(), s.value(c.Fields[i])})
			}
		}
		if len(pairs) > 0 {
			all = append(all, fieldGroup{g.title, pairs})
		}
	}
	if more := s.more(taken); len(more) > 0 {
		all = append(all, fieldGroup{moreTitle, more})
	}
	return all
}

// value is a member for people: a date that could be read as everywhere else.
func (s *customerRenderer) value(f desk.LabeledValue) string {
	at := map[string]desk.UnixTime{"generationDate": s.record.Value.Created, "lastModificationTime": s.record.Value.Modified}[f.Member]
	if at.IsZero() {
		return s.doc.at.zones.FormatField(f).String()
	}
	return clock(s.doc.at.zones.LocalUnix(at), s.doc.at.now)
}

// more is what belongs to no group, of the record and of its contacts.
func (s *customerRenderer) more(taken []string) []field {
	var more []field
	for _, f := range s.record.Value.Fields {
		if !slices.Contains(taken, f.Member) {
			more = append(more, field{f.Label.String(), s.doc.at.zones.FormatField(f).String()})
		}
	}
	for i := range s.record.Value.Contacts {
		contact := &s.record.Value.Contacts[i]
		if rest := s.contactRest(contact); rest != "" {
			more = append(more, field{"Of " + cmp.Or(contact.Name.String(), "a contact"), rest})
		}
	}
	return more
}
