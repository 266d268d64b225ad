package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// sheet prints labelled values, the values in one column and moments on the agent's clock; further lines of a value stand below its first.
func (s *Session) sheet(indent string, fields []desk.Field) {
	widest := 0
	for _, f := range fields {
		widest = max(widest, text.Width(f.Label.String()))
	}
	for _, f := range fields {
		label := s.paint(dim, text.Pad(f.Label.String(), widest))
		for line := range strings.SplitSeq(strings.TrimRight(s.Zones.Value(f).String(), "\n"), "\n") {
			s.line(strings.TrimRight(indent+label+gap+line, " "))
			label = strings.Repeat(" ", widest)
		}
	}
}

// groups prints an account's own blocks, each row of a block as a sheet.
func (s *Session) groups(all []desk.Group) {
	for _, g := range all {
		s.heading(g.Title.String())
		for n, row := range g.Rows {
			if n > 0 {
				s.line()
			}
			s.sheet(gap, row)
		}
	}
}

// heading begins a part of a record.
func (s *Screen) heading(cleaned string) {
	s.line()
	s.line(s.paint(strong, cleaned))
}

// body prints a text that may hold HTML: drawn on a terminal, as plain text elsewhere.
func (s *Screen) body(indent string, b text.Rich) {
	lines := strings.Split(strings.TrimRight(b.Plain().String(), "\n"), "\n")
	if s.Columns > 0 && s.Draw != nil {
		lines = s.Draw(b, max(leastLast, s.Columns-len(indent)))
	}
	for _, line := range lines {
		s.line(strings.TrimRight(indent+line, " "))
	}
}
