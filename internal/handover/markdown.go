package handover

import (
	"fmt"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Markdown returns the note as markdown.
func (n *Note) Markdown() safetext.Markdown {
	p := &page{note: n}
	p.head()
	p.callbacks()
	p.atRisk()
	p.forms("Drafts, not sent", "None.", n.Drafts)
	p.forms("Outbox", "Empty.", n.Outbox)
	p.runs()
	p.sent() // what is done comes after what is to do
	p.notKnown()
	return p.Markdown()
}

// page writes the sections of a note.
type page struct {
	safetext.MarkdownBuilder
	note *Note
}

func (p *page) head() {
	n := p.note
	whose := n.Account.String()
	if !n.Agent.IsEmpty() {
		whose = n.Agent.String() + ", " + whose
	}
	p.Heading(1, "Handover: "+whose)
	p.Paragraph("From " + n.From.Format("Mon 2 Jan 2006 15:04") + " to " + n.To.Format(n.untilLayout()+" MST") + ".")
	p.Paragraph(n.readingSentence())
}

// untilLayout leaves out the date of the note's end if it begins on the same day.
func (n *Note) untilLayout() string {
	if desk.DateOf(n.From) == desk.DateOf(n.To) {
		return "15:04"
	}
	return "Mon 2 Jan 15:04"
}

// readingSentence says as of when tickets are described.
func (n *Note) readingSentence() string {
	read := "Tickets are shown as they were last read, which may be a while ago."
	switch {
	case !n.HasTickets():
		read = ""
	case !n.ReadAt.IsZero():
		read = "The tickets below were read again at " + n.ReadAt.Format("15:04") + "."
	}
	if n.Days.OpenLabel != "" {
		return read + " Tickets at risk and callbacks are those of the tickets opened since " + n.Days.OpenLabel +
			", and of older ones that are known."
	}
	return read + " Tickets at risk are those known of " + n.Days.Label + ", callbacks those that are known."
}

// when formats a time: without the date if it is of the day on which the note is made.
func (n *Note) when(t time.Time) string {
	if desk.DateOf(t) == desk.DateOf(n.To) {
		return t.Format("15:04")
	}
	return desk.FormatMoment(t, n.To)
}

// sent lists the writes by record, in the order of the first write of each.
func (p *page) sent() {
	n := p.note
	p.Heading(2, "Sent from the console")
	if len(n.Sent) == 0 {
		p.Paragraph("Nothing in these hours.")
		return
	}
	p.Paragraph(n.summary())
	for _, record := range n.byRecord() {
		p.Item(0, n.recordLine(&n.Sent[record[0]]))
		for _, i := range record {
			p.Item(1, n.outcomeLine(&n.Sent[i]))
		}
	}
}

// summary counts the outcomes.
func (n *Note) summary() string {
	var counts []string
	for _, o := range []Outcome{Confirmed, Refused, NotKnown} {
		if count := n.Count(o); count > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count, o))
		}
	}
	return strings.Join(counts, ", ") + "."
}

// byRecord returns the indexes of the writes of each record. A write whose record is not known stands alone.
func (n *Note) byRecord() [][]int {
	type record struct {
		id       desk.ID
		isTicket bool
		kind     string // of other records
	}
	var groups [][]int
	at := map[record]int{}
	for i := range n.Sent {
		s := &n.Sent[i]
		key := record{s.Record, s.IsTicket, s.Kind}
		if s.IsTicket {
			key.kind = ""
		}
		group, known := at[key]
		if !known || s.Record.IsZero() {
			group = len(groups)
			at[key] = group
			groups = append(groups, nil)
		}
		groups[group] = append(groups[group], i)
	}
	return groups
}

// recordLine names the record of a write; of a ticket also its sub-status.
func (n *Note) recordLine(s *Sent) string {
	if !s.IsTicket {
		return strings.TrimSpace(s.Form + " " + s.Number.String())
	}
	if s.Record.IsZero() {
		return s.Form + ", number not known"
	}
	said := s.Number.String() + " " + titleOrUnread(n.titleOf(s))
	switch t := n.ticket(s.Record); {
	case t == nil || t.Reading == Never:
		return said + " · status unknown"
	case t.Reading == Missing:
		return said + " · the service no longer has it"
	case t.SubStatus.IsEmpty():
		return said
	case t.Reading == ReadNow:
		return said + " · now " + t.SubStatus.String()
	default:
		return said + " · last seen " + t.SubStatus.String()
	}
}

