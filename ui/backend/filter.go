package backend

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// Own is what an agent's own console knows of tickets, for filters.
type Own = cache.Own

// OwnState returns what the agent's console knows of tickets: the drafts by raw id, and what was read.
func (c *Backend) OwnState(drafts map[string]bool) Own {
	read := c.ReadState
	return Own{
		Key:       fmt.Sprintf("%p %d %s", read, read.Version(), strings.Join(slices.Sorted(maps.Keys(drafts)), "\n")),
		ReadSince: read.Since(),
		HasDraft:  func(id string) bool { return drafts[id] },
		IsUnread:  read.IsUnreadState,
	}
}

// FilterChoices are the names that tickets have for conditions of a filter, with the number of tickets.
type FilterChoices = map[filter.Name][]filter.Choice

// FilterChoicesMsg holds the names of the tickets of a range of days.
type FilterChoicesMsg struct {
	Span    desk.DateRange
	Choices FilterChoices
}

// CountFilterChoices counts the names of the tickets of a range of days.
func (c *Backend) CountFilterChoices(span desk.DateRange) tea.Cmd {
	return func() tea.Msg {
		return FilterChoicesMsg{span, c.Cache.Snapshot().FilterChoices(span, c.Zones.Account())}
	}
}
