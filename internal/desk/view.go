package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"frontdesk/internal/safetext"
)

// View is a named filter for tickets, with how they are listed.
type View struct {
	Name    string   // shown in the tab bar
	Filter  string   // in the language of package filter; empty for all tickets of the shown days
	Sort    string   // the name of the column that it is sorted by at first; empty for age
	Columns []string // the columns that it shows, from left to right; nil for the account's
}

// SortKey is what a list of tickets is sorted by.
type SortKey uint8

// The sort keys, each in its default direction. Empty values sort last and equal tickets are ordered by id.
const (
	SortByRisk      SortKey = iota // late, at risk, others, closed; in each group by due time, then oldest first
	SortByAge                      // newest first
	SortByTicket                   // by id, shorter ones first
	SortByTitle                    // alphabetical
	SortBySubStatus                // alphabetical by label
	SortByPriority                 // most urgent first, then unranked labels
	SortByQueue                    // alphabetical by label
	SortByAssignee                 // alphabetical
	SortByClock                    // least time left first; without a deadline late, at risk, others, closed
	SortByCallback                 // soonest first
	SortByActivity                 // latest first, see Ticket.LastActivity
	SortByCustomer                 // by e-mail, else by phone: tickets in lists have no names of customers
	SortBySource                   // alphabetical
)

// sortKeyNames are the names in the configuration and on screen.
var sortKeyNames = [...]string{
	"risk", "age", "ticket", "title", "sub-status", "priority", "queue", "assignee", "clock", "callback", "touched",
	"customer", "source",
}

// String returns the name of the sort key.
func (k SortKey) String() string {
	if int(k) < len(sortKeyNames) {
		return sortKeyNames[k]
	}
	return "sort key " + strconv.Itoa(int(k))
}

// SortKeyNames returns the names of all sort keys.
func SortKeyNames() []string { return sortKeyNames[:] }

// SortKeyNamed returns the sort key with a name.
func SortKeyNamed(name string) (key SortKey, known bool) {
	i := slices.Index(sortKeyNames[:], name)
	return SortKey(max(i, 0)), i >= 0
}

// Sort is the order of a list of tickets. Reverse inverts the direction of the column; empty values stay last and
// equal tickets stay ordered by id.
type Sort struct {
	Key     SortKey
	Reverse bool
}

// DependsOnNow reports whether time alone changes the order.
func (s Sort) DependsOnNow() bool { return s.Key == SortByRisk }

// urgency ranks common priority labels, because the service sends labels and no rank.
var urgency = map[string]int{
	"critical": 1, "urgent": 2, "highest": 3, "high": 4, "medium": 5, "normal": 6, "low": 7, "lowest": 8,
}

// RankedPriorities returns the folded labels that have a rank, the most urgent first.
func RankedPriorities() []string {
	return slices.SortedFunc(maps.Keys(urgency), func(a, b string) int { return cmp.Compare(urgency[a], urgency[b]) })
}

// PriorityRank returns the rank of a priority label, 1 being the most urgent. ranked is false for unknown labels.
func PriorityRank(priority InternedLine) (rank int, ranked bool) {
	rank, ranked = urgency[safetext.Fold(priority.String())]
	return rank, ranked
}

// columnTitle is the column that every list of tickets has.
const columnTitle = "title"

// listColumns are the columns that a list of tickets can have.
var listColumns = []string{
	columnTitle, "clock", "callback", "sub-status", "marks", "age", "number", "priority", "assignee", "queue",
	"customer", "last-activity", "source",
}

// ListColumns returns the names of the columns that a list of tickets can have.
func ListColumns() []string { return listColumns }

// UsualColumns returns the columns of a list for which nothing is configured, from left to right.
func UsualColumns() []string {
	return []string{"clock", "priority", columnTitle, "assignee", "sub-status", "queue", "age", "number", "marks"}
}
