package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// ticket prints all fields of a ticket.
func (s *Invocation) ticket(nth int, t *desk.TicketDetails) {
	if nth > 0 {
		s.line()
		s.line()
	}
	s.line(s.paint(strong, strings.TrimSpace(t.ID.Display().String()+gap+t.Title.String())))
	s.printFields("", t.Fields)
	if !t.Body.IsEmpty() {
		s.line()
		s.body("", t.Body)
	}
	s.groups(t.Groups)
	if len(t.Attachments) > 0 {
		s.heading("Attachments")
		fields := make([]desk.LabeledValue, len(t.Attachments))
		for i, a := range t.Attachments {
			fields[i] = desk.LabeledValue{Label: a.Name, Value: safetext.BlockFromText(a.URL.String())}
		}
		s.printFields(gap, fields)
	}
	if len(t.Timeline) > 0 {
		s.heading("Timeline")
		for i := range t.Timeline {
			s.entry(&t.Timeline[i])
		}
	}
}

// entry prints one entry of a ticket's history.
func (s *Invocation) entry(e *desk.HistoryEntry) {
	when := e.RawTime.String()
	if !e.At.IsZero() {
		when = moment(e.At, s.Zones)
	}
	head := strings.Join(strings.Fields(strings.Join([]string{when, e.Author.String(), e.Kind.String()}, " ")), " ")
	s.line(gap, s.paint(dim, head))
	if !e.Body.IsEmpty() {
		s.body(gap+gap, e.Body)
	}
	s.printFields(gap+gap, e.Values)
}
