package pane

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// customerGroup is a group of members of a customer record, by their JSON names.
type customerGroup struct {
	title   string
	members []string
}

// headMembers are the members shown in the header.
var headMembers = []string{"name", "id", "customerCode", "customerType", "classification", "currentStatus"}

// customerGroups are the groups below contacts, tickets and orders; members that are in no group are listed under
// More.
var customerGroups = []customerGroup{
	{"Who", []string{"isOrganization", "isChannelPartner", "companyStatus", "website", "isExistingCustomer"}},
	{
		"Where",
		[]string{"address", "pinCode", "city", "state", "country", "zone", "salesAdminZone", "latitude", "longitude"},
	},
	{"Notes", []string{"remarks", "crossRemarks", "feedbackOnCustomer"}},
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

const moreTitle = "More"

// fieldGroup is a list of labelled values with a title.
type fieldGroup struct {
	title string
	pairs []field
}

// grouped sorts a record's members into groups, in the order of customerGroups; empty groups are omitted.
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

// value formats a member's value; creation and modification times are formatted as elsewhere in the interface.
func (s *customerRenderer) value(f desk.LabeledValue) string {
	at := map[string]desk.UnixTime{"generationDate": s.record.Value.Created, "lastModificationTime": s.record.Value.Modified}[f.Member]
	if at.IsZero() {
		return s.doc.at.zones.FormatField(f).String()
	}
	return clock(s.doc.at.zones.LocalUnix(at), s.doc.at.now)
}

// more returns the members of the record and its contacts that are in no group.
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

// contactMembers are the members of a contact listed below the contact methods; contactShown are the members shown
// in another form. All other members are listed under More.
var (
	contactMembers = []string{"gender", "age", "maritalStatus", "isGuest"}
	contactShown   = []string{
		"contactPerson",
		"phoneCountryCode",
		"phone",
		"additionalPhone",
		"email",
		"isPrimaryContact",
		"isActive",
		"leadId",
		"cmId",
		"isMobileMasked",
		"isEmailMasked",
	}
)

// contact writes one contact: the contact methods first, then the personal members in a muted style.
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
		marks = joinNonEmpty(marks, "not active")
	}
	name = termwidth.Truncate(name, s.width())
	rest := ""
	if room := s.width() - termwidth.Width(name) - 3; marks != "" && room > 0 {
		rest = s.th.Muted.Render(termwidth.Truncate(" · "+marks, room+3))
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
	for _, l := range termwidth.Wrap(personal, max(s.width()-2, 1)) {
		if l != "" {
			s.writeLines("  " + s.th.Muted.Render(l))
		}
	}
}

// contactRest returns the members of a contact that are listed under More.
func (s *customerRenderer) contactRest(c *desk.Contact) string {
	return s.fieldBits(c.Fields, func(member string) bool {
		return !slices.Contains(contactMembers, member) && !slices.Contains(contactShown, member)
	})
}

// fieldBits joins the selected members of a record on one line.
func (s *customerRenderer) fieldBits(fields []desk.LabeledValue, wanted func(member string) bool) string {
	var bits []string
	for _, f := range fields {
		if wanted(f.Member) {
			bits = append(bits, f.Label.String()+" "+s.doc.at.zones.FormatField(f).Line().String())
		}
	}
	return joinNonEmpty(bits...)
}

// contactMethod is a labelled phone number or e-mail address.
type contactMethod struct{ label, value string }

// contactMethods returns a contact's phone numbers and e-mail address; the main phone number includes its country
// code.
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

// minNationalDigits is the minimum number of digits of a phone number without its country code. If fewer digits would
// remain, a prefix equal to the country code is part of the number.
const minNationalDigits = 7

// Dialled returns a phone number with its country code, unless it already includes one.
func Dialled(code, phone string) string {
	code = strings.TrimLeft(code, "+0")
	switch rest, holds := strings.CutPrefix(phone, code); {
	case phone == "" || code == "" || strings.HasPrefix(phone, "+"):
		return phone
	case holds && len(rest) >= minNationalDigits:
		return "+" + code + " " + rest
	}
	return "+" + code + " " + phone
}

// tickets writes the customer's loaded tickets, newest first.
func (s *customerRenderer) tickets() {
	if s.id == 0 {
		return
	}
	all := s.Customer.tickets
	if !all.Has {
		return
	}
	s.heading(titleWithCount("Tickets known here", len(all.Value)))
	if len(all.Value) == 0 {
		s.writeText(
			s.th.Muted.Render,
			"None among the days that are loaded; "+s.keys.KeyLabel(
				keymap.Inbox,
				keymap.Dates,
			)+" in the inbox loads others.",
		)
	}
	states := 0
	for i := range all.Value {
		states = max(states, termwidth.Width(all.Value[i].SubStatus.Label()))
	}
	for i := range all.Value {
		s.ticket(&all.Value[i], states)
	}
}

