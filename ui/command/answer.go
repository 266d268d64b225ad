package command

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
	case AskedCustomerMsg:
		return msg.Err == nil || IsUnknown(msg.Err)
	case FoundMsg:
		return msg.Err == nil && msg.Final
	case CategoriesMsg:
		return msg.Err == nil && msg.Asked
	case WrittenMsg:
		return msg.Outcome == Stored || msg.Outcome == Moved
	case ItemMsg:
		return msg.Err == nil && IsAnswer(msg.Written, after)
	}
	return false
}

// fetched is when what a message brings was fetched; the zero time for one that says no time.
func fetched(msg tea.Msg) (time.Time, error) {
	switch msg := msg.(type) {
	case TicketMsg:
		return msg.At, msg.Err
	case CustomerMsg:
		return msg.At, msg.Err
	case CustomerOrdersMsg:
		return msg.At, msg.Err
	}
	return time.Time{}, nil
}
