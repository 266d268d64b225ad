package ui

import (
	"errors"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// links open and copy what a ticket names. For that it may be fetched, which is dropped when the agent has gone on to
// something else.
type links struct {
	part
	wanted desk.ID
	then   func(*desk.TicketDetails) tea.Cmd // what is done with the wanted ticket; nil for none
}

// withDetails does something with a whole ticket, which is fetched first if it is not known.
func (l *links) withDetails(id desk.ID, then func(*desk.TicketDetails) tea.Cmd) tea.Cmd {
	if d := l.ticket.Known(id); d != nil {
		return then(d)
	}
	l.wanted, l.then = id, then
	l.notify(levelTransient, "loading the ticket…")
	return l.cmds.ReadTicket(id)
}

// onTicket goes on with the ticket that was fetched for it.
func (l *links) onTicket(msg backend.TicketLoaded) tea.Cmd {
	then := l.then
	if then == nil || msg.Of != l.wanted {
		return nil
	}
	l.then = nil
	switch t := l.target(nothing).Ticket; {
	case msg.Value == nil && msg.Err != nil:
		l.notify(levelError, "not loaded: "+backend.ErrorText(msg.Err))
	case msg.Value == nil, len(l.overlays) > 0, t == nil, t.ID != l.wanted:
	default:
		l.notification.clearTransient()
		return then(msg.Value)
	}
	return nil
}

// ticketLink is a row of the list of a ticket's links.
type ticketLink struct {
	name string
	text string        // the address, as it was received if it is no link
	link safetext.Link // the zero Link for text
}

// linksOf returns the page of a ticket, if it names one, and its attachments.
func (l *links) linksOf(d *desk.TicketDetails) []ticketLink {
	var all []ticketLink
	if !d.Page.IsEmpty() && !l.cmds.Site.IsZero() {
		all = append(all, newTicketLink("Ticket's page", d.Page, l.cmds.PageOf(d)))
	}
	for _, a := range d.Attachments {
		all = append(all, newTicketLink(a.Name.String(), a.URL, l.cmds.LinkTo(a.URL)))
	}
	return all
}

func newTicketLink(name string, as safetext.Address, to safetext.Link) ticketLink {
	if to.IsZero() {
		return ticketLink{name: name, text: as.String()}
	}
	return ticketLink{name, to.Address(), to}
}

// openLinks opens the ticket's page if there is nothing else to choose, or else the list of its links.
func (l *links) openLinks(t *desk.Ticket) tea.Cmd {
	return l.withDetails(t.ID, func(d *desk.TicketDetails) tea.Cmd {
		all := l.linksOf(d)
		switch {
		case len(all) == 0:
			l.notify(levelTransient, "this ticket names no page and no attachment")
			return nil
		case len(all) == 1 && all[0].link.IsOwn() && l.cmds.HasBrowser():
			return l.openLink(all[0])
		}
		l.showLinks(d.ID, all)
		return nil
	})
}

// showLinks lists links: each can be opened, if it is one, or copied.
func (l *links) showLinks(id desk.ID, all []ticketLink) {
	l.open(overlay.NewList(overlay.ListSpec{
		Spec: overlay.Spec{
			Name: "list", Title: func() string { return "Links of " + id.Display().String() }, Scope: keymap.ListOverlay, Width: 120,
		},
		Columns: []overlay.Column{
			{Title: "What", Width: 30},
			{Title: "Leads to", Width: 32},
			{Title: "Address", MinWidth: 100},
		},
		Rows: func() []overlay.Row { return l.linkRows(all) },
	}, l.Keys))
}

// linkRows returns the rows of a list of links. Over SSH the address of the account's own pages is a link for the
// agent's terminal; that of another host is text, because a click on it would ask nothing.
func (l *links) linkRows(all []ticketLink) []overlay.Row {
	rows := make([]overlay.Row, len(all))
	for i, to := range all {
		where, style := to.link.Host(), l.th.Muted
		switch {
		case to.link.IsZero():
			where, style = "no link: text", l.th.Warning
		case !to.link.IsOwn():
			where, style = where+" (another site)", l.th.Warning
		}
		rows[i] = overlay.Row{
			ID:           strconv.Itoa(i),
			Cells:        []string{to.name, where, to.text},
			StyledColumn: 1,
			Style:        style,
			Detail:       to.text,
			Does: []overlay.Act{
				{Action: keymap.Open, Off: l.openLinkReason(to), Run: func() tea.Cmd { return l.openLink(to) }},
				{
					Action: keymap.Copy, Off: unless(to.text != "", "it has no address"),
					Run: func() tea.Cmd { return l.copyText(to.text, "the address") },
				},
			},
		}
		if to.link.IsOwn() {
			rows[i].Link = to.link.Address()
		}
	}
	return rows
}

// openLinkReason returns why a link cannot be opened from here; empty if it can.
func (l *links) openLinkReason(to ticketLink) string {
	copies := l.Keys.KeyLabel(keymap.ListOverlay, keymap.Copy) + " copies it"
	switch {
	case to.link.IsZero():
		return "only http and https links can be opened: " + copies
	case l.Remote:
		return "no browser over SSH: click the address, or " + copies
	case !l.cmds.HasBrowser():
		return "no desktop here (DISPLAY is not set): " + copies
	}
	return ""
}

// openLink opens a link in the browser, after a question if it leads to another host.
func (l *links) openLink(to ticketLink) tea.Cmd {
	open := func() tea.Cmd {
		l.notify(levelTransient, "opening the browser…")
		ctx := l.cmds.Context
		return backend.Do(ctx, func() backend.Then {
			err := l.cmds.OpenLink(ctx, to.link)
			return func() tea.Cmd { l.onLinkOpened(to.link, err); return nil }
		})
	}
	if to.link.IsOwn() {
		return open()
	}
	from := "The address came with the ticket. This account has no pages of its own to compare it with."
	if own := l.cmds.Site.Host(); own != "" {
		from = "The address came with the ticket. This account's own pages are on " + own + "."
	}
	l.confirm("Open a page of "+to.link.Host()+"?", overlay.Paragraphs(to.text, from), overlay.Choice{
		Action: keymap.Accept, Label: "open it in the browser", Run: open,
	})
	return nil
}

// onLinkOpened says what is known of a link that was given to the browser.
func (l *links) onLinkOpened(link safetext.Link, err error) {
	switch {
	case errors.Is(err, backend.ErrOpenerBusy):
		l.notify(levelTransient, err.Error())
	case err != nil:
		l.notify(levelError, "not opened: "+backend.ErrorText(err))
	default:
		l.notify(levelSuccess, "opened in the browser: "+link.Host())
	}
}
