package overlay

import (
	"frontdesk/internal/keymap"
	"frontdesk/ui/part"
)

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
