package pane

import (
	"context"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// ticketRenderer draws a whole ticket as lines; it is slow and runs off the loop.
type ticketRenderer struct {
	ctx  context.Context
	draw *part.Renderer
	th   *theme.Theme
	look part.Options
	at   clockContext
	drawnLines
}

// drawnLines is a ticket as lines, and which of them are the newest that anybody wrote.
type drawnLines struct {
	lines        []string
	newest, ends int // the first of them and the one behind the last; 0 when nobody wrote anything
}

// renderTicket is a ticket from its title to its last member.
func renderTicket(ctx context.Context, draw *part.Renderer, th *theme.Theme, width int, at clockContext, d *desk.TicketDetails) (drawnLines, error) {
	doc := &ticketRenderer{ctx: ctx, draw: draw, th: th, look: lookOf(th, width), at: at}
	doc.lines = ticketHeader(&d.Ticket, th, width, at)
	doc.summaryFields(d)
	if !d.Body.IsEmpty() {
		doc.heading("Description")
		doc.newest = len(doc.lines) - 1
		if err := doc.rich(d.Body, ""); err != nil {
			return drawnLines{}, err
		}
		doc.ends = len(doc.lines)
	}
	if err := doc.timeline(d); err != nil {
		return drawnLines{}, err
	}
	doc.blocks(d.Groups)
	doc.links(d.Attachments)
	doc.record(d.Fields)
	return doc.drawnLines, nil
}

// lookOf is how markdown is drawn in a theme.
func lookOf(th *theme.Theme, width int) part.Options {
	return part.Options{Width: width, Dark: th.Dark, Plain: th.NoColor, Sixteen: th.Sixteen}
}

// heading begins a part of the document.
func (doc *ticketRenderer) heading(title string) {
	title = safetext.Truncate(title, max(doc.look.Width-4, 1))
	rule := max(doc.look.Width-safetext.Width(title)-4, 0)
	doc.lines = append(doc.lines, "", doc.th.Border.Render("── ")+doc.th.Header.Render(title)+doc.th.Border.Render(" "+strings.Repeat("─", rule)))
}

// rich draws a body that may hold HTML, under an indent.
func (doc *ticketRenderer) rich(body safetext.HTML, indent string) error {
	look := doc.look
	look.Width -= safetext.Width(indent)
	var page part.Rendered
	if err := doc.draw.Render(doc.ctx, bodyKey(body), body, look, func(p part.Rendered) { page = p }); err != nil {
		return err
	}
	for _, l := range page.Lines {
		doc.lines = append(doc.lines, indent+l)
	}
	return nil
}

// record is every member that holds something, whether or not it was shown above; a number that is 0 holds nothing.
func (doc *ticketRenderer) record(fields []desk.LabeledValue) {
	if len(fields) == 0 {
		return
	}
	doc.heading("Whole record")
	var pairs []field
	for _, f := range fields {
		if v := doc.at.zones.FormatField(f).String(); v != "0" {
			pairs = append(pairs, field{f.Label.String(), v})
		}
	}
	doc.pairs(pairs, "")
}

// summaryFields are what is looked for first, labelled, in two columns where there is room.
func (doc *ticketRenderer) summaryFields(d *desk.TicketDetails) {
	stamp := func(s desk.UnixTime) string {
		if s.IsZero() {
			return ""
		}
		return clock(doc.at.zones.LocalUnix(s), doc.at.now)
	}
	known := []struct{ label, value string }{
		{"E-mail", d.Email.String()},
		{"Phone", d.Phone.String()},
		{"Order", d.OrderID.String()},
		{"Created", stamp(d.Created)},
		{"Last talk", stamp(d.LastConversation)},
		{"Followed up", stamp(d.LastFollowUp)},
		{"Due", stamp(d.Due)},
		{"Source", d.Source.String()},
		{"Creator", d.Creator.String()},
		{"Disposition", strings.ReplaceAll(d.Disposition.String(), "|", " › ")},
	}
	var pairs []field
	for _, k := range known {
		if k.value != "" {
			pairs = append(pairs, field{k.label, k.value})
		}
	}
	if len(pairs) > 0 {
		doc.lines = append(doc.lines, "")
		doc.pairs(pairs, "")
	}
}

// group is one block of account-specific members.
func (doc *ticketRenderer) group(g desk.FieldGroup) {
	doc.heading(g.Title.String())
	for i, row := range g.Rows {
		if i > 0 {
			doc.lines = append(doc.lines, "")
		}
		var pairs []field
		for _, f := range row {
			pairs = append(pairs, field{f.Label.String(), f.Value.String()})
		}
		doc.pairs(pairs, "")
	}
}

// blocks are all account-specific members of a record.
func (doc *ticketRenderer) blocks(all []desk.FieldGroup) {
	for _, g := range all {
		doc.group(g)
	}
}

// compactRow is one row of a block on few lines, under an indent.
func (doc *ticketRenderer) compactRow(title string, row []desk.LabeledValue, indent string) {
	bits := make([]string, 0, len(row))
	for _, f := range row {
		bits = append(bits, strings.TrimSpace(f.Label.String()+" "+f.Value.Line().String()))
	}
	doc.pairs([]field{{title, strings.Join(bits, " · ")}}, indent)
}

func (doc *ticketRenderer) links(links []desk.Link) {
	if len(links) == 0 {
		return
	}
	doc.heading("Attachments and links")
	for _, l := range links {
		name, url := l.Name.String(), l.URL.String()
		if name == "" {
			name = url
		}
		doc.lines = append(doc.lines, safetext.Truncate("• "+name, doc.look.Width))
		if url != "" && url != name {
			for _, part := range wrap(url, doc.look.Width-2) {
				doc.lines = append(doc.lines, "  "+doc.th.Muted.Render(part))
			}
		}
	}
}
