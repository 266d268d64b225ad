package pane

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/ui/theme"
)

// side is whether the author of a message is the customer or an agent, as far as the records say so.
type side uint8

const (
	unknownSide side = iota
	customerSide
	agentSide
)

// word returns what a side is called; empty when it is unknown.
func (s side) word() string { return [...]string{"", "customer", "agent"}[s] }

// edge returns the mark that begins each line of a message. Its shape tells the sides apart without colours.
func (s side) edge(th *theme.Theme) string {
	switch s {
	case customerSide:
		return th.Info.Render("▌") + " "
	case agentSide:
		return th.Muted.Render("│") + " "
	}
	return "  "
}

// people says of names whether they are the customer's or an agent's.
type people struct {
	customer *desk.Customer         // nil if the record is not known here
	isAgent  func(name string) bool // nil if nobody is known
	email    string                 // of the ticket
}

// side returns the side of a name; none for a name that may be of both.
func (p people) side(name string) side {
	name = strings.TrimSpace(name)
	if name == "" {
		return unknownSide
	}
	isAgent := p.isAgent != nil && p.isAgent(name)
	switch isCustomer := p.isCustomer(name); {
	case isCustomer && !isAgent:
		return customerSide
	case isAgent && !isCustomer:
		return agentSide
	}
	return unknownSide
}

// customerName returns the name of the ticket's customer; empty if it is not known.
func (p people) customerName() string {
	if p.customer == nil {
		return ""
	}
	return p.customer.Name.String()
}

// isCustomer reports whether a name, or an address in its place, is one of the ticket's customer.
func (p people) isCustomer(name string) bool {
	if p.email != "" && strings.Contains(strings.ToLower(name), strings.ToLower(p.email)) {
		return true
	}
	if p.customer == nil {
		return false
	}
	return strings.EqualFold(p.customer.Name.String(), name) ||
		slices.ContainsFunc(p.customer.Contacts, func(c desk.Contact) bool {
			return strings.EqualFold(c.Name.String(), name) || strings.EqualFold(c.Email.String(), name)
		})
}

// sidesSaid are the values by which members of an entry say who has written it.
var sidesSaid = map[string]side{
	"inbound": customerSide, "incoming": customerSide, "received": customerSide, "customer": customerSide,
	"contact": customerSide, "outbound": agentSide, "outgoing": agentSide, "sent": agentSide, "agent": agentSide,
	"employee": agentSide,
}

// sideMembers are those members, and channelMembers those that name the channel of an entry.
var (
	sideMembers = []string{
		"direction", "authortype", "creatortype", "sendertype", "usertype",
	}
	channelMembers = []string{
		"channel", "source", "medium", "conversationtypename", "conversationtype", "communicationtype", "type",
	}
)

// sideOf returns the side that has written an entry. A member of the entry that says so counts before the author's
// name.
func (p people) sideOf(e *desk.HistoryEntry) side {
	for _, f := range e.Values {
		if slices.Contains(sideMembers, member(f)) {
			if said := sidesSaid[strings.ToLower(f.Value.String())]; said != unknownSide {
				return said
			}
		}
	}
	return p.side(e.Author.String())
}

// channelOf returns the channel of an entry, as far as it says one.
func channelOf(e *desk.HistoryEntry) string {
	for _, name := range channelMembers {
		for _, f := range e.Values {
			if member(f) == name {
				return f.Value.Line().String()
			}
		}
	}
	return ""
}
