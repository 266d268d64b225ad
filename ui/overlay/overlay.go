// Package overlay holds what lies over the panes: help, palette, questions, the choice of days, and forms. An
// overlay answers with a value, and the console decides what follows.
package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/keymap"
	"frontdesk/ui/theme"
)

// Overlay is something over the panes that takes all input while it is on top.
type Overlay interface {
	// Update takes input; the answer is nil while the overlay stays open.
	Update(msg tea.Msg) (Answer, tea.Cmd)
	// View is the overlay's box, no larger than the room it is given.
	View(th *theme.Theme, width, height int) string
	// Cursor stands within the box that View drew last; nil when there is none.
	Cursor() *tea.Cursor
}

// Answer is what an overlay closes with.
type Answer any

// The answers.
type (
	// Closed means that nothing was chosen.
	Closed struct{}
	// Chosen is an action to be done where the palette was opened.
	Chosen struct{ Action keymap.Action }
	// Dated is the days to show.
	Dated struct{ Span desk.Span }
	// Said is the answer to a question.
	Said struct{ What string }
)

// noted are the lines of a note with a blank one behind them; none when there is no note.
func noted(th *theme.Theme, note string, width int) []string {
	if note == "" {
		return nil
	}
	var lines []string
	for _, l := range wrap(note, width) {
		lines = append(lines, th.Info.On(l))
	}
	return append(lines, "")
}

// box draws lines under a title in a frame; keys are named in its lower edge.
func box(th *theme.Theme, title string, lines []string, keys string, width int) string {
	inner := width - 4
	title, keys = text.Cut(title, inner-2), text.Cut(keys, inner-2)
	var b strings.Builder
	b.WriteString(th.Accent.On("╭─ "+title+" ") + th.Accent.On(strings.Repeat("─", max(width-text.Width(title)-5, 0))+"╮"))
	for _, l := range lines {
		b.WriteString("\n" + th.Accent.On("│") + " " + fit(l, inner) + " " + th.Accent.On("│"))
	}
	edge := strings.Repeat("─", max(width-text.Width(keys)-6, 0))
	b.WriteString("\n" + th.Accent.On("╰"+edge+" ") + th.Muted.On(keys) + th.Accent.On(" ──╯"))
	return b.String()
}