func titleOrUnread(title safetext.Line) string {
	if title.IsEmpty() {
		return "(title never read)"
	}
	return title.String()
}

// outcomeLine tells what was written, and what became of it.
func (n *Note) outcomeLine(s *Sent) string {
	said := n.when(s.At) + " " + string(s.Outcome)
	if s.Outcome == Confirmed && s.Kind == kindOfNewTicket {
		said += ", new"
	}
	if s.Before != "" && s.Before != s.Outcome {
		said += " (" + string(s.Before) + " at " + n.when(s.BeforeAt) + ")"
	}
	if !s.What.IsEmpty() {
		said += ": " + s.What.String()
	}
	if !s.Reason.IsEmpty() {
		said += " – " + s.Reason.String()
	}
	return said
}

// kindOfNewTicket is the kind of a write that opens a ticket.
const kindOfNewTicket = "add-ticket"

func (p *page) callbacks() {
	n := p.note
	due := "Calls due until " + n.when(n.CallbacksUntil) + ", of my tickets and those below"
	if n.Agent.IsEmpty() {
		due = "Calls due of all agents until " + n.when(n.CallbacksUntil)
	}
	p.Heading(2, due)
	if len(n.Callbacks) == 0 {
		p.Paragraph("None known.")
	}
	for i := range n.Callbacks {
		t := &n.Callbacks[i]
		due := n.when(t.Callback)
		if !t.Callback.After(n.To) {
			due += ", overdue"
		}
		p.Item(0, due+" · "+t.line())
	}
}

func (p *page) atRisk() {
	n := p.note
	p.Heading(2, "My tickets at risk")
	switch {
	case n.Agent.IsEmpty():
		p.Paragraph("Not known: no agent name is configured.")
	case len(n.AtRisk) == 0:
		p.Paragraph("None known.")
	}
	for i := range n.AtRisk {
		t := &n.AtRisk[i]
		p.Item(0, n.deadlineText(t)+" · "+t.line())
	}
}

// deadlineText tells when a call was promised or the SLA of a ticket ends, whichever comes first, or else the service's
// words.
func (n *Note) deadlineText(t *Ticket) string {
	at, what := t.Deadline, ""
	if !t.Callback.IsZero() && (at.IsZero() || !t.Callback.After(at)) {
		at, what = t.Callback, "call "
	}
	switch {
	case !at.IsZero() && t.IsLate && !at.After(n.To):
		return what + "late since " + n.when(at)
	case !at.IsZero():
		return what + "due " + n.when(at)
	case !t.SLA.IsEmpty():
		return t.SLA.String()
	case t.IsLate:
		return "out of SLA"
	}
	return "at risk"
}

// line names a ticket with its sub-status.
func (t *Ticket) line() string {
	said := t.Number.String() + " " + titleOrUnread(t.Title)
	if !t.SubStatus.IsEmpty() {
		said += " · " + t.SubStatus.String()
	}
	return said
}

func (p *page) forms(title, none string, all []Form) {
	p.Heading(2, title)
	if len(all) == 0 {
		p.Paragraph(none)
	}
	for _, f := range all {
		said := f.State + " since " + p.note.when(f.Since) + " · " +
			strings.Join(strings.Fields(f.Form+" "+f.Record.String()+" "+f.Title.String()), " ")
		if !f.What.IsEmpty() {
			said += ": " + f.What.String()
		}
		if !f.Reason.IsEmpty() {
			said += " – " + f.Reason.String()
		}
		p.Item(0, said)
	}
}

func (p *page) runs() {
	if len(p.note.Runs) == 0 {
		return
	}
	p.Heading(2, "Updates of many tickets that did not end")
	for _, r := range p.note.Runs {
		said := fmt.Sprintf("%s, begun %s: %d of %d not sent", r.Title, p.note.when(r.StartedAt), r.Unsent, r.Tickets)
		if r.NotKnown > 0 {
			said += fmt.Sprintf(", %d not confirmed", r.NotKnown)
		}
		p.Item(0, said)
	}
}

func (p *page) notKnown() {
	if len(p.note.NotKnown) == 0 {
		return
	}
	p.Heading(2, "Not known")
	for _, sentence := range p.note.NotKnown {
		p.Item(0, sentence)
	}
}

// maxWords is how many words of a list are named.
const maxWords = 7

// firstWords joins words with commas, and counts those of a long list that it does not name.
func firstWords(all []string) string {
	if len(all) <= maxWords {
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:maxWords], ", "), len(all)-maxWords)
}
