package command

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// IsAnswer says whether a message brings what the service has answered after a moment, and not what was known before.
// A pull says itself how it has ended.
func IsAnswer(msg tea.Msg, after time.Time) bool {
	switch msg := msg.(type) {
	case TicketMsg:
		return msg.Err == nil && msg.At.After(after)
	case CustomerMsg:
		return msg.Err == nil && msg.At.After(after)
	case CustomerOrdersMsg:
		return msg.Err == nil && msg.At.After(after)
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
