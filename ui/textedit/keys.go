package textedit

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// edit is a key binding that edits text or moves the cursor.
type edit struct {
	keys  key.Binding
	do    func(*buffer)
	moves bool // moves the cursor without changing the text
}

func bindMotion(motion func(*buffer), keys ...string) edit {
	return edit{keys: key.NewBinding(key.WithKeys(keys...)), do: motion, moves: true}
}

func bind(do func(*buffer), keys ...string) edit {
	return edit{keys: key.NewBinding(key.WithKeys(keys...)), do: do}
}

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
	bind(erase((*buffer).left), "backspace", "ctrl+h"),
	bind(erase((*buffer).right), "delete", "ctrl+d"),
	bind(erase((*buffer).wordLeft), "ctrl+backspace", "alt+backspace", "ctrl+w"),
	bind(erase((*buffer).wordRight), "ctrl+delete", "alt+delete", "alt+d"),
	bind(eraseLine((*buffer).home, (*buffer).left), "ctrl+u"),
	bind(eraseLine((*buffer).end, (*buffer).right), "ctrl+k"),
}

// editForKey returns the edit for a key: a binding, or the insertion of the key's text. It returns false if there is
// neither.
func editForKey(k tea.KeyPressMsg) (edit, bool) {
	for _, e := range edits {
		if key.Matches(k, e.keys) {
			return e, true
		}
	}
	return edit{do: func(b *buffer) { b.insert(k.Text) }}, k.Text != ""
}

// KeyEffect reports whether a text input handles a key, and whether the key then changes the text; other keys move the
// cursor.
func KeyEffect(k tea.KeyPressMsg) (handled, changes bool) {
	e, ok := editForKey(k)
	return ok, ok && !e.moves
}

// press performs the edit for a key, if there is one.
func (b *buffer) press(k tea.KeyPressMsg) {
	if e, ok := editForKey(k); ok {
		e.do(b)
	}
}

// erase returns an edit that deletes the text covered by a motion.
func erase(motion func(*buffer)) func(*buffer) {
	return func(b *buffer) {
		from := b.at
		motion(b)
		b.remove(min(from, b.at), max(from, b.at))
	}
}

// eraseLine returns an edit that deletes up to one end of the line or, if the cursor is already there, the line
// break.
func eraseLine(toEnd, over func(*buffer)) func(*buffer) {
	return func(b *buffer) {
		from := b.at
		toEnd(b)
		if b.at == from {
			over(b)
		}
		b.remove(min(from, b.at), max(from, b.at))
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
