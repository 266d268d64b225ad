package textedit

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// edit is a key binding that edits text or moves the cursor.
type edit struct {
	keys  key.Binding
	do    func(*buffer)
	kind  editKind
	moves bool // moves the cursor without changing the text
	steps bool // goes back or forward in the history
}

func bindMotion(motion func(*buffer), keys ...string) edit {
	return edit{keys: key.NewBinding(key.WithKeys(keys...)), do: motion, moves: true}
}

func bind(do func(*buffer), kind editKind, keys ...string) edit {
	return edit{keys: key.NewBinding(key.WithKeys(keys...)), do: do, kind: kind}
}

func bindStep(do func(*buffer) bool, keys ...string) edit {
	return edit{keys: key.NewBinding(key.WithKeys(keys...)), do: func(b *buffer) { do(b) }, steps: true}
}

// UndoKeys, RedoKeys and YankKeys are the keys of all text inputs that bring text back. Terminals send ctrl+/ as
// ctrl+_, except for those that tell all keys apart.
var (
	UndoKeys = []string{"ctrl+z", "ctrl+_", "ctrl+/"}
	RedoKeys = []string{"alt+z", "ctrl+shift+z"}
	YankKeys = []string{"ctrl+y"}
)

// edits are the key bindings of all text inputs: those of readline, in addition to the terminal's own keys. None of
// them runs a clipboard program on the host; pasted text arrives as a tea.PasteMsg.
var edits = []edit{
	bindMotion((*buffer).left, "left"),
	bindMotion((*buffer).right, "right"),
	bindMotion((*buffer).wordLeft, "ctrl+left", "alt+left", "alt+b"),
	bindMotion((*buffer).wordRight, "ctrl+right", "alt+right", "alt+f"),
	bindMotion((*buffer).home, "home", "ctrl+a"),
	bindMotion((*buffer).end, "end", "ctrl+e"),
	bindMotion((*buffer).begin, "ctrl+home"),
	bindMotion((*buffer).finish, "ctrl+end"),
	bind(erase((*buffer).left), erasing, "backspace", "ctrl+h"),
	bind(erase((*buffer).right), erasingNext, "delete", "ctrl+d"),
	bind(killTo((*buffer).wordLeft, nil), whole, "ctrl+backspace", "alt+backspace", "ctrl+w"),
	bind(killTo((*buffer).wordRight, nil), whole, "ctrl+delete", "alt+delete", "alt+d"),
	bind(killTo((*buffer).home, (*buffer).left), whole, "ctrl+u"),
	bind(killTo((*buffer).end, (*buffer).right), whole, "ctrl+k"),
	bind((*buffer).yank, whole, YankKeys...),
	bindStep((*buffer).undo, UndoKeys...),
	bindStep((*buffer).redo, RedoKeys...),
}

// editForKey returns the edit for a key: a binding, or the insertion of the key's text. It returns false if there is
// neither.
func editForKey(k tea.KeyPressMsg) (edit, bool) {
	for _, e := range edits {
		if key.Matches(k, e.keys) {
			return e, true
		}
	}
	return edit{do: func(b *buffer) { b.insert(k.Text) }, kind: typing}, k.Text != ""
}

// KeyEffect reports whether a text input handles a key, and whether the key then changes the text; other keys move the
// cursor, or go back and forward in what was typed.
func KeyEffect(k tea.KeyPressMsg) (handled, changes bool) {
	e, ok := editForKey(k)
	return ok, ok && !e.moves && !e.steps
}

// Undo returns a key that undoes an edit.
func Undo() tea.KeyPressMsg { return tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl} }

// Redo returns a key that redoes an edit.
func Redo() tea.KeyPressMsg { return tea.KeyPressMsg{Code: 'z', Mod: tea.ModAlt} }

// Yank returns a key that inserts what was wiped.
func Yank() tea.KeyPressMsg { return tea.KeyPressMsg{Code: 'y', Mod: tea.ModCtrl} }

// IsUndo reports whether a message is a key that undoes an edit.
func IsUndo(msg tea.Msg) bool { return isKeyOf(msg, UndoKeys) }

// IsYank reports whether a message is a key that inserts what was wiped.
func IsYank(msg tea.Msg) bool { return isKeyOf(msg, YankKeys) }

func isKeyOf(msg tea.Msg, keys []string) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && slices.Contains(keys, k.String())
}

// press performs the edit for a key, if there is one.
func (b *buffer) press(k tea.KeyPressMsg) {
	if e, ok := editForKey(k); ok {
		b.perform(e)
	}
}

func (b *buffer) perform(e edit) {
	if e.moves || e.steps {
		b.endStep()
	} else {
		b.beginStep(e.kind)
	}
	e.do(b)
}

// erase returns an edit that deletes the text covered by a motion.
func erase(motion func(*buffer)) func(*buffer) {
	return func(b *buffer) {
		from := b.at
		motion(b)
		b.remove(min(from, b.at), max(from, b.at))
	}
}

// killTo returns an edit that deletes up to the end of a motion, to be yanked. Where that is here already, it deletes
// what the motion over takes, such as the line break.
func killTo(motion, over func(*buffer)) func(*buffer) {
	return func(b *buffer) {
		from := b.at
		if motion(b); b.at == from && over != nil {
			over(b)
		}
		b.kill(min(from, b.at), max(from, b.at))
	}
}

func (b *buffer) left() { b.at = max(b.at-1, 0) }

func (b *buffer) right() { b.at = min(b.at+1, len(b.cells)) }

func (b *buffer) begin() { b.at = 0 }

func (b *buffer) finish() { b.at = len(b.cells) }

// home moves to the start of the logical line, ignoring wrapping.
func (b *buffer) home() {
	for b.at > 0 && b.cells[b.at-1] != newline {
		b.at--
	}
}

// end moves to the end of the logical line, ignoring wrapping.
func (b *buffer) end() {
	for b.at < len(b.cells) && b.cells[b.at] != newline {
		b.at++
	}
}

// isBlank reports whether a cell separates words.
func isBlank(c string) bool { return c == " " || c == newline }

// wordLeft moves to the start of the word before the cursor.
func (b *buffer) wordLeft() {
	for b.at > 0 && isBlank(b.cells[b.at-1]) {
		b.at--
	}
	for b.at > 0 && !isBlank(b.cells[b.at-1]) {
		b.at--
	}
}

// wordRight moves past the end of the word after the cursor.
func (b *buffer) wordRight() {
	for b.at < len(b.cells) && isBlank(b.cells[b.at]) {
		b.at++
	}
	for b.at < len(b.cells) && !isBlank(b.cells[b.at]) {
		b.at++
	}
}
