package ui

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// openEntry opens the ticket or the customer of a history entry.
func (l *workList) openEntry(n backend.HistoryEntry) tea.Cmd {
	l.closeLists()
	if n.Kind == backend.KindAddCustomer || n.Kind == backend.KindUpdateCustomer {
		customer, _ := strconv.ParseInt(n.Record, 10, 64)
		return l.openCustomer(customer, nil)
	}
	return l.openFrom(source{"what you sent today", l.notedTickets()}, desk.NewID(n.Record))
}

// notedTickets returns the tickets of the history in its order, without duplicates.
func (l *workList) notedTickets() []desk.ID {
	keys := []desk.ID{}
	for _, n := range l.history {
		id := desk.NewID(n.Record)
		isTicket := n.Kind == backend.KindUpdate || n.Kind == backend.KindAdd
		if isTicket && n.Record != "" && !slices.Contains(keys, id) {
			keys = append(keys, id)
		}
	}
	return keys
}

// noteID returns the row ID of a history entry. It includes the time, because a record may have several entries.
func noteID(n backend.HistoryEntry) string {
	return n.Kind + "\x00" + n.Record + "\x00" + n.At.Format(time.RFC3339Nano)
}

// whyNotOpen returns why the record of a history entry cannot be opened.
func (l *workList) whyNotOpen(n backend.HistoryEntry) string {
	number, err := strconv.ParseInt(n.Record, 10, 64)
	switch n.Kind {
	case backend.KindAddOrder, backend.KindUpdateOrder:
		return "orders are shown with their customer: " + l.Keys.KeyLabel(keymap.Global, keymap.FindCustomer) + " finds one"
	case backend.KindAddCustomer, backend.KindUpdateCustomer:
		return unless(err == nil && number > 0, "the customer's number is missing")
	}
	return unless(n.Record != "", "the ticket's number is missing")
}

func (l *workList) outcomeStyle(outcome string) theme.Style {
	switch outcome {
	case backend.Saved.String():
		return l.theme().Success
	case backend.Refused.String():
		return l.theme().Error
	}
	return l.theme().Warning
}
