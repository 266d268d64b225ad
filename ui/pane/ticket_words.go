package pane

import (
	"fmt"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Describe describes the ticket: what is due, the conversation with the newest message first, then the facts.
func (p *Ticket) Describe(Do) accessible.Place {
	if p.row == nil {
		return accessible.Place{Name: "ticket", Title: "No ticket is chosen", Text: []string{
			"Go back to the list and type the number of one, or type new to open one.",
		}}
	}
	at := newClockContext(p.cmds)
	place := accessible.Place{
		Name: "ticket", Title: accessible.Join("Ticket "+p.row.ID.Display().String(), p.row.Title.String()),
	}
	shown := p.shown()
	if shown == nil {
		place.Text = []string{accessible.Sentence(ticketWords(p.row, at))}
		if p.err != nil {
			place.Text = append(place.Text, accessible.Sentence("it could not be read: "+backend.ErrorText(p.err)))
		}
		return place
	}
	place.Text = p.detailWords(shown.detail, at)
	if p.isChanged() {
		place.Text = append([]string{"Somebody has changed it meanwhile; refresh reads it again."}, place.Text...)
	}
	if p.err != nil {
		place.Text = append([]string{accessible.Sentence("as last seen here: " + backend.ErrorText(p.err))}, place.Text...)
	}
	return place
}

// Waiting says that the ticket is being read.
func (p *Ticket) Waiting() string {
	if p.row != nil && p.busy && p.err == nil {
		return "loading the ticket"
	}
	return ""
}

func (p *Ticket) detailWords(d *desk.TicketDetails, at clockContext) []string {
	state := []string{d.SubStatus.Label(), priorityWords(d), d.Queue.Label(), assigneeWords(d)}
	said := []string{accessible.Sentence(accessible.Join(append(state, dueWords(&d.Ticket, at)...)...))}
	said = append(said, p.conversationWords(d, at)...)
	said = append(said, accessible.Pause)
	said = append(said, factWords(d, at)...)
	if n := len(d.Attachments); n > 0 {
		said = append(said, fmt.Sprintf("Attachments: %d; links lists them.", n))
	}
	for _, g := range d.Groups {
		said = append(said, accessible.Sentence(g.Title.String()))
		for _, row := range g.Rows {
			said = append(said, fieldWords(row, at)...)
		}
	}
	said = append(said, accessible.Pause, "Whole record.")
	return append(said, fieldWords(d.Fields, at)...)
}

func priorityWords(d *desk.TicketDetails) string {
	if p := d.Priority.String(); p != "" {
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

// conversationWords reads the history with the newest entry first, then what the ticket began with.
func (p *Ticket) conversationWords(d *desk.TicketDetails, at clockContext) []string {
	var said []string
	n := len(d.Timeline)
	state := newEntryState()
	changed := make([][]desk.LabeledValue, n)
	for i := range d.Timeline {
		changed[i] = state.changes(d.Timeline[i].Values)
	}
	for i := n - 1; i >= 0; i-- {
		e := d.Timeline[i]
		when := e.RawTime.String()
		if !e.At.IsZero() {
			when = clock(at.zones.LocalUnix(e.At), at.now)
		}
		who := e.Author.String()
		if who == "" {
			who = e.Kind.String()
		}
		said = append(said, strings.TrimSuffix(accessible.Sentence(accessible.Join(fmt.Sprintf("Entry %d of %d", i+1, n), when, who)), ".")+":")
		said = append(said, textLines(e.Body)...)
		said = append(said, p.changeWords(changed[i], at)...)
	}
	if !d.Body.IsEmpty() {
		said = append(said, "Description:")
		said = append(said, textLines(d.Body)...)
	}
	return said
}

// changeWords words the other values of an entry on one line.
func (p *Ticket) changeWords(values []desk.LabeledValue, at clockContext) []string {
	var said []string
	for _, f := range values {
		if isKeyOfNamed(f, values) {
			continue
		}
		f = withNameOfKey(f, p.cmds.Cache.Vocabulary())
		value := strings.ReplaceAll(f.Value.Line().String(), "|", ", ")
		if !f.Time.IsZero() {
			value = clock(at.zones.LocalUnix(f.Time), at.now)
		}
		said = append(said, f.Label.String()+": "+value)
	}
	if len(said) == 0 {
		return nil
	}
	return []string{accessible.Sentence(strings.Join(said, "; "))}
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

// factWords reads the most important values.
func factWords(d *desk.TicketDetails, at clockContext) []string {
	stamp := func(s desk.UnixTime) string {
		if s.IsZero() {
			return ""
		}
		return clock(at.zones.LocalUnix(s), at.now)
	}
	var said []string
	for _, f := range []struct{ member, value string }{
		{"email", d.Email.String()},
		{"phone", d.Phone.String()},
		{"orderId", d.OrderID.String()},
		{"date", stamp(d.Created)},
		{"primarySource", d.Source.String()},
		{"creatorName", d.Creator.String()},
		{"disposition", strings.ReplaceAll(d.DispositionPath.String(), "|", ", ")},
	} {
		if f.value != "" {
			said = append(said, wire.Label("ticket", f.member)+": "+accessible.Words(f.value))
		}
	}
	if len(said) == 0 {
		return nil
	}
	return []string{strings.Join(said, "; ") + "."}
}

// fieldWords reads labelled values, each on a line of its own; a value of 0 counts as empty.
func fieldWords(fields []desk.LabeledValue, at clockContext) []string {
	var said []string
	for _, f := range fields {
		if v := safetext.LineFromText(at.field(f)).String(); v != "" && v != "0" {
			said = append(said, f.Label.String()+": "+v)
		}
	}
	return said
}
