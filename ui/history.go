package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// showHistory opens the list of what was sent today.
func (c *Console) showHistory() tea.Cmd {
	return c.showList(listHistory, c.cmds.LoadHistory, overlay.ListSpec{
		Title: "Sent today",
		Empty: "Nothing sent today. What you send is listed here with its result.",
		Columns: []overlay.Column{
			{Title: "Time", Width: 5}, // all are of today
			{Title: "Outcome", Width: 13, Fit: true},
			{Title: "Form", Width: 13},
			{Title: "Record", Width: 12},
			{Title: "What", MinWidth: 64},
		},
		Rows:   c.historyRows,
		Offers: []overlay.RowAction{{Action: keymap.Open, Run: c.openHistoryEntry}},
	})
}

// openHistoryEntry opens the ticket or the customer of a history entry.
func (c *Console) openHistoryEntry(id string) tea.Cmd {
	kind, rest, _ := strings.Cut(id, "\x00")
	record, _, _ := strings.Cut(rest, "\x00")
	c.closeLists()
	if kind == backend.KindAddCustomer || kind == backend.KindUpdateCustomer {
		customer, _ := strconv.ParseInt(record, 10, 64)
		return c.openCustomer(customer, nil)
	}
	return c.openFrom(source{"what you sent today", c.notedTickets()}, desk.NewID(record))
}

// notedTickets returns the tickets of the history in its order, without duplicates.
func (c *Console) notedTickets() []desk.ID {
	keys := []desk.ID{}
	for _, n := range c.history {
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

func (c *Console) historyRows() []overlay.Row {
	rows := make([]overlay.Row, len(c.history))
	for i, n := range c.history {
		more := n.Summary
		if n.Title != "" && n.Title != n.Summary {
			more = n.Title + " · " + n.Summary
		}
		if n.Reason != "" {
			more = strings.TrimSuffix(n.Reason, ".") + ". " + more
		}
		rows[i] = overlay.Row{
			ID:           noteID(n),
			Disabled:     c.openDisabledReason(n),
			Style:        c.outcomeStyle(n.Outcome),
			StyledColumn: 1,
			Detail:       safetext.LineFromText(more).String(),
			Cells: []string{
				c.shortTime(n.At),
				safetext.LineFromText(n.Outcome).String(),
				formName(n.Kind),
				desk.NewID(n.Record).Display().String(),
				safetext.LineFromText(n.Summary).String(),
			},
		}
	}
	return rows
}

// openDisabledReason returns why the record of a history entry cannot be opened.
func (c *Console) openDisabledReason(n backend.HistoryEntry) map[keymap.Action]string {
	number, err := strconv.ParseInt(n.Record, 10, 64)
	var why string
	switch n.Kind {
	case backend.KindAddOrder, backend.KindUpdateOrder:
		why = "orders are shown with their customer: " + c.Keys.KeyLabel(
			keymap.Global,
			keymap.FindCustomer,
		) + " finds one"
	case backend.KindAddCustomer, backend.KindUpdateCustomer:
		why = unless(err == nil && number > 0, "the customer's number is missing")
	default:
		why = unless(n.Record != "", "the ticket's number is missing")
	}
	return map[keymap.Action]string{keymap.Open: why}
}

func (c *Console) outcomeStyle(outcome string) theme.Style {
	switch outcome {
	case backend.Saved.String():
		return c.th.Success
	case backend.Refused.String():
		return c.th.Error
	}
	return c.th.Warning
}
