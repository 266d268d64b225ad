package overlay

import (
	"fmt"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// Validate says whether the form can be sent; what is wrong is shown beside its field.
func (s *Editor) Validate() bool {
	s.failed = ""
	if !s.form.Validate() {
		return false
	}
	values := s.form.Values()
	if name := s.clearedField(values); name != "" {
		return !s.form.SetError(name, errEmptied)
	}
	if path, err := wire.Together(s.Kind, values); err != nil {
		return !s.form.SetError(path, err)
	}
	if !s.form.IsChanged() {
		s.failed = map[bool]string{true: "Nothing is filled in yet", false: "nothing is changed yet"}[s.kind.Creates]
		return false
	}
	return true
}

// SetSubmitting shows what is being done, during which nothing can be typed.
func (s *Editor) SetSubmitting() { s.busy, s.failed, s.sent = s.kind.ProgressText, "", s.Copy }

// IsSending says that the form is the one whose sending ends with a message: another form may have taken its place.
func (s *Editor) IsSending(msg backend.SubmitResultMsg) bool {
	return s.IsSubmitting() && s.Kind == msg.Kind && s.Record == msg.Record && s.sent == msg.Copy
}

// IsSubmitting says that the form is being sent.
func (s *Editor) IsSubmitting() bool { return s.busy != "" }

// SetError shows why it was not sent or not stored; everything typed stays.
func (s *Editor) SetError(why string) { s.busy, s.failed = "", why }

// SetFieldError shows what the service said, at the field that it speaks of where that is known.
func (s *Editor) SetFieldError(field, why string) {
	why = "refused: " + why
	if s.SetError(why); s.form.SetError(field, refused(why)) {
		s.failed = "" // it stands beside its field
	}
}

// View is the form under its title, with a line that says how its sending goes.
func (s *Editor) View(th *theme.Theme) string {
	rows := []string{th.Accent.Render(safetext.Truncate(s.title, s.width))}
	for _, l := range s.warnings() {
		rows = append(rows, th.Warning.Render(l))
	}
	rows = append(rows, "")
	rows = append(rows, splitLines(s.form.View())...)
	said := s.said(th)
	for len(rows) < s.height-len(said) {
		rows = append(rows, "")
	}
	return strings.Join(append(rows[:max(s.height-len(said), 0)], said...), "\n")
}

func (s *Editor) said(th *theme.Theme) []string {
	switch {
	case s.busy != "":
		return []string{th.Info.Render(safetext.Truncate(s.busy, s.width))}
	case s.failed != "":
		var lines []string
		for _, l := range wrap("✗ "+s.failed, s.width) {
			lines = append(lines, th.Error.Render(l))
		}
		return lines[:min(len(lines), 4)]
	case s.fromDraft:
		return []string{th.Warning.Render(safetext.Truncate("✎ what you typed before is back", s.width))}
	}
	return []string{th.Muted.Render(safetext.Truncate(s.more(), s.width))}
}

// more says what of the form is out of sight.
func (s *Editor) more() string {
	var bits []string
	above, below := s.form.Overflow()
	if arrows := map[bool]string{true: "↑"}[above] + map[bool]string{true: "↓"}[below]; arrows != "" {
		bits = append(bits, arrows+" more")
	}
	if n := s.form.HiddenCount(); n > 0 {
		bits = append(bits, fmt.Sprintf("%s shows %d more fields", s.advancedKey, n))
	}
	return strings.Join(bits, " · ")
}
