package pane

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// symbol is a character with a meaning, and its style. Each has one meaning on the whole screen.
type symbol struct {
	text  string
	style cellStyle
}

// The symbols of sub-statuses.
var (
	untouched = symbol{"○", warn}
	inWork    = symbol{"◐", info}
	waiting   = symbol{"◔", muted}
	closed    = symbol{"✓", muted}
)

// waitingWords begin the words of sub-statuses that wait for somebody else.
var waitingWords = []string{"wait", "await", "hold"}

// subStatusSymbol returns the symbol of a sub-status. Accounts name theirs as they like, so what is not known to be
// untouched, waiting or closed counts as being worked on.
func subStatusSymbol(code desk.Code, isClosed bool) symbol {
	label := safetext.Fold(code.Label())
	switch {
	case isClosed:
		return closed
	case code.Key().Raw() == "US" || label == "unattended":
		return untouched
	}
	for _, word := range wordsOf(label) {
		for _, begin := range waitingWords {
			if strings.HasPrefix(word, begin) {
				return waiting
			}
		}
	}
	return inWork
}

// Ranks of desk.PriorityRank.
const (
	lastUrgentRank = 3
	highRank       = 4
	lastNormalRank = 6
)

// prioritySymbol returns the symbol of a priority: above normal it points up, and is filled when urgent; a blank stands
// for a priority without a rank.
func prioritySymbol(priority desk.InternedLine) symbol {
	switch rank, ranked := desk.PriorityRank(priority); {
	case !ranked:
		return symbol{" ", muted}
	case rank <= lastUrgentRank:
		return symbol{"▲", bad}
	case rank <= highRank:
		return symbol{"△", warn}
	case rank <= lastNormalRank:
		return symbol{"·", muted}
	}
	return symbol{"▽", muted}
}
