package desk

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
)

// View is a named filter for tickets. Empty fields do not filter. A list matches if one of its entries equals the
// value by key or by label, ignoring case and accents.
type View struct {
	Name        string // shown in the tab bar
	SubStatuses []string
	Queues      []string
	Priorities  []string
	Assignees   []string
	Text        string // words that a ticket must hold
	Filter      string // in the language of package filter; combined with the other fields
	Callbacks   bool   // has a next follow-up and is not closed
	AtRisk      bool   // late or at risk, see UrgencyOf
	Unattended  bool   // sub-status US, or one named Unattended
	Escalated   bool
	Open        bool // not closed
	AnyDay      bool // also open tickets of days that are not shown

	Sort    string   // the name of the column that it is sorted by at first; empty for age
	Columns []string // the columns that it shows, from left to right; nil for the account's
}

// DependsOnNow reports whether time alone changes which tickets the view holds, whatever its Filter.
func (v *View) DependsOnNow() bool { return v.AtRisk }

// Conditions returns the view without what only says how it looks.
func (v *View) Conditions() View {
	only := *v
	only.Sort, only.Columns = "", nil
	return only
}

// Describe returns the tickets that a view holds in words, such as "open tickets of Asha Rao".
func (v *View) Describe() string {
	said := "tickets"
	for _, kind := range []struct {
		holds bool
		word  string
	}{{v.Unattended, "unattended"}, {v.Escalated, "escalated"}, {v.Open || v.Callbacks || v.AtRisk, "open"}} {
		if kind.holds {
			said = kind.word + " " + said
		}
	}
	for _, list := range []struct {
		word  string
		names []string
	}{{"of", v.Assignees}, {"in", v.Queues}, {"with sub-status", v.SubStatuses}, {"with priority", v.Priorities}} {
		if len(list.names) > 0 {
			said += " " + list.word + " " + strings.Join(list.names, " or ")
		}
	}
	if v.Callbacks {
		said += " with a callback"
	}
	if v.AtRisk {
		said += " that are late or at risk"
	}
	if v.Text != "" {
		said += " with “" + v.Text + "”"
	}
	if v.Filter != "" {
		said += " that match “" + v.Filter + "”"
	}
	if said == "tickets" {
		return "every ticket of the shown days"
	}
	return said
}

// MatchesState checks the flags, the next follow-up and the end of the SLA. A view includes a ticket, whatever its Text
// and Filter, if this and the four methods below agree; they are apart so that a large list evaluates each distinct
// value once.
func (v *View) MatchesState(m Flags, callback, due, now UnixTime) bool {
	open := !m.Has(Closed)
	return (!v.Callbacks || open && !callback.IsZero()) &&
		(!v.AtRisk || UrgencyOf(m, callback, due, now) != NotUrgent) &&
		(!v.Escalated || m.Has(Escalated)) &&
		(!v.Open || open)
}

// MatchesSubStatus checks the sub-status.
func (v *View) MatchesSubStatus(c Code) bool {
	return (!v.Unattended || c.Key().raw == "US" || safetext.Fold(c.Label()) == "unattended") &&
		hasCode(v.SubStatuses, c)
}

// MatchesQueue checks the queue.
func (v *View) MatchesQueue(c Code) bool { return hasCode(v.Queues, c) }

// MatchesPriority checks the priority.
func (v *View) MatchesPriority(t InternedLine) bool { return hasText(v.Priorities, t.String()) }

// MatchesAssignee checks the assignee.
func (v *View) MatchesAssignee(t InternedLine) bool { return hasText(v.Assignees, t.String()) }

func hasCode(names []string, c Code) bool {
	return hasText(names, c.Label()) || hasText(names, c.Key().raw)
}

func hasText(names []string, s string) bool {
	s = safetext.Fold(s)
	return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return safetext.Fold(name) == s })
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
