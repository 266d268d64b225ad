package backend

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// TicketText writes a ticket as plain text.
func (c *Backend) TicketText(d *desk.TicketDetails) string { return c.writeTicket(d, plainText) }

// TicketMarkdown writes a ticket as markdown.
func (c *Backend) TicketMarkdown(d *desk.TicketDetails) string { return c.writeTicket(d, markdownText) }

// ticketFormat is how the parts of a ticket are written.
type ticketFormat struct {
	title, heading, entry string // before each
	item                  string // before a line of a list
	gap                   string // between the title and the first line of a list
	body                  func(safetext.HTML) string
}

var (
	plainText    = ticketFormat{gap: "\n", body: func(h safetext.HTML) string { return h.Text().String() }}
	markdownText = ticketFormat{
		title: "# ", heading: "## ", entry: "### ", item: "- ", gap: "\n\n",
		body: func(h safetext.HTML) string { return h.Markdown().String() },
	}
)

// writeTicket writes title, description, timeline and attachments of a ticket.
func (c *Backend) writeTicket(d *desk.TicketDetails, f ticketFormat) string {
	parts := []string{f.title + d.Title.String() + f.gap + c.ticketFacts(d, f)}
	if !d.Body.IsEmpty() {
		parts = append(parts, f.heading+"Description", f.body(d.Body))
	}
	if len(d.Timeline) > 0 {
		parts = append(parts, f.heading+"Timeline")
	}
	for _, e := range d.Timeline {
		when := e.RawTime.String()
		if !e.At.IsZero() {
			when = c.Zones.LocalUnix(e.At).Format("2 Jan 2006 15:04")
		}
		parts = append(parts, f.entry+phrase.Join(" · ", when, e.Author.String(), e.Kind.String()))
		if body := f.body(e.Body); body != "" {
			parts = append(parts, body)
		}
	}
	if files := c.attachmentLines(d, f); files != "" {
		parts = append(parts, f.heading+"Attachments", files)
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// ticketFacts returns what stands in a ticket's head.
func (c *Backend) ticketFacts(d *desk.TicketDetails, f ticketFormat) string {
	lines := []string{
		phrase.Join(
			" · ",
			d.ID.Display().String(), d.SubStatus.Label(), d.Priority.String(), d.Queue.Label(), d.Assignee.String(),
		),
		phrase.Join(" · ", d.Email.String(), d.Phone.String(), d.OrderID.String()),
		c.Site.Page(d.Page.String()).Address(),
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	for i := range lines {
		lines[i] = f.item + lines[i]
	}
	return strings.Join(lines, "\n")
}

// attachmentLines returns a line for each attachment with its name and where it is.
func (c *Backend) attachmentLines(d *desk.TicketDetails, f ticketFormat) string {
	lines := make([]string, len(d.Attachments))
	for i, a := range d.Attachments {
		where := a.URL.String()
		if l := c.Site.Link(where); !l.IsZero() {
			where = l.Address()
		}
		if a.Name.String() == where {
			where = ""
		}
		lines[i] = f.item + phrase.Join(" · ", a.Name.String(), where)
	}
	return strings.Join(lines, "\n")
}

// LinkTo returns where an address of a ticket leads; the zero Link if it is text.
func (c *Backend) LinkTo(a safetext.Address) safetext.Link { return c.Site.Link(a.String()) }

// PageOf returns the link to a ticket's page; the zero Link if it names none on the account's host.
func (c *Backend) PageOf(d *desk.TicketDetails) safetext.Link { return c.Site.Page(d.Page.String()) }
