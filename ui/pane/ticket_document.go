package pane

import (
	"context"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/weblink"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// ticketRenderer renders a whole ticket as lines; it is slow and runs outside the update loop.
type ticketRenderer struct {
	ctx    context.Context
	draw   *markdown.Renderer
	th     *theme.Theme
	look   markdown.Options
	at     clockContext
	queues []desk.Code // with their names
	site   weblink.Site
	drawnLines
}

// drawnLines holds the lines of a ticket and the range of its newest entry.
type drawnLines struct {
	lines        []string
	newest, ends int // first line of the newest entry and the one after its last; 0 if there is no entry
}

// ticket renders a ticket with all of its members.
func (doc *ticketRenderer) ticket(d *desk.TicketDetails) (drawnLines, error) {
	doc.lines = ticketHeader(&d.Ticket, doc.th, doc.look.Width, doc.at)
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
	doc.links(d)
	doc.record(d.Fields)
	return doc.drawnLines, nil
}

// lookOf returns the markdown options for a theme and width.
func lookOf(th *theme.Theme, width int) markdown.Options {
	return markdown.Options{Width: width, Theme: th}
}

// heading writes the heading of a section.
func (doc *ticketRenderer) heading(title string) {
	title = termwidth.Truncate(title, max(doc.look.Width-4, 1))
	rule := max(doc.look.Width-termwidth.Width(title)-4, 0)
	doc.lines = append(
		doc.lines,
		"",
		doc.th.Border.Render("── ")+doc.th.Header.Render(title)+doc.th.Border.Render(" "+strings.Repeat("─", rule)),
	)
}

// rich writes an indented body that may contain HTML.
func (doc *ticketRenderer) rich(body safetext.HTML, indent string) error {
	look := doc.look
	look.Width -= termwidth.Width(indent)
	var page markdown.Rendered
	if err := doc.draw.Render(doc.ctx, bodyKey(body), body, look, func(p markdown.Rendered) { page = p }); err != nil {
		return err
	}
	for _, l := range page.Lines {
		doc.lines = append(doc.lines, indent+l)
	}
	return nil
}

// record writes all non-empty members, including those already shown above; a value of 0 counts as empty.
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

// summaryFields writes the most important values with labels, in two columns if there is room.
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

// group writes one group of account-specific members.
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

// blocks writes all groups of account-specific members of a record.
func (doc *ticketRenderer) blocks(all []desk.FieldGroup) {
	for _, g := range all {
		doc.group(g)
	}
}

// compactRow writes one row of a group on as few lines as possible, indented.
func (doc *ticketRenderer) compactRow(title string, row []desk.LabeledValue, indent string) {
	bits := make([]string, 0, len(row))
	for _, f := range row {
		bits = append(bits, strings.TrimSpace(f.Label.String()+" "+f.Value.Line().String()))
	}
	doc.pairs([]field{{title, strings.Join(bits, " · ")}}, indent)
}

// ticketHeader returns the part of a ticket that is known from the list, which is shown while the rest is loading.
func ticketHeader(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	lines := th.Emphasis.RenderLines("", termwidth.Wrap(t.Title.String(), width))
	bits := joinNonEmpty(
		t.ID.Display().String(),
		t.SubStatus.Label(),
		t.Priority.String(),
		t.Queue.Label(),
		t.Assignee.String(),
	)
	lines = append(lines, th.Muted.RenderLines("", termwidth.Wrap(bits, width))...)
	return append(lines, alertLines(t, th, width, at)...)
}

// alertLines returns the lines for SLA, callback and escalation.
func alertLines(t *desk.Ticket, th *theme.Theme, width int, at clockContext) []string {
	if t.Marks.Has(desk.Closed) {
		return nil
	}
	var lines []string
	line := func(style theme.Style, text string) {
		if text != "" {
			lines = append(lines, style.Render(termwidth.Truncate(text, width)))
		}
	}
	line(slaAlert(t, th, at))
	if t.Marks.Has(desk.Escalated) {
		line(th.Warning, "⚑ Escalated")
	}
	line(callbackAlert(t, th, at))
	return lines
}

// slaAlert returns the warning of an SLA that has run out, or soon does; empty if neither is so.
func slaAlert(t *desk.Ticket, th *theme.Theme, at clockContext) (theme.Style, string) {
	due, left := "", soonTime+1
	if !t.Due.IsZero() {
		when := at.zones.LocalUnix(t.Due)
		left = timeLeft(when, at.now)
		due = " · due " + clock(when, at.now) + ", " + inWords(left)
	}
	switch {
	case t.Marks.Has(desk.OutOfSLA):
		return th.Error, "! Out of SLA" + due
	case left <= 0:
		return th.Error, "! SLA" + due
	case t.Marks.Has(desk.AtRisk):
		return th.Warning, "~ At risk" + due
	case left <= soonTime:
		return th.Warning, "~ SLA" + due
	}
	return th.Warning, ""
}

// callbackAlert returns when the customer is to be called; empty if nothing was promised.
func callbackAlert(t *desk.Ticket, th *theme.Theme, at clockContext) (theme.Style, string) {
	if t.Callback.IsZero() {
		return th.Info, ""
	}
	when := at.zones.LocalUnix(t.Callback)
	switch left := timeLeft(when, at.now); {
	case left == 0:
		return th.Error, "☎ Call back now"
	case left < 0:
		return th.Error, "☎ Call back was due " + clock(when, at.now) + ", " + inWords(left)
	default:
		return th.Info, "☎ Call back " + clock(when, at.now) + ", " + inWords(left)
	}
}

// clock formats a time: without the date for today and tomorrow, and without the year for the current year.
func clock(t, now time.Time) string {
	now = now.In(t.Location())
	switch {
	case desk.DateOf(t) == desk.DateOf(now):
		return "today " + t.Format("15:04")
	case desk.DateOf(t) == desk.DateOf(now).Add(1):
		return "tomorrow " + t.Format("15:04")
	case t.Year() == now.Year():
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("2 Jan 2006 15:04")
}

// field is a labelled value, which may have several lines.
type field struct{ label, value string }

// labelWidth returns the width of the labels including the following blank; it is smaller in a narrow pane.
func (doc *ticketRenderer) labelWidth() int {
	if doc.look.Width < 56 {
		return 14
	}
	return 19
}

// pairs writes labelled values, two short ones per line if they fit.
func (doc *ticketRenderer) pairs(all []field, indent string) {
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

// long writes a labelled value on its own lines. A label wider than the label column is not truncated if it fits
// next to a value of one line.
func (doc *ticketRenderer) long(p field, indent string, width int) {
	lines, column, label := termwidth.Wrap(p.value, max(width-doc.labelWidth(), 8)), doc.labelWidth()-1, p.label
	if own := termwidth.Width(label); len(lines) == 1 && own+1+termwidth.Width(lines[0]) <= width {
		column = max(column, own)
	}
	for _, l := range lines {
		doc.lines = append(doc.lines, indent+doc.th.Muted.Render(termwidth.Pad(label, column))+" "+l)
		label = ""
	}
}

func (doc *ticketRenderer) fits(p field, width int) bool {
	return !strings.Contains(p.value, "\n") && doc.labelWidth()+termwidth.Width(p.value) <= width &&
		termwidth.Width(p.label) < doc.labelWidth()
}

func (doc *ticketRenderer) cell(p field, width int) string {
	return doc.th.Muted.Render(
		termwidth.Pad(p.label, doc.labelWidth()-1),
	) + " " + termwidth.Pad(
		p.value,
		width-doc.labelWidth(),
	)
}
