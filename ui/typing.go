package ui

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/textedit"
)

// maxClosed is how many forms that were closed keep what undo can bring back.
const maxClosed = 12

// closedForms is what undo can bring back of forms that were closed, the latest last.
type closedForms []closedForm

type closedForm struct {
	draft   backend.DraftKey
	history map[string]textedit.History
}

// keep keeps what undo can bring back of a form that closes; nil for none.
func (f *closedForms) keep(e *editor.Editor) {
	if e == nil {
		return
	}
	all := slices.DeleteFunc(*f, func(c closedForm) bool { return c.draft == e.DraftKey() })
	if history := e.Form.History(); len(history) > 0 {
		all = append(all[max(len(all)-maxClosed+1, 0):], closedForm{e.DraftKey(), history})
	}
	*f = all
}

// reopen makes what a form was opened with the end of undo. In the fields that are as they were left, undo goes on.
func (f closedForms) reopen(e *editor.Editor) {
	e.Form.ForgetHistory()
	if i := slices.IndexFunc(f, func(c closedForm) bool { return c.draft == e.DraftKey() }); i >= 0 {
		e.Form.SetHistory(f[i].history)
	}
}

// undoTyping takes back what was last typed, wiped or inserted in the text with the cursor.
func (c *Console) undoTyping() tea.Cmd {
	return c.edit(textedit.Undo(), "nothing to undo in this field")
}

// redoTyping does again what was undone last.
func (c *Console) redoTyping() tea.Cmd {
	return c.edit(textedit.Redo(), "nothing to redo in this field")
}

// yank inserts what was wiped last.
func (c *Console) yank() tea.Cmd { return c.edit(textedit.Yank(), "nothing was wiped in this field") }

// edit gives the text with the cursor a key of its own, whatever key the action has, or says that it has no effect.
func (c *Console) edit(key tea.KeyPressMsg, noEffect string) tea.Cmd {
	here := c.screen()
	before := here.typed()
	cmd := here.input(key)
	if maps.Equal(before, here.typed()) {
		c.notify(levelTransient, noEffect)
	}
	return cmd
}

// typed returns what is typed in the form.
func (f *forms) typed() map[string]string { return f.editor.Form.Values() }
