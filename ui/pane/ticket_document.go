package pane

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// ticketRenderer renders a whole ticket as lines; it is slow and runs outside the update loop.
type ticketRenderer struct {
	ctx         context.Context
	draw        *markdown.Renderer
	th          *theme.Theme
	look        markdown.Options
	at          clockContext
	known       backend.Vocabulary
	site        safetext.Site
	people      people
	newestFirst bool
	most        int    // messages that are written; 0 for all
	isBrief     bool   // only what is listed of the ticket, and the conversation
	unfolds     string // the key that unfolds

	lines        []string
	folds        []fold
	above        int             // lines above the conversation
	newest, ends int             // range of the newest message in lines; 0 if there is none
	edge         string          // begins the lines of the message that is being written
	shown        map[string]bool // members of the record that are shown above it
}

// ticket renders a ticket with all of its members: what it is, the conversation, its page and attachments, and
// folded what else belongs to it.
func (doc *ticketRenderer) ticket(d *desk.TicketDetails) (foldedDocument, error) {
	all := doc.people.messages(d)
	if doc.isBrief {
		doc.briefHead(d, all)
	} else {
		doc.head(d, all)
	}
	doc.above = len(doc.lines)
	if err := doc.conversation(all); err != nil {
		return foldedDocument{}, err
	}
	if !doc.isBrief {
		doc.rest(d)
	}
	document := newFoldedDocument(doc.lines, doc.folds, doc.newest, doc.ends)
	document.above = doc.above
	return document, nil
}

// rest writes what follows the conversation: page and attachments, and folded what else belongs to the ticket.
func (doc *ticketRenderer) rest(d *desk.TicketDetails) {
	doc.pageAndAttachments(d)
	if len(d.Groups) > 0 || len(d.Fields) > 0 {
		doc.lines = append(doc.lines, "")
	}
	for _, g := range d.Groups {
		doc.folded(g.Title.String(), preview(g), func() { doc.group(g) })
	}
	doc.record(d.Fields)
}

// folded writes a section that one line stands for until it is unfolded.
func (doc *ticketRenderer) folded(title, about string, write func()) {
	from := len(doc.lines)
	if write(); len(doc.lines) == from {
		return
	}
	if from > 0 && doc.lines[from-1] == "" && doc.lines[from] == "" {
		doc.lines = slices.Delete(doc.lines, from, from+1) // the blank above the first one stands when it is folded too
	}
	closed := doc.th.Key.Render("▸ ") + doc.th.Header.Render(title)
	if about != "" {
		closed += doc.th.Muted.Render("  " + about)
	}
	doc.folds = append(doc.folds, fold{from, len(doc.lines), termwidth.Truncate(closed, doc.look.Width)})
}

// preview returns the values of a group's first row, and how many rows there are.
func preview(g desk.FieldGroup) string {
	var bits []string
	if len(g.Rows) > 1 {
		bits = append(bits, strconv.Itoa(len(g.Rows)))
	}
	for _, row := range g.Rows[:min(len(g.Rows), 1)] {
		for _, f := range row {
			bits = append(bits, strings.TrimSpace(f.Label.String()+" "+f.Value.Line().String()))
		}
	}
	return phrase.Join(" · ", bits...)
}

// lookOf returns the markdown options for a theme and width.
func lookOf(th *theme.Theme, width int) markdown.Options {
	return markdown.Options{Width: width, Theme: th}
}

// heading writes the heading of a section.
func (doc *ticketRenderer) heading(title string) {
	title = termwidth.Truncate(title, max(doc.look.Width-4, 1))
	doc.lines = append(doc.lines, "", doc.th.Heading(doc.th.Header.Render(title), doc.look.Width))
}

// wholeRecord is the title of the members of a record that are not shown above.
const wholeRecord = "Whole record"

// restOf returns the non-empty members of a record that are not shown above; a value of 0 counts as empty.
func (doc *ticketRenderer) restOf(fields []desk.LabeledValue) []field {
	var rest []field
	for _, f := range fields {
		if v := doc.at.field(f); v != "0" && !doc.shown[f.Member] {
			rest = append(rest, field{f.Label.String(), v})
		}
	}
	return rest
}

// record writes the members that are not shown above.
func (doc *ticketRenderer) record(fields []desk.LabeledValue) {
	pairs := doc.restOf(fields)
	if len(pairs) == 0 {
		return
	}
	about := strconv.Itoa(len(pairs)) + " more fields"
	if len(pairs) == 1 {
		about = "1 more field"
	}
	if key := " · " + doc.unfolds + " unfolds"; doc.unfolds != "" &&
		termwidth.Width("▸ "+wholeRecord+"  "+about+key) <= doc.look.Width {
		about += key
	}
	doc.folded(wholeRecord, about, func() {
		doc.heading(wholeRecord)
		doc.pairs(pairs, "")
	})
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
	return doc.th.Muted.Render(termwidth.Pad(p.label, doc.labelWidth()-1)) + " " + termwidth.Pad(
		p.value,
		width-doc.labelWidth(),
	)
}
