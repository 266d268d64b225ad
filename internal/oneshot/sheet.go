package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// printFields prints labelled values, the values in one column and moments on the agent's clock; further lines of a value stand below its first.
func (s *Invocation) printFields(indent string, fields []desk.LabeledValue) {
	widest := 0
	for _, f := range fields {
		widest = max(widest, safetext.Width(f.Label.String()))
	}
	for _, f := range fields {
		label := s.paint(dim, safetext.Pad(f.Label.String(), widest))
		for line := range strings.SplitSeq(strings.TrimRight(s.Zones.FormatField(f).String(), "\n"), "\n") {
			s.line(strings.TrimRight(indent+label+gap+line, " "))
			label = strings.Repeat(" ", widest)
		}
	}
}

// groups prints an account's own blocks, each row of a block as a sheet.
func (s *Invocation) groups(all []desk.FieldGroup) {
	for _, g := range all {
		s.heading(g.Title.String())
		for n, row := range g.Rows {
			if n > 0 {
				s.line()
			}
			s.printFields(gap, row)
		}
	}
}

// heading begins a part of a record.
func (s *Printer) heading(cleaned string) {
	s.line()
	s.line(s.paint(strong, cleaned))
}

// body prints a text that may hold HTML: drawn on a terminal, as plain text elsewhere.
func (s *Printer) body(indent string, b safetext.HTML) {
	lines := strings.Split(strings.TrimRight(b.Text().String(), "\n"), "\n")
	if s.Width > 0 && s.RenderMarkdown != nil {
		lines = s.RenderMarkdown(b, max(minLastWidth, s.Width-len(indent)))
	}
	for _, line := range lines {
		s.line(strings.TrimRight(indent+line, " "))
	}
}
