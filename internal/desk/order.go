package desk

import (
	"strconv"

	"frontdesk/internal/safetext"
)

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
