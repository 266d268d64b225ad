package pane

import (
	"context"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// document draws a whole ticket as lines; it is slow and runs off the loop.
type document struct {
	ctx  context.Context
	draw *part.Renderer
	th   *theme.Theme
	look part.Look
	at   moment
	drawnLines
}

// drawnLines is a ticket as lines, and which of them are the newest that anybody wrote.
type drawnLines struct {
	lines        []string
	newest, ends int // the first of them and the one behind the last; 0 when nobody wrote anything
}

// drawTicket is a ticket from its title to its last member.
func drawTicket(ctx context.Context, draw *part.Renderer, th *theme.Theme, width int, at moment, d *desk.Detail) (drawnLines, error) {
	doc := &document{ctx: ctx, draw: draw, th: th, look: lookOf(th, width), at: at}
	doc.lines = head(&d.Ticket, th, width, at)
	doc.facts(d)
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
func lookOf(th *theme.Theme, width int) part.Look {
	return part.Look{Width: width, Dark: th.Dark, Plain: th.Plain, Sixteen: th.Sixteen}
}

// heading begins a part of the document.
func (doc *document) heading(title string) {
	title = text.Cut(title, max(doc.look.Width-4, 1))
	rule := max(doc.look.Width-text.Width(title)-4, 0)
	doc.lines = append(doc.lines, "", doc.th.Rule.On("── ")+doc.th.Heading.On(title)+doc.th.Rule.On(" "+strings.Repeat("─", rule)))
}

// rich draws a body that may hold HTML, under an indent.
func (doc *document) rich(body text.Rich, indent string) error {
	look := doc.look
	look.Width -= text.Width(indent)
	var page part.Page
	if err := doc.draw.Draw(doc.ctx, bodyKey(body), body, look, func(p part.Page) { page = p }); err != nil {
		return err
	}
	for _, l := range page.Lines {
		doc.lines = append(doc.lines, indent+l)
	}
	return nil
}

// record is every member that holds something, whether or not it was shown above; a number that is 0 holds nothing.
func (doc *document) record(fields []desk.Field) {
	if len(fields) == 0 {
		return
	}
	doc.heading("Whole record")
	var pairs []pair
	for _, f := range fields {
		if v := doc.at.zones.Value(f).String(); v != "0" {
			pairs = append(pairs, pair{f.Label.String(), v})
		}
	}
	doc.pairs(pairs, "")
}

// facts are what is looked for first, labelled, in two columns where there is room.
func (doc *document) facts(d *desk.Detail) {
	stamp := func(s desk.Stamp) string {
		if s.IsZero() {
			return ""
		}
		return clock(doc.at.zones.At(s), doc.at.now)
	}
	known := []struct{ label, value string }{
		{"E-mail", d.Email.String()},
		{"Phone", d.Phone.String()},
		{"Order", d.OrderID.String()},
		{"Created", stamp(d.Created)},
		{"Last talk", stamp(d.Talked)},
		{"Followed up", stamp(d.FollowedUp)},
		{"Due", stamp(d.Due)},
		{"Source", d.Source.String()},
		{"Creator", d.Creator.String()},
		{"Disposition", strings.ReplaceAll(d.Disposition.String(), "|", " › ")},
	}
	var pairs []pair
	for _, k := range known {
		if k.value != "" {
			pairs = append(pairs, pair{k.label, k.value})
		}
	}
	if len(pairs) > 0 {
		doc.lines = append(doc.lines, "")
		doc.pairs(pairs, "")
	}
}

// group is one block of account-specific members.
func (doc *document) group(g desk.Group) {
	doc.heading(g.Title.String())
	for i, row := range g.Rows {
		if i > 0 {
			doc.lines = append(doc.lines, "")
		}
		var pairs []pair
		for _, f := range row {
			pairs = append(pairs, pair{f.Label.String(), f.Value.String()})
		}
		doc.pairs(pairs, "")
	}
}

// blocks are all account-specific members of a record.
func (doc *document) blocks(all []desk.Group) {
	for _, g := range all {
		doc.group(g)
	}
}

// small is one row of a block on few lines, under an indent.
func (doc *document) small(title string, row []desk.Field, indent string) {
	bits := make([]string, 0, len(row))
	for _, f := range row {
		bits = append(bits, strings.TrimSpace(f.Label.String()+" "+f.Value.Line().String()))
	}
	doc.pairs([]pair{{title, strings.Join(bits, " · ")}}, indent)
}

func (doc *document) links(links []desk.Link) {
	if len(links) == 0 {
		return
	}
	doc.heading("Attachments and links")
	for _, l := range links {
		name, url := l.Name.String(), l.URL.String()
		if name == "" {
			name = url
		}
		doc.lines = append(doc.lines, text.Cut("• "+name, doc.look.Width))
		if url != "" && url != name {
			for _, part := range wrap(url, doc.look.Width-2) {
				doc.lines = append(doc.lines, "  "+doc.th.Muted.On(part))
			}
		}
	}
}
