package backend

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// CustomerSearch finds customers for the finder and for a call: in the cache with every key, then on request from the
// service.
type CustomerSearch struct {
	Typed  string   // the last query
	Known  LookedUp // the matches in the cache
	Older  DaySearch
	Orders OrderSearch
}

// Search searches the cache and drops the results of the query before.
func (s *CustomerSearch) Search(c *Backend, typed string, limit int) tea.Cmd {
	c.CancelSearches()
	s.Typed, s.Older, s.Orders = typed, c.newDaySearch(typed), OrderSearch{}
	if typed == "" {
		s.Known = LookedUp{}
	}
	return c.lookup(typed, limit)
}

// Again searches the cache again for the same query, since its records have changed.
func (s *CustomerSearch) Again(c *Backend, limit int) tea.Cmd {
	if s.Typed == "" || s.IsWaiting() {
		return nil
	}
	return c.lookup(s.Typed, limit)
}

// IsWaiting reports whether the matches of the query have not arrived yet.
func (s *CustomerSearch) IsWaiting() bool { return s.Known.Of != s.Typed && s.Known.Err == nil }

// Rows returns the orders that the service has found, the matches in the cache, then those of the service that the
// cache does not hold as records.
func (s *CustomerSearch) Rows() []SearchRow {
	var rows []SearchRow
	for i := range s.Orders.Matches {
		rows = append(rows, SearchRow{Match: &s.Orders.Matches[i]})
	}
	older := s.Older.Found()
	for i := range s.Known.Value.Matches {
		match := &s.Known.Value.Matches[i]
		isOlder := slices.ContainsFunc(older, func(m Match) bool { return m.ID == match.ID })
		if match.Record != nil || !isOlder {
			rows = append(rows, SearchRow{Match: match})
		}
	}
	for i := range older {
		if !s.hasRecord(older[i].ID) {
			rows = append(rows, SearchRow{Match: &older[i]})
		}
	}
	return rows
}

func (s *CustomerSearch) hasRecord(id int64) bool {
	return slices.ContainsFunc(s.Known.Value.Matches, func(m Match) bool { return m.ID == id && m.Record != nil })
}

// Doors returns what the service can be asked for by what is typed: first and last, around other ways. A number that is
// like those of known tickets comes first, one of another kind last.
func (s *CustomerSearch) Doors() (first, last []SearchRow) {
	doors := Doors(s.Typed, s.Known.Value.IsLikeTicket)
	isKnown := func(r SearchRow) bool {
		return !r.Ticket.IsZero() && slices.ContainsFunc(s.Known.Value.Matches, func(m Match) bool {
			return m.Ticket != nil && m.Ticket.ID == r.Ticket
		}) || r.Orders != "" && s.Orders.done && s.Orders.err == nil
	}
	doors = slices.DeleteFunc(doors, isKnown)
	if s.TypedID() != 0 && !s.Known.Value.IsLikeTicket {
		return nil, doors
	}
	return doors, nil
}

// TypedID returns the number that was typed if it may be that of a customer who is not listed; otherwise 0.
func (s *CustomerSearch) TypedID() int64 {
	id, _ := strconv.ParseInt(s.Typed, 10, 64)
	if id <= 0 || s.hasRecord(id) {
		return 0
	}
	return id
}

// SearchRow is a row of a search that can be chosen: a match, or a way to ask the service.
type SearchRow struct {
	Match   *Match
	ID      int64 // the number of the customer to load
	IsOlder bool  // searches older days

	Ticket desk.ID // the number of the ticket to open; zero for none
	Orders string  // the code of the orders to search; empty for none
}

// IsSame reports whether two rows are the same choice: the same person, or the same way to ask.
func (r SearchRow) IsSame(other SearchRow) bool {
	if r.Match == nil || other.Match == nil {
		return r == other
	}
	x, y := r.Match, other.Match
	return x.ID == y.ID && (x.ID != 0 || x.Ticket != nil && y.Ticket != nil && x.Ticket.ID == y.Ticket.ID)
}

// DoorLabel says what a row of Doors does.
func (r SearchRow) DoorLabel() string {
	if r.Orders != "" {
		return "Search orders for " + safetext.LineFromText(r.Orders).String()
	}
	return "Open ticket " + r.Ticket.Display().String() + " from the service"
}

// TicketName returns the title of a ticket in quotes, or its number if no more is known of it.
func TicketName(t *desk.Ticket) string {
	if t.Title.IsEmpty() {
		return "ticket " + t.ID.Display().String()
	}
	return "“" + t.Title.String() + "”"
}

// CustomerLabel returns the number of a customer and that it is one; empty for none.
func CustomerLabel(id int64) string {
	if id == 0 {
		return ""
	}
	return "customer " + desk.NumericID(id).Display().String()
}

// RowOf returns the row of a customer; -1 if there is none.
func RowOf(rows []SearchRow, id int64) int {
	return slices.IndexFunc(rows, func(r SearchRow) bool { return r.Match != nil && r.Match.ID == id })
}

// Label returns the text of a row that asks the service, for the screen.
func (s *CustomerSearch) Label(r SearchRow) string {
	switch {
	case r.ID != 0:
		return fmt.Sprintf("→ Load customer number %d from the service", r.ID)
	case !r.Ticket.IsZero(), r.Orders != "":
		return "→ " + r.DoorLabel()
	case s.Older.days > 0:
		return "↺ Search before " + s.before()
	}
	return "↺ Search older customers, day by day (slow)"
}

// Words returns the text of a row that asks the service, for accessible mode.
func (s *CustomerSearch) Words(r SearchRow) string {
	switch {
	case r.ID != 0:
		return fmt.Sprintf("Load customer number %d from the service.", r.ID)
	case !r.Ticket.IsZero(), r.Orders != "":
		return r.DoorLabel() + "."
	case s.Older.days > 0:
		return "Search before " + s.before() + "."
	}
	return "Search older customers, day by day; this is slow."
}

// before returns the oldest day that was searched.
func (s *CustomerSearch) before() string { return s.Older.Next().Add(1).WithYear() }
