package overlay

import (
	"errors"
	"maps"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/form"
	"frontdesk/ui/theme"
)

// Sheet is a form over the list, with what is said about its sending: the ticket stays in sight beside it.
type Sheet struct {
	Kind     string   // of its draft
	Record   desk.Key // zero for a new record
	Copy     string   // of its draft, when another console has typed into the same form
	title    string
	form     *form.Form
	initial  map[string]string // as it was opened; only what differs is worth a draft
	opened   map[string]string // the record's values then, for the conflict check
	required func(values map[string]string) error
	offered  map[string][]form.Option // of the choices, by field

	busy     string // what is being done; empty while it is filled in
	failed   string
	restored bool
	width    int
	height   int
}

// Values is what is filled in.
func (s *Sheet) Values() map[string]string { return s.form.Values() }

// Opened is the record's values when the form was opened; nil when they were not known.
func (s *Sheet) Opened() map[string]string { return s.opened }

// Changed says whether anything differs from what the form opened with.
func (s *Sheet) Changed() bool { return !maps.Equal(s.initial, s.form.Values()) }

// Draft is what is typed, to be kept.
func (s *Sheet) Draft() command.Draft {
	return command.Draft{Form: s.DraftForm(), Opened: s.opened, Values: s.form.Values()}
}

// DraftForm names the draft.
func (s *Sheet) DraftForm() command.DraftForm {
	return command.DraftForm{Kind: s.Kind, Record: s.Record.Raw(), Copy: s.Copy}
}

// Restore fills in what was typed before and not sent; what the record held then comes back with it, so that what
// has moved since is found out before sending.
func (s *Sheet) Restore(d command.Draft) {
	s.form.Set(d.Values)
	s.opened, s.restored, s.Copy = d.Opened, true, d.Copy
}

// Ready says whether the form can be sent; what is wrong is shown beside its field.
func (s *Sheet) Ready() bool {
	s.failed = ""
	if !s.form.Check() {
		return false
	}
	if err := s.required(s.form.Values()); err != nil {
		s.failed = err.Error()
		return false
	}
	return true
}

// Busy shows what is being done, during which nothing can be typed.
func (s *Sheet) Busy(what string) { s.busy, s.failed = what, "" }

// IsBusy says that the form is being sent.
func (s *Sheet) IsBusy() bool { return s.busy != "" }

// Fail shows why it was not sent or not stored; everything typed stays.
func (s *Sheet) Fail(why string) { s.busy, s.failed = "", why }

// Refuse shows what the service said, at the field that it speaks of where that is known.
func (s *Sheet) Refuse(field, why string) {
	s.Fail("refused: " + why)
	s.form.Fail(field, errors.New(why))
}

// HasComment says whether there is a comment into which text can be inserted.
func (s *Sheet) HasComment() bool { return s.form.HasLong() }

// Insert puts text into the comment at the cursor.
func (s *Sheet) Insert(t string) { s.form.Insert(t) }

// FocusOn gives a field the keys.
func (s *Sheet) FocusOn(name string) { s.form.FocusOn(name) }

// Fill fills fields in by name.
func (s *Sheet) Fill(values map[string]string) { s.form.Set(values) }

// Next moves to another field.
func (s *Sheet) Next(by int) {
	if s.busy == "" {
		s.form.Next(by)
	}
}

// Update takes a key or a paste while it is filled in.
func (s *Sheet) Update(msg tea.Msg) tea.Cmd {
	if s.busy != "" {
		return nil
	}
	s.failed = ""
	return s.form.Update(msg)
}

// SetTheme changes the colours.
func (s *Sheet) SetTheme(th *theme.Theme) { s.form.SetTheme(th) }

// SetSize sets columns and rows.
func (s *Sheet) SetSize(w, h int) {
	s.width, s.height = w, h
	s.form.SetSize(w, h-4)
}

// View is the form under its title, with a line that says how its sending goes.
func (s *Sheet) View(th *theme.Theme) string {
	rows := []string{th.Accent.On(text.Cut(s.title, s.width)), ""}
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
		return []string{th.Info.On(text.Cut("… "+s.busy, s.width))}
	case s.failed != "":
		var lines []string
		for _, l := range wrap("✗ "+s.failed, s.width) {
			lines = append(lines, th.Bad.On(l))
		}
		return lines[:min(len(lines), 4)]
	case s.restored:
		return []string{th.Warn.On(text.Cut("✎ what you typed before is back", s.width))}
	}
	return []string{""}
}

// Cursor stands in the field that has the keys.
func (s *Sheet) Cursor() *tea.Cursor {
	if s.busy != "" {
		return nil
	}
	c := s.form.Cursor()
	if c != nil {
		c.Y += 2
	}
	return c
}
