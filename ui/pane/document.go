package pane

import (
	"context"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// document draws a whole ticket as lines; it is slow and runs off the loop.
type document struct {
	ctx   context.Context
	draw  *part.Renderer
	th    *theme.Theme
	look  part.Look
	at    moment
	lines []string
}

// drawTicket is a ticket from its title to its newest entry.
func drawTicket(ctx context.Context, draw *part.Renderer, th *theme.Theme, width int, at moment, d *desk.Detail) ([]string, error) {
	doc := &document{ctx: ctx, draw: draw, th: th, look: part.Look{Width: width, Dark: th.Dark, Plain: th.Plain}, at: at}
	doc.lines = head(&d.Ticket, th, width, at)
	doc.facts(d)
	if !d.Body.IsEmpty() {
		doc.heading("Description")
		if err := doc.rich(d.Body, ""); err != nil {
			return nil, err
		}
	}
	if err := doc.timeline(d); err != nil {
		return nil, err
	}
	doc.blocks(d.Groups)
	doc.links(d.Attachments)
	doc.record(d.Fields)
	return doc.lines, nil
}

// head is what a row of the list tells already: shown while the rest is fetched.
func head(t *desk.Ticket, th *theme.Theme, width int, at moment) []string {
	var lines []string
	for _, l := range wrap(t.Title.String(), width) {
		lines = append(lines, th.Strong.On(l))
	}
	bits := []string{t.ID.Line().String(), t.SubStatus.Label(), t.Priority.String(), t.Queue.Label(), t.Assignee.String()}
	kept := bits[:0]
	for _, b := range bits {
		if b != "" {
			kept = append(kept, b)
		}
	}
	for _, l := range wrap(strings.Join(kept, " · "), width) {
		lines = append(lines, th.Muted.On(l))
	}
	return append(lines, flags(t, th, width, at)...)
}

// flags are the lines that ask for attention: SLA, callback, escalation.
func flags(t *desk.Ticket, th *theme.Theme, width int, at moment) []string {
	var lines []string
	if t.Marks.Has(desk.Closed) {
		return nil
	}
	switch {
	case t.Marks.Has(desk.OutOfSLA):
		lines = append(lines, th.Bad.On(text.Cut("! Out of SLA "+due(t, at), width)))
	case t.Marks.Has(desk.AtRisk):
		lines = append(lines, th.Warn.On(text.Cut("~ At risk "+due(t, at), width)))
	}
	if t.Marks.Has(desk.Escalated) {
		lines = append(lines, th.Warn.On("⚑ Escalated"))
	}
	if !t.Callback.IsZero() {
		when := at.zones.At(t.Callback)
		if late := at.now.Sub(when); late >= 0 {
			lines = append(lines, th.Bad.On(text.Cut("☎ Call back was due "+clock(when, at.now)+", "+Span(late)+" ago", width)))
		} else {
			lines = append(lines, th.Info.On(text.Cut("☎ Call back "+clock(when, at.now)+", in "+Span(-late), width)))
		}
	}
	return lines
}

func due(t *desk.Ticket, at moment) string {
	if t.Due.IsZero() {
		return ""
	}
	return "· due " + clock(at.zones.At(t.Due), at.now)
}

// clock is a moment for people: the time of today, else with its day, else with its year.
func clock(t, now time.Time) string {
	now = now.In(t.Location())
	switch {
	case desk.DayOf(t) == desk.DayOf(now):
		return "today " + t.Format("15:04")
	case desk.DayOf(t) == desk.DayOf(now).Add(1):
		return "tomorrow " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
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

// pair is a label with its value, which may have many lines.
type pair struct{ label, value string }

// labelWidth is the columns of the labels with the blank behind them, fewer where there is little room.
func (doc *document) labelWidth() int {
	if doc.look.Width < 56 {
		return 14
	}
	return 19
}

// pairs are set side by side where two short ones fit, below one another otherwise.
func (doc *document) pairs(all []pair, indent string) {
	width := doc.look.Width - len(indent)
	half := (width - 2) / 2
	for i := 0; i < len(all); i++ {
		if i+1 < len(all) && half >= doc.labelWidth()+14 && doc.fits(all[i], half) && doc.fits(all[i+1], half) {
			doc.lines = append(doc.lines, indent+doc.cell(all[i], half)+"  "+doc.cell(all[i+1], half))
			i++
			continue
		}
		doc.long(all[i], indent, width)
	}
}

// long is a pair that has its lines alone. A label that is wider than others is shown whole beside a value of one line.
func (doc *document) long(p pair, indent string, width int) {
	lines, column, label := wrap(p.value, max(width-doc.labelWidth(), 8)), doc.labelWidth()-1, p.label
	if own := text.Width(label); len(lines) == 1 && own+1+text.Width(lines[0]) <= width {
		column = max(column, own)
	}
	for _, l := range lines {
		doc.lines = append(doc.lines, indent+doc.th.Muted.On(text.Pad(label, column))+" "+l)
		label = ""
	}
}

func (doc *document) fits(p pair, width int) bool {
	return !strings.Contains(p.value, "\n") && doc.labelWidth()+text.Width(p.value) <= width && text.Width(p.label) < doc.labelWidth()
}

func (doc *document) cell(p pair, width int) string {
	return doc.th.Muted.On(text.Pad(p.label, doc.labelWidth()-1)) + " " + text.Pad(p.value, width-doc.labelWidth())
}

// timeline is what happened, oldest first.
func (doc *document) timeline(d *desk.Detail) error {
	if len(d.Timeline) == 0 {
		return nil
	}
	doc.heading("Timeline")
	for i, e := range d.Timeline {
		doc.entryHead(e)
		if !e.Body.IsEmpty() {
			if err := doc.rich(e.Body, "  "); err != nil {
				return err
			}
		}
		doc.entryFacts(e.Facts)
		if i < len(d.Timeline)-1 {
			doc.lines = append(doc.lines, "")
		}
	}
	return nil
}

// entryFacts are what else an entry held, on few lines; a key is left out where its name stands beside it.
func (doc *document) entryFacts(facts []desk.Field) {
	var bits []string
	for _, f := range facts {
		name, isKey := strings.CutSuffix(f.Label.String(), " key")
		hasName := slices.ContainsFunc(facts, func(o desk.Field) bool { return o.Label.String() == name })
		if !isKey || !hasName {
			bits = append(bits, f.Label.String()+": "+strings.ReplaceAll(doc.at.zones.Value(f).Line().String(), "|", " › "))
		}
	}
	if len(bits) == 0 {
		return
	}
	for _, l := range wrap(strings.Join(bits, " · "), doc.look.Width-2) {
		doc.lines = append(doc.lines, "  "+doc.th.Muted.On(l))
	}
}

func (doc *document) entryHead(e desk.Entry) {
	when := e.When.String()
	if !e.At.IsZero() {
		when = clock(doc.at.zones.At(e.At), doc.at.now)
	}
	who := e.Who.String()
	if who == "" {
		who = e.Kind.String()
	}
	line := text.Cut(strings.TrimSpace(when+"  "+who), doc.look.Width-2)
	doc.lines = append(doc.lines, doc.th.Accent.On("● ")+doc.th.Heading.On(line))
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
