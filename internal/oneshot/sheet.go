package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// printFields prints labels and values in two columns, with times in the agent's time zone. Further lines of a value
// are indented to the second column.
func (s *Invocation) printFields(indent string, fields []desk.LabeledValue) {
	widest := 0
	for _, f := range fields {
		widest = max(widest, termwidth.Width(f.Label.String()))
	}
	for _, f := range fields {
		label := s.paint(dim, termwidth.Pad(f.Label.String(), widest))
		for line := range strings.SplitSeq(strings.TrimRight(s.Zones.FormatField(f).String(), "\n"), "\n") {
			s.line(strings.TrimRight(indent+label+gap+line, " "))
			label = strings.Repeat(" ", widest)
		}
	}
}

// groups prints an account's custom field groups.
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

// heading prints the heading of a section.
func (s *Printer) heading(cleaned string) {
	s.line()
	s.line(s.paint(strong, cleaned))
}

// body prints text that may hold HTML: rendered on a terminal, otherwise as plain text.
func (s *Printer) body(indent string, b safetext.HTML) {
	lines := strings.Split(strings.TrimRight(b.Text().String(), "\n"), "\n")
	if s.Width > 0 && s.RenderMarkdown != nil {
		lines = s.RenderMarkdown(b, max(minLastWidth, s.Width-len(indent)))
	}
	for _, line := range lines {
		s.line(strings.TrimRight(indent+line, " "))
	}
}
