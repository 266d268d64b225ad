package desk

import (
	"strconv"

	"frontdesk/internal/text"
)

// Column is what a list of tickets is sorted by.
type Column uint8

// The columns, each in the direction that people want first: what is empty stands last, and tickets
// that are equal stand by their id.
const (
	ByRisk      Column = iota // out of SLA, at risk, others, then closed; in each what is due soonest first, then the oldest
	ByAge                     // newest first
	ByTicket                  // by id, shorter ones first
	ByTitle                   // alphabetical
	BySubStatus               // alphabetical by label
	ByPriority                // most urgent first, then labels that nobody ranked
	ByQueue                   // alphabetical by label
	ByAssignee                // alphabetical
	BySLA                     // out of SLA, at risk, then the account's wording, alphabetical
	ByCallback                // soonest first
	ByTouched                 // latest first
)

var columnNames = [...]string{
	"risk", "age", "ticket", "title", "sub-status", "priority", "queue", "assignee", "SLA", "callback", "touched",
}

// String is the column's name for people.
func (c Column) String() string {
	if int(c) < len(columnNames) {
		return columnNames[c]
	}
	return "column " + strconv.Itoa(int(c))
}

// Order is how a list of tickets is sorted. Reverse turns the column's direction round; what is empty
// stays last and equal tickets stay by their id.
type Order struct {
	By      Column
	Reverse bool
}

// urgency ranks the priority labels that accounts use; the service sends labels, never a rank.
var urgency = map[string]int{
	"critical": 1, "urgent": 2, "highest": 3, "high": 4, "medium": 5, "normal": 6, "low": 7, "lowest": 8,
}

// Urgency ranks a priority label: 1 is the most urgent; ranked is false for labels that nobody ranked.
func Urgency(priority Term) (rank int, ranked bool) {
	rank, ranked = urgency[text.Fold(priority.String())]
	return rank, ranked
}
