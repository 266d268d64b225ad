// Package overlay holds what lies over the panes: help, palette, questions, the choice of days, and forms. An
// overlay answers with a value, and the console decides what follows.
package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Overlay is something over the panes that takes all input while it is on top.
type Overlay interface {
	// Update takes input; the answer is nil while the overlay stays open.
	Update(msg tea.Msg) (Result, tea.Cmd)
	// View is the overlay's box, no larger than the room it is given.
	View(th *theme.Theme, width, height int) string
	// Cursor stands within the box that View drew last; nil when there is none.
	Cursor() *tea.Cursor
}

// Result is what an overlay closes with.
type Result any

// The answers.
type (
	// Cancelled means that nothing was chosen.
	Cancelled struct{}
	// ActionChosen is an action to be done where the palette was opened.
	ActionChosen struct{ Action keymap.Action }
	// RangeChosen is the days to show.
	RangeChosen struct{ Span desk.DateRange }
	// Replied is the answer to a question.
	Replied struct{ Value string }
)

// noteLines are the lines of a note with a blank one behind them; none when there is no note.
func noteLines(th *theme.Theme, note string, width int) []string {
	if note == "" {
		return nil
	}
	var lines []string
	for _, l := range wrap(note, width) {
		lines = append(lines, th.Info.Render(l))
	}
	return append(lines, "")
}

// frame draws lines under a title in a frame; keys are named in its lower edge.
func frame(th *theme.Theme, title string, lines []string, keys string, width int) string {
	inner := width - 4
	title, keys = safetext.Truncate(title, inner-2), safetext.Truncate(keys, inner-2)
	var b strings.Builder
	b.WriteString(th.Accent.Render("╭─ "+title+" ") + th.Accent.Render(strings.Repeat("─", max(width-safetext.Width(title)-5, 0))+"╮"))
	for _, l := range lines {
		b.WriteString("\n" + th.Accent.Render("│") + " " + fit(l, inner) + " " + th.Accent.Render("│"))
	}
	edge := strings.Repeat("─", max(width-safetext.Width(keys)-6, 0))
	b.WriteString("\n" + th.Accent.Render("╰"+edge+" ") + th.Muted.Render(keys) + th.Accent.Render(" ──╯"))
	return b.String()
}

// fit makes a drawn row exactly width columns wide.
func fit(s string, width int) string {
	return safetext.FitStyled(s, width, "…")
}

// wrap breaks cleaned text into lines.
func wrap(s string, width int) []string {
	return safetext.Wrap(s, max(width, 1))
}

func splitLines(s string) []string { return strings.Split(s, "\n") }

// ShowHelp opens the help about what is shown, over it.
type ShowHelp struct {
	Over Overlay
	Help *Help
}

// listMoves are what moves the cursor of a list.
var listMoves = map[keymap.Action]func(*part.ListWindow){
	keymap.Up:           func(l *part.ListWindow) { l.Move(-1) },
	keymap.Down:         func(l *part.ListWindow) { l.Move(1) },
	keymap.HalfPageUp:   func(l *part.ListWindow) { l.HalfPage(-1) },
	keymap.HalfPageDown: func(l *part.ListWindow) { l.HalfPage(1) },
	keymap.Top:          (*part.ListWindow).Top,
	keymap.Bottom:       (*part.ListWindow).Bottom,
}

// scrollMoves are what moves in lines that do not fit.
var scrollMoves = map[keymap.Action]func(*part.Viewport){
	keymap.Up:           func(s *part.Viewport) { s.Move(-1) },
	keymap.Down:         func(s *part.Viewport) { s.Move(1) },
	keymap.HalfPageUp:   func(s *part.Viewport) { s.HalfPage(-1) },
	keymap.HalfPageDown: func(s *part.Viewport) { s.HalfPage(1) },
	keymap.Top:          (*part.Viewport).GotoTop,
	keymap.Bottom:       (*part.Viewport).GotoBottom,
}

// isNavigation knows the actions of lists and questions that make sense whatever is shown.
func isNavigation(action keymap.Action) bool {
	_, moves := listMoves[action]
	return moves || action == keymap.Help || action == keymap.Back
}

// hint names the key of an action with what it does.
func hint(keys keymap.Keymap, place keymap.Scope, action keymap.Action, label string) string {
	return keys.KeyLabel(place, action) + " " + label
}

// more names the keys that move in what does not fit.
func more(keys keymap.Keymap, place keymap.Scope) string {
	return keys.KeyLabel(place, keymap.Down) + " " + hint(keys, place, keymap.Up, "more · ")
}
