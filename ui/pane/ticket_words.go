package pane

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Shown returns the ticket: what is due, the conversation with the newest message first, then the facts.
func (p *Ticket) Shown() Shown {
	if p.row == nil {
		return Shown{Place: accessible.Place{Name: "ticket", Title: "No ticket is chosen", Text: []string{
			"Go back to the list and type the number of one, or type new to open one.",
		}}}
	}
	at := newClockContext(p.cmds)
	title := accessible.Join("Ticket "+p.row.ID.Display().String(), p.row.Title.String())
	var text []string
	shown := p.shown()
	switch {
	case shown == nil && p.err != nil:
		text = accessible.Sentences(ticketWords(p.row, at), "it could not be read: "+backend.ErrorText(p.err))
	case shown == nil:
		text = accessible.Sentences(ticketWords(p.row, at))
	case p.err != nil:
		text = accessible.Sentences("as last seen here: " + backend.ErrorText(p.err))
	}
	if p.isChanged() {
		text = append(text, "Somebody has changed it meanwhile; refresh reads it again.")
	}
	if shown != nil {
		doc, d := p.newDocument(p.keyOf(shown.detail, wholeLine, at), at)
		doc.newestFirst = true
		text = append(text, doc.words(d)...)
	}
	return Shown{Place: accessible.Place{Name: "ticket", Title: title, Text: text}}
}

// Waiting says that the ticket is being read.
func (p *Ticket) Waiting() string {
	if p.row != nil && p.busy && p.err == nil {
		return "loading the ticket"
	}
	return ""
}

// words returns the ticket as it is drawn, with nothing folded.
func (doc *ticketRenderer) words(d *desk.TicketDetails) []string {
	all := doc.people.messages(d)
	doc.head(d, all) // notes what the whole record need not repeat
	state := []string{d.SubStatus.Label(), priorityWords(&d.Ticket), d.Queue.Label(), assigneeWords(d)}
	said := accessible.Sentences(accessible.Join(append(state, dueWords(&d.Ticket, doc.at)...)...))
	for _, i := range doc.readingOrder(all, newestMessage(all)) {
		m, what := &all[i], fmt.Sprintf("Message %d of %d", i+1, len(all))
		if i == 0 && !d.Body.IsEmpty() {
			what += ", the description"
		}
		said = append(said, accessible.Join(what, m.when(doc.at), m.who, m.by.word(), m.channel)+":")
		said = append(said, textLines(m.body)...)
		said = append(said, accessible.Sentences(strings.Join(doc.changedValues(m.changed), "; "))...)
	}
	said = append(said, accessible.Pause)
	said = append(said, doc.factWords(d, all)...)
	said = append(said, groupWords(d.Groups, doc.at)...)
	if rest := doc.restOf(d.Fields); len(rest) > 0 {
		said = append(said, accessible.Pause, wholeRecord+".")
		said = append(said, pairWords(rest)...)
	}
	return said
}

// factWords reads what matters of a ticket beside its state and its conversation.
func (doc *ticketRenderer) factWords(d *desk.TicketDetails, all []message) []string {
	facts := []field{
		{"Customer", accessible.Join(doc.people.customerName(), doc.waiting(d, all))},
		{wire.Label("ticket", "email"), d.Email.String()},
		{wire.Label("ticket", "phone"), d.Phone.String()},
	}
	if d.Body.IsEmpty() { // else it is said with the description
		facts = append(facts, field{wire.Label("ticket", "primarySource"), d.Source.String()})
	}
	if order := d.OrderID.String(); order != "" {
		bits := append([]string{order}, orderOfBlocks(d.Groups).bits()...)
		facts = append(facts, field{wire.Label("ticket", "orderId"), accessible.Join(bits...)})
	}
	isSaid := func(f field) bool { return f.label == wire.Label("ticket", "assignedToName") } // with the state
	facts = append(facts, slices.DeleteFunc(doc.facts(d, all), isSaid)...)
	said := accessible.Sentences(strings.Join(pairWords(facts), "; "))
	if len(d.Attachments) > 0 {
		said = append(said, "links lists the attachments.")
	}
	return said
}

func priorityWords(t *desk.Ticket) string {
	if p := t.Priority.String(); p != "" {
		return strings.ToLower(p) + " priority"
	}
	return ""
}

func assigneeWords(d *desk.TicketDetails) string {
	if a := d.Assignee.String(); a != "" {
		return "assigned to " + a
	}
	return "assigned to nobody"
}

func textLines(body safetext.HTML) []string { return blockLines(body.Text().String()) }

// blockLines returns the lines of a text that are not blank.
func blockLines(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// groupWords reads the account's own blocks.
func groupWords(groups []desk.FieldGroup, at clockContext) []string {
	var said []string
	for _, g := range groups {
		said = append(said, accessible.Sentences(g.Title.String())...)
		for _, row := range g.Rows {
			said = append(said, fieldWords(row, at)...)
		}
	}
	return said
}

// fieldWords reads labelled values, each on a line of its own; a value of 0 counts as empty.
func fieldWords(fields []desk.LabeledValue, at clockContext) []string {
	return pairWords((&ticketRenderer{at: at}).restOf(fields))
}

// pairWords reads values with their labels, those that are not empty.
func pairWords(pairs []field) []string {
	var said []string
	for _, f := range pairs {
		if v := safetext.LineFromText(f.value).String(); v != "" {
			said = append(said, f.label+": "+v)
		}
	}
	return said
}
