package setup

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/huh/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/textedit"
)

// input is a line that is typed, with the keys of the console that bring text back: undo, and yank of what was erased
// by more than a character.
type input struct {
	*huh.Input
	text   *string
	before []string // the texts that undo goes back to
	killed string
}

// newInput returns a line with a title, which is kept in text.
func newInput(title string, text *string, check func(string) error) *input {
	return &input{Input: huh.NewInput().Title(title).Value(text).Validate(check), text: text}
}

// Update edits the line.
func (i *input) Update(msg tea.Msg) (huh.Model, tea.Cmd) {
	last := len(i.before) - 1
	switch {
	case textedit.IsUndo(msg):
		if last >= 0 {
			*i.text, i.before = i.before[last], i.before[:last]
			i.Value(i.text)
		}
		return i, nil
	case textedit.IsYank(msg):
		msg = tea.PasteMsg{Content: i.killed}
	}
	before := *i.text
	_, cmd := i.Input.Update(msg)
	if *i.text != before {
		i.before = append(i.before, before)
	}
	if utf8.RuneCountInString(before)-utf8.RuneCountInString(*i.text) > 1 {
		i.killed = erasedFrom(before, *i.text)
	}
	return i, cmd
}

// erasedFrom returns the part of a text that is missing in what is left of it.
func erasedFrom(before, left string) string {
	from := 0
	for from < len(left) && before[from] == left[from] {
		from++
	}
	from = safetext.RuneStart(before, from)
	return before[from : from+len(before)-len(left)]
}
