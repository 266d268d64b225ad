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

// CountFilterChoices counts the names of the tickets that a query lists; an earlier count is dropped.
func (c *Backend) CountFilterChoices(q Query, take func(FilterChoices)) tea.Cmd {
	q.Zone = c.Zones.Account()
	return Do(c.choices.Begin(c.Context), func() Then {
		counted := c.Cache.Snapshot().FilterChoices(q)
		return func() tea.Cmd { take(counted); return nil }
	})
}

// CheckNewView returns why a view cannot be saved beside others.
func CheckNewView(others []desk.View, v desk.View) error { return filter.CheckNewView(others, v) }
