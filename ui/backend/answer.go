package backend

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// IsAnswer says whether a message brings what the service has answered after a moment, and not what was known before.
// A pull says itself how it has ended.
func IsAnswer(msg tea.Msg, after time.Time) bool {
	if at, err := fetched(msg); err == nil && at.After(after) {
		return true
	}
	switch msg := msg.(type) {
	case CustomerLookupMsg:
		return msg.Err == nil || IsNotFound(msg.Err)
	case ArticlesFoundMsg:
		return msg.Err == nil && msg.Final
	case CategoriesLoadedMsg:
		return msg.Err == nil && msg.Asked
	case SubmitResultMsg:
		return msg.Outcome == Saved || msg.Outcome == Conflict
	case OutboxItemDoneMsg:
		return msg.Err == nil && IsAnswer(msg.Written, after)
	}
	return false
}

// fetched is when what a message brings was fetched; the zero time for one that says no time.
func fetched(msg tea.Msg) (time.Time, error) {
	switch msg := msg.(type) {
	case TicketLoadedMsg:
		return msg.At, msg.Err
	case CustomerLoadedMsg:
		return msg.At, msg.Err
	case CustomerOrdersLoadedMsg:
		return msg.At, msg.Err
	}
	return time.Time{}, nil
}
