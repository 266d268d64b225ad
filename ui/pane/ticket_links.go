package pane

import (
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// pageAndAttachments writes the ticket's page, if it is one, and the attachments, each with its address and where that
// leads.
func (doc *ticketRenderer) pageAndAttachments(d *desk.TicketDetails) {
	page := doc.site.Page(d.Page.String())
	if page.IsZero() && len(d.Attachments) == 0 {
		return
	}
	doc.heading("Page and attachments")
	if !page.IsZero() {
		doc.shows("url", "ticketURL")
		doc.link("Ticket's page", d.Page, page, 0)
	}
	for i, a := range d.Attachments {
		doc.link(a.Name.String(), a.URL, doc.site.Link(a.URL.String()), i+1)
	}
}

// link writes one link below its name. One without a name is its address, which says where it leads.
func (doc *ticketRenderer) link(name string, as safetext.Address, to safetext.Link, nth int) {
	where := as.String()
	if !to.IsZero() {
		where = to.Address()
	}
	width := max(doc.look.Width-2, 1)
	mark := "• "
	if name != "" && name != as.String() {
		switch {
		case where == "":
		case to.IsZero():
			name += " · no link"
		case !to.IsOwn():
			name += " · leads to " + to.Host()
		}
		for _, l := range termwidth.Wrap(name, width) {
			doc.lines = append(doc.lines, mark+l)
			mark = "  "
		}
	}
	for _, l := range termwidth.Wrap(where, width) {
		doc.lines = append(doc.lines, mark+clickable(to, nth, doc.th.Muted.Render(l)))
		mark = "  "
	}
}

// clickable makes a part of a link's address a link for the terminal, if it leads to the account's own site: a click
// asks nothing. The parts of one link have the same number.
func clickable(to safetext.Link, nth int, text string) string {
	if !to.IsOwn() {
		return text
	}
	return ansi.SetHyperlink(to.Address(), "id=l"+strconv.Itoa(nth)) + text + ansi.ResetHyperlink()
}
