package uitest

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/ui/terminal"
)

// Text returns the screen without colours and trailing blanks.
func (s *Driver) Text() string {
	rows := strings.Split(ansi.Strip(s.ANSI()), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return strings.Join(rows, "\n")
}

// ANSI returns the screen with colours.
func (s *Driver) ANSI() string {
	return s.view().Content
}

// view returns the model's view, drawn in the loop so that the model does not change meanwhile.
func (s *Driver) view() (v tea.View) {
	s.Look(func() { v = s.loop.view() })
	return v
}

// Title returns the window's title.
func (s *Driver) Title() string { return s.view().WindowTitle }

// Clipboard returns what was copied last.
func (s *Driver) Clipboard() string { return s.loop.clipboard() }

// Alerts returns how the console has asked for attention.
func (s *Driver) Alerts() (all []terminal.AlertMsg) {
	s.loop.set(func() { all = slices.Clone(s.loop.alerts) })
	return all
}

// Messages returns how many messages the console has handled.
func (s *Driver) Messages() int { return s.loop.messages() }

// HasQuit reports whether the console has ended.
func (s *Driver) HasQuit() bool { return s.loop.hasQuit() }

// CursorAt returns the text before the cursor in its row; empty when there is no cursor.
func (s *Driver) CursorAt() string {
	v := s.view()
	rows := strings.Split(ansi.Strip(v.Content), "\n")
	if v.Cursor == nil || v.Cursor.Y >= len(rows) {
		return ""
	}
	return ansi.Cut(rows[v.Cursor.Y], 0, v.Cursor.X)
}
