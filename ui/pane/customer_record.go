package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// customerGroup is a group of members of a customer record, by their JSON names.
type customerGroup struct {
	title   string
	members []string
}

// headMembers are the members shown in the header.
var headMembers = []string{
	"name", "customerCode", "customerType", "classification", "currentStatus", "address", "pinCode", "city", "state", "country",
	"remarks",
}

// customerFacts are what the header says in one line, the city last.
func customerFacts(c *desk.Customer) []string {
	return []string{
		c.Code.String(), c.Type.String(), c.Classification.String(), c.Status.String(), c.Text("city").String(),
	}
}

// CustomerLines returns what matters of a customer beside the ways to reach them, for a width: the facts of the header,
// the address and the remarks.
func CustomerLines(c *desk.Customer, width int) []string {
	lines := termwidth.WrapJoined(width, factsWithCountry(c)...)
	for _, text := range []string{addressOf(c), strings.TrimSpace(c.Remarks.String())} {
		if text != "" {
			lines = append(lines, termwidth.Wrap(text, width)...)
		}
	}
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// customerGroups are the groups below contacts, tickets and orders; members that are in no group are listed under
// More.
var customerGroups = []customerGroup{
	{"Who", []string{"isOrganization", "isChannelPartner", "companyStatus", "website", "isExistingCustomer"}},
	{"Where", []string{"zone", "salesAdminZone", "latitude", "longitude"}},
	{"Notes", []string{"crossRemarks", "feedbackOnCustomer"}},
	{"Credit", []string{"maxCreditAmt", "maxCreditPeriod", "outStandingAmount", "ratePlanId"}},
	{"Sources", []string{
		"primary_source", "primarySource", "secondary_source", "secondarySource", "tertiary_source", "tertiarySource",
		"campaignId", "campaignItemId", "campaignActivityId", "referralId", "totalNoOfEnquiries",
	}},
	{
		"Account",
		[]string{
			"cmId",
			"customerLevel",
			"assignedToId",
			"creatorId",
			"companyParentId",
			"channelPartnerId",
			"channelPartnerEmpId",
			"historyEmpId",
		},
	},
	{"Dates", []string{"generationDate", "lastModificationTime"}},
}

// wideCards are the groups that are shown beside tickets and orders where there is room.
var wideCards = []string{"Notes", "Credit"}

const moreTitle = "More"

// fieldGroup is a list of labelled values with a title.
type fieldGroup struct {
	title string
	pairs []field
}

// grouped sorts a record's members into groups, in the order of customerGroups; empty groups are omitted.
func (s *customerRenderer) grouped() []fieldGroup {
	c := s.record.Value.Customer
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

// value formats a member's value; creation and modification times are formatted as elsewhere in the interface.
func (s *customerRenderer) value(f desk.LabeledValue) string {
	at := map[string]desk.UnixTime{"generationDate": s.record.Value.Customer.Created, "lastModificationTime": s.record.Value.Customer.Modified}[f.Member]
	if at.IsZero() {
		return s.doc.at.field(f)
	}
	return clock(s.doc.at.zones.LocalUnix(at), s.doc.at.now)
}

// more returns the members of the record and its contacts that are in no group.
func (s *customerRenderer) more(taken []string) []field {
	var more []field
	for _, f := range s.record.Value.Customer.Fields {
		if !slices.Contains(taken, f.Member) {
			more = append(more, field{f.Label.String(), s.doc.at.field(f)})
		}
	}
	for i := range s.record.Value.Customer.Contacts {
		contact := &s.record.Value.Customer.Contacts[i]
		if rest := s.contactRest(contact); rest != "" {
			more = append(more, field{"Of " + cmp.Or(contact.Name.String(), "a contact"), rest})
		}
	}
	return more
}

// contactShown are the members of a contact that its card shows. All other members are listed under More.
var contactShown = []string{
	"contactPerson", "phoneCountryCode", "phone", "additionalPhone", "email", "isPrimaryContact", "isActive", "leadId",
	"cmId",
}

// contactRest returns the members of a contact that are listed under More. That a value is masked stands there only if
// it does not look so, because the card says it otherwise.
func (s *customerRenderer) contactRest(c *desk.Contact) string {
	return s.fieldBits(c.Fields, func(member string) bool {
		switch member {
		case "isMobileMasked":
			return !desk.IsMasked(c.FullPhone().String())
		case "isEmailMasked":
			return !desk.IsMasked(c.Email.String())
		}
		return !slices.Contains(contactShown, member)
	})
}

// fieldBits joins the selected members of a record on one line.
func (s *customerRenderer) fieldBits(fields []desk.LabeledValue, wanted func(member string) bool) string {
	var bits []string
	for _, f := range fields {
		if wanted(f.Member) {
			bits = append(bits, f.Label.String()+" "+safetext.LineFromText(s.doc.at.field(f)).String())
		}
	}
	return phrase.Join(" · ", bits...)
}

// cards writes the groups with these titles; all of them without titles.
func (s *customerRenderer) cards(titles []string) {
	if !s.record.Has {
		return
	}
	for _, g := range s.grouped() {
		if titles == nil || slices.Contains(titles, g.title) {
			s.doc.heading(g.title)
			s.doc.pairs(g.pairs, "")
		}
	}
	s.flush()
}

// wholeRecord writes the line that stands for the members of the record which are not shown above, and these when it is
// unfolded, followed by the account's own blocks; without the groups that are shown as cards.
func (s *customerRenderer) wholeRecord(cards []string) {
	if !s.record.Has {
		return
	}
	all := slices.DeleteFunc(s.grouped(), func(g fieldGroup) bool { return slices.Contains(cards, g.title) })
	fields := 0
	for _, g := range all {
		fields += len(g.pairs)
	}
	blocks := len(blocksOf(s.record.Value.Customer))
	if fields+blocks == 0 {
		return
	}
	s.writeLines("")
	about := strconv.Itoa(fields) + " more fields"
	if blocks > 0 {
		about += " · " + strconv.Itoa(blocks) + " of the account's own"
	}
	s.fold(s.isRecordOpen(), wholeRecord, about, lineTarget{whole: true})
	if !s.isRecordOpen() {
		return
	}
	for _, g := range all {
		if s.open[wholeOpen] { // else there may be room for the values alone
			s.doc.heading(g.title)
		}
		s.doc.pairs(g.pairs, "")
	}
	s.blocks()
}

// blocks writes the account's own blocks of the customer and of the contacts.
func (s *customerRenderer) blocks() {
	if s.record.Has {
		s.doc.blocks(blocksOf(s.record.Value.Customer))
		s.flush()
	}
}

// blocksOf returns the account's own blocks of a customer and of the contacts.
func blocksOf(c *desk.Customer) []desk.FieldGroup {
	all := slices.Clone(c.Groups)
	for i := range c.Contacts {
		all = append(all, c.Contacts[i].Groups...)
	}
	return all
}

// fold writes a line that unfolds what it stands for.
func (s *customerRenderer) fold(open bool, title, about string, opens lineTarget) {
	mark := "▸ "
	if open {
		mark = "▾ "
	}
	title = termwidth.Truncate(title, max(s.width()-2, 1))
	about = termwidth.Truncate("  "+about, max(s.width()-2-termwidth.Width(title), 0))
	s.lines = append(s.lines, line{
		drawn: s.th.Key.Render(mark) + s.th.Header.Render(title) + s.th.Muted.Render(about),
		plain: mark + title + about, opens: opens,
	})
}