func titleWithCount(title string, n int) string {
	if n < 2 {
		return title
	}
	return title + " · " + strconv.Itoa(n)
}

// ticketWideFrom is the minimum width for showing a ticket's number.
const ticketWideFrom = 60

// The minimum width of a ticket's state, and the width reserved for its title before the state becomes wider.
const (
	minStateWidth      = 11
	reservedTitleWidth = 24
)

// ticket writes one line with a ticket's age, state and title, and its number if there is room; states is the width
// of the longest state.
func (s *customerRenderer) ticket(t *desk.Ticket, states int) {
	mark, ink := "●", s.th.Accent
	if t.Marks.Has(desk.Closed) {
		mark, ink = "○", s.th.Muted
	}
	lead := " " + mark + " "
	age := termwidth.Pad(Age(t.Created, s.doc.at.now), 4) + " "
	number := ""
	if s.width() >= ticketWideFrom {
		number = termwidth.Pad(t.ID.Display().String(), 13) + " "
	}
	states = max(min(states, s.width()-termwidth.Width(lead+age+number)-reservedTitleWidth), minStateWidth)
	state := termwidth.Pad(t.SubStatus.Label(), states) + " "
	sla, tone := clockCell(t, s.doc.at)
	sla = strings.TrimSpace(sla)
	if tone != bad && tone != warn {
		sla = ""
	}
	end := 0
	if sla != "" {
		end = termwidth.Width(sla) + 1
	}
	title := termwidth.Pad(t.Title.String(), max(s.width()-termwidth.Width(lead+age+number+state)-end, 1))
	plain := lead + age + number + state + title
	drawn := ink.Render(lead) + s.th.Muted.Render(age+number) + state + title
	if t.Marks.Has(desk.Closed) {
		drawn = s.th.Muted.Render(plain)
	}
	if sla != "" {
		plain, drawn = plain+" "+sla, drawn+" "+tone.themeStyle(s.th).Render(sla)
	}
	s.lines = append(s.lines, line{drawn: drawn, plain: plain, opens: lineTarget{ticket: t.ID}})
}

// orders writes the customer's orders, or why they are not available.
func (s *customerRenderer) orders() {
	o := s.Customer.orders
	if s.id == 0 || !o.Has && !o.Busy && o.Err == nil {
		return
	}
	s.heading(titleWithCount("Orders", len(o.Value.Orders)))
	switch {
	case backend.IsNotConfigured(o.Err):
		s.writeText(s.th.Warning.Render, "Not asked for: "+backend.ErrorText(o.Err))
	case o.Err != nil:
		s.writeText(s.th.Error.Render, "✗ "+backend.ErrorText(o.Err))
		s.hint(s.keys.KeyLabel(keymap.Customer, keymap.Refresh) + " asks again")
	}
	switch n := len(o.Value.Orders); {
	case !o.Has && o.Busy:
		s.hint("Fetching the orders…")
	case o.Has && n == 0:
		s.hint("There are none.")
	case o.Value.Total > n:
		s.writeText(s.th.Warning.Render, fmt.Sprintf("%d of %d; the others were not asked for.", n, o.Value.Total))
	}
	for i := range o.Value.Orders {
		s.order(i+1, &o.Value.Orders[i])
	}
}

// order writes one order as a line, followed by all of its members if it is expanded. An order without any value
// for that line is always expanded.
func (s *customerRenderer) order(n int, o *desk.Order) {
	head := joinNonEmpty(
		o.ID.Display().String(),
		o.Delivery.String(),
		o.Created.String(),
		o.ERPOrder.String(),
		o.Payment.String(),
	)
	isOpen := s.open[n] || head == ""
	mark := "▸"
	if isOpen {
		mark = "▾"
	}
	if head == "" {
		head = "Order " + strconv.Itoa(n)
	}
	plain := termwidth.Pad(" "+mark+" "+head, s.width())
	drawn := s.th.Accent.Render(" "+mark+" ") + strings.TrimPrefix(plain, " "+mark+" ")
	s.lines = append(s.lines, line{drawn: drawn, plain: plain, opens: lineTarget{order: n}})
	if !isOpen {
		return
	}
	var pairs []field
	for _, f := range o.Fields {
		pairs = append(pairs, field{f.Label.String(), s.doc.at.zones.FormatField(f).String()})
	}
	s.doc.pairs(pairs, "   ")
	for _, g := range o.Groups {
		for _, row := range g.Rows {
			s.doc.compactRow(g.Title.String(), row, "   ")
		}
	}
	s.flush()
}
