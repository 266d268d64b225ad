package backend

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// CustomerSearch finds customers for the finder and for a call: in the cache with every key, then on request from the
// service.
type CustomerSearch struct {
	Typed string      // the last query
	Known LookedUpMsg // the matches in the cache
	Older DaySearch
}

// Search searches the cache and drops the results of the query before.
func (s *CustomerSearch) Search(c *Backend, typed string, limit int) tea.Cmd {
	c.CancelSearches()
	s.Typed, s.Older = typed, c.newDaySearch(typed)
	if typed == "" {
		s.Known = LookedUpMsg{}
	}
	return c.lookup(typed, limit)
}

// IsWaiting reports whether the matches of the query have not arrived yet.
func (s *CustomerSearch) IsWaiting() bool { return s.Known.Typed != s.Typed && s.Known.Err == nil }

// Rows returns the matches in the cache, then those of the service that the cache does not hold as records.
func (s *CustomerSearch) Rows() []SearchRow {
	var rows []SearchRow
	older := s.Older.Found()
	for i := range s.Known.Found.Matches {
		match := &s.Known.Found.Matches[i]
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
	return slices.ContainsFunc(s.Known.Found.Matches, func(m Match) bool { return m.ID == id && m.Record != nil })
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
	case s.Older.days > 0:
		return "Search before " + s.before() + "."
	}
	return "Search older customers, day by day; this is slow."
}

// before returns the oldest day that was searched.
func (s *CustomerSearch) before() string { return s.Older.Next().Add(1).WithYear() }
