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
func (c *Console) copyText(text, what string) tea.Cmd {
	if c.Accessible {
		return tea.SetClipboard(text) // printed as lines: who reads no screen has no clipboard of the terminal either
	}
	c.notify(levelSuccess, "sent to the clipboard: "+what)
	return tea.SetClipboard(text)
}

// copyNumbers copies the numbers of tickets.
func (c *Console) copyNumbers(t pane.Target) tea.Cmd {
	numbers := desk.DisplayIDs(t.Tickets)
	what := numbers[0]
	if len(numbers) > 1 {
		what = strconv.Itoa(len(numbers)) + " ticket numbers"
	}
	return c.copyText(strings.Join(numbers, "\n"), what)
}

// copyCustomer copies the customer's only value, or lets the agent choose one of several.
func (c *Console) copyCustomer() tea.Cmd {
	things := c.customer.CopyTargets()
	if len(things) == 1 {
		return c.copyText(things[0][1], things[0][1])
	}
	rows := make([]overlay.PickerItem, len(things))
	for i, t := range things {
		rows[i] = overlay.PickerItem{Label: t[0], Value: t[1]}
	}
	c.open(overlay.NewPicker(c.Keys, "Copy", rows, c.copyValue))
	return nil
}

func (c *Console) copyValue(t overlay.PickerItem) tea.Cmd { return c.copyText(t.Value, t.Value) }

// The rows of the list of what can be copied of a ticket that are not values of its row.
const (
	copyLink     = "link"
	copyPlain    = "text"
	copyMarkdown = "markdown"
)

// openCopyMenu lists what can be copied of a ticket.
func (c *Console) openCopyMenu(t *desk.Ticket) tea.Cmd {
	rows := []overlay.PickerItem{{Label: wire.Label("ticket", "ticketId"), Value: t.ID.Display().String()}}
	for _, f := range []struct {
		member string
		value  safetext.Line
	}{{"phone", t.Phone}, {"email", t.Email}, {"orderId", t.OrderID}, {"title", t.Title}} {
		if v := f.value.String(); v != "" && !desk.IsMasked(v) {
			rows = append(rows, overlay.PickerItem{Label: wire.Label("ticket", f.member), Value: v})
		}
	}
	if !c.cmds.Site.IsZero() {
		rows = append(rows, overlay.PickerItem{Label: "Link", Value: "the ticket's page", ID: copyLink})
	}
	rows = append(rows,
		overlay.PickerItem{Label: "Text", Value: "the whole ticket", ID: copyPlain},
		overlay.PickerItem{Label: "Markdown", Value: "the whole ticket", ID: copyMarkdown},
	)
	c.open(overlay.NewPicker(c.Keys, "Copy of the ticket", rows, func(chosen overlay.PickerItem) tea.Cmd {
		switch chosen.ID {
		case copyLink:
			return c.withDetails(t.ID, c.copyPage)
		case copyPlain:
			return c.withDetails(t.ID, c.cmds.TicketText)
		case copyMarkdown:
			return c.withDetails(t.ID, c.cmds.TicketMarkdown)
		}
		return c.copyValue(chosen)
	}))
	return nil
}

// copyPage copies the address of a ticket's page.
func (c *Console) copyPage(d *desk.TicketDetails) tea.Cmd {
	page := c.cmds.PageOf(d)
	switch {
	case !page.IsZero():
		return c.copyText(page.Address(), page.Address())
	case d.Page.IsEmpty():
		c.notify(levelTransient, "this ticket names no page")
	default:
		c.notify(levelTransient, "not a page of "+c.cmds.Site.Host()+": "+d.Page.String())
	}
	return nil
}

// onTicketText copies a ticket that was written as text.
func (c *Console) onTicketText(msg backend.TicketTextMsg) tea.Cmd {
	return c.copyText(msg.Text, msg.What)
}
