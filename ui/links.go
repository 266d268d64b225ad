package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/weblink"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// wantedTicket is a ticket that is fetched for a list of its links or for its text. It is dropped when the agent has
// gone on to something else.
type wantedTicket struct {
	id   desk.ID
	then func(*desk.TicketDetails) tea.Cmd
}

// withDetails does something with a whole ticket, which is fetched first if it is not known.
func (c *Console) withDetails(id desk.ID, then func(*desk.TicketDetails) tea.Cmd) tea.Cmd {
	if d := c.ticket.Known(id); d != nil {
		return then(d)
	}
	c.wanted = wantedTicket{id, then}
	c.notify(levelTransient, "loading the ticket…")
	return c.cmds.ReadTicket(id)
}

// onWantedTicket goes on with the ticket that was fetched for it.
func (c *Console) onWantedTicket(msg backend.TicketLoadedMsg) tea.Cmd {
	wanted := c.wanted
	if wanted.then == nil || msg.ID != wanted.id {
		return nil
	}
	c.wanted = wantedTicket{}
	switch t := c.target(nothing).Ticket; {
	case msg.Detail == nil && msg.Err != nil:
		c.notify(levelError, "not loaded: "+backend.ErrorText(msg.Err))
	case msg.Detail == nil, len(c.overlays) > 0, t == nil, t.ID != wanted.id:
	default:
		c.notification.clearTransient()
		return wanted.then(msg.Detail)
	}
	return nil
}

// ticketLink is a row of the list of a ticket's links.
type ticketLink struct {
	name string
	text string       // the address, as it was received if it is no link
	link weblink.Link // the zero Link for text
}

// linksOf returns the page of a ticket, if it names one, and its attachments.
func (s *shell) linksOf(d *desk.TicketDetails) []ticketLink {
	var all []ticketLink
	if !d.Page.IsEmpty() && !s.cmds.Site.IsZero() {
		all = append(all, newTicketLink("Ticket's page", d.Page, s.cmds.PageOf(d)))
	}
	for _, a := range d.Attachments {
		all = append(all, newTicketLink(a.Name.String(), a.URL, s.cmds.LinkTo(a.URL)))
	}
	return all
}

func newTicketLink(name string, as safetext.Address, to weblink.Link) ticketLink {
	if to.IsZero() {
		return ticketLink{name: name, text: as.String()}
	}
	return ticketLink{name, to.Address(), to}
}

// openLinks opens the ticket's page if there is nothing else to choose, or else the list of its links.
func (c *Console) openLinks(t *desk.Ticket) tea.Cmd {
	return c.withDetails(t.ID, func(d *desk.TicketDetails) tea.Cmd {
		links := c.linksOf(d)
		switch {
		case len(links) == 0:
			c.notify(levelTransient, "this ticket names no page and no attachment")
			return nil
		case len(links) == 1 && links[0].link.IsOwn() && c.cmds.HasBrowser():
			return c.openLink(links[0])
		}
		c.showLinks(d.ID, links)
		return nil
	})
}

// showLinks lists links: each can be opened, if it is one, or copied.
func (s *shell) showLinks(id desk.ID, links []ticketLink) {
	s.open(overlay.NewList(overlay.ListSpec{
		Title: "Links of " + id.Display().String(),
		Columns: []overlay.Column{
			{Title: "What", Width: 30},
			{Title: "Leads to", Width: 32},
			{Title: "Address", MinWidth: 100},
		},
		Rows: func() []overlay.Row { return s.linkRows(links) },
	}, s.Keys))
}

// linkRows returns the rows of a list of links. Over SSH the address of the account's own pages is a link for the
// agent's terminal; that of another host is text, because a click on it would ask nothing.
func (s *shell) linkRows(links []ticketLink) []overlay.Row {
	rows := make([]overlay.Row, len(links))
	for i, l := range links {
		where, style := l.link.Host(), s.th.Muted
		switch {
		case l.link.IsZero():
			where, style = "no link: text", s.th.Warning
		case !l.link.IsOwn():
			where, style = where+" (another site)", s.th.Warning
		}
		rows[i] = overlay.Row{
			ID:           strconv.Itoa(i),
			Cells:        []string{l.name, where, l.text},
			StyledColumn: 1,
			Style:        style,
			Detail:       l.text,
			Does: []overlay.RowAction{
				{Action: keymap.Open, Off: s.openLinkReason(l), Run: func(string) tea.Cmd { return s.openLink(l) }},
				{
					Action: keymap.Copy, Off: unless(l.text != "", "it has no address"),
					Run: func(string) tea.Cmd { return s.copyText(l.text, "the address") },
				},
			},
		}
		if l.link.IsOwn() {
			rows[i].Link = l.link.Address()
		}
	}
	return rows
}

// openLinkReason returns why a link cannot be opened from here; empty if it can.
func (s *shell) openLinkReason(l ticketLink) string {
	copies := s.Keys.KeyLabel(keymap.ListOverlay, keymap.Copy) + " copies it"
	switch {
	case l.link.IsZero():
		return "only http and https links can be opened: " + copies
	case s.Remote:
		return "no browser over SSH: click the address, or " + copies
	case !s.cmds.HasBrowser():
		return "no desktop here (DISPLAY is not set): " + copies
	}
	return ""
}

// openLink opens a link in the browser, after a question if it leads to another host.
func (s *shell) openLink(l ticketLink) tea.Cmd {
	open := func() tea.Cmd {
		s.notify(levelTransient, "opening the browser…")
		return s.cmds.OpenLink(l.link)
	}
	if l.link.IsOwn() {
		return open()
	}
	from := "The address came with the ticket. This account has no pages of its own to compare it with."
	if own := s.cmds.Site.Host(); own != "" {
		from = "The address came with the ticket. This account's own pages are on " + own + "."
	}
	s.confirm("Open a page of "+l.link.Host()+"?", overlay.Paragraphs(l.text, from), overlay.Choice{
		Action: keymap.Accept, Label: "open it in the browser", Run: open,
	})
	return nil
}

// onLinkOpened says what is known of a link that was given to the browser.
func (s *shell) onLinkOpened(msg backend.LinkOpenedMsg) {
	switch {
	case msg.IsPending():
		s.notify(levelTransient, msg.Err.Error())
	case msg.Err != nil:
		s.notify(levelError, "not opened: "+backend.ErrorText(msg.Err))
	default:
		s.notify(levelSuccess, "opened in the browser: "+msg.Link.Host())
	}
}
