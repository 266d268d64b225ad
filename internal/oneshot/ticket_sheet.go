package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// ticket prints a whole ticket for people.
func (s *Session) ticket(nth int, t *desk.Detail) {
	if nth > 0 {
		s.line()
		s.line()
	}
	s.line(s.paint(strong, strings.TrimSpace(t.ID.Line().String()+gap+t.Title.String())))
	s.sheet("", t.Fields)
	if !t.Body.IsEmpty() {
		s.line()
		s.body("", t.Body)
	}
	s.groups(t.Groups)
	if len(t.Attachments) > 0 {
		s.heading("Attachments")
		fields := make([]desk.Field, len(t.Attachments))
		for i, a := range t.Attachments {
			fields[i] = desk.Field{Label: a.Name, Value: text.Plain(a.URL.String())}
		}
		s.sheet(gap, fields)
	}
	if len(t.Timeline) > 0 {
		s.heading("Timeline")
		for i := range t.Timeline {
			s.entry(&t.Timeline[i])
		}
	}
}

// entry prints one moment of a ticket's history.
func (s *Session) entry(e *desk.Entry) {
	when := e.When.String()
	if !e.At.IsZero() {
		when = moment(e.At, s.Zones)
	}
	head := strings.Join(strings.Fields(strings.Join([]string{when, e.Who.String(), e.Kind.String()}, " ")), " ")
	s.line(gap, s.paint(dim, head))
	if !e.Body.IsEmpty() {
		s.body(gap+gap, e.Body)
	}
	s.sheet(gap+gap, e.Facts)
}
