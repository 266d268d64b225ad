package overlay

import (
	"fmt"
	"strings"

	"frontdesk/internal/text"
	"frontdesk/internal/wire"
	"frontdesk/ui/command"
	"frontdesk/ui/theme"
)

// Ready says whether the form can be sent; what is wrong is shown beside its field.
func (s *Sheet) Ready() bool {
	s.failed = ""
	if !s.form.Check() {
		return false
	}
	values := s.form.Values()
	if name := s.emptied(values); name != "" {
		return !s.form.Fail(name, errEmptied)
	}
	if path, err := wire.Together(s.Kind, values); err != nil {
		return !s.form.Fail(path, err)
	}
	if !s.form.IsChanged() {
		s.failed = map[bool]string{true: "Nothing is filled in yet", false: "nothing is changed yet"}[s.kind.Adds]
		return false
	}
	return true
}

// Busy shows what is being done, during which nothing can be typed.
func (s *Sheet) Busy() { s.busy, s.failed, s.sent = s.kind.Busy, "", s.Copy }

// IsSending says that the form is the one whose sending ends with a message: another form may have taken its place.
func (s *Sheet) IsSending(msg command.WrittenMsg) bool {
	return s.IsBusy() && s.Kind == msg.Kind && s.Record == msg.Record && s.sent == msg.Copy
}

// IsBusy says that the form is being sent.
func (s *Sheet) IsBusy() bool { return s.busy != "" }

// Fail shows why it was not sent or not stored; everything typed stays.
func (s *Sheet) Fail(why string) { s.busy, s.failed = "", why }

// Refuse shows what the service said, at the field that it speaks of where that is known.
func (s *Sheet) Refuse(field, why string) {
	why = "refused: " + why
	if s.Fail(why); s.form.Fail(field, refused(why)) {
		s.failed = "" // it stands beside its field
	}
}

// View is the form under its title, with a line that says how its sending goes.
func (s *Sheet) View(th *theme.Theme) string {
	rows := []string{th.Accent.On(text.Cut(s.title, s.width))}
	for _, l := range s.warnings() {
		rows = append(rows, th.Warn.On(l))
	}
	rows = append(rows, "")
	rows = append(rows, splitLines(s.form.View())...)
	said := s.said(th)
	for len(rows) < s.height-len(said) {
		rows = append(rows, "")
	}
	return strings.Join(append(rows[:max(s.height-len(said), 0)], said...), "\n")
}

func (s *Sheet) said(th *theme.Theme) []string {
	switch {
	case s.busy != "":
		return []string{th.Info.On(text.Cut(s.busy, s.width))}
	case s.failed != "":
		var lines []string
		for _, l := range wrap("✗ "+s.failed, s.width) {
			lines = append(lines, th.Bad.On(l))
		}
		return lines[:min(len(lines), 4)]
	case s.restored:
		return []string{th.Warn.On(text.Cut("✎ what you typed before is back", s.width))}
	}
	return []string{th.Muted.On(text.Cut(s.more(), s.width))}
}

// more says what of the form is out of sight.
func (s *Sheet) more() string {
	var bits []string
	above, below := s.form.Beyond()
	if arrows := map[bool]string{true: "↑"}[above] + map[bool]string{true: "↓"}[below]; arrows != "" {
		bits = append(bits, arrows+" more")
	}
	if n := s.form.Folded(); n > 0 {
		bits = append(bits, fmt.Sprintf("%s shows %d more fields", s.unfold, n))
	}
	return strings.Join(bits, " · ")
}
