package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// copyText gives a text to the terminal for its clipboard. Terminals answer nothing to that, and some ignore it, so the
// notice says no more than what was done.
func (s *shell) copyText(text, what string) tea.Cmd {
	if s.Accessible {
		return tea.SetClipboard(text) // printed as lines: who reads no screen has no clipboard of the terminal either
	}
	s.notify(levelSuccess, "sent to the clipboard: "+what)
	return tea.SetClipboard(text)
}

// copyNumbers copies the numbers of tickets.
func (s *shell) copyNumbers(t pane.Target) tea.Cmd {
	numbers := desk.DisplayIDs(t.Tickets)
	what := numbers[0]
	if len(numbers) > 1 {
		what = strconv.Itoa(len(numbers)) + " ticket numbers"
	}
	return s.copyText(strings.Join(numbers, "\n"), what)
}

// copyCustomer copies the customer's only value, or lets the agent choose one of several.
func (s *screens) copyCustomer() tea.Cmd {
	things := s.customer.CopyTargets()
	if len(things) == 1 {
		return s.copyText(things[0][1], things[0][1])
	}
	rows := make([]overlay.PickerItem, len(things))
	for i, t := range things {
		rows[i] = overlay.PickerItem{Label: t[0], Value: t[1]}
	}
	s.open(overlay.NewPicker(overlay.PickSpec{Title: "Copy", Items: rows, Pick: s.copyValue}, s.Keys))
	return nil
}

func (s *shell) copyValue(t overlay.PickerItem) tea.Cmd { return s.copyText(t.Value, t.Value) }

// The rows of the list of what can be copied of a ticket that are not values of its row.
const (
	copyLink     = "link"
	copyPlain    = "text"
	copyMarkdown = "markdown"
)

// openCopyMenu lists what can be copied of a ticket.
func (l *links) openCopyMenu(t *desk.Ticket) tea.Cmd {
	rows := []overlay.PickerItem{{Label: wire.Label("ticket", "ticketId"), Value: t.ID.Display().String()}}
	for _, f := range []struct {
		member string
		value  safetext.Line
	}{{"phone", t.Phone}, {"email", t.Email}, {"orderId", t.OrderID}, {"title", t.Title}} {
		if v := f.value.String(); v != "" && !desk.IsMasked(v) {
			rows = append(rows, overlay.PickerItem{Label: wire.Label("ticket", f.member), Value: v})
		}
	}
	if !l.cmds.Site.IsZero() {
		rows = append(rows, overlay.PickerItem{Label: "Link", Value: "the ticket's page", ID: copyLink})
	}
	rows = append(rows,
		overlay.PickerItem{Label: "Text", Value: "the whole ticket", ID: copyPlain},
		overlay.PickerItem{Label: "Markdown", Value: "the whole ticket", ID: copyMarkdown},
	)
	pick := func(chosen overlay.PickerItem) tea.Cmd {
		switch chosen.ID {
		case copyLink:
			return l.withDetails(t.ID, l.copyPage)
		case copyPlain:
			return l.withDetails(t.ID, l.copyWritten("the ticket as text", l.cmds.TicketText))
		case copyMarkdown:
			return l.withDetails(t.ID, l.copyWritten("the ticket as markdown", l.cmds.TicketMarkdown))
		}
		return l.copyValue(chosen)
	}
	l.open(overlay.NewPicker(overlay.PickSpec{Title: "Copy of the ticket", Items: rows, Pick: pick}, l.Keys))
	return nil
}

// copyPage copies the address of a ticket's page.
func (l *links) copyPage(d *desk.TicketDetails) tea.Cmd {
	page := l.cmds.PageOf(d)
	switch {
	case !page.IsZero():
		return l.copyText(page.Address(), page.Address())
	case d.Page.IsEmpty():
		l.notify(levelTransient, "this ticket names no page")
	default:
		l.notify(levelTransient, "not a page of "+l.cmds.Site.Host()+": "+d.Page.String())
	}
	return nil
}

// copyWritten returns what copies a ticket as text, which is written outside the loop.
func (l *links) copyWritten(what string, write func(*desk.TicketDetails) string) func(*desk.TicketDetails) tea.Cmd {
	return func(d *desk.TicketDetails) tea.Cmd {
		return backend.Do(l.cmds.Context, func() backend.Then {
			text := write(d)
			return func() tea.Cmd { return l.copyText(text, what) }
		})
	}
}
