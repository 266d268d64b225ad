package desk

import (
	"slices"
	"strconv"

	"frontdesk/internal/safetext"
)

// View is a named filter over tickets. Fields that hold nothing do not filter; a list passes what is
// equal to one of its entries by key or by label, whatever the case and accents.
type View struct {
	Name        string // shown in the tab bar
	SubStatuses []string
	Queues      []string
	Priorities  []string
	Assignees   []string
	Text        string // as typed into the filter; Has does not look at it
	Callbacks   bool   // has a next follow-up and is not closed
	AtRisk      bool   // out of SLA or at risk, and not closed
	Unattended  bool   // sub-status US, or one named Unattended
	Escalated   bool
	Open        bool // not closed
}

// Matches says whether the view shows a ticket, its Words left aside.
func (v *View) Matches(t *Ticket) bool {
	return v.MatchesFlags(t.Marks, t.Callback) && v.MatchesSubStatus(t.SubStatus) && v.MatchesQueue(t.Queue) &&
		v.MatchesPriority(t.Priority) && v.MatchesAssignee(t.Assignee)
}

// MatchesFlags is the part of Has that looks at the marks and the next follow-up; together with the four
// below it is all of Has, so that who filters by the hundred thousand can ask once for each term.
func (v *View) MatchesFlags(m Flags, callback UnixTime) bool {
	open := !m.Has(Closed)
	return (!v.Callbacks || open && !callback.IsZero()) &&
		(!v.AtRisk || open && m&(AtRisk|OutOfSLA) != 0) &&
		(!v.Escalated || m.Has(Escalated)) &&
		(!v.Open || open)
}

// MatchesSubStatus is the part of Has that looks at the sub-status.
func (v *View) MatchesSubStatus(c Code) bool {
	return (!v.Unattended || c.Key().raw == "US" || safetext.Fold(c.Label()) == "unattended") && hasCode(v.SubStatuses, c)
}

// MatchesQueue is the part of Has that looks at the queue.
func (v *View) MatchesQueue(c Code) bool { return hasCode(v.Queues, c) }

// MatchesPriority is the part of Has that looks at the priority.
func (v *View) MatchesPriority(t InternedLine) bool { return hasText(v.Priorities, t.String()) }

// MatchesAssignee is the part of Has that looks at the assignee.
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

// The columns, each in the direction that people want first: what is empty stands last, and tickets
// that are equal stand by their id.
const (
	SortByRisk      SortKey = iota // out of SLA, at risk, others, then closed; in each what is due soonest first, then the oldest
	SortByAge                      // newest first
	SortByTicket                   // by id, shorter ones first
	SortByTitle                    // alphabetical
	SortBySubStatus                // alphabetical by label
	SortByPriority                 // most urgent first, then labels that nobody ranked
	SortByQueue                    // alphabetical by label
	SortByAssignee                 // alphabetical
	SortBySLA                      // out of SLA, at risk, then the account's wording, alphabetical
	SortByCallback                 // soonest first
	SortByActivity                 // latest first
)

var columnNames = [...]string{
	"risk", "age", "ticket", "title", "sub-status", "priority", "queue", "assignee", "SLA", "callback", "touched",
}

// String is the column's name for people.
func (c SortKey) String() string {
	if int(c) < len(columnNames) {
		return columnNames[c]
	}
	return "column " + strconv.Itoa(int(c))
}

// Sort is how a list of tickets is sorted. Reverse turns the column's direction round; what is empty
// stays last and equal tickets stay by their id.
type Sort struct {
	Key     SortKey
	Reverse bool
}

// urgency ranks the priority labels that accounts use; the service sends labels, never a rank.
var urgency = map[string]int{
	"critical": 1, "urgent": 2, "highest": 3, "high": 4, "medium": 5, "normal": 6, "low": 7, "lowest": 8,
}

// PriorityRank ranks a priority label: 1 is the most urgent; ranked is false for labels that nobody ranked.
func PriorityRank(priority InternedLine) (rank int, ranked bool) {
	rank, ranked = urgency[safetext.Fold(priority.String())]
	return rank, ranked
}
