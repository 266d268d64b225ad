package overlay

import (
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
)

// Explained opens the help about what is shown, over it.
type Explained struct {
	Over Overlay
	Help *Help
}

// listMoves are what moves the cursor of a list.
var listMoves = map[keymap.Action]func(*part.List){
	keymap.Up:       func(l *part.List) { l.Move(-1) },
	keymap.Down:     func(l *part.List) { l.Move(1) },
	keymap.HalfUp:   func(l *part.List) { l.Half(-1) },
	keymap.HalfDown: func(l *part.List) { l.Half(1) },
	keymap.Top:      (*part.List).Top,
	keymap.Bottom:   (*part.List).Bottom,
}

// scrollMoves are what moves in lines that do not fit.
var scrollMoves = map[keymap.Action]func(*part.Scroll){
	keymap.Up:       func(s *part.Scroll) { s.Move(-1) },
	keymap.Down:     func(s *part.Scroll) { s.Move(1) },
	keymap.HalfUp:   func(s *part.Scroll) { s.Half(-1) },
	keymap.HalfDown: func(s *part.Scroll) { s.Half(1) },
	keymap.Top:      (*part.Scroll).Top,
	keymap.Bottom:   (*part.Scroll).Bottom,
}

// isAlways knows the actions of lists and questions that make sense whatever is shown.
func isAlways(action keymap.Action) bool {
	_, moves := listMoves[action]
	return moves || action == keymap.Help || action == keymap.Back
}

// hint names the key of an action with what it does.
func hint(keys keymap.Map, place keymap.Place, action keymap.Action, label string) string {
	return keys.Key(place, action) + " " + label
}

// more names the keys that move in what does not fit.
func more(keys keymap.Map, place keymap.Place) string {
	return keys.Key(place, keymap.Down) + " " + hint(keys, place, keymap.Up, "more · ")
}
